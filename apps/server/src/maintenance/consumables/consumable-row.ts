import type { ConsumableDetail, ConsumableRow, CycleState } from '@headland/contracts/consumable';
import { cycleUse, type RunningState, wholePercent } from '@headland/domain/consumable';
import { noticeRefusal } from '@headland/domain/consumable-replacement';
import { dayOf } from '@headland/domain/zone-day';
import { appStatusOf } from '../../people/customer-base/customer-phone.tx';
import type { Config } from '../../platform/config';
import { isDealerSql } from '../../platform/database/dealer-sql';
import {
  customerColumns,
  customerFrom,
  maskedCustomer,
  type CustomerColumns,
} from '../../people/customer-base/masked-customer.reads';

/**
 * Columns of a cycle for every read: `c` the cycle, `i` its item, `v` the vehicle with its model `m`, dealer `o`, state
 * `s` and customer `cu`.
 */
export interface CycleColumns extends CustomerColumns {
  id: number;
  version: number;
  vehicleId: number;
  vin: string;
  model: string;
  item: string;
  maintenance: ConsumableRow['maintenance'];
  state: CycleState;
  number: number;
  startedHours: number;
  startedOn: string | null;
  soldOn: string | null;
  initialHours: number;
  cycleHours: number;
  cycleDays: number | null;
  dueHours: number;
  dueOn: string | null;
  hours: number | null;
  alarmedOn: string | null;
  sentAt: Date | null;
  appStatus: 'registered' | 'withdrawn' | null;
  dealerId: number | null;
  dealerName: string | null;
  closedHours: number | null;
  closedOn: string | null;
  closedPercent: number | null;
}
export const cycleColumns = `c.id, c.version, v.id AS "vehicleId", v.vin, m.name AS model, i.name AS item, i.maintenance, c.state, c.number,
  c.started_hours AS "startedHours", c.started_on::text AS "startedOn", v.sold_on::text AS "soldOn", i.initial_hours AS "initialHours", i.cycle_hours AS "cycleHours",
  i.cycle_days AS "cycleDays", c.due_hours AS "dueHours", c.due_on::text AS "dueOn", s.engine_hours + v.hours_correction AS hours, c.alarmed_on::text AS "alarmedOn",
  c.sent_at AS "sentAt", ${appStatusOf('cu')} AS "appStatus", CASE WHEN ${isDealerSql('o')} THEN o.id END AS "dealerId", CASE WHEN ${isDealerSql('o')} THEN o.name END AS "dealerName",
  c.closed_hours AS "closedHours", c.closed_on::text AS "closedOn", c.closed_percent AS "closedPercent", ${customerColumns}`;
export const cycleFrom = `consumable_cycle c JOIN consumable_item i ON i.id = c.item_id JOIN vehicle v ON v.id = c.vehicle_id JOIN model m ON m.id = v.model_id
  JOIN organization o ON o.id = v.organization_id LEFT JOIN vehicle_state s ON s.vehicle_id = v.id ${customerFrom}`;

type Cycle = Omit<ConsumableDetail, Exclude<keyof ConsumableDetail, keyof ConsumableRow>>;

/** The customer masked, as in every list. A closed cycle has its use at that time. */
export function toCycle(r: CycleColumns, { today, timeZone }: ProductDay): Cycle {
  const lengthHours = r.number === 1 ? r.initialHours : r.cycleHours;
  const lengthDays = r.cycleDays;
  // an unsold machine counts hours only
  const countedFrom = r.soldOn === null || lengthDays === null ? null : r.startedOn;
  const at = r.state === 'closed' ? { hours: r.closedHours, today: r.closedOn ?? today } : { hours: r.hours, today };
  const used = cycleUse(r, { number: r.number, hours: r.startedHours, on: countedFrom }, at);
  return {
    id: r.id,
    version: r.version,
    vehicleId: r.vehicleId,
    vin: r.vin,
    model: r.model,
    item: r.item,
    maintenance: r.maintenance,
    state: r.state,
    number: r.number,
    startedHours: r.startedHours,
    countedFrom,
    lengthHours,
    lengthDays,
    dueHours: r.dueHours,
    dueOn: r.dueOn,
    hours: r.hours,
    usedHours: used.hours,
    usedDays: used.days,
    percent: isRunning(r.state)
      ? wholePercent(used.percent, r.state)
      : r.closedPercent === null
        ? null
        : Math.floor(r.closedPercent),
    alarmedOn: r.alarmedOn,
    replacedOn: r.number > 1 ? r.startedOn : null,
    dealer: r.dealerId === null ? null : { id: r.dealerId, name: r.dealerName ?? '' },
    customer: maskedCustomer(r),
    sentAt: r.sentAt?.toISOString() ?? null,
    notice: noticeRefusal(
      {
        state: r.state,
        customerId: r.customer_id,
        appStatus: r.appStatus,
        sentOn: r.sentAt && dayOf(r.sentAt.getTime(), timeZone),
      },
      today,
    ),
  };
}
export const isRunning = (state: CycleState): state is RunningState => state !== 'closed' && state !== 'ended';

export function toRow(r: CycleColumns, day: ProductDay): ConsumableRow {
  const cycle = toCycle(r, day);
  // of one that is over what it was at its end, not what the machine has become since
  const atItsEnd = r.state === 'closed' ? { hours: r.closedHours, replacedOn: r.closedOn } : {};
  return { ...cycle, ...atItsEnd, state: cycle.state === 'ended' ? 'safe' : cycle.state };
}

/** The current day in the product's zone, for due dates. */
export interface ProductDay {
  today: string;
  timeZone: string;
}
export const productDay = (
  now: Date,
  { PRODUCT_TIME_ZONE: timeZone }: Pick<Config, 'PRODUCT_TIME_ZONE'>,
): ProductDay => ({
  today: dayOf(now.getTime(), timeZone),
  timeZone,
});
