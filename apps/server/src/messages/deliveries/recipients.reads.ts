import type { GroupType, Permission, Role } from '@headland/contracts/access';
import { can } from '@headland/domain/access';
import { smsAddress } from '@headland/domain/sms-code';
import type { Language } from '@headland/i18n/messages';
import { databaseTime } from '../../platform/clock';
import type { Tx } from '../../platform/database/rows';
import type { Message } from './delivery';
import { preferencesFor, type PreferencesByMember } from './preferences.reads';

/** Subjects of automatic messages, and the letter that a member needs to act on them. */
const actsOn = {
  sos: 'sos:U',
  fault: 'breakdown:U',
  consumable: 'expendable:U',
  transfer: 'ownerTransfer:U',
} as const satisfies Record<string, Permission>;
export type Matter = keyof typeof actsOn;

export interface Person {
  id: number;
  name: string;
  country: string;
  phone: string | null;
  email: string | null;
  language: Language;
  channelPreferences: PreferencesByMember;
}
export interface Recipients {
  organization: { id: number; name: string; phone: string | null };
  people: Person[];
}
interface Row extends Omit<Person, 'channelPreferences'> {
  group_type: GroupType;
  role: Role;
}
/** Possible recipients: members who have joined and are not deactivated. */
export const reachable = 'active AND removed_at IS NULL AND login_id IS NOT NULL';
const columns = 'id, name, country, phone, email, language, group_type, role';

/** The members of an organization who may act on the subject; if there are none, all its members. */
export async function recipientsOf(tx: Tx, organizationId: number, matter: Matter): Promise<Recipients> {
  const [organization] = await tx.query<Recipients['organization'][]>(
    'SELECT id, name, phone FROM organization WHERE id = $1',
    [organizationId],
  );
  if (organization === undefined) throw new Error(`organization ${organizationId} does not exist`);
  const members = await tx.query<Row[]>(
    `SELECT ${columns} FROM user_account WHERE organization_id = $1 AND ${reachable} ORDER BY id`,
    [organizationId],
  );
  const permitted = members.filter((m) => can(m.group_type, m.role, actsOn[matter]));
  return { organization, people: await withPreferences(tx, permitted.length > 0 ? permitted : members, matter) };
}

/** One member, if the subject is assigned. */
export async function personOf(tx: Tx, userId: number, matter: Matter): Promise<Person | null> {
  const rows = await tx.query<Row[]>(`SELECT ${columns} FROM user_account WHERE id = $1 AND ${reachable}`, [userId]);
  return (await withPreferences(tx, rows, matter))[0] ?? null;
}

async function withPreferences(tx: Tx, rows: Row[], matter: Matter): Promise<Person[]> {
  const preferences = await preferencesFor(
    tx,
    rows.map((r) => r.id),
    matter,
    databaseTime(),
  );
  return rows.flatMap(({ id, name, country, phone, email, language }) => {
    const channelPreferences = preferences.get(id);
    return channelPreferences ? [{ id, name, country, phone, email, language, channelPreferences }] : [];
  });
}

/** The text in one language, and the console's path to open, if known. */
export interface MessageText {
  text: string;
  link: string | null;
}

/**
 * One message per person and channel, in the person's language: by the requested channel if the person's preferences
 * allow it, and by e-mail if they ask for it. An organization without recipients gets it at its own phone number; one
 * without a number has it in the log as failed.
 */
export function messagesTo(
  { organization, people }: Recipients,
  why: string,
  channel: 'push' | 'sms' | 'both',
  textIn: (language: Language) => MessageText,
): Message[] {
  const messages: Message[] = people.flatMap(({ id, name, country, phone, email, language, channelPreferences }) => {
    const { text, link } = textIn(language);
    const whole = joined(text, ' ', link);
    return [
      ...(channel !== 'sms' && channelPreferences.push
        ? [{ reason: `${why}:push:${id}`, channel: 'push' as const, recipient: name, address: String(id), text }]
        : []),
      ...(channel !== 'push' && channelPreferences.sms && phone !== null
        ? [
            {
              reason: `${why}:sms:${id}`,
              channel: 'sms' as const,
              recipient: name,
              address: smsAddress(country, phone),
              text: whole,
            },
          ]
        : []),
      ...(channelPreferences.email && email !== null
        ? [
            {
              reason: `${why}:email:${id}`,
              channel: 'email' as const,
              recipient: name,
              address: email,
              title: text,
              text: joined(text, '\n\n', link),
            },
          ]
        : []),
    ];
  });
  // somebody is notified, if only in the list, until the quiet hours are over
  if (messages.length > 0 || people.some((p) => p.channelPreferences.held)) return messages;
  const { text, link } = textIn('ko');
  const own = { channel: 'sms' as const, recipient: organization.name, text: joined(text, ' ', link) };
  if (organization.phone !== null && channel !== 'push')
    return [{ ...own, reason: `${why}:sms:organization`, address: organization.phone }];
  return [
    {
      ...own,
      channel: channel === 'push' ? 'push' : 'sms',
      reason: `${why}:nobody`,
      address: '',
      problem: 'noRecipient',
    },
  ];
}

export const joined = (text: string, by: string, link: string | null): string =>
  link === null ? text : `${text}${by}${link}`;
