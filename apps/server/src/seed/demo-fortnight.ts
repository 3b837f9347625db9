import type { DataSource, EntityManager } from 'typeorm';
import { measuredValues } from '@headland/contracts/measured-values';
import { measuredBuckets } from '@headland/domain/measured-buckets';
import {
  type Bucket,
  bucketsOf,
  type KeyTurn,
  noSignalsYet,
  quarterMs,
  quarterOf,
  quartersFrom,
} from '@headland/domain/statistics-quarter';
import { dayOf, dayStart, plusDays } from '@headland/domain/zone-day';
import type { Config } from '../platform/config';
import { save } from '../insight/statistics/count-15min.tx';
import { saveBuckets, type VehicleBucket } from '../insight/statistics/count-5min.tx';
import { StatisticsAggregates } from '../insight/statistics/statistics-aggregates.tx';
import type { Machine } from './demo-business';
import { addIncidents, type Morning, zones } from './demo-incidents';
import { pseudoRandom } from './pseudo-random';
import { workingMorning, type MorningSample } from './working-morning';

/** Days before yesterday that the statistics cover. */
const daysBefore = 13;
/** Reports and calls of each of them, newest last: what the dashboard's weeks are made of. */
const incidents: readonly { faults: number; calls: number }[] = [
  { faults: 1, calls: 0 },
  { faults: 2, calls: 0 },
  { faults: 1, calls: 1 },
  { faults: 0, calls: 0 },
  { faults: 3, calls: 0 },
  { faults: 1, calls: 0 },
  { faults: 2, calls: 2 },
  { faults: 1, calls: 0 },
  { faults: 2, calls: 0 },
  { faults: 1, calls: 1 },
  { faults: 3, calls: 0 },
  { faults: 1, calls: 0 },
  { faults: 2, calls: 0 },
];
/** Of the fleet, how many work on a day of the week, Sunday first. */
const working = [9, 18, 20, 19, 21, 18, 14] as const;
const shapes = 24;

/** Machines that found their buyers within the last two weeks. Before sales are entered. */
export async function sellRecently(tx: EntityManager, fleet: readonly Machine[]): Promise<void> {
  const newest = fleet
    .filter((m) => m.region === 'KR')
    .sort((a, b) => a.engineHours - b.engineHours)
    .slice(0, 14);
  // so long ago that the sale was entered and its customer has joined the app
  for (const [i, { vin }] of newest.entries())
    await tx.query('UPDATE vehicle SET sold_on = current_date - $2::int WHERE vin = $1', [vin, 3 + ((i * 5) % 11)]);
}

/**
 * The two weeks before yesterday. What the machines did is there as the figures that the rule of the statistics makes of their samples; the samples
 * themselves are kept of yesterday only, as after their retention. Reports and calls are made by the same commands as real ones.
 */
export async function addFortnight(
  database: DataSource,
  config: Config,
  fleet: readonly Machine[],
  now: Date,
): Promise<void> {
  const draw = pseudoRandom(20_260_615);
  const shape = Array.from({ length: shapes }, () =>
    figuresOf(workingMorning({ lat: 0, lon: 0, engineHours: 500 }, base + Math.floor(draw.next() * 60) * 60_000, draw)),
  );
  // yesterday's machines have reports of yesterday: these are other ones, each once
  const others = fleet.filter((m) => m.region === 'KR' && m.machine === 'tractor').slice(20);
  const buckets: (MeasuredBucket & { vin: string })[] = [];
  for (const [i, today] of incidents.entries()) {
    const ago = daysBefore + 1 - i;
    const dayIn = (m: Machine): number =>
      dayStart(plusDays(dayOf(now.getTime(), zones[m.region]), -ago), zones[m.region]);
    const sick = others.splice(0, today.faults + today.calls).map((machine): Morning => {
      const samples = workingMorning(machine, dayIn(machine) + (8 * 60 + Math.floor(draw.next() * 90)) * 60_000, draw);
      buckets.push(...figuresOf(samples).map((bucket) => ({ ...bucket, vin: machine.vin })));
      return { machine, samples };
    });
    await addIncidents(database, config, sick, today.faults);
    const weekday = new Date(dayIn(fleet[0] as Machine) + 12 * 3_600_000).getUTCDay();
    const many = (working[weekday] ?? 0) + Math.floor(draw.next() * 4);
    for (let n = 0; n < many; n++) {
      // some work nearly every day, others now and then
      const machine = fleet[Math.floor(draw.next() ** 2 * fleet.length)] as Machine;
      if (sick.some((s) => s.machine === machine)) continue;
      const from = dayIn(machine) + (31 + Math.floor(draw.next() * 5)) * quarterMs;
      for (const [shift, begins] of [0, draw.chance(0.45) ? 20 : null].entries())
        if (begins !== null)
          buckets.push(
            ...moved(shape[(n * 7 + shift * 5 + i) % shapes] ?? [], from + begins * quarterMs).map((bucket) => ({
              ...bucket,
              vin: machine.vin,
            })),
          );
    }
  }
  await saveFigures(database, buckets);
}

/** Counts what the seed has stored, for the zone of the product; and puts the log into the order of time, since each part of the demo wrote its own. */
export async function countFigures(database: DataSource, config: Config, now: Date): Promise<void> {
  const figures = new StatisticsAggregates(database, () => now, config);
  const only = (await database.query<{ id: number }[]>('SELECT DISTINCT vehicle_id AS id FROM telemetry')).map(
    (v) => v.id,
  );
  await figures.rebuild(now.getTime() - 3 * 86_400_000, now.getTime(), { only });
  await database.query('INSERT INTO figures_progress (counted_from, counted_to) VALUES ($1, $2)', [
    new Date(quarterOf(now.getTime() - (daysBefore + 3) * 86_400_000)),
    new Date(quarterOf(now.getTime() - quarterMs)),
  ]);
  await figures.update();
  await database.transaction(async (tx) => {
    await tx.query(
      'UPDATE event_log e SET number = -o.place FROM (SELECT number, row_number() OVER (ORDER BY at, number) AS place FROM event_log) o WHERE o.number = e.number',
    );
    await tx.query('UPDATE event_log SET number = -number');
    await tx.query("SELECT setval('event_number', max(number)) FROM event_log");
    await tx.query("UPDATE log_reader SET number = (SELECT max(number) FROM event_log) WHERE name = 'policies'");
  });
}

const base = Date.UTC(2026, 0, 5);
type MeasuredBucket = Omit<VehicleBucket, 'vehicle'>;

/** The 5-minute rows of a morning, with the turns of its key. Readings of meters are left out: they are not the machine's own. */
function figuresOf(samples: readonly MorningSample[]): MeasuredBucket[] {
  const [first, last] = [samples[0]?.ts ?? 0, samples.at(-1)?.ts ?? 0];
  const turns: KeyTurn[] = [
    { ts: first, on: true },
    { ts: last, on: false },
  ];
  const readings = samples.map((s) => ({
    ts: s.ts,
    engine: s.engine,
    work: s.work,
    hours: s.engineHours,
    km: s.odometer,
    fuelL: s.fuelUsed,
    load: s.signals.load ?? null,
  }));
  const measured = measuredBuckets(
    samples.map((s) => ({
      ts: s.ts,
      values: measuredValues.map(
        (value) => (value === 'rpm' || value === 'speed' ? s[value] : s.signals[value]) ?? NaN,
      ),
    })),
  );
  return bucketsOf({ from: quarterOf(first), to: quarterOf(last) + quarterMs }, readings, turns, noSignalsYet).map(
    (bucket) => ({
      ...bucket,
      last: noSignalsYet,
      measured: measured.get(bucket.from),
    }),
  );
}

const moved = (shape: readonly MeasuredBucket[], to: number): MeasuredBucket[] =>
  shape.map((bucket) => ({ ...bucket, from: bucket.from - quarterOf(shape[0]?.from ?? 0) + to }));

async function saveFigures(database: DataSource, drawn: readonly (MeasuredBucket & { vin: string })[]): Promise<void> {
  const ids = new Map(
    (await database.query<{ id: number; vin: string }[]>('SELECT id, vin FROM vehicle')).map((v) => [v.vin, v.id]),
  );
  // a machine that was drawn twice on a day worked once
  const once = new Map(drawn.map((bucket) => [`${bucket.vin} ${bucket.from}`, bucket]));
  const buckets = [...once.values()]
    .map(({ vin, ...bucket }) => ({ ...bucket, vehicle: ids.get(vin) ?? 0 }))
    .sort((a, b) => a.vehicle - b.vehicle || a.from - b.from);
  for (let i = 0; i < buckets.length; i += 2_000) await saveBuckets(database.manager, buckets.slice(i, i + 2_000));
  const vehicles = new Map<number, Bucket[]>();
  for (const { vehicle, measured: _measured, ...bucket } of buckets)
    vehicles.set(vehicle, [...(vehicles.get(vehicle) ?? []), bucket]);
  for (const [vehicle, own] of vehicles)
    await save(
      database.manager,
      quartersFrom(own).map((quarter) => ({ ...quarter, vehicle })),
    );
}
