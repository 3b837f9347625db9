import { useT } from '../lib/text';
import { FilterDates, rangeOf, type Range } from '../ui/filter-dates';

/** Audit lists are always of a period; without one in the address it is the last seven days. */
export function PeriodFilter({ from, to, onApply }: { from: string | undefined; to: string | undefined; onApply: (range: Range) => void }) {
  const t = useT();
  const unnamed = from === undefined && to === undefined;
  return <FilterDates label={t('history.period')} {...(unnamed ? rangeOf('week') : { from, to })} always onApply={onApply} />;
}
