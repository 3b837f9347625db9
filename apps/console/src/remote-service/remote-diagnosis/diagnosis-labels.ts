import { monitorItems } from '@headland/domain/diagnosis/items';
import { type DiagnosisFormatter, unitLabel } from '@headland/i18n/diagnosis-labels';
import { useMemo } from 'react';
import { useI18n, type I18n } from '../../lib/i18n';
import type { State } from '../../ui/state-mark';

/** Texts of tests and their results in the chosen language. */
export function useDiagnosisFormatter(): DiagnosisFormatter {
  const formatter = useI18n();
  return useMemo(() => formatterOf(formatter), [formatter]);
}

export const formatterOf = ({ t, number, of }: I18n): DiagnosisFormatter => ({
  t,
  number: (value, digits) => number(value, digits),
  item: (id) => {
    const known = monitorItems.get(id);
    return known === undefined ? null : { name: of(known), unit: unitLabel(known.unit), digits: known.digits };
  },
});

/** 45 s, 3 min, 3:20 */
export function secondsText({ t }: Pick<I18n, 't'>, s: number): string {
  if (s < 60) return t('tests.seconds', { n: Math.round(s) });
  const whole = Math.round(s);
  return whole % 60 === 0 ? t('tests.minutes', { n: whole / 60 }) : clockText(whole);
}
export const clockText = (s: number): string => `${Math.floor(s / 60)}:${String(Math.floor(s % 60)).padStart(2, '0')}`;

export const stateOfResult: Record<'pass' | 'fail' | 'incomplete' | 'aborted', State> = {
  pass: 'normal',
  fail: 'now',
  incomplete: 'watch',
  aborted: 'today',
};
/** Result of a run; null while it runs. */
export const resultOf = ({ state, verdict }: { state: string; verdict: 'pass' | 'fail' | 'incomplete' | null }) =>
  state === 'fail' ? 'aborted' : verdict;
/** As text: a run that only lacks an answer from the site can still be judged. */
export const resultLabel = (
  t: I18n['t'],
  result: 'pass' | 'fail' | 'incomplete' | 'aborted',
  { toConfirm }: { toConfirm: readonly unknown[] },
): string => t(result === 'incomplete' && toConfirm.length > 0 ? 'diagResult.unanswered' : `diagResult.${result}`);
