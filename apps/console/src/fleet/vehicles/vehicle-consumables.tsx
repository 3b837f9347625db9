import { chakra } from '@chakra-ui/react';
import { type VehicleConsumable, vehicles } from '@headland/contracts/vehicle';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { query, useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { CycleStateLabel, Used } from '../../ui/cycle-state';
import { TextLink } from '../../ui/detail-page';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { type Column, Table } from '../../ui/table';

/** What of the vehicle has to be replaced or inspected, the most used first. */
export function VehicleConsumables({ id }: { id: number }) {
  const { t, number } = useI18n();
  const mayOpen = useCan()('expendable:R');
  const { data, error, refetch } = useQuery(query(vehicles.consumables, { params: { id } }));
  const columns = useMemo<Column<VehicleConsumable>[]>(() => {
    const hours = (n: number | null): string => (n === null ? '–' : number(n, 1));
    return [
      {
        key: 'name',
        title: t('vehicle.consumable.item'),
        cell: (r) => (
          <chakra.b fontWeight="600">
            <TextLink to={mayOpen ? toRecord('/expendableDetail', r.id) : null}>{r.name}</TextLink>
          </chakra.b>
        ),
      },
      {
        key: 'maintenance',
        title: t('vehicle.consumable.maintenance'),
        cell: (r) => t(`maintenance.${r.maintenance}`),
      },
      {
        key: 'state',
        title: t('vehicle.state'),
        cell: (r) => (
          <span title={momentText(r.since)}>
            <CycleStateLabel state={r.state} />
          </span>
        ),
      },
      {
        key: 'percent',
        title: t('vehicle.consumable.used'),
        align: 'right',
        cell: (r) => <Used state={r.state} percent={r.percent} />,
      },
      {
        key: 'hours',
        title: t('vehicle.consumable.hours'),
        align: 'right',
        cell: (r) => (
          <span className="num">
            {hours(r.usedHours)} / {number(r.cycleHours)}
            <span className="unit">h</span>
          </span>
        ),
      },
      {
        key: 'days',
        title: t('vehicle.consumable.days'),
        align: 'right',
        cell: (r) =>
          r.cycleDays === null ? (
            '–'
          ) : (
            <span className="num">
              {r.usedDays === null ? '–' : number(r.usedDays)} / {number(r.cycleDays)}
              <span className="unit">{t('vehicle.consumable.day')}</span>
            </span>
          ),
      },
      {
        key: 'number',
        title: t('vehicle.consumable.cycle'),
        align: 'right',
        cell: (r) => <span className="num">{number(r.number)}</span>,
      },
    ];
  }, [t, number, mayOpen]);
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton rows={6} />;
  if (data.length === 0)
    return <EmptyState title={t('vehicle.consumable.empty')} text={t('vehicle.consumable.emptyText')} />;
  return (
    <Table
      label={t('vehicle.tab.consumables')}
      columns={columns}
      rows={data}
      idOf={idOf}

      signature={(r) => r.state}
    />
  );
}

const idOf = (r: VehicleConsumable): number => r.id;
