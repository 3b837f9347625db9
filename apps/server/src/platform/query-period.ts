import { Problem } from './problem';

const dayMs = 86_400_000;

/** A list over a longer period than allowed is refused; an open end means until now. */
export function checkPeriod(from: string | undefined, to: string | undefined, now: Date, maxDays: number): void {
  if (from === undefined) return;
  const days = ((to === undefined ? now.getTime() : Date.parse(to)) - Date.parse(from)) / dayMs;
  // the 31st day counts in full, whatever the hour it was asked at
  if (days > maxDays + 1) throw new Problem('PERIOD_TOO_LONG', { maxDay: maxDays });
}
