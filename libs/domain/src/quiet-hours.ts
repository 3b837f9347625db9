import type { NotificationKind, QuietHours } from '@headland/contracts/notification';
import type { ChannelPreferences } from './notification';

/**
 * Hours in which a member's phone stays silent. They are a member's own times of the day, by the clock on the wall of
 * the chosen zone: a night stays a night when the clocks are changed. A day is the one on which the hours begin, so
 * Friday from 22:00 to 07:00 ends on Saturday; the same time twice is a whole day from then on.
 */
export function isQuiet({ days, from, to, timeZone }: QuietHours, at: Date): boolean {
  const { day, minute } = wallClockOf(at, timeZone);
  const [begin, end] = [minuteOf(from), minuteOf(to)];
  const today = days.includes(day);
  if (begin < end) return today && minute >= begin && minute < end;
  return (today && minute >= begin) || (days.includes((day + 6) % 7) && minute < end);
}

/**
 * What waits until the hours are over: work of the next morning. Never an SOS or a failed message about one, since
 * somebody is on duty for it; never what happens to the own account, nor the result of what the member has just started.
 */
export const heldKinds: readonly NotificationKind[] = ['fault', 'consumable', 'transfer', 'watch'];

export type ChannelsNow = ChannelPreferences & {
  /** a push or an SMS was wanted, and is not sent now */
  held: boolean;
};
/** The channels of a kind at this moment. What is held back is in the notification list in any case; an e-mail wakes nobody. */
export function channelsAt(
  kind: NotificationKind,
  channels: ChannelPreferences,
  quietHours: QuietHours | null,
  at: Date,
): ChannelsNow {
  const held =
    (channels.push || channels.sms) && heldKinds.includes(kind) && quietHours !== null && isQuiet(quietHours, at);
  return held ? { ...channels, inApp: true, push: false, sms: false, held } : { ...channels, held };
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5));

const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
function wallClockOf(at: Date, timeZone: string): { day: number; minute: number } {
  const parts = Object.fromEntries(
    formatOf(timeZone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return { day: weekdays.indexOf(parts.weekday ?? ''), minute: Number(parts.hour) * 60 + Number(parts.minute) };
}

const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    const clock = { weekday: 'short', hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
    format = new Intl.DateTimeFormat('en-US', { timeZone, ...clock });
    if (formats.size > 500) formats.clear();
    formats.set(timeZone, format);
  }
  return format;
}
