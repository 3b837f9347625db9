import { chakra, Flex } from '@chakra-ui/react';
import { type EngineDay, type VehicleDetail, vehicles } from '@headland/contracts/vehicle';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { query } from '../../lib/session/session';
import { Figure } from '../../ui/figure';
import { Card } from '../../ui/panel';
import { EmptyState, ErrorState, Skeleton } from '../../ui/states';
import { type Column, Table } from '../../ui/table';
import { MeterFigure } from './meter-figure';
import { VehicleLink } from './vehicle-labels';

/** The engine hours of the last 31 days: a bar each, and the same as a table. */
export function HoursTab({ vehicle }: { vehicle: VehicleDetail }) {
  const { t } = useI18n();
  const { data, error, refetch } = useQuery({
    ...query(vehicles.hours, { params: { id: vehicle.id } }),
    staleTime: 60_000,
  });
  const columns = useColumns(vehicle);
  const newestFirst = useMemo(() => (data ?? []).map((day, i) => ({ ...day, i })).reverse(), [data]);
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton rows={8} />;
  const reported = data.filter((d) => d.hours !== null);
  if (reported.length === 0) return <EmptyState title={t('vehicle.hours.empty')} text={t('vehicle.hours.emptyText')} />;
  const sum = reported.reduce((a, d) => a + (d.hours ?? 0), 0);
  const ran = reported.filter((d) => (d.hours ?? 0) >= 0.05).length;
  return (
    <chakra.div
      flex="1"
      minH="0"
      overflowY="auto"
      p={{ base: '3', md: '4' }}
      bg="ground"
      display="grid"
      gap="3"
      alignContent="start"
      gridAutoRows="max-content"
      gridTemplateColumns="minmax(0,1fr)"
    >
      <Card as="section" aria-label={t('vehicle.hours.chart')}>
        <Flex px="4" pt="3" gap="4" rowGap="1" align="baseline" wrap="wrap">
          <chakra.h2 textStyle="strong" flex="1">
            {t('vehicle.hours.chart')}
          </chakra.h2>
          <chakra.span textStyle="dense" color="ink2">
            {t('vehicle.hours.sum')} <Figure value={sum} unit="h" digits={1} />
          </chakra.span>
          <chakra.span textStyle="dense" color="ink2">
            {t('vehicle.hours.days', { n: ran })}
          </chakra.span>
        </Flex>
        <Bars days={data} />
      </Card>
      <Card as="section" aria-label={t('vehicle.hours.table')} overflow="hidden">
        <Table
          label={t('vehicle.hours.table')}
          columns={columns}
          rows={newestFirst}
          idOf={indexOf}
          mark={(d) => (d.hours === null ? 'quiet' : undefined)}
        />
      </Card>
    </chakra.div>
  );
}

type Row = EngineDay & { i: number };
const indexOf = (d: Row): number => d.i;

function useColumns(vehicle: VehicleDetail): Column<Row>[] {
  const { t } = useI18n();
  return useMemo(
    () => [
      {
        key: 'day',
        title: t('vehicle.track.day'),
        cell: (d) => (
          <chakra.span className="num" css={{ '& a:hover': { color: 'var(--accent)', textDecoration: 'underline' } }}>
            {d.hours === null ? (
              d.day
            ) : (
              <VehicleLink id={vehicle.id} tab="track" day={d.day}>
                {d.day}
              </VehicleLink>
            )}
          </chakra.span>
        ),
      },
      {
        key: 'hours',
        title: t('vehicle.hours.hours'),
        align: 'right',
        cell: (d) => <Figure value={d.hours} unit="h" digits={1} />,
      },
      {
        key: 'reading',
        title: t('vehicle.hours.reading'),
        align: 'right',
        cell: (d) => <MeterFigure meter="engineHours" value={d.reading} correction={d.correction} />,
      },
      {
        key: 'note',
        title: t('vehicle.hours.note'),
        cell: (d) => (d.hours === null ? t('vehicle.hours.silent') : d.reset ? t('vehicle.hours.reset') : ''),
      },
    ],
    [t, vehicle.id],
  );
}

/** Bars by hand: 31 of them, on the scale of a day's work. Read as a picture; the table below has the figures. */
function Bars({ days }: { days: readonly EngineDay[] }) {
  const { t, number } = useI18n();
  const most = Math.max(1, ...days.map((d) => d.hours ?? 0));
  const step = most <= 2 ? 0.5 : most <= 4 ? 1 : most <= 12 ? 2 : 6;
  const top = Math.ceil(most / step) * step;
  const lines = Array.from({ length: top / step + 1 }, (_, i) => i * step);
  const share = (hours: number): string => `${(hours / top) * 100}%`;
  return (
    <chakra.div px="4" pb="3" pt="3">
      <chakra.div role="img" aria-label={t('vehicle.hours.picture', { n: days.length })} css={chartCss}>
        {lines.map((h) => (
          <i key={h} style={{ bottom: share(h) }}>
            <span className="num">{number(h, step < 1 ? 1 : 0)}</span>
          </i>
        ))}
        {days.map((d, i) => {
          const date = Number(d.day.slice(8));
          // the first day and each month by name; a day too near to those has no label
          const shown =
            i === 0 || (date === 1 && i > 4)
              ? d.day.slice(5)
              : i > 4 && date % 5 === 0 && date < 30
                ? String(date)
                : '';
          return (
            <div
              key={d.day}
              title={`${d.day} ${d.hours === null ? t('vehicle.hours.silent') : `${number(d.hours, 1)} h`}`}
            >
              <b
                data-own-colours
                data-silent={d.hours === null || undefined}
                style={d.hours === null ? undefined : { height: share(d.hours) }}
              />
              <span className="num">{shown}</span>
            </div>
          );
        })}
      </chakra.div>
    </chakra.div>
  );
}

const chartCss = {
  position: 'relative',
  display: 'grid',
  gridAutoFlow: 'column',
  gridAutoColumns: 'minmax(0, 1fr)',
  gap: { base: '2px', md: '4px' },
  height: '170px',
  marginLeft: '32px',
  marginBottom: '22px',
  '& i': {
    position: 'absolute',
    left: 0,
    right: 0,
    height: 0,
    borderTop: '1px solid var(--line)',
    fontStyle: 'normal',
  },
  '& i > span': {
    position: 'absolute',
    right: 'calc(100% + 8px)',
    top: '-8px',
    font: '11px/16px var(--font)',
    color: 'var(--ink-3)',
  },
  '& > div': {
    position: 'relative',
    display: 'flex',
    alignItems: 'flex-end',
    '&:hover': { background: 'var(--hover)' },
  },
  '& > div > b': {
    display: 'block',
    width: '100%',
    minHeight: '1px',
    background: 'var(--trace-1)',
    borderRadius: '2px 2px 0 0',
  },
  '& > div > b[data-silent]': { height: '0', background: 'none', borderBottom: '2px dashed var(--ink-3)' },
  '& > div > span': {
    position: 'absolute',
    top: 'calc(100% + 6px)',
    left: '50%',
    transform: 'translateX(-50%)',
    font: '11px/14px var(--font)',
    color: 'var(--ink-3)',
    whiteSpace: 'nowrap',
  },
} as const;
