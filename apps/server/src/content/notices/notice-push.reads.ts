import { customerTerms } from '@headland/contracts/customer-terms';
import type { NoticeBody, NoticePush } from '@headland/contracts/notice';
import type { Display } from '@headland/contracts/posting';
import { pushAt } from '@headland/domain/notice';
import { isVisible, type PostingDays } from '@headland/domain/posting';
import { dayOf } from '@headland/domain/zone-day';
import type { Language } from '@headland/i18n/messages';
import type { NoticeDelivery } from '../../messages/deliveries/notice-delivery.tx';
import { reachable } from '../../messages/deliveries/recipients.reads';
import { newestAnswers } from '../../people/customer-base/customer-terms.tx';
import { usesApp } from '../../people/customer-base/customer-phone.tx';
import type { Config } from '../../platform/config';
import type { Tx } from '../../platform/database/rows';

/**
 * Whom the push of a notice is for. Customers: members of the app, for an event those who agree to marketing. Field
 * managers: staff of the TSM group, of agencies and dealers. `device` is whether one of them can be reached on a device
 * of the notice's system; a gateway (APP_PUSH_URL) knows the devices of the app itself.
 */
export type Audience = Pick<NoticeBody, 'type' | 'target' | 'os'>;
export interface PushRecipient {
  id: number;
  name: string;
  language: Language;
  organizationId: number | null;
}
interface Parts {
  from: string;
  who: string;
  device: string;
  columns: string;
}

const agentOf: Record<NoticeBody['os'], string> = { all: '', android: 'android', ios: '(iphone|ipad|ipod)' };
const marketing = customerTerms.find((t) => t.term === 'marketing')?.version ?? '';

function partsOf({ type, target, os }: Audience, config: Pick<Config, 'APP_PUSH_URL'>): Parts {
  if (target === 'fieldManager')
    return {
      from: 'user_account p',
      who: `${reachable} AND p.group_type IN ('TSM', 'AGENCY', 'DEALER')`,
      device: `EXISTS (SELECT 1 FROM push_subscription s WHERE s.user_id = p.id${os === 'all' ? '' : ` AND s.agent ~* '${agentOf[os]}'`})`,
      columns: 'p.id, p.name, p.language, p.organization_id AS "organizationId"',
    };
  const agrees = `EXISTS (SELECT 1 FROM (${newestAnswers('= p.id')}) t WHERE t.term = 'marketing' AND t.version = '${marketing}' AND t.agreed)`;
  const registered = `EXISTS (SELECT 1 FROM app_push_device d WHERE d.session_id = s.id${os === 'all' ? '' : ` AND d.os = '${os}'`})`;
  return {
    from: 'customer p',
    who: `p.removed_at IS NULL AND ${usesApp('p')}${type === 'event' ? ` AND ${agrees}` : ''}`,
    device: `EXISTS (SELECT 1 FROM app_session s WHERE s.customer_id = p.id AND s.ended_at IS NULL${config.APP_PUSH_URL === undefined ? ` AND ${registered}` : ''})`,
    columns: 'p.id, p.name, p.language, p.organization_id AS "organizationId"',
  };
}

/** The next of them after an id, those with a device. */
export const nextRecipients = (
  tx: Tx,
  audience: Audience,
  config: Pick<Config, 'APP_PUSH_URL'>,
  { after, count }: { after: number; count: number },
): Promise<PushRecipient[]> => {
  const { from, who, device, columns } = partsOf(audience, config);
  return tx.query(`SELECT ${columns} FROM ${from} WHERE p.id > $1 AND ${who} AND ${device} ORDER BY p.id LIMIT $2`, [
    after,
    count,
  ]);
};

export async function audienceOf(
  tx: Tx,
  audience: Audience,
  config: Pick<Config, 'APP_PUSH_URL'>,
): Promise<{ reach: number; noDevice: number }> {
  const { from, who, device } = partsOf(audience, config);
  const [row] = await tx.query<{ reach: number; noDevice: number }[]>(
    `SELECT count(*) FILTER (WHERE d)::int AS reach, count(*) FILTER (WHERE NOT d)::int AS "noDevice"
     FROM (SELECT ${device} AS d FROM ${from} WHERE ${who}) AS people`,
  );
  return row ?? { reach: 0, noDevice: 0 };
}

/** Thousands of messages take their time: each goes while its notice is visible, at an hour that its type allows. */
export async function judgePush(tx: Tx, delivery: NoticeDelivery): Promise<void> {
  const { noticeId, now, timeZone } = delivery;
  const [notice] = await tx.query<(PostingDays & { type: NoticeBody['type']; display: Display })[]>(
    `SELECT type, start_on::text AS "startOn", end_on::text AS "endOn", display FROM notice WHERE id = $1 AND removed_at IS NULL`,
    [noticeId],
  );
  if (notice === undefined || !isVisible(notice, dayOf(now.getTime(), timeZone))) {
    delivery.withdrawn = true;
    return;
  }
  const at = pushAt(notice, now.getTime(), timeZone);
  if (at > now.getTime()) delivery.notBefore = new Date(at);
}

/** What became of the messages: those in the mailbox of a development start are reached, too. */
export async function pushResult(
  tx: Tx,
  noticeId: number,
  state: NoticePush['state'],
): Promise<Pick<NoticePush, 'reached' | 'failed' | 'queued'>> {
  const none = { reached: 0, failed: 0, queued: 0 };
  if (state === 'none' || state === 'waiting') return none;
  const [row] = await tx.query<(typeof none)[]>(
    `SELECT n.push_reached + count(d.id) FILTER (WHERE d.state IN ('sent', 'delivered'))::int AS reached,
       n.push_failed + count(d.id) FILTER (WHERE d.state = 'failed')::int AS failed, count(d.id) FILTER (WHERE d.state = 'queued')::int AS queued
     FROM notice n LEFT JOIN delivery d ON d.subject = 'notice' AND d.subject_id = n.id WHERE n.id = $1 GROUP BY n.id`,
    [noticeId],
  );
  return row ?? none;
}
