import { chakra, Flex } from '@chakra-ui/react';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useI18n } from '../lib/i18n';
import { monthOf, shiftDay, shiftMonth, weeksOf } from '../lib/calendar';
import { dayText } from '../lib/time';
import { IconButton } from './button';

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };
/** A Sunday, to name the days of a week from. */
const aSunday = '2026-11-01';

interface Props {
  /** what is chosen, both ends counted; the same day twice is one day */
  from: string | undefined;
  to: string | undefined;
  onPick: (day: string) => void;
  /** the last day that can be chosen */
  last?: string;
  /** of the whole; none: the month */
  label?: string;
  /** none: by the clock of the browser */
  today?: string;
  /** short names of the days of a week, Sunday first; none: one letter each */
  weekdays?: readonly string[];
  /** days with a dot, and what it means; the others are fainter */
  marked?: { days: ReadonlySet<string>; text: string };
  /** the month that is shown, whenever it changes */
  onMonth?: (month: string) => void;
}
/** A month, Sunday first. Arrow keys move by day and week, Page Up and Page Down by month, Enter chooses. */
export function Calendar({
  from,
  to,
  onPick,
  last,
  label,
  today = dayText(Date.now()),
  weekdays,
  marked,
  onMonth,
}: Props) {
  const { t, language } = useI18n();
  const [at, setAt] = useState(to ?? from ?? today);
  const [moved, setMoved] = useState(false);
  const grid = useRef<HTMLDivElement>(null);
  const chosen = to ?? from;
  useEffect(() => {
    if (chosen !== undefined) setAt(chosen);
  }, [chosen]);
  useEffect(() => {
    if (moved) grid.current?.querySelector<HTMLElement>(`[data-day="${at}"]`)?.focus();
  }, [at, moved]);
  const month = monthOf(at);
  const shown = useEffectEvent((now: string) => onMonth?.(now));
  useEffect(() => shown(month), [month]);
  const go = (day: string): void => setAt(last !== undefined && day > last ? last : day);
  const key = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    const page = { PageUp: -1, PageDown: 1 }[event.key];
    if (step === undefined && page === undefined) return;
    event.preventDefault();
    setMoved(true);
    go(step === undefined ? `${shiftMonth(month, page ?? 0)}-01` : shiftDay(at, step));
  };
  const format = (options: Intl.DateTimeFormatOptions, day: string): string =>
    new Intl.DateTimeFormat(language, { ...options, timeZone: 'UTC' }).format(new Date(`${day}T00:00:00Z`));
  const title = format({ year: 'numeric', month: 'long' }, `${month}-01`);
  const within = (day: string): boolean => from !== undefined && to !== undefined && day >= from && day <= to;
  return (
    <chakra.section aria-label={label ?? title} px="3" pb="2">
      <Flex align="center" mb="1">
        <IconButton
          label={t('calendar.previousMonth')}
          icon={<ChevronLeft size={16} />}
          onClick={() => go(`${shiftMonth(month, -1)}-01`)}
        />
        <chakra.h2 flex="1" textAlign="center" textStyle="strong" aria-live="polite">
          {title}
        </chakra.h2>
        <IconButton
          label={t('calendar.nextMonth')}
          icon={<ChevronRight size={16} />}
          disabled={last !== undefined && month >= monthOf(last)}
          onClick={() => go(`${shiftMonth(month, 1)}-01`)}
        />
      </Flex>
      <chakra.div
        ref={grid}
        role="grid"
        aria-label={title}
        css={gridCss}
        data-faint={marked !== undefined || undefined}
        onKeyDown={key}
      >
        <div role="row">
          {Array.from({ length: 7 }, (_, i) => (
            <span key={i} role="columnheader">
              {weekdays?.[i] ?? format({ weekday: 'narrow' }, shiftDay(aSunday, i))}
            </span>
          ))}
        </div>
        {weeksOf(month).map((week, i) => (
          <div key={i} role="row">
            {week.map((day, w) =>
              day === null ? (
                <span key={w} role="gridcell" />
              ) : (
                <span
                  key={w}
                  role="gridcell"
                  aria-selected={day === from || day === to}
                  data-within={within(day) || undefined}
                >
                  <button
                    type="button"
                    data-day={day}
                    disabled={last !== undefined && day > last}
                    tabIndex={day === at ? 0 : -1}
                    aria-current={day === today ? 'date' : undefined}
                    data-marked={marked?.days.has(day) || undefined}
                    onClick={() => onPick(day)}
                  >
                    {Number(day.slice(8))}
                    <span className="sr">
                      {' '}
                      {format({ weekday: 'long' }, day)}
                      {marked?.days.has(day) && `, ${marked.text}`}
                    </span>
                  </button>
                </span>
              ),
            )}
          </div>
        ))}
      </chakra.div>
    </chakra.section>
  );
}

const gridCss = {
  fontVariantNumeric: 'tabular-nums',
  '& [role=row]': { display: 'grid', gridTemplateColumns: 'repeat(7, 1fr)' },
  '& [role=columnheader]': { font: '500 11px/24px var(--font)', color: 'var(--ink-3)', textAlign: 'center' },
  '& [role=gridcell]': { display: 'grid', placeItems: 'center', height: '34px' },
  '& [role=gridcell][data-within]': { background: 'var(--accent-soft)' },
  '& [role=gridcell] button': {
    display: 'grid',
    placeItems: 'center',
    width: '34px',
    height: '32px',
    borderRadius: 'var(--r-control)',
    font: '400 13px/18px var(--font)',
    color: 'var(--day-ink, var(--ink))',
    position: 'relative',
    '&:hover': { background: 'var(--hover)' },
  },
  '&[data-faint]': { '--day-ink': 'var(--ink-3)' },
  '& button[data-marked]': { color: 'var(--ink)', fontWeight: 600 },
  '& button[data-marked]::after': {
    content: '""',
    position: 'absolute',
    left: '50%',
    bottom: '3px',
    width: '4px',
    height: '4px',
    marginLeft: '-2px',
    borderRadius: '2px',
    background: 'var(--normal-fill)',
  },
  '& button[aria-current]': { boxShadow: 'inset 0 0 0 1px var(--line-control)' },
  '& [aria-selected=true] button': { background: 'var(--accent)', color: 'var(--on-accent)', fontWeight: 600 },
  '& [aria-selected=true] button[data-marked]::after': { background: 'var(--on-accent)' },
  '& button:disabled': { color: 'var(--off-line)', cursor: 'default', '&:hover': { background: 'none' } },
} as const;
