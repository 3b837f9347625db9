import { useEffect, useId, useState } from 'react';
import { useT } from '../lib/i18n';
import { plainNumber } from './plain-number';
import { FilterChip, useFilterOn, usePending, useResets, useSearchNow } from './filter-bar';

interface Numbers {
  from: number | undefined;
  to: number | undefined;
}
interface Props extends Numbers {
  label: string;
  unit?: string;
  onApply: (numbers: Numbers) => void;
}

/** Numbers from–to, applied on Enter and with Search. A value that is no number, or a reversed range, is shown as an error and not sent. */
export function FilterNumbers({ label, from, to, unit, onApply }: Props) {
  const t = useT();
  const resets = useResets();
  const errorId = useId();
  const [typed, setTyped] = useState({ from: textOf(from), to: textOf(to) });
  const [wrong, setWrong] = useState<string>();
  useEffect(() => {
    setTyped({ from: textOf(from), to: textOf(to) });
    setWrong(undefined);
  }, [from, to, resets]);
  const on = from !== undefined || to !== undefined;
  useFilterOn(on);
  const apply = (): void => {
    const next = { from: numberOf(typed.from), to: numberOf(typed.to) };
    const bad = Number.isNaN(next.from) || Number.isNaN(next.to);
    const turned = next.from !== undefined && next.to !== undefined && next.from > next.to;
    setWrong(bad ? t('field.num') : turned ? t('filter.fromAboveTo') : undefined);
    if (!bad && !turned && (next.from !== from || next.to !== to)) onApply(next);
  };
  usePending(apply);
  const searchNow = useSearchNow(apply);
  const input = (name: 'from' | 'to') => (
    <input
      style={{ width: '64px' }}
      className="num"
      inputMode="decimal"
      autoComplete="off"
      aria-label={t(name === 'from' ? 'filter.from' : 'filter.to', { filter: label })}
      aria-invalid={wrong !== undefined}
      aria-describedby={wrong === undefined ? undefined : errorId}
      placeholder={t('common.any')}
      maxLength={12}
      value={typed[name]}
      onChange={(e) => setTyped({ ...typed, [name]: e.target.value })}
      onKeyDown={(e) => {
        if (e.key !== 'Enter') return;
        e.preventDefault();
        searchNow();
      }}
    />
  );
  return (
    <FilterChip role="group" aria-label={label} data-on={on || undefined} data-wrong={wrong !== undefined || undefined}>
      <em>{label}</em>
      {input('from')}–{input('to')}
      {unit !== undefined && <em>{unit}</em>}
      {wrong !== undefined && (
        <span id={errorId} role="alert" data-error>
          {wrong}
        </span>
      )}
    </FilterChip>
  );
}

const textOf = (n: number | undefined): string => (n === undefined ? '' : String(n));
/** NaN for what is no number of a filter. */
const numberOf = (text: string): number | undefined => {
  const plain = plainNumber(text);
  return plain === '' ? undefined : /^-?\d+(\.\d+)?$/u.test(plain) ? Number(plain) : NaN;
};
