import { chakra } from '@chakra-ui/react';
import type { VehicleRow } from '@headland/contracts/vehicle';
import { useMemo } from 'react';
import { useWords, type Words } from '../lib/text';
import { Age } from '../ui/age';
import { Figure } from '../ui/figure';
import type { Column } from '../ui/table';
import { type Sensor, type Shown, useMeasure } from './measures';
import { VehicleLink, VehicleStateWord } from './vehicle-words';

export const columnKeys = [
  'vin',
  'model',
  'state',
  'engineHours',
  'place',
  'lastSeenAt',
  'customer',
  'dealer',
  'deviceId',
  'odometer',
  'fuelUsed',
  'fuelRate',
  'startedAt',
  'openFaults',
  'soldOn',
  'matchedOn',
  'releaseYear',
  'horsepower',
  'transmission',
] as const;
export type ColumnKey = (typeof columnKeys)[number];
/** What a list beside the map has room for, and what a list by itself shows until somebody chooses. */
export const fewColumns: readonly ColumnKey[] = ['vin', 'model', 'state', 'engineHours', 'place', 'lastSeenAt'];
export const usualColumns: readonly ColumnKey[] = [
  'vin',
  'model',
  'state',
  'engineHours',
  'place',
  'lastSeenAt',
  'customer',
  'dealer',
  'odometer',
  'fuelRate',
  'startedAt',
  'openFaults',
];

/** The columns of the vehicle list, by key and in their order. */
export function useVehicleColumns(keys: readonly ColumnKey[]): Column<VehicleRow>[] {
  const words = useWords();
  const measure = useMeasure();
  return useMemo(() => {
    const all = columnsOf(words, measure);
    return columnKeys.filter((k) => keys.includes(k)).map((key) => ({ key, ...all[key] }));
  }, [keys, words, measure]);
}

export function columnTitle(t: Words['t'], key: ColumnKey): string {
  return t(titles[key]);
}

const titles = {
  vin: 'vehicle.vin',
  model: 'vehicle.model',
  state: 'vehicle.state',
  engineHours: 'sensor.engineHours',
  place: 'vehicle.place',
  lastSeenAt: 'vehicle.seen',
  customer: 'vehicle.customer',
  dealer: 'vehicle.dealer',
  deviceId: 'vehicle.device',
  odometer: 'sensor.odometer',
  fuelUsed: 'vehicle.fuelTotal',
  fuelRate: 'vehicle.fuelRate',
  startedAt: 'vehicle.lastStart',
  openFaults: 'vehicle.openFaults',
  soldOn: 'vehicle.soldOn',
  matchedOn: 'vehicle.matchedOn',
  releaseYear: 'vehicle.releaseYear',
  horsepower: 'vehicle.horsepower',
  transmission: 'vehicle.transmission',
} as const;

function columnsOf({ t, of, number }: Words, measure: (sensor: Sensor, value: number | null) => Shown): Record<ColumnKey, Omit<Column<VehicleRow>, 'key'>> {
  const text = (value: string | null) => value ?? '–';
  const title = (key: ColumnKey) => columnTitle(t, key);
  return {
    vin: {
      title: title('vin'),
      sort: 'vin',
      cell: (r) => (
        <chakra.span className="num" css={linkCss}>
          <VehicleLink id={r.id}>{r.vin}</VehicleLink>
        </chakra.span>
      ),
    },
    model: { title: title('model'), sort: 'model', cell: (r) => r.model },
    state: { title: title('state'), sort: 'state', cell: (r) => <VehicleStateWord vehicle={r} /> },
    engineHours: { title: title('engineHours'), sort: 'engineHours', align: 'right', cell: (r) => <Figure {...measure('engineHours', r.engineHours)} /> },
    place: {
      title: title('place'),
      cell: (r) =>
        r.place ? (
          <span className="place" title={`${of(r.place)}${r.lat === null || r.lon === null ? '' : ` (${r.lat.toFixed(5)}, ${r.lon.toFixed(5)})`}`}>
            {of(r.place)}
          </span>
        ) : (
          <chakra.span color="ink3">{t('vehicle.noPosition')}</chakra.span>
        ),
    },
    lastSeenAt: { title: title('lastSeenAt'), sort: 'lastSeenAt', align: 'right', cell: (r) => <Seen row={r} /> },
    customer: {
      title: title('customer'),
      cell: (r) =>
        r.customer ? (
          <>
            {r.customer.name} <span className="unit num">{r.customer.phone}</span>
          </>
        ) : (
          '–'
        ),
    },
    dealer: { title: title('dealer'), sort: 'dealer', cell: (r) => r.dealer.name },
    deviceId: { title: title('deviceId'), cell: (r) => <span className="num">{text(r.deviceId)}</span> },
    odometer: { title: title('odometer'), sort: 'odometer', align: 'right', cell: (r) => <Figure {...measure('odometer', r.odometer)} /> },
    fuelUsed: { title: title('fuelUsed'), sort: 'fuelUsed', align: 'right', cell: (r) => <Figure {...measure('fuelUsed', r.fuelUsed)} digits={0} /> },
    fuelRate: {
      title: title('fuelRate'),
      align: 'right',
      cell: (r) => <Figure value={r.fuelUsed === null || !r.engineHours ? null : r.fuelUsed / r.engineHours} unit="L/h" digits={1} />,
    },
    startedAt: { title: title('startedAt'), sort: 'startedAt', align: 'right', cell: (r) => <Age since={r.startedAt} style="short" ago /> },
    openFaults: {
      title: title('openFaults'),
      align: 'right',
      cell: (r) => (
        <chakra.span className="num" color={r.openFaults > 0 ? 'today.ink' : 'ink3'}>
          {number(r.openFaults)}
        </chakra.span>
      ),
    },
    soldOn: { title: title('soldOn'), sort: 'soldOn', cell: (r) => <span className="num">{text(r.soldOn)}</span> },
    matchedOn: { title: title('matchedOn'), cell: (r) => <span className="num">{text(r.matchedOn)}</span> },
    releaseYear: { title: title('releaseYear'), align: 'right', cell: (r) => <span className="num">{r.releaseYear}</span> },
    horsepower: { title: title('horsepower'), align: 'right', cell: (r) => <Figure value={r.horsepower} unit="PS" /> },
    transmission: { title: title('transmission'), cell: (r) => text(r.transmission) },
  };
}

/** When it was last heard: yellow where it should have spoken since, because its engine runs. */
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
