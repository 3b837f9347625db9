import type { ConsumableDetail } from '@headland/contracts/consumable';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { toRecord } from '../../lib/paths';
import { TextLink } from '../../ui/detail-page';
import { EmptyState } from '../../ui/states';
import { type Column, Table } from '../../ui/table';
import { CycleStateLabel, Used } from '../../ui/cycle-state';
import { Num } from './consumable-cells';

type Item = ConsumableDetail['items'][number];

/** All running cycles of the vehicle, the most used first; each links to its page. Moving among them is no step that Back undoes. */
export function VehicleItems({ cycle }: { cycle: ConsumableDetail }) {
  const { t, number } = useI18n();
  const navigate = useNavigate();
  const columns = useMemo<Column<Item>[]>(
    () => [
      {
        key: 'item',
        title: t('consumable.item'),
        identity: true,
        cell: (r) => (
          <TextLink replace to={r.id === cycle.id ? null : hrefOf(r)}>
            {r.item}
          </TextLink>
        ),
      },
      { key: 'maintenance', title: t('consumable.maintenance'), cell: (r) => t(`maintenance.${r.maintenance}`) },
      { key: 'state', title: t('consumable.state'), cell: (r) => <CycleStateLabel state={r.state} /> },
      {
        key: 'percent',
        title: t('consumable.percent'),
        align: 'right',
        cell: (r) => <Used state={r.state} percent={r.percent} />,
      },
      {
        key: 'due',
        title: t('consumable.due'),
        align: 'right',
        cell: (r) => (
          <Num>
            {number(r.dueHours, Number.isInteger(r.dueHours) ? 0 : 1)}
            <span className="unit">h</span>
            {r.dueOn !== null && ` / ${r.dueOn}`}
          </Num>
        ),
      },
    ],
    [t, number, cycle.id],
  );
  if (cycle.items.length === 0) return <EmptyState title={t('consumable.itemsEmpty')} />;
  return (
    <Table
      label={t('consumable.items')}
      columns={columns}
      rows={cycle.items}
      idOf={idOf}
      selectedId={cycle.id}
      onOpen={(r) => void navigate({ to: hrefOf(r), replace: true })}
      hrefOf={hrefOf}
      signature={(r) => `${r.state} ${r.percent}`}
    />
  );
}

const idOf = (r: Item): number => r.id;
const hrefOf = (r: Item): string => toRecord('/expendableDetail', r.id);
