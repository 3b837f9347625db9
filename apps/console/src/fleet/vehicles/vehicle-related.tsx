import { chakra } from '@chakra-ui/react';
import { devices } from '@headland/contracts/device';
import {
  type Installation,
  type MeterCorrection,
  type Ownership,
  type VehicleDetail,
  vehicles,
} from '@headland/contracts/vehicle';
import { phoneText } from '@headland/domain/phone-text';
import { actorLabel } from '@headland/i18n/record-labels';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { momentText } from '../../lib/time';
import { query, useCan } from '../../lib/session/session';
import { toRecord } from '../../lib/paths';
import { Card } from '../../ui/panel';
import { ErrorState, Skeleton } from '../../ui/states';
import { type Column, Table } from '../../ui/table';
import { useMeasure } from '../../ui/measures';

/** Who bought the vehicle when, newest first; a cancelled sale is marked as such. */
export function OwnershipCard({ id }: { id: number }) {
  const { t } = useI18n();
  const columns = useMemo<Column<Ownership>[]>(
    () => [
      { key: 'soldOn', title: t('vehicle.soldOn'), cell: (r) => <span className="num">{r.soldOn}</span> },
      {
        key: 'customer',
        title: t('vehicle.customer'),
        cell: (r) => (
          <>
            {r.customer?.name ?? '–'}{' '}
            <span className="unit num">{r.customer?.phone && phoneText(r.customer.phone)}</span>
          </>
        ),
      },
      { key: 'dealer', title: t('vehicle.dealer'), cell: (r) => r.dealer.name },
      { key: 'by', title: t('vehicle.paper.by'), cell: (r) => r.registeredBy ?? '–' },
      {
        key: 'cancelled',
        title: t('vehicle.paper.end'),
        cell: (r) => (
          <span title={r.cancelReason ?? undefined}>
            {r.cancelledAt === null
              ? t('vehicle.paper.standing')
              : t('vehicle.paper.cancelled', { at: momentText(r.cancelledAt) })}
          </span>
        ),
      },
    ],
    [t],
  );
  const { data, error, refetch } = useQuery(query(vehicles.ownership, { params: { id } }));
  return (
    <RelatedCard
      title={t('vehicle.paper.ownership')}
      rows={data}
      error={error}
      onRetry={() => void refetch()}
      empty={t('vehicle.paper.neverSold')}
    >
      {(rows) => (
        <Table
          label={t('vehicle.paper.ownership')}
          columns={columns}
          rows={rows}
          idOf={(r) => r.id}
          mark={(r) => (r.cancelledAt === null ? undefined : 'quiet')}
        />
      )}
    </RelatedCard>
  );
}

/** Which devices were in the vehicle, newest first; each leads to its own page for those who may read devices. */
export function DevicesCard({ id }: { id: number }) {
  const { t } = useI18n();
  const can = useCan();
  const links = can(devices.get.allow);
  const columns = useMemo<Column<Installation>[]>(
    () => [
      {
        key: 'device',
        title: t('vehicle.device'),
        cell: (r) => (
          <chakra.span
            className="num"
            css={{ '& a': { color: 'var(--accent)', fontWeight: 500 }, '& a:hover': { textDecoration: 'underline' } }}
          >
            {links ? <Link to={toRecord('/deviceDetail', r.deviceKey)}>{r.deviceId}</Link> : r.deviceId}
          </chakra.span>
        ),
      },
      { key: 'matchedOn', title: t('vehicle.matchedOn'), cell: (r) => <span className="num">{r.matchedOn}</span> },
      {
        key: 'matchedBy',
        title: t('vehicle.paper.by'),
        cell: (r) => (r.matchedBy === null ? '–' : actorLabel(t, r.matchedBy)),
      },
      {
        key: 'ended',
        title: t('vehicle.paper.end'),
        cell: (r) => (
          <span className="num" title={r.reason ?? undefined}>
            {r.endedAt === null
              ? t('vehicle.paper.installed')
              : `${momentText(r.endedAt)}${r.endedBy === null ? '' : ` · ${r.endedBy}`}`}
          </span>
        ),
      },
    ],
    [t, links],
  );
  const { data, error, refetch } = useQuery(query(vehicles.installations, { params: { id } }));
  return (
    <RelatedCard
      title={t('vehicle.paper.devices')}
      rows={data}
      error={error}
      onRetry={() => void refetch()}
      empty={t('vehicle.paper.noDevices')}
    >
      {(rows) => (
        <Table
          label={t('vehicle.paper.devices')}
          columns={columns}
          rows={rows}
          idOf={(r) => r.id}
          mark={(r) => (r.endedAt === null ? undefined : 'quiet')}
        />
      )}
    </RelatedCard>
  );
}

/** What was added to the meters, from when on and why. */
export function CorrectionsCard({ vehicle }: { vehicle: VehicleDetail }) {
  const { t, number } = useI18n();
  const measure = useMeasure();
  const rows = useMemo(() => vehicle.corrections.map((c, i) => ({ ...c, i })), [vehicle.corrections]);
  const columns = useMemo<Column<MeterCorrection & { i: number }>[]>(
    () => [
      {
        key: 'meter',
        title: t('vehicle.correction.meter'),
        cell: (r) => t(r.meter === 'hours' ? 'sensor.engineHours' : 'sensor.odometer'),
      },
      {
        key: 'value',
        title: t('vehicle.correction.value'),
        align: 'right',
        cell: (r) => {
          const { value, unit, digits } = measure(r.meter === 'hours' ? 'engineHours' : 'odometer', r.value);
          return (
            <span className="num">
              {r.value > 0 ? '+' : ''}
              {number(value ?? 0, digits)}
              <span className="unit">{unit}</span>
            </span>
          );
        },
      },
      { key: 'since', title: t('vehicle.correction.since'), cell: (r) => <span className="num">{r.since}</span> },
      { key: 'reason', title: t('vehicle.correction.reason'), cell: (r) => <span title={r.reason}>{r.reason}</span> },
      { key: 'by', title: t('vehicle.paper.by'), cell: (r) => <span title={momentText(r.at)}>{r.by ?? '–'}</span> },
    ],
    [t, number, measure],
  );
  if (rows.length === 0) return null;
  return (
    <RelatedCard title={t('vehicle.correction.title')} rows={rows} error={null} onRetry={() => undefined} empty="">
      {(shown) => <Table label={t('vehicle.correction.title')} columns={columns} rows={shown} idOf={(r) => r.i} />}
    </RelatedCard>
  );
}

interface RelatedCardProps<R> {
  title: string;
  rows: readonly R[] | undefined;
  error: Error | null;
  onRetry: () => void;
  empty: string;
  children: (rows: readonly R[]) => ReactNode;
}
function RelatedCard<R>({ title, rows, error, onRetry, empty, children }: RelatedCardProps<R>) {
  return (
    <Card as="section" aria-label={title} overflow="hidden" gridColumn="1 / -1">
      <chakra.h2 textStyle="strong" px="4" pt="3" pb="2">
        {title}
      </chakra.h2>
      {rows === undefined ? (
        error ? (
          <ErrorState compact error={error} onRetry={onRetry} />
        ) : (
          <Skeleton rows={2} />
        )
      ) : rows.length === 0 ? (
        <chakra.p px="4" pb="3" color="ink3" textStyle="dense">
          {empty}
        </chakra.p>
      ) : (
        children(rows)
      )}
    </Card>
  );
}
