import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { severities } from '@headland/contracts/fault';
import { features, type Feature } from '@headland/contracts/access';
import { eventNames, featureOf, type EventName } from '@headland/contracts/event-log';
import type { Place, TrackPoint } from '@headland/contracts/shared-shapes';
import type { vehicles, VehicleStep } from '@headland/contracts/vehicle';
import { mayRead } from '@headland/domain/access';
import { correctionOn } from '@headland/domain/meter';
import { shares, stopsOf, tripsOf } from '@headland/domain/trips';
import { sampleState } from '@headland/domain/vehicle-state';
import { dayBounds, dayOf, daysOfMonth } from '@headland/domain/zone-day';
import { correctionsOf, devicesOf } from '../../maintenance/hours/meter.reads';
import type { Caller, Scope } from '../../platform/caller';
import { ReadReplica } from '../../platform/database/read-replica';
import { selectSignals, type Sensor, sensors } from '../telemetry/signal-columns.reads';
import { daysWithTelemetry } from './telemetry-days.reads';
import { mustSee } from './vehicle.reads';

interface PointRow {
  ts: Date;
  lat: number;
  lon: number;
  heading: number | null;
  speed: number | null;
  engine: boolean | null;
  work: 'idle' | 'work' | 'drive' | null;
  rpm: number | null;
  engine_hours: number | null;
  odometer: number | null;
  fuel_used: number | null;
}
/** A day has 8,640 ten-second samples; more rows than this are a fault of the data. */
const maxPoints = 20_000;
const sensorColumns = ['speed', 'heading', 'rpm', 'engine_hours', 'odometer', 'fuel_used'] as const;
const sensorNames = {
  speed: 'speed',
  heading: 'heading',
  rpm: 'rpm',
  engine_hours: 'engineHours',
  odometer: 'odometer',
  fuel_used: 'fuelUsed',
} as const;
const corrected = { engine_hours: 'hours', odometer: 'odometer' } as const;

/** What a vehicle did: the last half hour, a day's track, its reports and its history. */
@Injectable()
export class VehiclePast {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly replica: ReadReplica,
  ) {}

  recent(id: number, caller: Caller): Promise<Reply<typeof vehicles.recent>> {
    return this.replica.read((database) => this.recentIn(database, id, caller));
  }

  private async recentIn(database: DataSource, id: number, caller: Caller): Promise<Reply<typeof vehicles.recent>> {
    await mustSee(database, caller.scope, id);
    const corrections = await correctionsOf(database, id);
    const rows = await database.query<
      ({ ts: Date } & Record<(typeof sensorColumns)[number] | Sensor, number | null>)[]
    >(
      `SELECT t.ts, ${sensorColumns.map((c) => `t.${c}`).join(', ')}, ${selectSignals('t', sensors)} FROM telemetry t WHERE t.device_key = ANY ($2::int[]) AND t.vehicle_id = $1 AND t.ts > now() - interval '30 minutes' AND t.ts <= now() + interval '5 minutes' ORDER BY t.ts LIMIT ${maxPoints}`,
      [id, await devicesOf(database, id)],
    );
    const series: Record<string, [number, number][]> = {};
    const push = (name: string, ts: Date, value: unknown): void => {
      if (typeof value === 'number') (series[name] ??= []).push([ts.getTime(), value]);
    };
    for (const row of rows) {
      for (const column of sensorColumns) {
        const meter = column === 'engine_hours' || column === 'odometer' ? corrected[column] : null;
        const added =
          meter === null || corrections.length === 0
            ? 0
            : correctionOn(corrections, meter, dayOf(row.ts.getTime(), caller.timeZone));
        const value = row[column];
        push(sensorNames[column], row.ts, value === null ? null : value + added);
      }
      for (const name of sensors) push(name, row.ts, row[name]);
    }
    return series;
  }

  days(id: number, month: string, caller: Caller): Promise<string[]> {
    return this.replica.read((database) => this.daysIn(database, id, month, caller));
  }

  private async daysIn(database: DataSource, id: number, month: string, caller: Caller): Promise<string[]> {
    await mustSee(database, caller.scope, id);
    return daysWithTelemetry(
      database,
      id,
      daysOfMonth(month).map((day) => ({ day, ...dayBounds(day, caller.timeZone) })),
    );
  }

  track(id: number, day: string, caller: Caller): Promise<Reply<typeof vehicles.track>> {
    return this.replica.read((database) => this.trackIn(database, id, day, caller));
  }

  private async trackIn(
    database: DataSource,
    id: number,
    day: string,
    caller: Caller,
  ): Promise<Reply<typeof vehicles.track>> {
    await mustSee(database, caller.scope, id);
    const { from, to } = dayBounds(day, caller.timeZone);
    const span = [id, new Date(from), new Date(to)];
    const inDay = (column: string): string => `${column} >= $2 AND ${column} < $3`;
    const keys = await devicesOf(database, id);
    const [corrections, rows, engines, faults, calls] = await Promise.all([
      correctionsOf(database, id),
      database.query<PointRow[]>(
        `SELECT t.ts, t.lat, t.lon, t.heading, t.speed, t.engine, t.work, t.rpm, t.engine_hours, t.odometer, t.fuel_used FROM telemetry t
         WHERE t.device_key = ANY ($4::int[]) AND t.vehicle_id = $1 AND ${inDay('t.ts')} AND t.lat IS NOT NULL AND t.lon IS NOT NULL ORDER BY t.ts, t.boot, t.seq LIMIT ${maxPoints}`,
        [...span, keys],
      ),
      database.query<{ ts: Date; engine_on: boolean; lat: number | null; lon: number | null }[]>(
        `SELECT ts, engine_on, lat, lon FROM engine_run WHERE vehicle_id = $1 AND ${inDay('ts')} ORDER BY ts`,
        span,
      ),
      mayRead(caller, 'breakdown')
        ? database.query<{ at: Date; code: string; name: Place; lat: number | null; lon: number | null }[]>(
            `SELECT occurred_at AS at, code, name, lat, lon FROM fault_report WHERE vehicle_id = $1 AND ${inDay('occurred_at')}`,
            span,
          )
        : [],
      mayRead(caller, 'sos')
        ? database.query<{ at: Date; type: string; lat: number | null; lon: number | null }[]>(
            `SELECT raised_at AS at, type, lat, lon FROM sos_call WHERE vehicle_id = $1 AND ${inDay('raised_at')}`,
            span,
          )
        : [],
    ]);
    const hours = correctionOn(corrections, 'hours', day);
    const points = rows.map((row) => pointOf(row, hours));
    const minutes = (ms: number): number => Math.round(ms / 60_000);
    const mark = (
      kind: 'engineOn' | 'engineOff' | 'fault' | 'sos',
      at: Date,
      text: string,
      lat: number | null,
      lon: number | null,
    ) => ({
      kind,
      ts: at.getTime(),
      text,
      lat,
      lon,
      minutes: null,
    });
    return {
      points,
      marks: [
        ...engines.map((e) => mark(e.engine_on ? 'engineOn' : 'engineOff', e.ts, '', e.lat, e.lon)),
        ...faults.map((f) => mark('fault', f.at, `${f.code} ${f.name[caller.language]}`, f.lat, f.lon)),
        ...calls.map((c) => mark('sos', c.at, c.type, c.lat, c.lon)),
        ...stopsOf(points).map((s) => ({
          kind: 'stop' as const,
          ts: s.startMs,
          text: '',
          lat: s.lat,
          lon: s.lon,
          minutes: minutes(s.endMs - s.startMs),
        })),
      ].sort((a, b) => a.ts - b.ts),
      trips: tripsOf(points.map((p, i) => ({ ...p, odometer: rows[i]?.odometer ?? null }))).map((t) => {
        const [idlePercent = 0, workPercent = 0, drivePercent = 0] = shares([t.idleMs, t.workMs, t.driveMs]);
        return {
          start: new Date(t.startMs).toISOString(),
          end: new Date(t.endMs).toISOString(),
          runMinutes: minutes(t.endMs - t.startMs),
          distanceKm: rounded(t.distanceKm),
          fuelL: rounded(t.fuelL),
          idlePercent,
          workPercent,
          drivePercent,
        };
      }),
    };
  }

  async faults(id: number, scope: Scope): Promise<Reply<typeof vehicles.faults>> {
    await mustSee(this.database, scope, id);
    const rows = await this.database.query<
      (Omit<Reply<typeof vehicles.faults>[number], 'severity' | 'occurredAt' | 'lastAt' | 'clearedAt'> & {
        severity: number;
        occurred_at: Date;
        last_at: Date;
        cleared_at: Date | null;
      })[]
    >(
      "SELECT id, code, name, severity, status, lamp, count, occurred_at, last_at, cleared_at FROM fault_report WHERE vehicle_id = $1 ORDER BY status IN ('repairCompleted', 'processingCompleted'), severity, occurred_at DESC LIMIT 200",
      [id],
    );
    return rows.map(({ occurred_at, last_at, cleared_at, severity, ...r }) => ({
      ...r,
      severity: severities[severity - 1] ?? 'minor',
      occurredAt: occurred_at.toISOString(),
      lastAt: last_at.toISOString(),
      clearedAt: cleared_at?.toISOString() ?? null,
    }));
  }

  async history(
    id: number,
    { page, size, kind, from, to }: Parsed<typeof vehicles.history>['query'],
    caller: Caller,
  ): Promise<{ rows: VehicleStep[]; total: number }> {
    await mustSee(this.database, caller.scope, id);
    const readable = features.filter((feature) => mayRead(caller, feature));
    const params = [id, eventsOf(readable, kind), screensOf(readable, kind), from ?? null, to ?? null];
    const where = `WHERE vehicle_id = $1 AND (name = ANY($2) OR (name IN ('record.created', 'record.changed', 'record.deleted') AND payload->>'screen' = ANY($3)))
      AND ($4::timestamptz IS NULL OR at >= $4) AND ($5::timestamptz IS NULL OR at <= $5)`;
    const [[counted], rows] = await Promise.all([
      this.database.query<{ total: number }[]>(`SELECT count(*)::int AS total FROM event_log ${where}`, params),
      this.database.query<
        {
          number: string;
          at: Date;
          name: string;
          by_name: string | null;
          note: string | null;
          screen: string | null;
          changes: VehicleStep['changes'] | null;
        }[]
      >(
        `SELECT number, at, name, by_name, COALESCE(payload->'fault'->>'code', payload->'sos'->>'type', payload->'consumable'->>'item', payload->>'reason', payload->>'command', CASE WHEN name LIKE 'transfer.%' THEN payload->>'note' END) AS note, payload->>'screen' AS screen,
           payload->'changes' AS changes
         FROM event_log ${where} ORDER BY number DESC LIMIT ${size} OFFSET ${(page - 1) * size}`,
        params,
      ),
    ]);
    return {
      rows: rows.map((r) => ({
        number: Number(r.number),
        at: r.at.toISOString(),
        name: r.name,
        by: r.by_name,
        note: r.note,
        screen: r.screen,
        changes: r.changes ?? [],
      })),
      total: counted?.total ?? 0,
    };
  }
}

/** The history shows what the live push would have brought: events of features that the member may read. */
const eventsOf = (readable: readonly Feature[], kind: string | undefined): EventName[] =>
  eventNames.filter((name) => {
    const feature = featureOf(name);
    return feature !== null && readable.includes(feature) && (kind === undefined || name.startsWith(`${kind}.`));
  });

/** Edits are visible to members who may read the screen that they were made on; those of sales are a kind of their own. */
function screensOf(readable: readonly Feature[], kind: string | undefined): readonly Feature[] {
  if (kind === undefined) return readable;
  return kind === 'sale' || kind === 'record'
    ? readable.filter((screen) => (screen === 'sale') === (kind === 'sale'))
    : [];
}

/** To ten metres, to ten millilitres: more than the sensors know. */
const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100);

const pointOf = (r: PointRow, hoursCorrection: number): TrackPoint => ({
  ts: r.ts.getTime(),
  lat: r.lat,
  lon: r.lon,
  heading: r.heading,
  speed: r.speed,
  state: sampleState(r.engine, r.work),
  rpm: r.rpm,
  engineHours: r.engine_hours === null ? null : r.engine_hours + hoursCorrection,
  fuelUsed: r.fuel_used,
});
