import { chakra, Flex, Popover, Portal } from '@chakra-ui/react';
import { CalendarDays, ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { daysBetween, isDay, typedDay } from '../lib/calendar';
import { useT } from '../lib/text';
import { dayText } from '../lib/time';
import { Button } from './button';
import { Calendar } from './calendar';
import { FilterChip, useFilterOn } from './filter-bar';

export interface Range {
  from: string | undefined;
  to: string | undefined;
}
const presets = ['today', 'week', 'days31', 'month'] as const;
type Preset = (typeof presets)[number];
const dayMs = 86_400_000;

/** What a preset means now: whole days of the user's zone, up to the present. `days`: as days, not as moments. */
export function rangeOf(preset: Preset, { now = Date.now(), days = false }: { now?: number; days?: boolean } = {}): Range {
  const first = { today: dayText(now), week: dayText(now - 6 * dayMs), days31: dayText(now - 30 * dayMs), month: `${dayText(now).slice(0, 8)}01` }[preset];
  return { from: days ? first : startOf(first), to: undefined };
}

interface Props extends Range {
  label: string;
  /** the list is of some period, "all" is no choice */
  always?: boolean;
  /** the list takes days (YYYY-MM-DD), both counted; otherwise moments, from the first one's midnight to the last one's end */
  days?: boolean;
  /** the longest period, both ends counted */
  maxDays?: number;
  onApply: (range: Range) => void;
}

/** A range of days: a preset, which applies at once, or days of one's own, typed or chosen in a calendar. */
export function FilterDates({ label, from, to, always = false, days = false, maxDays, onApply }: Props) {
  const t = useT();
  const known = to === undefined ? presets.find((p) => rangeOf(p, { days }).from === from) : undefined;
  const [own, setOwn] = useState(false);
  const [open, setOpen] = useState(false);
  const some = from !== undefined || to !== undefined;
  const asked = own || (known === undefined && some);
  const value = asked ? 'own' : (known ?? '');
  useFilterOn(some && !always);
  const choose = (next: string): void => {
    setOwn(next === 'own');
    setOpen(next === 'own');
    if (next !== 'own') onApply(next === '' ? { from: undefined, to: undefined } : rangeOf(next as Preset, { days }));
  };
  const shown = (at: string | undefined): string => (at === undefined ? '' : days ? at : dayText(at));
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
        <Popover.Root open={open} onOpenChange={(e) => setOpen(e.open)} positioning={{ placement: 'bottom-start', gutter: 4 }} lazyMount unmountOnExit>
          <Popover.Trigger asChild>
            <FilterChip as="button" type="button" aria-label={t('range.daysOf', { filter: label })} data-on={some || undefined} className="num">
              <CalendarDays size={14} aria-hidden />
              <span>
                {shown(from) || '…'} – {shown(to) || '…'}
              </span>
            </FilterChip>
          </Popover.Trigger>
          <Portal>
            <Popover.Positioner zIndex="popover">
              <Popover.Content
                aria-label={label}
                w="296px"
                maxH="80vh"
                overflowY="auto"
                bg="raised"
                color="ink"
                borderRadius="card"
                boxShadow="high"
                outline="0"
                zIndex="popover"
              >
                <OwnDays
                  range={{ from: shown(from), to: shown(to) }}
                  maxDays={maxDays}
                  always={always}
                  onApply={(range) => {
                    setOpen(false);
                    onApply(days ? range : { from: range.from && startOf(range.from), to: range.to && endOf(range.to) });
                  }}
                />
              </Popover.Content>
            </Popover.Positioner>
          </Portal>
        </Popover.Root>
      )}
    </>
  );
}

interface OwnProps {
  range: { from: string; to: string };
  maxDays: number | undefined;
  always: boolean;
  onApply: (range: Range) => void;
}
/** Two days, typed or picked: the first pick is the start, the next the end, and one before the start begins anew. */
function OwnDays({ range, maxDays, always, onApply }: OwnProps) {
  const t = useT();
  const [{ from, to }, set] = useState(range);
  const [wrong, setWrong] = useState<string>();
  const errorId = useId();
  const first = useRef<HTMLInputElement>(null);
  const change = (next: Partial<typeof range>): void => {
    setWrong(undefined);
    set((was) => ({ ...was, ...next }));
  };
  const apply = (): void => {
    const problem = problemOf();
    setWrong(problem);
    if (problem === undefined) onApply({ from: from || undefined, to: to || undefined });
    else first.current?.focus();
  };
  function problemOf(): string | undefined {
    if ([from, to].some((day) => day !== '' && !isDay(day))) return t('field.date');
    if (from !== '' && to !== '' && from > to) return t('field.range');
    if (always && from === '') return t('field.req', { label: t('range.from') });
    if (maxDays !== undefined && daysBetween(from, to || dayText(Date.now())) > maxDays) return t('error.PERIOD_TOO_LONG', { maxDay: maxDays });
    return undefined;
  }
  const enter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    // not the search of the bar behind
    event.preventDefault();
    apply();
  };
  const pick = (day: string): void => change(!isDay(from) || isDay(to) || day < from ? { from: day, to: '' } : { to: day });
  const field = (name: 'from' | 'to') => (
    <chakra.label flex="1" minW="0" textStyle="small" color="ink2">
      {t(`range.${name}`)}
      <chakra.input
        ref={name === 'from' ? first : undefined}
        display="block"
        w="full"
        h="control"
        px="2"
        mt="1"
        bg="surface"
        color="ink"
        border="1px solid"
        borderColor={wrong === undefined ? 'lineControl' : 'now.mark'}
        borderRadius="control"
        textStyle="dense"
        className="num"
        inputMode="numeric"
        autoComplete="off"
        placeholder="YYYY-MM-DD"
        maxLength={10}
        aria-invalid={wrong !== undefined}
        aria-describedby={wrong === undefined ? undefined : errorId}
        value={name === 'from' ? from : to}
        onChange={(e) => change({ [name]: /^\d{8}$/u.test(e.target.value) ? typedDay(e.target.value) : e.target.value })}
        onKeyDown={enter}
      />
    </chakra.label>
  );
  return (
    <>
      <Flex gap="2" px="3" pt="3" pb="2">
        {field('from')}
        {field('to')}
      </Flex>
      {wrong !== undefined && (
        <chakra.p id={errorId} role="alert" px="3" pb="2" textStyle="small" color="now.ink">
          {wrong}
        </chakra.p>
      )}
      <Calendar from={isDay(from) ? from : undefined} to={isDay(to) ? to : undefined} onPick={pick} />
      <Flex justify="flex-end" px="3" pb="3">
        <Button kind="primary" onClick={apply}>
          {t('range.apply')}
        </Button>
      </Flex>
    </>
  );
}

// A day without a zone is read in the browser's own, which is the zone that every request names.
const startOf = (day: string): string => new Date(`${day}T00:00:00`).toISOString();
const endOf = (day: string): string => new Date(`${day}T23:59:59.999`).toISOString();
