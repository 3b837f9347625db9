import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { Logger } from 'pino';
import type { DataSource } from 'typeorm';
import { CONFIG, sessionUrl, type Config } from '../../platform/config';
import { openSnapshot, rowsOf } from '../../platform/database/cursor';
import { Listener } from '../../platform/database/listener';
import { Semaphore } from '../../platform/semaphore';
import { LOG } from '../../platform/log';

/** What ingest must know of a device with every message. `rollover` in degrees for this device's type. */
export interface KnownDevice {
  id: string;
  key: number;
  type: number;
  intervalS: number;
  vehicleId: number | null;
  /** the vehicle's dealer; null without a vehicle */
  organizationId: number | null;
  rollover: { x: number; y: number; z: number } | null;
  /** the vehicle that it was in before, until when, and since when it is where it is now (epoch ms; null: in no vehicle); null where it never moved */
  former: { vehicleId: number; untilMs: number; sinceMs: number | null } | null;
}

/** The vehicle that something was measured on: what a terminal kept in a dead spot and sends after it was moved belongs to the former one. */
export function vehicleAt({ former, vehicleId }: KnownDevice, atMs: number): number | null {
  if (former === null || (former.sinceMs !== null && atMs >= former.sinceMs)) return vehicleId;
  return atMs < former.untilMs ? former.vehicleId : null;
}

/** Unknown ids are asked for again after this time, so that a flood of them does not become a flood of queries. */
const unknownForMs = 5_000;
const select = `SELECT d.id, d.key, d.type, d.interval_s AS "intervalS", v.id AS "vehicleId", v.organization_id AS "organizationId", m.rollover -> d.type::text AS rollover,
  CASE WHEN f.vehicle_id IS NOT NULL THEN json_build_object('vehicleId', f.vehicle_id, 'untilMs', extract(epoch FROM f.ended_at) * 1000, 'sinceMs', extract(epoch FROM i.matched_at) * 1000) END AS former
  FROM device d LEFT JOIN vehicle v ON v.device_id = d.id LEFT JOIN model m ON m.id = v.model_id LEFT JOIN device_installation i ON i.device_id = d.id AND i.ended_at IS NULL
  LEFT JOIN LATERAL (SELECT vehicle_id, ended_at FROM device_installation e WHERE e.device_id = d.id AND e.ended_at IS NOT NULL ORDER BY matched_at DESC LIMIT 1) f ON TRUE`;

/** Rows of one step through all devices: a million of them at once would need more memory than a process is given. */
const atOnce = 5_000;

/**
 * All registered devices in memory, kept right by NOTIFY 'device_access' (triggers of device and vehicle) and 'model_thresholds' (of model), and read
 * anew after each lost connection.
 */
@Injectable()
export class DeviceDirectory implements OnApplicationShutdown {
  private readonly known = new Map<string, KnownDevice>();
  private readonly unknownUntil = new Map<string, number>();
  private listener: Listener | null = null;
  /** One after the other: of two at once, the older could arrive last, and what it had not seen yet would stay forgotten. */
  private readonly reads = new Semaphore(1);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  async start(): Promise<void> {
    if (this.listener) return;
    this.listener = new Listener(
      sessionUrl(this.config),
      {
        device_access: (id) => void this.read([id]).catch(this.failed),
        model_thresholds: (modelId) => void this.readModel(Number(modelId)).catch(this.failed),
      },
      () => void this.read(null).catch(this.failed),
      this.log,
    );
    this.listener.start();
    await this.read(null);
  }

  async onApplicationShutdown(): Promise<void> {
    await this.listener?.stop();
  }

  /** Of a device that is known already. */
  get(id: string): KnownDevice | undefined {
    return this.known.get(id);
  }

  /** The devices behind these ids; unregistered ids are absent. Queries the database once for those it does not know. */
  async find(ids: ReadonlySet<string>): Promise<ReadonlyMap<string, KnownDevice>> {
    const now = performance.now();
    const missing = [...ids].filter((id) => !this.known.has(id) && (this.unknownUntil.get(id) ?? 0) < now);
    if (missing.length > 0) await this.read(missing);
    return this.known;
  }

  private readonly failed = (error: unknown): void =>
    this.log.warn({ error }, 'device directory: reading failed; what it knows stays');

  private readModel(modelId: number): Promise<void> {
    return this.reads.run(async () => {
      for (const row of await this.database.query<KnownDevice[]>(`${select} WHERE v.model_id = $1`, [modelId]))
        this.known.set(row.id, row);
    });
  }

  private read(ids: string[] | null): Promise<void> {
    return this.reads.run(() => this.readNow(ids));
  }

  private async readNow(ids: string[] | null): Promise<void> {
    if (ids === null) return this.readAll();
    const rows = await this.database.query<KnownDevice[]>(`${select} WHERE d.id = ANY($1)`, [ids]);
    for (const row of rows) this.known.set(row.id, row);
    const found = new Set(rows.map((r) => r.id));
    if (this.unknownUntil.size > 10_000) this.unknownUntil.clear();
    for (const id of ids) {
      if (found.has(id)) this.unknownUntil.delete(id);
      else {
        this.known.delete(id);
        this.unknownUntil.set(id, performance.now() + unknownForMs);
      }
    }
  }

  private async readAll(): Promise<void> {
    // of a model and type all devices share one
    const limits = new Map<string, KnownDevice['rollover']>();
    const snapshot = await openSnapshot(this.database);
    try {
      for await (const rows of rowsOf<KnownDevice>(snapshot.tx, select, [], atOnce))
        for (const row of rows) {
          const key = JSON.stringify(row.rollover);
          if (!limits.has(key)) limits.set(key, row.rollover);
          this.known.set(row.id, { ...row, rollover: limits.get(key) ?? null });
        }
    } finally {
      await snapshot.close();
    }
    this.unknownUntil.clear();
  }
}
