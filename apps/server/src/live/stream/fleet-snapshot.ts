import type { DataSource } from 'typeorm';
import { markFlags, type MarkState } from '@headland/contracts/live-frame';
import type { LiveCounts } from '@headland/contracts/live';
import { isEngineOn, isOnline, vehicleState } from '@headland/domain/vehicle-state';

/**
 * One vehicle as the live map needs it, kept in memory by the api process. World coordinates x, y are Web Mercator in
 * 0..1.
 */
export interface Seen {
  id: number;
  /** organizations that may see it: path of its dealer */
  path: number[];
  lat: number | null;
  lon: number | null;
  x: number;
  y: number;
  heading: number | null;
  state: MarkState;
  online: boolean;
  engineOn: boolean;
  flags: number;
  lastSeenAt: number | null;
  intervalS: number;
  engine: boolean | null;
  work: 'idle' | 'work' | 'drive' | null;
  rawOnline: boolean;
}

interface Row {
  id: number;
  path: number[];
  lat: number | null;
  lon: number | null;
  heading: number | null;
  engine: boolean | null;
  work: Seen['work'];
  online: boolean | null;
  last_seen_at: Date | null;
  interval_s: number | null;
  worst_fault: number | null;
  open_faults: number | null;
  open_sos: number | null;
  sos_raised: boolean | null;
}
const columns = `v.id, o.path, s.lat, s.lon, s.heading, s.engine, s.work, s.online, s.last_seen_at, d.interval_s, s.worst_fault, s.open_faults, s.open_sos, s.sos_raised
  FROM vehicle v JOIN organization o ON o.id = v.organization_id LEFT JOIN device d ON d.id = v.device_id LEFT JOIN vehicle_state s ON s.vehicle_id = v.id`;

/**
 * The scope within which transaction ids can be compared: one run of one server, and one creation of the table. A
 * fail-over or a restored data directory has another start time, a restored dump another database or table. No special
 * privilege is needed to read it.
 */
const cluster = `concat_ws(' ', pg_postmaster_start_time(), (SELECT oid FROM pg_database WHERE datname = current_database()), 'vehicle_state'::regclass::oid)`;

interface Snapshot {
  xmin: string;
  cluster: string;
}

/**
 * The newest state of every vehicle. Queries rows changed by transactions that had not finished at its last snapshot
 * (xmin), so a slow commit is never missed; a row may come twice, which changes nothing. Transaction ids of another
 * cluster mean nothing here: then everything is reloaded.
 */
export class FleetSnapshot {
  readonly vehicles = new Map<number, Seen>();
  newestAt: number | null = null;
  private last: Snapshot = { xmin: '0', cluster: '' };
  /** ids changed by the last `refresh` */
  changed: number[] = [];
  /** ids whose dealer changed since this was last cleared: their subscribers may have lost access */
  readonly moved = new Set<number>();

  constructor(private readonly database: Pick<DataSource, 'query'>) {}

  /** Reloads everything: at the start, and now and then for vehicles that were added, moved or removed. */
  async reload(now: number): Promise<void> {
    const snapshot = await this.snapshot();
    const rows = await this.database.query<Row[]>(`SELECT ${columns}`);
    const present = new Set(rows.map((r) => r.id));
    for (const id of this.vehicles.keys()) if (!present.has(id)) this.vehicles.delete(id);
    for (const row of rows) this.update(row, now);
    this.last = snapshot;
  }

  async refresh(now: number): Promise<void> {
    const snapshot = await this.snapshot();
    if (snapshot.cluster !== this.last.cluster) {
      await this.reload(now);
      this.changed = [...this.vehicles.keys()];
      return;
    }
    const rows = await this.database.query<(Row & { ahead: boolean | null })[]>(
      `SELECT s.changed >= pg_snapshot_xmax(pg_current_snapshot()) AS ahead, ${columns} WHERE s.changed >= $1::xid8`,
      [this.last.xmin],
    );
    this.changed = rows.map((r) => r.id);
    for (const row of rows) this.update(row, now);
    this.last = snapshot;
    if (rows.some((r) => r.ahead)) await this.database.query('SELECT normalize_changed()');
  }

  /** A running machine becomes offline by silence; the database does not change then, so this runs on a timer. */
  age(now: number): number[] {
    const changed: number[] = [];
    for (const v of this.vehicles.values()) {
      const state = vehicleState(
        { online: v.rawOnline, engine: v.engine, work: v.work, lastSeenAt: v.lastSeenAt, intervalS: v.intervalS },
        now,
      );
      if (state === v.state) continue;
      this.judge(v, state);
      changed.push(v.id);
    }
    return changed;
  }

  counts(organizationId: number | null): LiveCounts {
    const counts: LiveCounts = { vehicles: 0, online: 0, engineOn: 0, offline: 0 };
    for (const v of this.vehicles.values()) {
      if (organizationId !== null && !v.path.includes(organizationId)) continue;
      counts.vehicles++;
      if (v.online) counts.online++;
      else counts.offline++;
      if (v.engineOn) counts.engineOn++;
    }
    return counts;
  }

  private async snapshot(): Promise<Snapshot> {
    const [row] = await this.database.query<[Snapshot]>(
      `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xmin, ${cluster} AS cluster`,
    );
    return row;
  }

  private update(row: Row, now: number): void {
    const lastSeenAt = row.last_seen_at?.getTime() ?? null;
    if (lastSeenAt !== null && (this.newestAt === null || lastSeenAt > this.newestAt)) this.newestAt = lastSeenAt;
    const worst = row.open_faults ? (row.worst_fault ?? 0) : 0;
    const seen: Seen = {
      id: row.id,
      path: row.path,
      lat: row.lat,
      lon: row.lon,
      x: row.lon === null ? 0 : mercatorX(row.lon),
      y: row.lat === null ? 0 : mercatorY(row.lat),
      heading: row.heading,
      state: 'never',
      online: false,
      engineOn: false,
      lastSeenAt,
      intervalS: row.interval_s ?? 30,
      engine: row.engine,
      work: row.work,
      rawOnline: row.online ?? false,
      flags:
        (worst === 1 ? markFlags.critical : worst === 2 ? markFlags.major : worst === 3 ? markFlags.minor : 0) |
        (row.sos_raised ? markFlags.sosRaised : 0) |
        ((row.open_sos ?? 0) > 0 ? markFlags.sosOpen : 0),
    };
    const before = this.vehicles.get(row.id);
    if (before && before.path.join() !== row.path.join()) this.moved.add(row.id);
    this.judge(
      seen,
      vehicleState(
        { online: seen.rawOnline, engine: seen.engine, work: seen.work, lastSeenAt, intervalS: seen.intervalS },
        now,
      ),
    );
    this.vehicles.set(row.id, seen);
  }

  private judge(v: Seen, state: MarkState): void {
    v.state = state;
    v.online = isOnline(state);
    v.engineOn = isEngineOn(state);
  }
}

export const mercatorX = (lon: number): number => lon / 360 + 0.5;
export function mercatorY(lat: number): number {
  const s = Math.sin((Math.max(-85.0511, Math.min(85.0511, lat)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + s) / (1 - s)) / (4 * Math.PI);
}
export const latOfY = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
