import { createHash } from 'node:crypto';
import type { Config } from '../../platform/config';
import type { Tx } from '../../platform/database/rows';
import type { DeliveryRow } from './delivery';

/**
 * Limits of SMS per hour and day, in total and per number: a form that sends codes, or an intermittent fault, must not
 * cause unlimited cost. SMS about SOS have a separate total of the same size, and no limit per number. Codes of the app,
 * for which anybody may ask, take half of the total at most: the rest stays for logins of members. So do reminders of SOS
 * that nobody acknowledges: the rest stays for the first texts of other calls. Concurrent processes may exceed it by what
 * they send at the same moment.
 */
type Text = Pick<DeliveryRow, 'address' | 'subject' | 'subject_id' | 'reason'>;
type Limits = Pick<Config, 'SMS_AN_HOUR' | 'SMS_A_DAY' | 'SMS_RECEIVER_AN_HOUR' | 'SMS_RECEIVER_A_DAY'>;

const everybody = '';
/** no numbers: those are hashes */
const app = 'app';
const reminders = 'reminders';
const shareOfMany = 0.5;
const hourMs = 3_600_000;
const hourOf = (now: Date): Date => new Date(Math.floor(now.getTime() / hourMs) * hourMs);
/** Independent of the notation; hashed, since it need not be readable. */
const receiverOf = (address: string): string =>
  createHash('sha256').update(address.replaceAll(/\D/gu, '')).digest('base64url');
const isSos = ({ subject }: Text): boolean => subject === 'sos';
/** A code to somebody who is no member (account-messages.ts). */
const isOfApp = ({ subject, subject_id: id }: Text): boolean => subject === 'account' && id === 0;
/** To an organization that was told of this SOS before (notify-organization-when-sos-is-escalated.ts). */
const isReminder = ({ subject, reason }: Text): boolean =>
  subject === 'sos' && /^sos\.escalated:\d+:\d+:again:/u.test(reason);
const sharesOf = (text: Text): string[] => [...(isOfApp(text) ? [app] : []), ...(isReminder(text) ? [reminders] : [])];
const receiversOf = (text: Text): string[] => [everybody, receiverOf(text.address), ...sharesOf(text)];

/** The setting whose limit is reached, or null. */
export async function usedUpLimit(tx: Tx, text: Text, limits: Limits, now: Date): Promise<keyof Limits | null> {
  const hour = hourOf(now);
  const counts = await tx.query<{ receiver: string; hour: number; day: number }[]>(
    `SELECT receiver, COALESCE(sum(texts) FILTER (WHERE hour = $3), 0)::int AS hour, sum(texts)::int AS day FROM sms_count
     WHERE receiver = ANY($1) AND sos = $2 AND hour > $4 GROUP BY receiver`,
    [receiversOf(text), isSos(text), hour, new Date(hour.getTime() - 24 * hourMs)],
  );
  const one = counts.find((c) => c.receiver === receiverOf(text.address));
  for (const { receiver, hour: inHour, day } of counts.filter((c) => c !== one)) {
    const share = receiver === everybody ? 1 : shareOfMany;
    if (inHour >= limits.SMS_AN_HOUR * share) return 'SMS_AN_HOUR';
    if (day >= limits.SMS_A_DAY * share) return 'SMS_A_DAY';
  }
  if (isSos(text)) return null;
  if ((one?.hour ?? 0) >= limits.SMS_RECEIVER_AN_HOUR) return 'SMS_RECEIVER_AN_HOUR';
  if ((one?.day ?? 0) >= limits.SMS_RECEIVER_A_DAY) return 'SMS_RECEIVER_A_DAY';
  return null;
}

/** Sent to the gateway. */
export async function countText(tx: Tx, text: Text, now: Date): Promise<void> {
  await tx.query(
    `INSERT INTO sms_count (hour, receiver, sos, texts) SELECT $1, r, $3, 1 FROM unnest($2::text[]) r ORDER BY r
     ON CONFLICT (receiver, sos, hour) DO UPDATE SET texts = sms_count.texts + 1`,
    [hourOf(now), receiversOf(text), isSos(text)],
  );
}

/** Deletes counts beyond any limit's period. */
export const deleteSmsCounts = (tx: Tx, now: Date): Promise<unknown> =>
  tx.query('DELETE FROM sms_count WHERE hour < $1', [new Date(now.getTime() - 48 * hourMs)]);
