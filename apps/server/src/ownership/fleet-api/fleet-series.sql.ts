import type { FleetSeriesName } from '@headland/contracts/fleet-api';
import { placeOf } from './fleet-snapshot.reads';

/**
 * Entries of a series as SQL, for vehicle $1 in the spans $2 (starts) and $3 (ends): `at`, and `value` or more columns.
 * Readings of meters are the last of each quarter of an hour, levels are means of five minutes; both are kept for good.
 */
const spans = 'unnest($2::timestamptz[], $3::timestamptz[]) AS p(start, stop)';

const meter = (column: 'hours' | 'km' | 'fuel_l'): string =>
  `SELECT q.last_${column}_at AS at, q.last_${column} AS value FROM ${spans}
   JOIN vehicle_quarter q ON q.vehicle_id = $1 AND q.quarter > p.start - interval '15 minutes' AND q.quarter < p.stop
   WHERE q.last_${column} IS NOT NULL AND q.last_${column}_at >= q.quarter AND q.last_${column}_at >= p.start AND q.last_${column}_at < p.stop`;

const level = (value: 'fuelLevel' | 'defLevel'): string =>
  `SELECT b.bucket AS at, b.means[${placeOf(value)}] AS value FROM ${spans}
   JOIN vehicle_5min b ON b.vehicle_id = $1 AND b.bucket >= p.start AND b.bucket + interval '5 minutes' <= p.stop
   WHERE b.means[${placeOf(value)}] IS NOT NULL`;

/** Of whole days in UTC that are aggregated, dated by their end. The spans begin a day before the period. */
const daily = (aggregate: string): string =>
  `SELECT date_trunc('day', b.bucket, 'UTC') + interval '1 day' AS at, ${aggregate} AS value FROM ${spans}
   JOIN vehicle_5min b ON b.vehicle_id = $1 AND b.bucket >= p.start AND b.bucket < p.stop
   GROUP BY 1 HAVING ${aggregate} IS NOT NULL AND date_trunc('day', b.bucket, 'UTC') + interval '1 day' <= (SELECT counted_to FROM figures_progress)`;
const load = placeOf('load');
const ran = (b: string): string => `${b}.idle_ms + ${b}.work_ms + ${b}.drive_ms > 0`;
const running = `FILTER (WHERE ${ran('b')})`;

export const seriesSql: Record<Exclude<FleetSeriesName, 'Locations'>, string> = {
  CumulativeOperatingHours: meter('hours'),
  CumulativeFuelUsed: meter('fuel_l'),
  Distance: meter('km'),
  // the sum over all that is aggregated, at the end of each quarter of an hour
  CumulativeIdleHours: `SELECT x.at, x.value FROM ${spans} JOIN (
      SELECT q.quarter + interval '15 minutes' AS at, sum(q.idle_ms) OVER (ORDER BY q.quarter) / 3600000.0::float8 AS value
      FROM vehicle_quarter q WHERE q.vehicle_id = $1) x ON x.at >= p.start AND x.at < p.stop`,
  FuelRemainingRatio: level('fuelLevel'),
  DEFRemainingRatio: level('defLevel'),
  // of the engine, not of the key: five minutes in which it ran after five in which it did not, and the reverse once the next five are counted
  EngineCondition: `SELECT e.at, e.running FROM ${spans}
    JOIN vehicle_5min b ON b.vehicle_id = $1 AND b.bucket > p.start - interval '10 minutes' AND b.bucket < p.stop AND ${ran('b')}
    CROSS JOIN LATERAL (VALUES (b.bucket, true, b.bucket - interval '5 minutes'), (b.bucket + interval '5 minutes', false, b.bucket + interval '5 minutes')) AS e(at, running, beside)
    WHERE e.at >= p.start AND e.at < p.stop
      AND (e.running OR e.at + interval '5 minutes' <= (SELECT counted_to FROM figures_progress))
      AND NOT EXISTS (SELECT 1 FROM vehicle_5min n WHERE n.vehicle_id = $1 AND n.bucket = e.beside AND ${ran('n')})`,
  AverageDailyEngineLoadFactor: daily(
    `(sum(b.means[${load}] * b.counts[${load}]) ${running} / nullif(sum(b.counts[${load}]) ${running}, 0))`,
  ),
  PeakDailySpeed: daily(`max(b.maxs[${placeOf('speed')}])`),
  Faults: `SELECT f.occurred_at AS at, f.id, f.code, f.name, f.part, f.severity, f.spn, f.fmi FROM ${spans}
    JOIN fault_report f ON f.vehicle_id = $1 AND f.occurred_at >= p.start AND f.occurred_at < p.stop`,
};

/** Those that are dated by the end of what they sum up need what came before the period. */
export const lookBackMs: Partial<Record<FleetSeriesName, number>> = {
  AverageDailyEngineLoadFactor: 86_400_000,
  PeakDailySpeed: 86_400_000,
};

/**
 * Positions of all samples. The page is found in the index of the devices alone ($2 keys, $3 and $4 spans, $5 and $6 the
 * outer bounds, which let the planner skip partitions), then read. A page holds fewer entries where a sample had no
 * position.
 */
const samples = `FROM unnest($3::timestamptz[], $4::timestamptz[]) AS p(start, stop)
  JOIN telemetry t ON t.device_key = ANY ($2::int[]) AND t.ts >= p.start AND t.ts < p.stop AND t.ts >= $5 AND t.ts < $6`;
export const countSamples = `SELECT count(*)::int AS total ${samples} WHERE $1::int IS NOT NULL`;
export const locationsSql = (limit: number, offset: number): string => `
  SELECT t.ts AS at, t.lat, t.lon FROM (
    SELECT t.device_key, t.ts, t.boot, t.seq ${samples} ORDER BY t.ts, t.device_key, t.boot, t.seq LIMIT ${limit} OFFSET ${offset}) k
  JOIN telemetry t ON t.device_key = k.device_key AND t.ts = k.ts AND t.boot = k.boot AND t.seq = k.seq AND t.ts >= $5 AND t.ts < $6
  WHERE t.vehicle_id = $1 AND t.lat IS NOT NULL AND t.lon IS NOT NULL ORDER BY t.ts, t.device_key, t.boot, t.seq`;
