import { chakra } from '@chakra-ui/react';
import { type VehicleSos, vehicles } from '@headland/contracts/vehicle';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { query } from '../../lib/session/session';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { StatusChip } from '../../ui/status-chip';
import { type Column, Table } from '../../ui/table';

/** The calls for help from a vehicle, open ones first; a row leads to the call. */
export function VehicleSosAlerts({ id }: { id: number }) {
  const { t, of, number } = useI18n();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(query(vehicles.sos, { params: { id } }));
  const columns = useMemo<Column<VehicleSos>[]>(
    () => [
      {
        key: 'raisedAt',
        title: t('vehicle.sos.raisedAt'),
        width: '180px',
        cell: (r) => <span className="num">{momentText(r.raisedAt)}</span>,
      },
      { key: 'type', title: t('vehicle.sos.type'), cell: (r) => t(`sosType.${r.type}`) },
      {
        key: 'status',
        title: t('vehicle.state'),
        cell: (r) => (
          <StatusChip
            state={r.closedAt === null ? 'now' : 'off'}
            solid={r.status === 'raised'}
            done={r.closedAt !== null}
          >
            {t(`sosStatus.${r.status}`)}
          </StatusChip>
        ),
      },
      {
        key: 'presses',
        title: t('vehicle.fault.count'),
        align: 'right',
        cell: (r) => <span className="num">{number(r.presses)}</span>,
      },
      { key: 'place', title: t('vehicle.place'), cell: (r) => of(r.place) },
      { key: 'handler', title: t('vehicle.sos.handler'), cell: (r) => r.handler ?? '–' },
      {
        key: 'closedAt',
        title: t('vehicle.sos.closedAt'),
        cell: (r) => <span className="num">{r.closedAt === null ? '–' : momentText(r.closedAt)}</span>,
      },
      {
        key: 'resolution',
        title: t('vehicle.sos.resolution'),
        cell: (r) => <chakra.span title={r.resolution ?? undefined}>{r.resolution ?? '–'}</chakra.span>,
      },
    ],
    [t, of, number],
  );
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton rows={6} />;
  if (data.length === 0) return <EmptyState title={t('vehicle.sos.empty')} text={t('vehicle.sos.emptyText')} />;
  return (
    <Table
      label={t('vehicle.tab.sos')}
      columns={columns}
      rows={data}
      idOf={idOf}
      onOpen={(r) =>
        void navigate({
          to: '/sos',
          search: { id: String(r.id), tab: r.closedAt === null ? 'queue' : 'closed' },
        })
      }
      mark={(r) => (r.closedAt === null ? undefined : 'quiet')}
      signature={(r) => r.status}
    />
  );
}

const idOf = (r: VehicleSos): number => r.id;
