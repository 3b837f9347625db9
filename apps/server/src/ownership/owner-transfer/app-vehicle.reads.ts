import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Reply } from '@headland/contracts/endpoint';
import type { appVehicles } from '@headland/contracts/owner-transfer';
import { severities } from '@headland/contracts/fault';
import { dayOf } from '@headland/domain/zone-day';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import type { AppCaller } from '../../platform/caller';
import { consumablesOf, metersSql } from '../../fleet/vehicles/vehicle-condition.reads';
import { type ConsumableOffers, offeringForConsumables } from './consumable-offers.tx';
import { inOwnTime, mustOwn } from './own-time.reads';

type Vehicles = typeof appVehicles;
type Listed = Reply<Vehicles['list']>[number];
type Fault = Reply<Vehicles['faults']>['rows'][number];
type Sos = Reply<Vehicles['sos']>['rows'][number];
type Repair = Reply<Vehicles['repairs']>['rows'][number];
interface Paging {
  page: number;
  size: number;
}
const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

/** What an owner reads of the own machines in the app. */
@Injectable()
export class AppVehicleReads {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async list({ customerId }: AppCaller): Promise<Listed[]> {
    const rows = await this.database.query<(Omit<Listed, 'since'> & { since: Date | null })[]>(
      `SELECT v.id, v.vin, m.name AS model, v.release_year AS "releaseYear", v.horsepower, v.sold_on::text AS "soldOn", json_build_object('name', o.name, 'phone', o.phone) AS dealer,
         w.since, ${metersSql}, CASE WHEN t.id IS NOT NULL THEN json_build_object('id', t.id, 'status', t.status) END AS transfer
       FROM vehicle v JOIN model m ON m.id = v.model_id JOIN organization o ON o.id = v.organization_id JOIN vehicle_owner w ON w.vehicle_id = v.id AND w.until IS NULL
         LEFT JOIN vehicle_state s ON s.vehicle_id = v.id LEFT JOIN owner_transfer t ON t.vehicle_id = v.id AND t.decided_at IS NULL
       WHERE v.customer_id = $1 ORDER BY v.sold_on DESC NULLS LAST, v.id`,
      [customerId],
    );
    return rows.map((r) => ({ ...r, since: iso(r.since) }));
  }

  /** Those that occurred, or occurred again, in the own time; when and how often before that is a former owner's. */
  async faults(id: number, { page, size }: Paging, caller: AppCaller): Promise<{ rows: Fault[]; total: number }> {
    await mustOwn(this.database, id, caller);
    const where = `f.vehicle_id = $1 AND ${inOwnTime('f.last_at')}`;
    const rows = await this.database.query<
      (Omit<Fault, 'occurredAt' | 'lastAt' | 'severity'> & {
        severity: number;
        occurred_at: Date | null;
        last_at: Date;
      })[]
    >(
      `SELECT f.id, f.code, f.name, f.part, f.severity, f.status, f.last_at, CASE WHEN o.own THEN f.occurred_at END AS occurred_at, CASE WHEN o.own THEN f.count END AS count
       FROM fault_report f CROSS JOIN LATERAL (SELECT ${inOwnTime('f.occurred_at')} AS own) o WHERE ${where} ORDER BY f.last_at DESC, f.id DESC LIMIT ${size} OFFSET ${(page - 1) * size}`,
      [id, caller.customerId],
    );
    return {
      rows: rows.map(({ occurred_at, last_at, severity, ...r }) => ({
        ...r,
        severity: severities[severity - 1] ?? 'minor',
        occurredAt: iso(occurred_at),
        lastAt: last_at.toISOString(),
      })),
      total: await this.count(`fault_report f WHERE ${where}`, id, caller),
    };
  }

  async sos(id: number, { page, size }: Paging, caller: AppCaller): Promise<{ rows: Sos[]; total: number }> {
    await mustOwn(this.database, id, caller);
    const where = `c.vehicle_id = $1 AND ${inOwnTime('c.raised_at')}`;
    const rows = await this.database.query<
      (Omit<Sos, 'raisedAt' | 'closedAt'> & { raised_at: Date; closed_at: Date | null })[]
    >(
      `SELECT c.id, c.type, c.status, c.raised_at, c.closed_at, c.place FROM sos_call c WHERE ${where} ORDER BY c.raised_at DESC, c.id DESC LIMIT ${size} OFFSET ${(page - 1) * size}`,
      [id, caller.customerId],
    );
    return {
      rows: rows.map(({ raised_at, closed_at, ...r }) => ({
        ...r,
        raisedAt: raised_at.toISOString(),
        closedAt: iso(closed_at),
      })),
      total: await this.count(`sos_call c WHERE ${where}`, id, caller),
    };
  }

  /** Of all its life. What staff wrote beside it may be about a former owner, and stays with them. */
  async consumables(id: number, caller: AppCaller): Promise<Reply<Vehicles['consumables']>> {
    await mustOwn(this.database, id, caller);
    const [running, done] = await Promise.all([
      consumablesOf(this.database.manager, id, dayOf(this.now().getTime(), this.config.PRODUCT_TIME_ZONE)),
      this.database.query<Reply<Vehicles['consumables']>['done']>(
        `SELECT c.id, i.name, i.maintenance, c.closed_on::text AS "doneOn", c.closed_hours AS hours FROM consumable_cycle c JOIN consumable_item i ON i.id = c.item_id
         WHERE c.vehicle_id = $1 AND c.state = 'closed' ORDER BY c.closed_at DESC, c.id DESC LIMIT 500`,
        [id],
      ),
    ]);
    const offers: ConsumableOffers = new Map();
    await offeringForConsumables.run(this.database, { vehicleId: id, language: caller.language, offers });
    return { running: running.map((r) => ({ ...r, buy: offers.get(r.name) ?? [] })), done };
  }

  async repairs(id: number, { page, size }: Paging, caller: AppCaller): Promise<{ rows: Repair[]; total: number }> {
    await mustOwn(this.database, id, caller);
    const where = `f.vehicle_id = $1 AND f.status = 'repairCompleted'`;
    const rows = await this.database.query<(Omit<Repair, 'completedAt'> & { completed_at: Date })[]>(
      `SELECT f.id, f.code, f.name, f.part, f.part_code AS "partCode", f.repaired_on::text AS "repairedOn", f.completed_at, o.name AS agency
       FROM fault_report f JOIN organization o ON o.id = COALESCE(f.agency_id, f.organization_id) WHERE ${where} ORDER BY f.completed_at DESC, f.id DESC LIMIT ${size} OFFSET ${(page - 1) * size}`,
      [id],
    );
    const [counted] = await this.database.query<{ total: number }[]>(
      `SELECT count(*)::int AS total FROM fault_report f WHERE ${where}`,
      [id],
    );
    return {
      rows: rows.map(({ completed_at, ...r }) => ({ ...r, completedAt: completed_at.toISOString() })),
      total: counted?.total ?? 0,
    };
  }

  private async count(from: string, id: number, { customerId }: AppCaller): Promise<number> {
    const [counted] = await this.database.query<{ total: number }[]>(`SELECT count(*)::int AS total FROM ${from}`, [
      id,
      customerId,
    ]);
    return counted?.total ?? 0;
  }
}
