import { chakra, Flex, Popover, Portal } from '@chakra-ui/react';
import { type DatePair, datePairs } from '@headland/contracts/date-pair';
import { session } from '@headland/contracts/session';
import { brokenRule, type QueryLimits, ruleOf } from '@headland/domain/query-dates';
import { useQuery } from '@tanstack/react-query';
import { CalendarDays, ChevronDown } from 'lucide-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { isDay, shiftDay, typedDay } from '../lib/calendar';
import { useT } from '../lib/i18n';
import { dayText } from '../lib/time';
import { query } from '../lib/session/session';
import { Button } from './button';
import { Calendar } from './calendar';
import { FilterChip, useFilterOn } from './filter-bar';
import { endOf, type Preset, presets, type Range, rangeOf, startOf } from './period-presets';

interface Props {
  label: string;
  /** of the list: it names the pair of dates and what binds them */
  of: DatedSchema;
  /** the first date of the pair */
  start?: string;
  filter: Record<string, unknown>;
  onApply: (dates: Record<string, string | undefined>) => void;
}
type DatedSchema = Parameters<typeof datePairs>[0];

export function pairIn(schema: DatedSchema, start = 'from'): DatePair {
  const pair = datePairs(schema).find((p) => p.from === start);
  if (pair === undefined) throw new Error(`the filter has no pair of dates that starts with ${start}`);
  return pair;
}

/** What binds the dates of a list in this browser's zone. */
export function useQueryLimits(): QueryLimits {
  const { data } = useQuery({ ...query(session.config), staleTime: Number.POSITIVE_INFINITY });
  return {
    maxDays: data?.queryMaxDays ?? 31,
    now: Date.now(),
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
}

/** A range of days: a preset, which applies at once, or days of one's own, typed or chosen in a calendar. A list of a period always has one. */
export function FilterDates({ label, of, start, filter, onApply }: Props) {
  const t = useT();
  const limits = useQueryLimits();
  const pair = pairIn(of, start);
  const days = pair.unit === 'day';
  const { until } = pair;
  const rule = ruleOf(pair, filter);
  const always = rule === 'period';
  const { from, to } = shownRange(pair, filter, limits);
  // of a list that opens with yesterday
  const offered = presets.filter(
    (p) =>
      (p !== 'yesterday' || (until === 'yesterday' && pair.days === 1)) &&
      brokenRule(rule, rangeOf(p, { days, until }), limits) === null,
  );
  const apply = (range: Range): void => onApply({ [pair.from]: range.from, [pair.to]: range.to });
  const known = offered.find((p) => {
    const range = rangeOf(p, { days, until });
    return range.from === from && range.to === to;
  });
  const [own, setOwn] = useState(false);
  const [open, setOpen] = useState(false);
  const some = from !== undefined || to !== undefined;
  const asked = own || (known === undefined && some);
  const value = asked ? 'own' : (known ?? '');
  useFilterOn(some && !always);
  const choose = (next: string): void => {
    setOwn(next === 'own');
    setOpen(next === 'own');
    if (next !== 'own')
      apply(next === '' ? { from: undefined, to: undefined } : rangeOf(next as Preset, { days, until }));
  };
  const shown = (at: string | undefined): string => (at === undefined ? '' : days ? at : dayText(at));
  const chosen = `${shown(from) || '…'} – ${shown(to) || '…'}`;
  return (
    <>
      <FilterChip as="label" data-on={value !== '' || undefined}>
        <em>{label}</em>
        <select value={value} onChange={(e) => choose(e.target.value)}>
          {!always && <option value="">{t('common.all')}</option>}
          {offered.map((p) => (
            <option key={p} value={p}>
              {t(`range.${p}`)}
            </option>
          ))}
          <option value="own">{t('range.own')}</option>
        </select>
        <ChevronDown size={13} aria-hidden />
      </FilterChip>
      {asked && (
        <Popover.Root
          open={open}
          onOpenChange={(e) => setOpen(e.open)}
          positioning={{ placement: 'bottom-start', gutter: 4 }}
          lazyMount
          unmountOnExit
        >
          <Popover.Trigger asChild>
            <FilterChip
              as="button"
              type="button"
              // with what is seen, so that it can be called by voice
              aria-label={`${t('range.daysOf', { filter: label })}: ${chosen}`}
              data-on={some || undefined}
              className="num"
            >
              <CalendarDays size={14} aria-hidden />
              <span>{chosen}</span>
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
                  rule={rule}
                  limits={limits}
                  onApply={(range) => {
                    setOpen(false);
                    apply(days ? range : { from: range.from && startOf(range.from), to: range.to && endOf(range.to) });
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
  rule: DatePair['rule'];
  limits: QueryLimits;
  onApply: (range: Range) => void;
}
/** Two days, typed or picked: the first pick is the start, the next the end, and one before the start begins anew. */
function OwnDays({ range, rule, limits, onApply }: OwnProps) {
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
    if (rule === 'period' && from === '') return t('field.req', { label: t('range.from') });
    const broken = brokenRule(rule, { from: from || undefined, to: to || undefined }, limits);
    if (broken === 'range') return t('field.range');
    if (broken === 'period') return t('error.PERIOD_TOO_LONG', { maxDay: limits.maxDays });
    return undefined;
  }
  const enter = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    // not the search of the bar behind
    event.preventDefault();
    apply();
  };
  const pick = (day: string): void =>
    change(!isDay(from) || isDay(to) || day < from ? { from: day, to: '' } : { to: day });
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
        onChange={(e) =>
          change({ [name]: /^\d{8}$/u.test(e.target.value) ? typedDay(e.target.value) : e.target.value })
        }
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

/** The named days; of a list of a period that names none the newest ones, as the server reads it. */
function shownRange(pair: DatePair, filter: Record<string, unknown>, limits: QueryLimits): Range {
  const named = { from: filter[pair.from] as string | undefined, to: filter[pair.to] as string | undefined };
  if (named.from !== undefined || named.to !== undefined || ruleOf(pair, filter) === 'range') return named;
  const today = dayText(limits.now);
  const last = pair.until === 'yesterday' ? shiftDay(today, -1) : today;
  const first = shiftDay(last, 1 - Math.min(pair.days ?? limits.maxDays, limits.maxDays));
  return { from: pair.unit === 'day' ? first : startOf(first), to: pair.until === 'yesterday' ? last : undefined };
}
