import { chakra } from '@chakra-ui/react';
import type { ConsumableRow } from '@headland/contracts/consumable';
import { consumableListColumns } from '@headland/i18n/columns/consumables';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { useListColumns } from '../../ui/list-columns';
import type { Column } from '../../ui/table';
import { CycleStateLabel, Used } from '../../ui/cycle-state';
import { HoursAndDays, Remaining } from './consumable-cells';

/** What the list of consumables shows of each cycle. */
export function useConsumableColumns(): { columns: Column<ConsumableRow>[]; phone: Column<ConsumableRow>[] } {
  const { t } = useI18n();
  const c = useListColumns(consumableListColumns);
  return useMemo(
    () => ({
      columns: [
        { ...c.state, width: '120px', cell: (r) => <CycleStateLabel state={r.state} /> },
        { ...c.vin, identity: true, width: '176px', cell: (r) => <chakra.b fontWeight="600">{r.vin}</chakra.b> },
        c.model,
        { ...c.item, cell: (r) => <chakra.b fontWeight="600">{r.item}</chakra.b> },
        { ...c.maintenance, width: '92px' },
        {
          key: 'cycle',
          title: t('consumable.cycle'),
          align: 'right',
          exports: ['cycleHours', 'cycleDays'],
          cell: (r) => <HoursAndDays hours={r.lengthHours} days={r.lengthDays} />,
        },
        {
          key: 'used',
          title: t('consumable.used'),
          align: 'right',
          exports: ['usedHours', 'usedDays'],
          cell: (r) => <HoursAndDays hours={r.usedHours} days={r.lengthDays === null ? null : r.usedDays} />,
        },
        { ...c.percent, width: '152px', cell: (r) => <Used state={r.state} percent={r.percent} /> },
        {
          key: 'remaining',
          title: t('consumable.remaining'),
          align: 'right',
          exports: ['remainingHours', 'dueOn'],
          cell: (r) => <Remaining row={r} />,
        },
        { ...c.alarmedOn, width: '104px' },
        { ...c.replacedOn, width: '104px' },
        c.customer,
        c.dealer,
        { ...c.sentAt, width: '164px' },
      ],
      phone: [
        {
          ...c.item,
          cell: (r) => (
            <chakra.span display="block" lineHeight="18px" py="1.5" whiteSpace="normal">
              <chakra.b fontWeight="600">{r.item}</chakra.b>
              <chakra.small display="block" color="ink3" className="num">
                {r.vin} · {r.model}
              </chakra.small>
            </chakra.span>
          ),
        },
        {
          ...c.percent,
          width: '128px',
          cell: (r) => (
            <chakra.span display="block" lineHeight="18px">
              <CycleStateLabel state={r.state} />
              <chakra.small display="block">
                <Used state={r.state} percent={r.percent} width="44px" />
              </chakra.small>
            </chakra.span>
          ),
        },
      ],
    }),
    [t, c],
  );
}
