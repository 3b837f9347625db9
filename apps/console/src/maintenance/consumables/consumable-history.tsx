import { chakra } from '@chakra-ui/react';
import type { ConsumableStep } from '@headland/contracts/consumable';
import { Lock } from 'lucide-react';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { Figure } from '../../ui/figure';
import { EmptyState } from '../../ui/states';
import { type Column, Table } from '../../ui/table';
import { Num } from './consumable-cells';

/** Closed cycles of the item on this vehicle, newest first: locked for good. */
export function ConsumableHistory({ steps }: { steps: readonly ConsumableStep[] }) {
  const { t, number } = useI18n();
  const columns = useMemo<Column<ConsumableStep>[]>(
    () => [
      {
        key: 'on',
        title: t('consumable.date'),
        width: '128px',
        cell: (r) => (
          <chakra.span display="inline-flex" gap="1.5" alignItems="center">
            <Num strong>{r.on}</Num>
            <chakra.span color="ink3" title={t('consumable.locked')} display="inline-flex">
              <Lock size={13} aria-hidden />
              <span className="sr">{t('consumable.locked')}</span>
            </chakra.span>
          </chakra.span>
        ),
      },
      {
        key: 'maintenance',
        title: t('consumable.maintenance'),
        width: '92px',
        cell: (r) => t(`maintenance.${r.maintenance}`),
      },
      {
        key: 'number',
        title: t('consumable.cycle'),
        align: 'right',
        width: '80px',
        cell: (r) => <Num>{t('consumable.cycleOf', { number: number(r.number) })}</Num>,
      },
      {
        key: 'hours',
        title: t('consumable.hoursThen'),
        align: 'right',
        width: '128px',
        cell: (r) => <Figure value={r.hours} unit="h" digits={1} />,
      },
      {
        key: 'percent',
        title: t('consumable.percentThen'),
        align: 'right',
        width: '116px',
        cell: (r) => <Figure value={r.percent} unit="%" digits={0} />,
      },
      { key: 'partCode', title: t('consumable.partCode'), width: '112px', cell: (r) => <Num>{r.partCode ?? '–'}</Num> },
      {
        key: 'memo',
        title: t('consumable.memo'),
        cell: (r) => <chakra.span whiteSpace="pre-wrap">{r.memo ?? '–'}</chakra.span>,
      },
      {
        key: 'by',
        title: t('consumable.by'),
        width: '160px',
        cell: (r) => <span title={momentText(r.at)}>{r.by ?? '–'}</span>,
      },
    ],
    [t, number],
  );
  if (steps.length === 0) return <EmptyState title={t('consumable.historyEmpty')} />;
  return <Table label={t('consumable.history')} columns={columns} rows={steps} idOf={(r) => r.id} />;
}
