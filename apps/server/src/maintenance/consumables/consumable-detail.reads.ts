import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { ConsumableDetail, ConsumableStep } from '@headland/contracts/consumable';
import { forecastOf, paceOf } from '@headland/domain/consumable-replacement';
import { maskName } from '@headland/domain/mask';
import { deliveriesOf } from '../../messages/deliveries/delivery.reads';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { Where } from '../../platform/database/where';
import { Problem } from '../../platform/problem';
import type { Caller } from '../../platform/caller';
import { isDealerSql } from '../../platform/database/dealer-sql';
import { VehicleHours } from '../hours/vehicle-hours.reads';
import {
  cycleColumns,
  type CycleColumns,
  cycleFrom,
  isRunning,
  type ProductDay,
  productDay,
  toCycle,
} from './consumable-row';

type Full = CycleColumns & { itemId: number; deviceId: string | null; dealerPhone: string | null; stateAt: Date };
/** A vehicle that is serviced four times a year has this many in twenty-five years. */
const maxSteps = 100;

/** One cycle with its context: the vehicle's other items, earlier cycles, messages, and the expected due day. */
@Injectable()
export class ConsumableDetailReads {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly vehicleHours: VehicleHours,
  ) {}

  async get(id: number, caller: Caller): Promise<ConsumableDetail> {
    const where = new Where(caller.scope, 'v.organization_id').andIf(id, (p) => `c.id = ${p}`);
    const [row] = await this.database.query<Full[]>(
      `SELECT ${cycleColumns}, c.item_id AS "itemId", v.device_id AS "deviceId", CASE WHEN ${isDealerSql('o')} THEN o.phone END AS "dealerPhone", c.state_at AS "stateAt"
       FROM ${cycleFrom} WHERE ${where.sql}`,
      where.parameters,
    );
    if (row === undefined) throw new Problem('NOT_FOUND');
    const day = productDay(this.now(), this.config);
    const { today } = day;
    const cycle = toCycle(row, day);
    const [pace, running, history, deliveries] = await Promise.all([
      this.pace(row.vehicleId, caller),
      this.running(row.vehicleId, day),
      this.history(row.vehicleId, row.itemId),
      deliveriesOf(this.database, 'consumable', id),
    ]);
    return {
      ...cycle,
      initialHours: row.initialHours,
      cycleHours: row.cycleHours,
      soldOn: row.soldOn,
      deviceId: row.deviceId,
      appStatus: row.appStatus,
      dealerPhone: row.dealerPhone,
      since: row.stateAt.toISOString(),
      pace,
      forecastOn: isRunning(row.state) ? forecastOf(row, { hours: row.hours, today }, pace) : null,
      today,
      closed: history.find((step) => step.id === id) ?? null,
      runningId: isRunning(row.state) ? null : (running.find((r) => r.itemId === row.itemId)?.id ?? null),
      items: running.map(({ id: itsId, item, maintenance, state, percent, dueHours, dueOn }) => ({
        id: itsId,
        item,
        maintenance,
        state,
        percent,
        dueHours,
        dueOn,
      })),
      history,
      // their recipient is the customer, whose name a detail masks
      deliveries: deliveries.map((d) => ({ ...d, to: maskName(d.to) })),
    };
  }

  /** Engine hours per day over the last 30 days; today is incomplete. */
  private async pace(vehicleId: number, caller: Caller): Promise<number | null> {
    const days = await this.vehicleHours.hours(vehicleId, caller);
    return paceOf(days.slice(0, -1));
  }

  private async running(
    vehicleId: number,
    day: ProductDay,
  ): Promise<(ConsumableDetail['items'][number] & { itemId: number })[]> {
    const rows = await this.database.query<(CycleColumns & { itemId: number })[]>(
      `SELECT ${cycleColumns}, c.item_id AS "itemId" FROM ${cycleFrom} WHERE c.vehicle_id = $1 AND c.due_rank IS NOT NULL ORDER BY c.due_rank DESC, i.position`,
      [vehicleId],
    );
    return rows.flatMap((r) => {
      const { state, ...rest } = toCycle(r, day);
      return isRunning(state) ? [{ ...rest, state, itemId: r.itemId }] : [];
    });
  }

  private async history(vehicleId: number, itemId: number): Promise<ConsumableStep[]> {
    const rows = await this.database.query<(Omit<ConsumableStep, 'at'> & { at: Date })[]>(
      `SELECT c.id, c.number, c.closed_on::text AS on, i.maintenance, c.closed_hours AS hours, floor(c.closed_percent)::int AS percent, c.part_code AS "partCode", c.memo,
         c.closed_by AS by, c.closed_at AS at
       FROM consumable_cycle c JOIN consumable_item i ON i.id = c.item_id
       WHERE c.vehicle_id = $1 AND c.item_id = $2 AND c.state = 'closed' AND c.closed_on IS NOT NULL ORDER BY c.number DESC LIMIT ${maxSteps}`,
      [vehicleId, itemId],
    );
    return rows.map(({ at, ...r }) => ({ ...r, at: at.toISOString() }));
  }
}
