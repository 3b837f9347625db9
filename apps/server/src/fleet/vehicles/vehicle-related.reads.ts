import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Place } from '@headland/contracts/shared-shapes';
import type { Installation, Ownership, VehicleConsumable, VehicleSos } from '@headland/contracts/vehicle';
import { dayOf } from '@headland/domain/zone-day';
import { maskedCustomer, type CustomerColumns } from '../../people/customer-base/masked-customer.reads';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import type { Scope } from '../../platform/caller';
import { consumablesOf } from './vehicle-condition.reads';
import { mustSee } from './vehicle.reads';

/** Related records of a vehicle: its calls, consumables, owners and devices. */
@Injectable()
export class VehicleRelated {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async sos(id: number, scope: Scope): Promise<VehicleSos[]> {
    await mustSee(this.database, scope, id);
    const rows = await this.database.query<
      (Omit<VehicleSos, 'raisedAt' | 'closedAt' | 'place' | 'handler'> & {
        raised_at: Date;
        closed_at: Date | null;
        place: Place | null;
        handler_name: string | null;
      })[]
    >(
      `SELECT id, type, status, raised_at, presses, place, handler_name, closed_at, resolution FROM sos_call WHERE vehicle_id = $1
       ORDER BY closed_at IS NOT NULL, raised_at DESC LIMIT 200`,
      [id],
    );
    return rows.map(({ raised_at, closed_at, handler_name, ...r }) => ({
      ...r,
      raisedAt: raised_at.toISOString(),
      handler: handler_name,
      closedAt: closed_at?.toISOString() ?? null,
    }));
  }

  async consumables(id: number, scope: Scope): Promise<VehicleConsumable[]> {
    await mustSee(this.database, scope, id);
    return consumablesOf(this.database.manager, id, dayOf(this.now().getTime(), this.config.PRODUCT_TIME_ZONE));
  }

  async ownership(id: number, scope: Scope): Promise<Ownership[]> {
    await mustSee(this.database, scope, id);
    const rows = await this.database.query<
      (CustomerColumns & {
        id: number;
        sold_on: string;
        dealer_id: number;
        dealer_name: string;
        registered_by: string | null;
        cancelled_at: Date | null;
        cancel_reason: string | null;
      })[]
    >(
      `SELECT a.id, a.sold_on::text, o.id AS dealer_id, o.name AS dealer_name, a.registered_by, a.cancelled_at, a.cancel_reason,
         cu.id AS customer_id, cu.name AS customer_name, cu.phone AS customer_phone
       FROM sale a JOIN organization o ON o.id = a.organization_id LEFT JOIN customer cu ON cu.id = a.customer_id WHERE a.vehicle_id = $1 ORDER BY a.id DESC LIMIT 200`,
      [id],
    );
    return rows.map((r) => ({
      id: r.id,
      soldOn: r.sold_on,
      dealer: { id: r.dealer_id, name: r.dealer_name },
      customer: maskedCustomer(r),
      registeredBy: r.registered_by,
      cancelledAt: r.cancelled_at?.toISOString() ?? null,
      cancelReason: r.cancel_reason,
    }));
  }

  async installations(id: number, scope: Scope): Promise<Installation[]> {
    await mustSee(this.database, scope, id);
    const rows = await this.database.query<(Omit<Installation, 'endedAt'> & { ended_at: Date | null })[]>(
      `SELECT i.id, i.device_id AS "deviceId", d.key AS "deviceKey", i.matched_on::text AS "matchedOn", i.matched_by AS "matchedBy", i.ended_at, i.ended_by AS "endedBy", i.reason
       FROM device_installation i JOIN device d ON d.id = i.device_id WHERE i.vehicle_id = $1 ORDER BY i.id DESC LIMIT 200`,
      [id],
    );
    return rows.map(({ ended_at, ...r }) => ({ ...r, endedAt: ended_at?.toISOString() ?? null }));
  }
}
