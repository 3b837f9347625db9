import type { NoticePush } from '@headland/contracts/notice';
import { type PostingDays } from './posting';
import { dayOf, dayStart, plusDays } from './zone-day';

/**
 * The push of a notice: once, when the notice is first visible. An event is advertising, which may be sent from 08:00 to
 * 21:00 only (Act on Promotion of Information and Communications Network Utilization, art. 50), and a notice that is
 * published by its start day becomes visible at midnight, when nobody is to be woken: both wait for the morning.
 */
const fromHour = 8;
const toHour = 21;
const hourMs = 3_600_000;

export function pushAt(
  { type, startOn }: Pick<PostingDays, 'startOn'> & { type: 'general' | 'event' },
  now: number,
  timeZone: string,
): number {
  const today = dayOf(now, timeZone);
  const hour = (now - dayStart(today, timeZone)) / hourMs;
  if ((type === 'event' || startOn === today) && hour < fromHour) return dayStart(today, timeZone) + fromHour * hourMs;
  if (type === 'event' && hour >= toHour) return dayStart(plusDays(today, 1), timeZone) + fromHour * hourMs;
  return now;
}

/** What a saved form makes of the push: one that has begun is neither taken back nor sent again. */
export const pushAfter = (before: NoticePush['state'], wanted: boolean): NoticePush['state'] =>
  before === 'sending' || before === 'sent' ? before : wanted ? 'waiting' : 'none';

/** NEW in the app. */
const newDays = 3;
export const isNewNotice = (date: string, today: string): boolean => today < plusDays(date, newDays);
