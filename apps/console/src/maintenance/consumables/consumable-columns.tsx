import { chakra } from '@chakra-ui/react';
import type { ConsumableRow } from '@headland/contracts/consumable';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import type { Column } from '../../ui/table';
import { CycleStateLabel, HoursAndDays, Num, Remaining, Used } from './consumable-cells';

/** What the list of consumables shows of each cycle. */
export function useConsumableColumns(): { columns: Column<ConsumableRow>[]; phone: Column<ConsumableRow>[] } {
  const { t } = useI18n();
  return useMemo(
    () => ({
      columns: [
        {
          key: 'state',
          title: t('consumable.state'),
          width: '104px',
          cell: (r) => <CycleStateLabel state={r.state} />,
        },
        {
          key: 'vin',
          title: t('consumable.vin'),
          sort: 'vin',
          identity: true,
          width: '176px',
          cell: (r) => <Num strong>{r.vin}</Num>,
        },
        { key: 'model', title: t('consumable.model'), sort: 'model', cell: (r) => r.model },
        { key: 'item', title: t('consumable.item'), cell: (r) => <chakra.b fontWeight="600">{r.item}</chakra.b> },
        {
          key: 'maintenance',
          title: t('consumable.maintenance'),
          width: '92px',
          cell: (r) => t(`maintenance.${r.maintenance}`),
        },
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
        {
          key: 'percent',
          title: t('consumable.percent'),
          sort: 'percent',
          align: 'right',
          width: '152px',
          cell: (r) => <Used state={r.state} percent={r.percent} />,
        },
        {
          key: 'remaining',
          title: t('consumable.remaining'),
          align: 'right',
          exports: ['remainingHours', 'dueOn'],
          cell: (r) => <Remaining row={r} />,
        },
        {
          key: 'alarmedOn',
          title: t('consumable.alarmedOn'),
          sort: 'alarmedOn',
          width: '104px',
          cell: (r) => <Num>{r.alarmedOn ?? '–'}</Num>,
        },
        {
          key: 'replacedOn',
          title: t('consumable.replacedOn'),
          sort: 'replacedOn',
          width: '104px',
          cell: (r) => <Num>{r.replacedOn ?? '–'}</Num>,
        },
        { key: 'customer', title: t('consumable.customer'), cell: (r) => r.customer?.name ?? '–' },
        { key: 'dealer', title: t('consumable.dealer'), sort: 'dealer', cell: (r) => r.dealer?.name ?? '–' },
        {
          key: 'sentAt',
          title: t('consumable.sentAt'),
          width: '164px',
          cell: (r) => <Num>{r.sentAt === null ? '–' : momentText(r.sentAt)}</Num>,
        },
      ],
      phone: [
        {
          key: 'item',
          title: t('consumable.item'),
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
          key: 'percent',
          title: t('consumable.percent'),
          sort: 'percent',
          align: 'right',
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
    [t],
  );
}
