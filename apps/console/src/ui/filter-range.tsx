import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useT } from '../lib/text';
import { dayText } from '../lib/time';
import { FilterChip } from './filter-bar';

export interface Range {
  from: string | undefined;
  to: string | undefined;
}
const presets = ['today', 'week', 'days31', 'month'] as const;
type Preset = (typeof presets)[number];
const dayMs = 86_400_000;

/** What a preset means now: whole days of the user's zone, up to the present. */
export function rangeOf(preset: Preset, now = Date.now()): Range {
  const first = { today: dayText(now), week: dayText(now - 6 * dayMs), days31: dayText(now - 30 * dayMs), month: `${dayText(now).slice(0, 8)}01` }[preset];
  return { from: startOf(first), to: undefined };
}

/** A range of days: a preset, or two days of one's own. `always`: the list is of some period, "all" is no choice. */
export function FilterRange({ label, from, to, always = false, onApply }: Range & { label: string; always?: boolean; onApply: (range: Range) => void }) {
  const t = useT();
  const known = to === undefined ? presets.find((p) => rangeOf(p).from === from) : undefined;
  const [own, setOwn] = useState(false);
  const asked = own || (known === undefined && (from !== undefined || to !== undefined));
  const value = asked ? 'own' : (known ?? '');
  const choose = (next: string): void => {
    setOwn(next === 'own');
    if (next !== 'own') onApply(next === '' ? { from: undefined, to: undefined } : rangeOf(next as Preset));
  };
  return (
    <>
      <FilterChip as="label" data-on={value !== '' || undefined}>
        <em>{label}</em>
        <select value={value} onChange={(e) => choose(e.target.value)}>
          {!always && <option value="">{t('common.all')}</option>}
          {presets.map((p) => (
            <option key={p} value={p}>
              {t(`range.${p}`)}
            </option>
          ))}
          <option value="own">{t('range.own')}</option>
        </select>
        <ChevronDown size={13} aria-hidden />
      </FilterChip>
      {asked && (
        <FilterChip role="group" aria-label={label}>
          <input
            type="date"
            aria-label={t('range.from')}
            value={from === undefined ? '' : dayText(from)}
            max={to === undefined ? undefined : dayText(to)}
            onChange={(e) => onApply({ from: e.target.value === '' ? undefined : startOf(e.target.value), to })}
          />
          –
          <input
            type="date"
            aria-label={t('range.to')}
            value={to === undefined ? '' : dayText(to)}
            min={from === undefined ? undefined : dayText(from)}
            onChange={(e) => onApply({ from, to: e.target.value === '' ? undefined : endOf(e.target.value) })}
          />
        </FilterChip>
      )}
    </>
  );
}

// A day without a zone is read in the browser's own, which is the zone that every request names.
const startOf = (day: string): string => new Date(`${day}T00:00:00`).toISOString();
const endOf = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString();
