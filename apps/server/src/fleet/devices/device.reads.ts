import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import {
  trafficDays,
  type DeviceChange,
  type DeviceDetail,
  type DeviceFilter,
  type DeviceRow,
  type devices,
} from '@headland/contracts/device';
import type { Reply } from '@headland/contracts/endpoint';
import { configOf, deviceLock } from '@headland/domain/device';
import { missing, parseMultirange } from '@headland/domain/received-ranges';
import { CLOCK, type Clock } from '../../platform/clock';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import { Problem } from '../../platform/problem';
import type { Scope } from '../../platform/caller';
import {
  countFrom,
  detailColumns,
  detailFrom,
  deviceConditions,
  deviceOrder,
  rowColumns,
  rowFrom,
  sortedFrom,
  toRow,
  type DetailRow,
  type Row,
} from './device-row';
import { isReprogramming } from './device-busy.reads';
import { hasOpenSos } from './install-device.tx';

const dayMs = 86_400_000;
const maxFound = 10;
/** A member with a limited scope has the terminal at hand, and types the beginning of its number; the stock of others is not listed. */
const leastTyped = 4;

/** The device behind the number of its page, as far as the scope sees it; throws Problem NOT_FOUND. */
export async function deviceInScope(
  tx: Tx,
  scope: Scope,
  key: number,
): Promise<{ id: string; vehicleId: number | null }> {
  const where = new Where(scope, 'v.organization_id').andIf(key, (p) => `d.key = ${p}`);
  const [row] = await tx.query<{ id: string; vehicleId: number | null }[]>(
    `SELECT d.id, v.id AS "vehicleId" FROM device d LEFT JOIN vehicle v ON v.device_id = d.id WHERE ${where.sql}`,
    where.parameters,
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  return row;
}

/** Everything that is known of one device. Takes the transaction of a command, so that a form is answered with what it has just written. */
export async function deviceDetail(tx: Tx, scope: Scope, key: number, now: Date): Promise<DeviceDetail> {
  const where = new Where(scope, 'v.organization_id').andIf(key, (p) => `d.key = ${p}`);
  const [row] = await tx.query<DetailRow[]>(
    `SELECT ${detailColumns} FROM ${detailFrom} WHERE ${where.sql}`,
    where.parameters,
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  const {
    version,
    registeredAt,
    unregisteredAt,
    organizationId,
    organizationName,
    matchedOn,
    starts,
    boot,
    rollover,
    remoteControl,
    configWantedAt,
    configSentAt,
    configSent,
    ...short
  } = row;
  const shown = toRow(short);
  const inUse = row.status === 'in_use';
  const model = rollover === null || remoteControl === null ? null : { rollover, remoteControl };
  return {
    ...shown,
    version,
    registeredAt: registeredAt.toISOString(),
    unregisteredAt: unregisteredAt?.toISOString() ?? null,
    organization: organizationId === null ? null : { id: organizationId, name: organizationName ?? '' },
    matchedOn,
    starts,
    boot,
    ...(await streams(tx, key, boot, now)),
    config: {
      wanted: inUse ? configOf({ intervalS: row.intervalSeconds, type: row.type, model }) : null,
      sent: configSent,
      wantedAt: configWantedAt?.toISOString() ?? null,
      sentAt: configSentAt?.toISOString() ?? null,
      confirmed: isConfirmed(row),
    },
    quarantined: await quarantined(tx, row.deviceId, now),
    locked: deviceLock({
      inUse,
      openSos: await hasOpenSos(tx, row.vehicleId, row.deviceId),
      reprogramming: await isReprogramming(tx, row.deviceId),
    }),
  };
}

/** The newest was sent, and the device has sent something since: a retained message reaches it with its connection at the latest. */
const isConfirmed = ({ configSentAt, configWantedAt, lastSeenAt, configSent }: DetailRow): boolean =>
  configSent !== null &&
  configSentAt !== null &&
  (configWantedAt === null || configSentAt >= configWantedAt) &&
  lastSeenAt !== null &&
  lastSeenAt > configSentAt;

async function streams(
  tx: Tx,
  key: number,
  boot: number | null,
  now: Date,
): Promise<Pick<DeviceDetail, 'seq' | 'traffic'>> {
  const since = new Date(now.getTime() - trafficDays * dayMs);
  const received = await tx.query<{ topic: string; boot: number; received: string }[]>(
    'SELECT topic, boot, received::text FROM device_stream WHERE device_key = $1 AND (boot = $2 OR received_at > $3)',
    [key, boot, since],
  );
  const hours = await tx.query<{ hour: Date; messages: number; duplicates: number; bytes: string }[]>(
    'SELECT hour, messages, duplicates, bytes FROM device_traffic WHERE device_key = $1 AND hour > $2 ORDER BY hour',
    [key, since],
  );
  const ranges = received.map((r) => ({ ...r, ranges: parseMultirange(r.received) }));
  const gaps = ranges.flatMap((r) => missing(r.ranges));
  return {
    seq: ranges.find((r) => r.topic === 'telemetry' && r.boot === boot)?.ranges.at(-1)?.[1] ?? null,
    traffic: {
      hours: hours.map((h) => [h.hour.getTime(), h.messages, h.duplicates, Number(h.bytes)]),
      messages: hours.reduce((n, h) => n + h.messages, 0),
      duplicates: hours.reduce((n, h) => n + h.duplicates, 0),
      missing: gaps.reduce((n, [from, to]) => n + to - from + 1, 0),
      gaps: gaps.length,
    },
  };
}

async function quarantined(tx: Tx, deviceId: string, now: Date): Promise<number> {
  const [row] = await tx.query<{ n: number }[]>(
    'SELECT count(*)::int AS n FROM quarantine WHERE device_id = $1 AND received_at > $2',
    [deviceId, new Date(now.getTime() - trafficDays * dayMs)],
  );
  return row?.n ?? 0;
}

@Injectable()
export class DeviceReads {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async list(filter: DeviceFilter, scope: Scope): Promise<{ rows: DeviceRow[]; total: number }> {
    const where = deviceConditions(filter, scope);
    const [[counted], shown] = await Promise.all([
      this.database.query<{ total: number }[]>(
        `SELECT count(*)::int AS total FROM ${countFrom(scope)} WHERE ${where.sql}`,
        where.parameters,
      ),
      // the page by keys first: its order is an index's, its rows are looked up for twenty
      this.database.query<{ key: number }[]>(
        `SELECT d.key FROM ${sortedFrom(filter)} WHERE ${where.sql} ORDER BY ${deviceOrder(filter)} LIMIT ${filter.size} OFFSET ${(filter.page - 1) * filter.size}`,
        where.parameters,
      ),
    ]);
    const rows = await this.database.query<Row[]>(`SELECT ${rowColumns} FROM ${rowFrom} WHERE d.key = ANY($1)`, [
      shown.map((r) => r.key),
    ]);
    const byKey = new Map(rows.map((r) => [r.id, toRow(r)]));
    return { rows: shown.flatMap(({ key }) => byKey.get(key) ?? []), total: counted?.total ?? 0 };
  }

  get(key: number, scope: Scope): Promise<DeviceDetail> {
    return deviceDetail(this.database, scope, key, this.now());
  }

  /** Each version once: from one to the next by its index, however many devices have it. */
  async firmwares(scope: Scope): Promise<string[]> {
    if (!scope.all) {
      const where = new Where(scope, 'v.organization_id').and('d.firmware IS NOT NULL');
      const rows = await this.database.query<{ v: string }[]>(
        `SELECT DISTINCT d.firmware AS v FROM device d JOIN vehicle v ON v.device_id = d.id WHERE ${where.sql} ORDER BY 1 DESC`,
        where.parameters,
      );
      return rows.map((r) => r.v);
    }
    const rows = await this.database.query<{ v: string }[]>(
      `WITH RECURSIVE f (v) AS (
         (SELECT firmware FROM device WHERE firmware IS NOT NULL ORDER BY firmware DESC NULLS LAST LIMIT 1)
         UNION ALL SELECT (SELECT firmware FROM device WHERE firmware < f.v ORDER BY firmware DESC NULLS LAST LIMIT 1) FROM f WHERE f.v IS NOT NULL)
       SELECT v FROM f WHERE v IS NOT NULL`,
    );
    return rows.map((r) => r.v);
  }

  async unmatched(text: string, scope: Scope): Promise<Reply<typeof devices.unmatched>> {
    if (!scope.all && text.trim().length < leastTyped) return [];
    const where = new Where({ all: true }, '')
      .and("d.status = 'in_use'")
      .and('NOT EXISTS (SELECT 1 FROM vehicle v WHERE v.device_id = d.id)')
      .contains(text.trim(), 'd.id');
    return this.database.query(
      `SELECT d.key AS id, d.id AS "deviceId", d.type, d.sim FROM device d WHERE ${where.sql} ORDER BY d.id LIMIT ${maxFound}`,
      where.parameters,
    );
  }

  async vehicles(text: string, scope: Scope): Promise<Reply<typeof devices.vehicles>> {
    const where = new Where(scope, 'v.organization_id').and('v.device_id IS NULL').contains(text.trim(), 'v.vin');
    return this.database.query(
      `SELECT v.id, v.vin, m.name AS model, o.name AS dealer FROM vehicle v JOIN model m ON m.id = v.model_id JOIN organization o ON o.id = v.organization_id
       WHERE ${where.sql} ORDER BY v.vin LIMIT ${maxFound}`,
      where.parameters,
    );
  }

  /** A row for each field of each change. Whoever sees a part sees what happened while the device was in a vehicle of that part. */
  async history(
    key: number,
    { page, size }: { page: number; size: number },
    scope: Scope,
  ): Promise<{ rows: DeviceChange[]; total: number }> {
    const { id } = await deviceInScope(this.database, scope, key);
    const where = new Where({ all: true }, '')
      .and("e.name IN ('record.created', 'record.changed', 'record.deleted') AND e.payload->>'kind' = 'device'")
      .andIf(id, (p) => `e.payload->>'id' = ${p}`);
    if (!scope.all) where.andIf(scope.organizationId, (p) => `e.scope @> ARRAY[${p}::int]`);
    const from = `FROM event_log e LEFT JOIN LATERAL jsonb_array_elements(e.payload->'changes') WITH ORDINALITY AS c(change, place) ON TRUE WHERE ${where.sql}`;
    const [[counted], rows] = await Promise.all([
      this.database.query<{ total: number }[]>(`SELECT count(*)::int AS total ${from}`, where.parameters),
      this.database.query<(Omit<DeviceChange, 'at'> & { at: Date })[]>(
        `SELECT e.number || '.' || COALESCE(c.place, 0) AS id, e.at, COALESCE(c.change->>'field', e.name) AS what, c.change->>'from' AS from, c.change->>'to' AS to,
           e.by_name AS by, e.payload->>'reason' AS reason ${from} ORDER BY e.number DESC, c.place LIMIT ${size} OFFSET ${(page - 1) * size}`,
        where.parameters,
      ),
    ]);
    return { rows: rows.map((r) => ({ ...r, at: r.at.toISOString() })), total: counted?.total ?? 0 };
  }
}
