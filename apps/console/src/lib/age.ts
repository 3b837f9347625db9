import type { MessageKey } from '@headland/i18n/catalogue';

/**
 * `clock`: 00:42 up to an hour, where seconds matter. `words`: 42 s, 12 min, 1 h 52 m, 4 d. `short`: 42 s, 12 min, 2 h,
 * 4 d.
 */
export type AgeStyle = 'clock' | 'words' | 'short';
export type AgeText = { clock: string } | { key: MessageKey; values: Record<string, number> };

export function ageOf(ms: number, style: AgeStyle = 'words'): AgeText {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const minutes = Math.floor(seconds / 60);
  const hours = Math.floor(minutes / 60);
  const days = Math.floor(hours / 24);
  if (days >= 1) return { key: 'age.days', values: { n: days } };
  if (hours >= 1) {
    return style === 'short'
      ? { key: 'age.hours', values: { n: hours } }
      : { key: 'age.hoursMinutes', values: { h: hours, m: minutes % 60 } };
  }
  if (style === 'clock') return { clock: clockOf(seconds) };
  return minutes >= 1 ? { key: 'age.minutes', values: { n: minutes } } : { key: 'age.seconds', values: { n: seconds } };
}

/** Seconds as mm:ss; minutes may exceed 99. */
export const clockOf = (seconds: number): string =>
  `${String(Math.floor(Math.max(0, seconds) / 60)).padStart(2, '0')}:${String(Math.max(0, seconds) % 60).padStart(2, '0')}`;
