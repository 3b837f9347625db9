import { chakra } from '@chakra-ui/react';
import type { VehicleRow } from '@headland/contracts/vehicle';
import { phoneText } from '@headland/domain/phone-text';
import { vehicleListColumns } from '@headland/i18n/columns/vehicles';
import { useMemo } from 'react';
import { useI18n } from '../../lib/i18n';
import { Age } from '../../ui/age';
import { Figure } from '../../ui/figure';
import { useListColumns } from '../../ui/list-columns';
import type { Column } from '../../ui/table';
import { MeterFigure } from './meter-figure';
import { VehicleLink, VehicleStateLabel } from './vehicle-labels';
import { WatchStar } from './watch-star';

/** Beside the map there is room for these; a list by itself shows all. Anybody may choose others. */
const beside: readonly string[] = ['vin', 'model', 'state', 'engineHours', 'place', 'lastSeenAt'];

/** The columns of the vehicle list in their order. */
export function useVehicleColumns(besideMap: boolean): Column<VehicleRow>[] {
  const { t, of, number } = useI18n();
  const c = useListColumns(vehicleListColumns);
  return useMemo(() => {
    const columns: Column<VehicleRow>[] = [
      {
        ...c.vin,
        identity: true,
        cell: (r) => (
          <chakra.b css={linkCss} fontWeight="600">
            <WatchStar vehicle={r} />
            <VehicleLink id={r.id}>{r.vin}</VehicleLink>
          </chakra.b>
        ),
      },
      c.model,
      c.deviceId,
      { ...c.state, cell: (r) => <VehicleStateLabel vehicle={r} /> },
      {
        ...c.customer,
        cell: (r) =>
          r.customer ? (
            <>
              {r.customer.name} <span className="unit">{r.customer.phone && phoneText(r.customer.phone)}</span>
            </>
          ) : (
            '–'
          ),
      },
      c.dealer,
      c.releaseYear,
      c.horsepower,
      c.transmission,
      c.matchedOn,
      c.soldOn,
      c.engine,
      c.key,
      c.work,
      {
        ...c.odometer,
        cell: (r) => <MeterFigure meter="odometer" value={r.odometer} correction={r.odometerCorrection} />,
      },
      {
        ...c.engineHours,
        cell: (r) => <MeterFigure meter="engineHours" value={r.engineHours} correction={r.hoursCorrection} />,
      },
      { ...c.fuelUsed, cell: (r) => <Figure value={r.fuelUsed} unit="L" digits={0} /> },
      c.fuelRate,
      { ...c.startedAt, align: 'right', cell: (r) => <Age since={r.startedAt} style="short" ago /> },
      {
        ...c.place,
        cell: (r) =>
          r.place ? (
            <span
              className="place"
              title={`${of(r.place)}${r.lat === null || r.lon === null ? '' : ` (${r.lat.toFixed(5)}, ${r.lon.toFixed(5)})`}`}
            >
              {of(r.place)}
            </span>
          ) : (
            <chakra.span color="ink3">{t('vehicle.noPosition')}</chakra.span>
          ),
      },
      {
        ...c.openFaults,
        cell: (r) => <chakra.span color={r.openFaults > 0 ? 'today.ink' : 'ink3'}>{number(r.openFaults)}</chakra.span>,
      },
      { ...c.lastSeenAt, title: t('vehicle.seen'), align: 'right', cell: (r) => <Seen row={r} /> },
    ];
    return columns.map((column) =>
      besideMap && !beside.includes(column.key) ? { ...column, hidden: true as const } : column,
    );
  }, [t, of, number, besideMap, c]);
}

/** Last communication: yellow when overdue, because the engine runs. */
function Seen({ row }: { row: VehicleRow }) {
  return (
    <chakra.span className="num" color={row.state === 'offline' ? 'watch.ink' : 'ink2'}>
      <Age since={row.lastSeenAt} style="short" />
    </chakra.span>
  );
}

const linkCss = {
  '& a:hover': { color: 'var(--accent)', textDecoration: 'underline' },
  '& a:focus-visible': { outline: '2px solid var(--focus)', borderRadius: '2px' },
} as const;
