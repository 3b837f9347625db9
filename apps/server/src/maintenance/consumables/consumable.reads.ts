import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import {
  type ConsumableFilter,
  type ConsumableRow,
  consumablesCountedTo,
  type consumables,
} from '@headland/contracts/consumable';
import type { Reply } from '@headland/contracts/endpoint';
import { mayRead } from '@headland/domain/access';
import {
  type CustomerColumns,
  customerColumns,
  customerFrom,
  customersInFull,
  customersNamed,
} from '../../people/customer-base/masked-customer.reads';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { Where } from '../../platform/database/where';
import { Problem } from '../../platform/problem';
import type { Caller } from '../../platform/caller';
import { isDealerSql } from '../../platform/database/dealer-sql';
import { cycleColumns, type CycleColumns, cycleFrom, productDay, toRow } from './consumable-row';

const sortable: Record<Exclude<ConsumableFilter['sort'], 'vin' | 'percent'>, string> = {
  model: 'm.name',
  dealer: `CASE WHEN ${isDealerSql('o')} THEN o.name END`,
  alarmedOn: 'c.alarmed_on',
  replacedOn: 'CASE WHEN c.number > 1 THEN c.started_on END',
};
/** Nulls last; the descending order uses the same index backwards, so there they come first. */
export function consumableOrder({ sort, order, closed }: Pick<ConsumableFilter, 'sort' | 'order' | 'closed'>): string {
  // closed ones have no rank
  if (closed !== undefined && (sort === 'percent' || sort === 'replacedOn'))
    return `${sort === 'percent' ? 'c.closed_percent' : 'c.closed_on'} ${order}, c.id ${order}`;
  if (sort === 'percent') return `c.due_rank ${order}, c.id ${order}`;
  if (sort === 'vin') return `v.vin ${order}, c.id`;
  return order === 'desc' ? `${sortable[sort]} DESC NULLS LAST, c.id` : `${sortable[sort]} ASC NULLS FIRST, c.id DESC`;
}

/** A choice of states as a range of the rank that orders the list: the index then scans no other rows. */
function statesSql(states: readonly ConsumableRow['state'][]): string {
  const [safe, imminent, exceeded] = (['safe', 'imminent', 'exceeded'] as const).map((state) => states.includes(state));
  if (safe && imminent && exceeded) return 'c.due_rank IS NOT NULL';
  if (safe && exceeded) return '(c.due_rank < 90 OR c.due_rank >= 100)';
  if (safe) return imminent ? 'c.due_rank < 100' : 'c.due_rank < 90';
  if (imminent) return exceeded ? 'c.due_rank >= 90' : 'c.due_rank >= 90 AND c.due_rank < 100';
  return 'c.due_rank >= 100';
}

/** Done before or after the cycle was exceeded; a cycle whose use was not known is neither. */
export const closedSql = {
  onTime: "c.state = 'closed' AND c.closed_percent < 100",
  late: "c.state = 'closed' AND c.closed_percent >= 100",
};

/** Conditions of the vehicle alone, and of the cycle. They share one list of parameters. */
export interface ConsumableConditions {
  where: Where;
  vehicle: string;
  cycle: string;
  /** number of the vehicle's parameters: they come first */
  ofVehicle: number;
  /** whether the vehicles are filtered at all */
  someVehicles: boolean;
}

/** A filter reveals data, too: callers who may not read customers may not filter by their name. */
export function consumableConditions(
  filter: ConsumableFilter,
  caller: Pick<Caller, 'scope' | 'groupType' | 'role'>,
): ConsumableConditions {
  if (filter.customer && !mayRead(caller, 'customer')) throw new Problem('FORBIDDEN');
  const where = new Where(caller.scope, 'v.organization_id')
    .contains(filter.vin, 'v.vin')
    .andIf(filter.model, (p) => `v.model_id IN (SELECT id FROM model WHERE name = ANY(${p}::text[]))`)
    .andIf(filter.modelType, (p) => `v.model_id IN (SELECT id FROM model WHERE type = ${p})`)
    .below(filter.dealerId, 'v.organization_id');
  if (filter.customer)
    where.and(`v.customer_id IN (${customersNamed(filter.customer, (value) => where.parameter(value))})`);
  const vehicle = where.sql;
  const ofVehicle = where.parameters.length;
  const cycle: string[] = [filter.closed === undefined ? statesSql(filter.state) : closedSql[filter.closed]];
  const about = (value: unknown, condition: (parameter: string) => string): void => {
    if (value !== undefined && !(Array.isArray(value) && value.length === 0))
      cycle.push(condition(where.parameter(value)));
  };
  about(filter.item, (p) => `c.item_id IN (SELECT id FROM consumable_item WHERE name = ANY(${p}::text[]))`);
  about(filter.maintenance, (p) => `c.item_id IN (SELECT id FROM consumable_item WHERE maintenance = ${p})`);
  about(filter.alarmedFrom, (p) => `c.alarmed_on >= ${p}::date`);
  about(filter.alarmedTo, (p) => `c.alarmed_on <= ${p}::date`);
  const replacedOn = filter.closed === undefined ? 'c.number > 1 AND c.started_on' : 'c.closed_on';
  about(filter.replacedFrom, (p) => `${replacedOn} >= ${p}::date`);
  about(filter.replacedTo, (p) => `${replacedOn} <= ${p}::date`);
  return { where, vehicle, cycle: cycle.join(' AND '), ofVehicle, someVehicles: vehicle !== 'TRUE' };
}

/**
 * Up to this many vehicles are looked up first, and their cycles sorted; with more, the order's index is scanned until
 * the page is full.
 */
const fewVehicles = 1_000;

@Injectable()
export class ConsumableReads {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async list(filter: ConsumableFilter, caller: Caller): Promise<{ rows: ConsumableRow[]; total: number }> {
    const { where, vehicle, cycle, ofVehicle, someVehicles } = consumableConditions(filter, caller);
    const { parameters } = where;
    const few = someVehicles && (await this.few(vehicle, parameters.slice(0, ofVehicle)));
    // without the number of vehicles in a scope the planner would scan the whole order for the few cycles of a small
    // dealer
    const from = few
      ? `(SELECT id FROM vehicle v WHERE ${vehicle} OFFSET 0) f JOIN consumable_cycle c ON c.vehicle_id = f.id`
      : `consumable_cycle c${someVehicles ? ` JOIN vehicle v ON v.id = c.vehicle_id AND ${vehicle}` : ''}`;
    const [[counted], shown] = await Promise.all([
      this.database.query<{ total: number }[]>(
        `SELECT count(*)::int AS total FROM (SELECT 1 FROM ${from} WHERE ${cycle} LIMIT ${consumablesCountedTo}) AS counted`,
        parameters,
      ),
      // the ids of the page first: the order needs one or two tables, the rows seven
      this.database.query<{ id: number }[]>(
        `SELECT c.id FROM ${from}${sortedFrom(filter.sort, few, someVehicles)} WHERE ${cycle} ORDER BY ${consumableOrder(filter)}
         LIMIT ${filter.size} OFFSET ${(filter.page - 1) * filter.size}`,
        parameters,
      ),
    ]);
    const rows = await this.database.query<CycleColumns[]>(
      `SELECT ${cycleColumns} FROM ${cycleFrom} WHERE c.id = ANY($1)`,
      [shown.map((r) => r.id)],
    );
    const day = productDay(this.now(), this.config);
    const byId = new Map(rows.map((r) => [r.id, toRow(r, day)]));
    return { rows: shown.flatMap(({ id }) => byId.get(id) ?? []), total: counted?.total ?? 0 };
  }

  async items(): Promise<string[]> {
    const rows = await this.database.query<{ name: string }[]>(
      'SELECT DISTINCT name FROM consumable_item WHERE ended_at IS NULL ORDER BY 1',
    );
    return rows.map((r) => r.name);
  }

  /** Unmasked, and the access is recorded. */
  async customer(id: number, caller: Caller): Promise<Reply<typeof consumables.customer>> {
    const where = new Where(caller.scope, 'v.organization_id').andIf(id, (p) => `c.id = ${p}`);
    const [row] = await this.database.query<(CustomerColumns & { id: number })[]>(
      `SELECT c.id, ${customerColumns} FROM consumable_cycle c JOIN vehicle v ON v.id = c.vehicle_id ${customerFrom} WHERE ${where.sql}`,
      where.parameters,
    );
    if (row === undefined) throw new Problem('NOT_FOUND');
    const [customer] = await customersInFull(this.database, caller, 'consumable', [row]);
    return customer ?? null;
  }

  private async few(vehicle: string, parameters: unknown[]): Promise<boolean> {
    const [row] = await this.database.query<{ n: number }[]>(
      `SELECT count(*)::int AS n FROM (SELECT 1 FROM vehicle v WHERE ${vehicle} LIMIT ${fewVehicles + 1}) few`,
      parameters,
    );
    return (row?.n ?? 0) <= fewVehicles;
  }
}

/** Tables that the order needs besides the cycles. */
function sortedFrom(sort: ConsumableFilter['sort'], few: boolean, someVehicles: boolean): string {
  if (sort !== 'vin' && sort !== 'model' && sort !== 'dealer') return '';
  const vehicle = someVehicles && !few ? '' : ' JOIN vehicle v ON v.id = c.vehicle_id';
  return `${vehicle}${sort === 'model' ? ' JOIN model m ON m.id = v.model_id' : sort === 'dealer' ? ' JOIN organization o ON o.id = v.organization_id' : ''}`;
}
