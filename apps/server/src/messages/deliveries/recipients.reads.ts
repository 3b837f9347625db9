import type { GroupType, Permission, Role } from '@headland/contracts/access';
import { can } from '@headland/domain/access';
import { smsAddress } from '@headland/domain/sms-code';
import type { Language } from '@headland/i18n/messages';
import { databaseTime } from '../../platform/clock';
import type { Config } from '../../platform/config';
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

/** What decides whether a push can arrive at all. */
export type PushConfig = Pick<Config, 'VAPID_PRIVATE_KEY' | 'DEVELOPMENT'>;

/**
 * The members of an organization who may act on the subject; if there are none, all its members. With a `config`, a push
 * is only for those whom it can reach, so that a preference without a browser does not replace the fallback.
 */
export async function recipientsOf(
  tx: Tx,
  organizationId: number,
  matter: Matter,
  config?: PushConfig,
): Promise<Recipients> {
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
  return {
    organization,
    people: await withPreferences(tx, permitted.length > 0 ? permitted : members, matter, config),
  };
}

/** One member, if the subject is assigned. */
export async function personOf(tx: Tx, userId: number, matter: Matter, config?: PushConfig): Promise<Person | null> {
  const rows = await tx.query<Row[]>(`SELECT ${columns} FROM user_account WHERE id = $1 AND ${reachable}`, [userId]);
  return (await withPreferences(tx, rows, matter, config))[0] ?? null;
}

async function withPreferences(tx: Tx, rows: Row[], matter: Matter, config?: PushConfig): Promise<Person[]> {
  const ids = rows.map((r) => r.id);
  const preferences = await preferencesFor(tx, ids, matter, databaseTime());
  const pushable = await pushableOf(tx, ids, config);
  return rows.flatMap(({ id, name, country, phone, email, language }) => {
    const own = preferences.get(id);
    if (own === undefined) return [];
    const channelPreferences = { ...own, push: own.push && pushable.has(id) };
    return [{ id, name, country, phone, email, language, channelPreferences }];
  });
}

async function pushableOf(tx: Tx, userIds: number[], config: PushConfig | undefined): Promise<Set<number>> {
  // the mailbox of a development start is everybody's phone
  if (config === undefined || config.DEVELOPMENT) return new Set(userIds);
  if (config.VAPID_PRIVATE_KEY === undefined) return new Set();
  const rows = await tx.query<{ user_id: number }[]>(
    'SELECT DISTINCT user_id FROM push_subscription WHERE user_id = ANY($1)',
    [userIds],
  );
  return new Set(rows.map((r) => r.user_id));
}

/** Whether anything can be sent to a person by the wanted channel, or by e-mail. */
export const reaches = (
  { phone, email, channelPreferences: { push, sms, email: mail } }: Person,
  channel: 'push' | 'sms' | 'both',
): boolean => (channel !== 'sms' && push) || (channel !== 'push' && sms && phone !== null) || (mail && email !== null);

/** The text in one language, and the console's path to open, if known. */
export interface MessageText {
  text: string;
  link: string | null;
}

/**
 * One message per person and channel, in the person's language: by the requested channel if the person's preferences
 * allow it, and by e-mail if they ask for it. An organization without recipients gets it at its own phone number, in the
 * language of the number's country; one without a number has it in the log as failed.
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
  const { text, link } = textIn(languageAt(organization.phone));
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

/** Of an organization nothing else says what is read there. Korean numbers are kept as they are dialled in Korea, those of other countries with their prefix. */
const languageAt = (phone: string | null): Language =>
  phone === null || !phone.startsWith('+') || phone.startsWith('+82') ? 'ko' : 'en';

export const joined = (text: string, by: string, link: string | null): string =>
  link === null ? text : `${text}${by}${link}`;
