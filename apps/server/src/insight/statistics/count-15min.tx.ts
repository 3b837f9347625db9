import { setImmediate as nextTurn } from 'node:timers/promises';
import { measuredBuckets } from '@headland/domain/measured-buckets';
import {
  bucketsOf,
  type KeyTurn,
  type Last,
  type MeterReading,
  noSignalsYet,
  type Quarter,
  quarterMs,
  quarterOf,
  quartersFrom,
  silenceMs,
} from '@headland/domain/statistics-quarter';
import type { Tx } from '../../platform/database/rows';
import { saveBuckets, type VehicleBucket } from './count-5min.tx';
import { samplesFrom, storedSamples } from './stored-samples.reads';

/** Intervals of one vehicle that are counted together: [from, to) in epoch ms, at multiples of 15 minutes. */
export interface Span {
  vehicle: number;
  from: number;
  to: number;
}
/** An interval whose metrics have changed. */
export interface Recounted {
  vehicle: number;
  quarter: number;
}
/** An interval of a running machine has 90 samples, but a terminal may send as many in five seconds. */
const maxQuarters = 800;
/** Samples that are read together; a step of this size takes about a second. */
const maxBytes = 24 * 1024 * 1024;
/** Before anything was read: 1,800 samples an interval. */
const firstBytes = 400 * 1024;

/**
 * How many intervals are counted together: as many as there is room for, by the samples of those before. It bounds the
 * memory of a step and its time: a rest of two seconds (`paced`) is short after a step of a minute.
 */
export class PartSize {
  private bytesEach = firstBytes;

  get quarters(): number {
    return Math.max(1, Math.min(maxQuarters, Math.floor(maxBytes / this.bytesEach)));
  }
  saw(quarters: number, bytes: number): void {
    // machines that stand still may be followed by some that send much
    this.bytesEach = Math.max(1, bytes / quarters, this.bytesEach / 2);
  }
}
/** A meter continues from its last reading if that is not older than this; otherwise it starts again. */
const goesOnDays = 60;

/**
 * Aggregates telemetry and key messages of vehicles by 5 and 15 minutes; the rule is domain/statistics-quarter. Existing rows
 * are overwritten, so it is idempotent. An interval without telemetry is left alone: its source rows may be deleted,
 * its metrics stay. The interval after a span continues from its last readings, and is counted again with it. Needs
 * `exclusively` around it.
 */
export async function countQuarters(tx: Tx, spans: readonly Span[], size: PartSize): Promise<Recounted[]> {
  const recounted: Recounted[] = [];
  for (const part of inParts(spans, size)) {
    recounted.push(...(await countPart(tx, part, size)));
    for (const after of inParts(await following(tx, part), size)) recounted.push(...(await countPart(tx, after, size)));
  }
  return recounted;
}

/** Merges adjacent intervals of a vehicle into one span. */
export function spansOf(quarters: readonly Recounted[]): Span[] {
  const spans: Span[] = [];
  for (const { vehicle, quarter } of [...quarters].sort((a, b) => a.vehicle - b.vehicle || a.quarter - b.quarter)) {
    const last = spans.at(-1);
    if (last?.vehicle === vehicle && quarter <= last.to) last.to = Math.max(last.to, quarter + quarterMs);
    else spans.push({ vehicle, from: quarter, to: quarter + quarterMs });
  }
  return spans;
}

/** One after the other is made, since the size is known better after each. */
function* inParts(spans: readonly Span[], size: PartSize): Generator<Span[]> {
  let part: Span[] = [];
  let room = size.quarters;
  for (const { vehicle, from: start, to: end } of spans) {
    for (let from = start; from < end;) {
      if (part.length > 0 && (end - from) / quarterMs > room) {
        yield part;
        part = [];
        room = size.quarters;
      }
      const to = Math.min(end, from + room * quarterMs);
      part.push({ vehicle, from, to });
      room -= (to - from) / quarterMs;
      from = to;
    }
  }
  if (part.length > 0) yield part;
}

async function countPart(tx: Tx, spans: readonly Span[], size: PartSize): Promise<Recounted[]> {
  const stored = await storedSamples(
    tx,
    spans.map((s) => ({ ...s, from: s.from - silenceMs, to: s.to + silenceMs })),
  );
  size.saw(
    spans.reduce((sum, s) => sum + (s.to - s.from) / quarterMs, 0),
    [...stored.values()].reduce((sum, rows) => sum + rows.length, 0),
  );
  const keyTurns = await tx.query<(KeyTurn & { i: number })[]>(
    `SELECT s.i::int, date_part('epoch', r.ts) * 1000 AS ts, r.engine_on AS on FROM ${spanRows} JOIN engine_run r ON r.vehicle_id = s.vehicle AND r.ts >= s.start AND r.ts < s.stop`,
    [
      spans.map((s) => s.vehicle),
      spans.map((s) => new Date(s.from - silenceMs)),
      spans.map((s) => new Date(s.to + silenceMs)),
    ],
  );
  const keyTurnsBySpan = byPlace(keyTurns);
  const before = await lastBefore(tx, spans, (i) => stored.has(i) || keyTurnsBySpan.has(i));
  const quarters: (Quarter & { vehicle: number })[] = [];
  const buckets: VehicleBucket[] = [];
  for (const [i, span] of spans.entries()) {
    const [rows, keys] = [stored.get(i + 1), keyTurnsBySpan.get(i + 1)];
    if (rows === undefined && keys === undefined) continue;
    // a span at a time, with a break after each: samples of all of them would fill the memory and block the process
    stored.delete(i + 1);
    await nextTurn();
    const { vehicle } = span;
    const samples = rows === undefined ? [] : samplesFrom(rows);
    const found = bucketsOf(span, samples, keys ?? [], before.get(i + 1) ?? noSignalsYet);
    const measured = measuredBuckets(samples);
    buckets.push(...found.map((bucket) => ({ ...bucket, vehicle, measured: measured.get(bucket.from) })));
    quarters.push(...quartersFrom(found).map((quarter) => ({ ...quarter, vehicle })));
  }
  if (quarters.length === 0) return [];
  await saveBuckets(tx, buckets);
  return save(tx, quarters);
}
const spanRows =
  'unnest($1::int[], $2::timestamptz[], $3::timestamptz[]) WITH ORDINALITY AS s(vehicle, start, stop, i)';

/** Rows of each span, by its index in the list from 1. Times come as a float's milliseconds. */
function byPlace<T extends { i: number; ts: number }>(rows: readonly T[]): Map<number, T[]> {
  const map = new Map<number, T[]>();
  for (const row of rows) {
    row.ts = Math.round(row.ts);
    const list = map.get(row.i);
    if (list) list.push(row);
    else map.set(row.i, [row]);
  }
  return map;
}

const readingColumns = ['hours', 'km', 'fuel_l', 'engine'] as const;

/** The last reading of each meter before a span, and whether the engine was running. */
async function lastBefore(tx: Tx, spans: readonly Span[], wanted: (i: number) => boolean): Promise<Map<number, Last>> {
  const places = spans.map((_, i) => i + 1).filter(wanted);
  const chosen = places.map((i) => spans[i - 1] as Span);
  if (chosen.length === 0) return new Map();
  const one = (what: (typeof readingColumns)[number]): string =>
    `LEFT JOIN LATERAL (SELECT last_${what}${what === 'engine' ? '' : `, last_${what}_at`} FROM vehicle_quarter WHERE vehicle_id = s.vehicle AND quarter < s.start
       AND quarter >= s.start - interval '${goesOnDays} days' AND last_${what} IS NOT NULL ORDER BY quarter DESC LIMIT 1) l_${what} ON true`;
  type Row = Record<'last_hours' | 'last_km' | 'last_fuel_l', number | null> &
    Record<'last_hours_at' | 'last_km_at' | 'last_fuel_l_at', Date | null> & { last_engine: boolean | null };
  const rows = await tx.query<Row[]>(
    `SELECT last_hours, last_hours_at, last_km, last_km_at, last_fuel_l, last_fuel_l_at, last_engine
     FROM unnest($1::int[], $2::timestamptz[]) WITH ORDINALITY AS s(vehicle, start, i) ${readingColumns.map(one).join(' ')} ORDER BY s.i`,
    [chosen.map((s) => s.vehicle), chosen.map((s) => new Date(s.from))],
  );
  const reading = (value: number | null, at: Date | null): MeterReading | null =>
    value === null || at === null ? null : { ts: at.getTime(), value };
  return new Map(
    rows.map((r, n) => [
      places[n] ?? 0,
      {
        hours: reading(r.last_hours, r.last_hours_at),
        km: reading(r.last_km, r.last_km_at),
        fuelL: reading(r.last_fuel_l, r.last_fuel_l_at),
        engine: r.last_engine,
      },
    ]),
  );
}

/** The next interval of each vehicle and meter after a span. */
async function following(tx: Tx, spans: readonly Span[]): Promise<Span[]> {
  const next = (what: (typeof readingColumns)[number]): string =>
    `(SELECT quarter FROM vehicle_quarter WHERE vehicle_id = s.vehicle AND quarter >= s.stop AND quarter < s.stop + interval '${goesOnDays} days' AND last_${what} IS NOT NULL
      ORDER BY quarter LIMIT 1)`;
  const rows = await tx.query<{ vehicle: number; quarter: Date }[]>(
    `SELECT DISTINCT s.vehicle, n.quarter FROM unnest($1::int[], $2::timestamptz[]) AS s(vehicle, stop) CROSS JOIN LATERAL (${readingColumns.map(next).join(' UNION ')}) n`,
    [spans.map((s) => s.vehicle), spans.map((s) => new Date(s.to))],
  );
  return spansOf(rows.map((r) => ({ vehicle: r.vehicle, quarter: quarterOf(r.quarter.getTime()) })));
}

const columns = [
  'vehicle_id int',
  'quarter timestamptz',
  'idle_ms int',
  'work_ms int',
  'drive_ms int',
  'hours float8',
  'km float8',
  'fuel_l float8',
  'starts int',
  'last_hours float8',
  'last_hours_at timestamptz',
  'last_km float8',
  'last_km_at timestamptz',
  'last_fuel_l float8',
  'last_fuel_l_at timestamptz',
  'last_engine bool',
].map((c) => c.split(' ') as [string, string]);
const names = columns.map(([name]) => name).join(', ');
const upsert = `INSERT INTO vehicle_quarter AS q (${names}) SELECT * FROM unnest(${columns.map(([, type], i) => `$${i + 1}::${type}[]`).join(', ')})
  ON CONFLICT (vehicle_id, quarter) DO UPDATE SET ${columns
    .slice(2)
    .map(([name]) => `${name} = excluded.${name}`)
    .join(', ')}
  WHERE q.* IS DISTINCT FROM excluded.*
  RETURNING vehicle_id AS vehicle, quarter`;

/** Upserts intervals and returns those that changed. */
export async function save(tx: Tx, quarters: readonly (Quarter & { vehicle: number })[]): Promise<Recounted[]> {
  const of = <T>(pick: (q: Quarter & { vehicle: number }) => T): T[] => quarters.map(pick);
  const meter = (name: 'hours' | 'km' | 'fuelL'): [(number | null)[], (Date | null)[]] => [
    of((q) => q.last[name]?.value ?? null),
    of((q) => {
      const at = q.last[name]?.ts;
      return at === undefined ? null : new Date(at);
    }),
  ];
  const rows = await tx.query<{ vehicle: number; quarter: Date }[]>(upsert, [
    of((q) => q.vehicle),
    of((q) => new Date(q.from)),
    of((q) => q.idleMs),
    of((q) => q.workMs),
    of((q) => q.driveMs),
    of((q) => q.hours),
    of((q) => q.km),
    of((q) => q.fuelL),
    of((q) => q.starts),
    ...meter('hours'),
    ...meter('km'),
    ...meter('fuelL'),
    of((q) => q.last.engine),
  ]);
  return rows.map((r) => ({ vehicle: r.vehicle, quarter: r.quarter.getTime() }));
}
