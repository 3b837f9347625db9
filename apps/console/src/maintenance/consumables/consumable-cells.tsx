import { chakra } from '@chakra-ui/react';
import type { ConsumableRow } from '@headland/contracts/consumable';
import type { ReactNode } from 'react';
import { useI18n } from '../../lib/i18n';

/** Hours and days in one cell, "12.5 h / 30 d"; unused units are omitted. */
export function HoursAndDays({ hours, days }: { hours: number | null; days: number | null }) {
  const { t, number } = useI18n();
  const parts: ReactNode[] = [];
  if (hours !== null)
    parts.push(
      <span key="h">
        {number(hours, Number.isInteger(hours) ? 0 : 1)}
        <span className="unit">h</span>
      </span>,
    );
  if (days !== null) parts.push(<span key="d">{t('consumable.days', { n: number(days) })}</span>);
  if (parts.length === 0) return <span title={t('common.missing')}>–</span>;
  return (
    <span className="num">
      {parts[0]}
      {parts[1] && <chakra.span color="ink3"> / </chakra.span>}
      {parts[1]}
    </span>
  );
}

/** Remaining until due; beyond that the excess. */
export function Remaining({ row }: { row: Remainder }) {
  const { t } = useI18n();
  const { hours, days } = remainingOf(row);
  const over = (hours !== null && hours <= 0) || (days !== null && days <= 0);
  if (!over) return <HoursAndDays hours={hours} days={days} />;
  return (
    <chakra.span color="today.ink">
      <HoursAndDays
        hours={hours !== null && hours <= 0 ? -hours : null}
        days={days !== null && days <= 0 ? -days : null}
      />{' '}
      {t('consumable.over')}
    </chakra.span>
  );
}

type Remainder = Pick<ConsumableRow, 'hours' | 'dueHours' | 'usedDays' | 'lengthDays'>;
export const remainingOf = ({
  hours,
  dueHours,
  usedDays,
  lengthDays,
}: Remainder): { hours: number | null; days: number | null } => ({
  hours: hours === null ? null : dueHours - hours,
  days: usedDays === null || lengthDays === null ? null : lengthDays - usedDays,
});

export const Num = ({ strong = false, children }: { strong?: boolean; children: ReactNode }) => (
  <chakra.span className="num" fontWeight={strong ? 600 : undefined}>
    {children}
  </chakra.span>
);
