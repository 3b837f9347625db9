/** Date and time formats of the product: YYYY-MM-DD and the 24 h clock, in the user's time zone. */
export const timeZone: string = Intl.DateTimeFormat().resolvedOptions().timeZone || 'Asia/Seoul';

export type Moment = string | number | Date;
const parts = new Intl.DateTimeFormat('en-CA', {
  timeZone,
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hourCycle: 'h23',
});

export function dayText(at: Moment): string {
  const p = split(at);
  return `${p.year}-${p.month}-${p.day}`;
}
export function timeText(at: Moment, withSeconds = true): string {
  const p = split(at);
  return withSeconds ? `${p.hour}:${p.minute}:${p.second}` : `${p.hour}:${p.minute}`;
}
export const momentText = (at: Moment): string => `${dayText(at)} ${timeText(at)}`;
/** Time only for `today`, YYYY-MM-DD, otherwise with the date. */
export const briefText = (at: Moment, today: string): string =>
  dayText(at) === today ? timeText(at) : `${dayText(at)} ${timeText(at, false)}`;

const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/u;
/** Whether a stored text is an instant, as the log has it. */
export const isMoment = (text: string): boolean => moment.test(text);

function split(at: Moment): Record<string, string> {
  return Object.fromEntries(parts.formatToParts(new Date(at)).map((p) => [p.type, p.value]));
}
