import type { NoticePush } from '@headland/contracts/notice';
import { type PostingDays } from './posting';
import { atHour, dayOf, plusDays } from './zone-day';

/**
 * The push of a notice: once, when the notice is first visible. An event is advertising, which may be sent from 08:00 to
 * 21:00 only (Act on Promotion of Information and Communications Network Utilization, art. 50), and a notice that is
 * published by its start day becomes visible at midnight, when nobody is to be woken: both wait for the morning.
 */
const fromHour = 8;
const toHour = 21;

export function pushAt(
  { type, startOn }: Pick<PostingDays, 'startOn'> & { type: 'general' | 'event' },
  now: number,
  timeZone: string,
): number {
  const today = dayOf(now, timeZone);
  const morning = atHour(today, fromHour, timeZone);
  if ((type === 'event' || startOn === today) && now < morning) return morning;
  if (type === 'event' && now >= atHour(today, toHour, timeZone)) return atHour(plusDays(today, 1), fromHour, timeZone);
  return now;
}

/** What a saved form makes of the push: one that has begun is neither taken back nor sent again. */
export const pushAfter = (before: NoticePush['state'], wanted: boolean): NoticePush['state'] =>
  before === 'sending' || before === 'sent' ? before : wanted ? 'waiting' : 'none';

/** NEW in the app. */
const newDays = 3;
export const isNewNotice = (date: string, today: string): boolean => today < plusDays(date, newDays);
