import { chakra } from '@chakra-ui/react';
import type { Answer } from '@headland/contracts/endpoint';
import { faults } from '@headland/contracts/fault';
import { vehicles } from '@headland/contracts/vehicle';
import { isOpenFault } from '@headland/domain/fault';
import { lampLabel } from '@headland/i18n/record-labels';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { query, useCan } from '../../lib/session/session';
import { stateOfSeverity } from '../../ui/state-mark';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { StateLabel, StatusChip } from '../../ui/status-chip';
import { type Column, Table } from '../../ui/table';

type Report = Answer<typeof vehicles.faults>[number];

/** The fault reports of a vehicle, open ones first; a row leads to the queue where the member may read it. */
export function VehicleFaults({ id }: { id: number }) {
  const { t, of, number } = useI18n();
  const can = useCan();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(query(vehicles.faults, { params: { id } }));
  const columns = useMemo<Column<Report>[]>(
    () => [
      {
        key: 'code',
        title: t('vehicle.fault.code'),
        cell: (r) => (
          <chakra.b className="num" fontWeight="600">
            {r.code}
          </chakra.b>
        ),
        width: '96px',
      },
      { key: 'name', title: t('vehicle.fault.name'), cell: (r) => of(r.name) },
      {
        key: 'severity',
        title: t('vehicle.fault.severity'),
        cell: (r) =>
          !isOpenFault(r.status) ? (
            <chakra.span color="ink3">{t(`severity.${r.severity}`)}</chakra.span>
          ) : (
            <StateLabel state={stateOfSeverity[r.severity]}>{t(`severity.${r.severity}`)}</StateLabel>
          ),
      },
      {
        key: 'status',
        title: t('vehicle.state'),
        cell: (r) => (
          <StatusChip
            state={r.status === 'occurred' ? stateOfSeverity[r.severity] : r.status === 'accepted' ? 'normal' : 'off'}
            done={!isOpenFault(r.status)}
          >
            {t(`faultStatus.${r.status}`)}
          </StatusChip>
        ),
      },
      {
        key: 'active',
        title: t('vehicle.fault.signal'),
        cell: (r) =>
          r.clearedAt === null ? (
            t('vehicle.fault.active')
          ) : (
            <chakra.span color="ink3" title={momentText(r.clearedAt)}>
              {t('vehicle.fault.cleared')}
            </chakra.span>
          ),
      },
      { key: 'lamp', title: t('vehicle.fault.lamp'), cell: (r) => lampLabel(t, r.lamp) },
      {
        key: 'count',
        title: t('vehicle.fault.count'),
        align: 'right',
        cell: (r) => <span className="num">{number(r.count)}</span>,
      },
      {
        key: 'first',
        title: t('vehicle.fault.first'),
        align: 'right',
        cell: (r) => <span className="num">{momentText(r.occurredAt)}</span>,
      },
      {
        key: 'last',
        title: t('vehicle.fault.last'),
        align: 'right',
        cell: (r) => <span className="num">{momentText(r.lastAt)}</span>,
      },
    ],
    [t, of, number],
  );
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton rows={6} />;
  if (data.length === 0) return <EmptyState title={t('vehicle.fault.empty')} text={t('vehicle.fault.emptyText')} />;
  const open = can(faults.get.allow)
    ? {
        onOpen: (r: Report) =>
          void navigate({
            to: '/breakdown',
            search: { id: String(r.id), tab: !isOpenFault(r.status) ? 'completed' : 'queue' },
          }),
      }
    : {};
  return (
    <Table
      label={t('vehicle.tab.faults')}
      columns={columns}
      rows={data}
      idOf={idOf}
      mark={(r) => (!isOpenFault(r.status) ? 'quiet' : undefined)}
      signature={signatureOf}
      {...open}
    />
  );
}

const idOf = (r: Report): number => r.id;
const signatureOf = (r: Report): string => `${r.status} ${r.count} ${r.clearedAt ?? ''}`;
