import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EntityManager } from 'typeorm';
import type { NotificationChannel, NotificationKind } from '@headland/contracts/notification';
import { collapseMs } from '@headland/domain/notification';
import { smsAddress } from '@headland/domain/sms-code';
import type { Language } from '@headland/i18n/messages';
import { insertDeliveries, type Message } from '../deliveries/deliveries.module';
import { joined, reachable } from '../deliveries/recipients.reads';
import { preferencesFor } from '../deliveries/preferences.reads';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { returning } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { system } from '../../platform/caller';
import type { Bilingual } from '../../platform/bilingual';

export interface MemberNotice {
  /** what it is about, e.g. `sos.raised:4`: a member is notified of the same thing once, however often a policy runs */
  cause: string;
  kind: NotificationKind;
  text: Bilingual;
  /** the screen it opens, in the console */
  link: string | null;
  /** several of one vehicle within a minute are one */
  vehicleId: number | null;
  at: Date;
  /**
   * whether the members' channel preferences apply, too; not for subjects with messages of their own, like SOS and
   * faults
   */
  messages: boolean;
  /** by e-mail whatever their preferences are: they have asked for it */
  mailed?: boolean;
}

/** Notifies members in the notification centre, and over the channels of their preferences. */
export class NotifyMembers extends Command<void> {
  constructor(
    readonly userIds: number[],
    readonly notice: MemberNotice,
  ) {
    super();
  }
}

interface Member {
  id: number;
  name: string;
  country: string;
  phone: string | null;
  email: string | null;
  language: Language;
  organizationId: number;
}

@CommandHandler(NotifyMembers)
export class NotifyMembersHandler implements ICommandHandler<NotifyMembers> {
  constructor(
    private readonly change: Change,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ userIds, notice }: NotifyMembers): Promise<void> {
    if (userIds.length === 0) return;
    await this.change.run(system, async (tx, emit) => {
      const members = await tx.query<Member[]>(
        `SELECT id, name, country, phone, email, language, organization_id AS "organizationId" FROM user_account WHERE id = ANY($1) AND ${reachable} ORDER BY id`,
        [userIds],
      );
      const preferences = await preferencesFor(
        tx,
        members.map((m) => m.id),
        notice.kind,
        this.now(),
      );
      const isEnabled = (m: Member, channel: NotificationChannel): boolean =>
        (channel === 'email' && notice.mailed === true) || (preferences.get(m.id)?.[channel] ?? false);
      const noted = await note(
        tx,
        members.filter((m) => isEnabled(m, 'inApp')).map((m) => m.id),
        notice,
      );
      for (const { id, organizationId } of members)
        if (noted.has(id)) emit('member.notified', { userId: id }, { organizationId });
      if (!notice.messages) return;
      // neither earlier notifications nor those merged into an older one are sent again
      for (const m of members.filter((x) => !isEnabled(x, 'inApp') || noted.get(x.id) === 'new'))
        await insertDeliveries(
          tx,
          { subject: 'account', subjectId: m.id, organizationId: m.organizationId },
          this.messages(m, notice, isEnabled),
          notice.at,
        );
    });
  }

  private messages(
    m: Member,
    { cause, text: messageText, link }: MemberNotice,
    isEnabled: (m: Member, channel: NotificationChannel) => boolean,
  ): Message[] {
    const text = messageText[m.language];
    const address =
      link === null || this.config.PUBLIC_URL === undefined ? null : new URL(link, this.config.PUBLIC_URL).toString();
    const reason = (channel: string): string => `told:${cause}:${channel}:${m.id}`;
    return [
      ...(isEnabled(m, 'push')
        ? [{ reason: reason('push'), channel: 'push' as const, recipient: m.name, address: String(m.id), text }]
        : []),
      ...(isEnabled(m, 'sms') && m.phone !== null
        ? [
            {
              reason: reason('sms'),
              channel: 'sms' as const,
              recipient: m.name,
              address: smsAddress(m.country, m.phone),
              text: joined(text, ' ', address),
            },
          ]
        : []),
      ...(isEnabled(m, 'email') && m.email !== null
        ? [
            {
              reason: reason('email'),
              channel: 'email' as const,
              recipient: m.name,
              address: m.email,
              title: `[Headland] ${text}`,
              text: joined(text, '\n\n', address),
            },
          ]
        : []),
    ];
  }
}

/**
 * Inserts it for members who do not have it yet. 'joined': merged into an unread one of the same vehicle that opens the
 * same screen, so that a fault or due maintenance hides no SOS.
 */
async function note(
  tx: EntityManager,
  userIds: number[],
  { cause, kind, text, link, vehicleId, at }: MemberNotice,
): Promise<Map<number, 'new' | 'joined'>> {
  const fresh = await tx.query<{ user_id: number }[]>(
    'INSERT INTO notification_cause (user_id, cause, at) SELECT u, $2, $3 FROM unnest($1::int[]) u ON CONFLICT DO NOTHING RETURNING user_id',
    [userIds, cause, at],
  );
  const ids = fresh.map((f) => f.user_id);
  // one that is being marked as read at this moment is waited for, and then left alone
  const joined = await returning<{ user_id: number }>(
    tx,
    `UPDATE notification n SET count = n.count + 1, text = $5, link = $6, at = greatest(n.at, $4) FROM (
       SELECT DISTINCT ON (user_id) id FROM notification
       WHERE user_id = ANY($1) AND kind = $2 AND vehicle_id = $3 AND read_at IS NULL AND first_at > $7
         AND ${screenOf('link')} IS NOT DISTINCT FROM ${screenOf('$6::text')} ORDER BY user_id, id DESC) last
     WHERE n.id = last.id AND n.read_at IS NULL RETURNING n.user_id`,
    [ids, kind, vehicleId, at, text, link, new Date(at.getTime() - collapseMs)],
  );
  const results = new Map<number, 'new' | 'joined'>(joined.map((j) => [j.user_id, 'joined']));
  const others = ids.filter((id) => !results.has(id));
  await tx.query(
    'INSERT INTO notification (user_id, kind, text, link, vehicle_id, first_at, at) SELECT u, $2, $3, $4, $5, $6, $6 FROM unnest($1::int[]) u',
    [others, kind, text, link, vehicleId, at],
  );
  for (const id of others) results.set(id, 'new');
  return results;
}

/** `/sos?id=7` and `/statusDetail/7` without their last part. */
const screenOf = (link: string): string => `regexp_replace(${link}, '[/?][^/?]*$', '')`;
