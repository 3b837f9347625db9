import { chakra, Flex } from '@chakra-ui/react';
import { vehicles } from '@headland/contracts/vehicle';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { useI18n } from '../../lib/i18n';
import { query } from '../../lib/session/session';
import { IconButton } from '../../ui/button';
import { monthOf, shiftDay, shiftMonth, weeksOf } from './track-day';

const weekdays = [0, 1, 2, 3, 4, 5, 6] as const;
const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 };

/** A month, Sunday first, with a dot on each day that has data. Arrow keys move by day and week, Page Up and Page Down by month. */
export function DayPicker({
  id,
  day,
  today,
  onPick,
}: {
  id: number;
  day: string;
  today: string;
  onPick: (day: string) => void;
}) {
  const { t, language } = useI18n();
  const [focus, setFocus] = useState(day);
  const [moved, setMoved] = useState(false);
  const grid = useRef<HTMLDivElement>(null);
  useEffect(() => setFocus(day), [day]);
  useEffect(() => {
    if (moved) grid.current?.querySelector<HTMLElement>(`[data-day="${focus}"]`)?.focus();
  }, [focus, moved]);
  const month = monthOf(focus);
  const { data = [] } = useQuery({ ...query(vehicles.days, { params: { id }, query: { month } }), staleTime: 60_000 });
  const withData = new Set(data);
  const to = (next: string): void => setFocus(next > today ? today : next);
  const monthBy = (by: number): void => to(`${shiftMonth(month, by)}-01`);
  const key = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step === undefined && event.key !== 'PageUp' && event.key !== 'PageDown') return;
    event.preventDefault();
    setMoved(true);
    if (step === undefined) monthBy(event.key === 'PageUp' ? -1 : 1);
    else to(shiftDay(focus, step));
  };
  const title = new Intl.DateTimeFormat(language, { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );
  const weekday = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' });
  return (
    <chakra.section aria-label={t('vehicle.track.day')} px="3" py="2">
      <Flex align="center" mb="1">
        <IconButton
          label={t('vehicle.track.previousMonth')}
          icon={<ChevronLeft size={16} />}
          onClick={() => monthBy(-1)}
        />
        <chakra.h2 flex="1" textAlign="center" textStyle="strong" aria-live="polite">
          {title}
        </chakra.h2>
        <IconButton
          label={t('vehicle.track.nextMonth')}
          icon={<ChevronRight size={16} />}
          disabled={month >= monthOf(today)}
          onClick={() => monthBy(1)}
        />
      </Flex>
      <chakra.div ref={grid} role="grid" aria-label={title} css={gridCss} onKeyDown={key}>
        <div role="row">
          {weekdays.map((w) => (
            <span key={w} role="columnheader" data-sunday={w === 0 || undefined}>
              {t(`vehicle.weekday.${w}`)}
            </span>
          ))}
        </div>
        {weeksOf(month).map((week, i) => (
          <div key={i} role="row">
            {week.map((d, w) =>
              d === null ? (
                <span key={w} role="gridcell" />
              ) : (
                <span key={w} role="gridcell" aria-selected={d === day}>
                  <button
                    type="button"
                    data-day={d}
                    disabled={d > today}
                    tabIndex={d === focus ? 0 : -1}
                    aria-current={d === today ? 'date' : undefined}
                    data-has={withData.has(d) || undefined}
                    onClick={() => onPick(d)}
                  >
                    {Number(d.slice(8))}
                    <span className="sr">
                      {' '}
                      {weekday.format(new Date(`${d}T00:00:00Z`))}
                      {withData.has(d) && `, ${t('vehicle.track.hasData')}`}
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
  '& [role=gridcell] button': {
    display: 'grid',
    placeItems: 'center',
    width: '34px',
    height: '32px',
    borderRadius: 'var(--r-control)',
    font: '400 13px/18px var(--font)',
    color: 'var(--ink-3)',
    position: 'relative',
    '&:hover': { background: 'var(--hover)' },
  },
  '& button[data-has]': { color: 'var(--ink)', fontWeight: 600 },
  '& button[data-has]::after': {
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
  '& [aria-selected=true] button[data-has]::after': { background: 'var(--on-accent)' },
  '& button:disabled': { color: 'var(--off-line)', opacity: 0.5, cursor: 'default', '&:hover': { background: 'none' } },
} as const;
