import { monitorItems } from '@headland/domain/diagnosis/items';
import type { DiagnosisSpeaker } from '@headland/i18n/diagnosis-words';
import { useMemo } from 'react';
import { useWords, type Words } from '../lib/text';
import type { State } from '../ui/state-mark';

/** Puts tests and their results into words of the chosen language. */
export function useSpeaker(): DiagnosisSpeaker {
  const words = useWords();
  return useMemo(() => speakerOf(words), [words]);
}

export const speakerOf = ({ t, number, of }: Words): DiagnosisSpeaker => ({
  t,
  number: (value, digits) => number(value, digits),
  item: (id) => {
    const known = monitorItems.get(id);
    return known === undefined ? null : { name: of(known), unit: known.unit, digits: known.digits };
  },
});

/** 45 s, 3 min, 3:20 */
export function secondsText({ t }: Pick<Words, 't'>, s: number): string {
  if (s < 60) return t('tests.seconds', { n: Math.round(s) });
  const whole = Math.round(s);
  return whole % 60 === 0 ? t('tests.minutes', { n: whole / 60 }) : clockText(whole);
}
export const clockText = (s: number): string => `${Math.floor(s / 60)}:${String(Math.floor(s % 60)).padStart(2, '0')}`;

export const stateOfResult: Record<'pass' | 'fail' | 'incomplete' | 'aborted', State> = { pass: 'normal', fail: 'now', incomplete: 'watch', aborted: 'today' };
/** What became of a run; null while it runs. */
export const resultOf = ({ state, verdict }: { state: string; verdict: 'pass' | 'fail' | 'incomplete' | null }) => (state === 'fail' ? 'aborted' : verdict);
/** In words: what lacks only an answer from the site is not beyond judgement. */
export const resultWord = (t: Words['t'], result: 'pass' | 'fail' | 'incomplete' | 'aborted', { toConfirm }: { toConfirm: readonly unknown[] }): string =>
  t(result === 'incomplete' && toConfirm.length > 0 ? 'diagResult.unanswered' : `diagResult.${result}`);
