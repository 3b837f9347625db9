import { chakra } from '@chakra-ui/react';
import type { DriveDay } from '@headland/contracts/drive-data';
import { hoursOf } from '@headland/i18n/columns/drive-data';
import { useI18n } from '../../lib/i18n';
import { shiftDay } from '../../lib/calendar';

interface Props {
  from: string;
  to: string;
  days: readonly DriveDay[];
  /** the chosen one */
  day: string;
  today: string;
  onPick: (day: string) => void;
}
/** The weeks of a period, Sunday first, with the hours of each day. */
export function HoursCalendar({ from, to, days, day, today, onPick }: Props) {
  const { t, language, number } = useI18n();
  const hours = new Map(days.map((d) => [d.day, hoursOf(d)]));
  const sunday = shiftDay(from, -weekdayOf(from));
  const weeks = Array.from({ length: Math.ceil((daysUntil(sunday, to) + 1) / 7) }, (_, w) =>
    Array.from({ length: 7 }, (__, i) => shiftDay(sunday, w * 7 + i)),
  );
  const name = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  return (
    <chakra.div role="grid" aria-label={t('driveData.calendar')} css={gridCss} className="num">
      <div role="row">
        {(weeks[0] ?? []).map((d) => (
          <span key={d} role="columnheader">
            {name.format(new Date(`${d}T00:00:00Z`))}
          </span>
        ))}
      </div>
      {weeks.map((week) => (
        <div key={week[0]} role="row">
          {week.map((d) => {
            const worked = hours.get(d);
            const text = worked === undefined ? t('driveData.noDay') : `${number(worked, 1)} h`;
            return (
              <span key={d} role="gridcell" aria-selected={d === day}>
                {d >= from && d <= to && (
                  <button
                    type="button"
                    aria-current={d === today ? 'date' : undefined}
                    disabled={d > today}
                    onClick={() => onPick(d)}
                  >
                    <span aria-hidden>{d.endsWith('-01') || d === from ? d.slice(5) : Number(d.slice(8))}</span>
                    <b aria-hidden data-none={worked === undefined || undefined}>
                      {worked === undefined ? '–' : number(worked, 1)}
                    </b>
                    <span className="sr">
                      {d} {text}
                    </span>
                  </button>
                )}
              </span>
            );
          })}
        </div>
      ))}
    </chakra.div>
  );
}

const dayMs = 86_400_000;
const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();
const daysUntil = (from: string, to: string): number => Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

const gridCss = {
  '& [role=row]': {
    display: 'grid',
    gridTemplateColumns: 'repeat(7, minmax(0, 1fr))',
    gap: '4px',
    marginBottom: '4px',
  },
  '& [role=columnheader]': { font: '500 11px/20px var(--font)', color: 'var(--ink-3)', textAlign: 'center' },
  '& [role=gridcell]': { minHeight: '44px' },
  '& button': {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'center',
    justifyContent: 'center',
    width: '100%',
    minHeight: '44px',
    border: '1px solid var(--line)',
    borderRadius: 'var(--r-control)',
    '& > span': { font: '400 11px/14px var(--font)', color: 'var(--ink-3)' },
    '& > b': { font: '600 13px/18px var(--font)' },
    '& > b[data-none]': { fontWeight: 400, color: 'var(--ink-3)' },
    '&:hover': { background: 'var(--hover)' },
    '&:disabled': { opacity: 0.5, cursor: 'default' },
    '&[aria-current]': { borderColor: 'var(--line-control)' },
  },
  '& [aria-selected=true] button': { background: 'var(--selected)', boxShadow: 'inset 0 0 0 1px var(--accent)' },
} as const;
