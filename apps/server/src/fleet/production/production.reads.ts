import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Reply } from '@headland/contracts/endpoint';
import type { production, ProductionDetail, ProductionFilter, ProductionRow } from '@headland/contracts/production';
import type { RecordStep } from '@headland/contracts/shared-shapes';
import { isSilent } from '@headland/domain/production';
import { customersInFull } from '../../people/customer-base/masked-customer.reads';
import { CLOCK, type Clock } from '../../platform/clock';
import { mustSee } from '../vehicles/vehicle.reads';
import { Where } from '../../platform/database/where';
import { recordHistory } from '../../platform/event-log/record-history';
import { Problem } from '../../platform/problem';
import type { Caller, Scope } from '../../platform/caller';
import { dealerName } from '../../platform/database/dealer-sql';
import { fullUnitColumns, fullUnitFrom, toUnit, unitColumns, unitFrom, type UnitInFull, type UnitRow } from './unit';

@Injectable()
export class ProductionReads {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async list(
    filter: ProductionFilter,
    { scope }: Pick<Caller, 'scope'>,
  ): Promise<{ rows: ProductionRow[]; total: number }> {
    const where = unitConditions(filter, scope);
    const [[counted], shown] = await Promise.all([
      this.database.query<{ total: number }[]>(
        `SELECT count(*)::int AS total FROM vehicle v WHERE ${where.sql}`,
        where.parameters,
      ),
      // the page by ids first: its order needs one table, its rows five
      this.database.query<{ id: number }[]>(
        `SELECT v.id FROM ${sortedFrom(filter)} WHERE ${where.sql} ORDER BY ${unitOrder(filter)} LIMIT ${filter.size} OFFSET ${(filter.page - 1) * filter.size}`,
        where.parameters,
      ),
    ]);
    const rows = await this.database.query<UnitRow[]>(`SELECT ${unitColumns} FROM ${unitFrom} WHERE v.id = ANY($1)`, [
      shown.map((r) => r.id),
    ]);
    const byId = new Map(rows.map((r) => [r.id, toUnit(r)]));
    return { rows: shown.flatMap(({ id }) => byId.get(id) ?? []), total: counted?.total ?? 0 };
  }

  async get(id: number, { scope, timeZone }: Pick<Caller, 'scope' | 'timeZone'>): Promise<ProductionDetail> {
    const where = new Where(scope, 'v.organization_id').andIf(id, (p) => `v.id = ${p}`);
    const [row] = await this.database.query<UnitInFull[]>(
      `SELECT ${fullUnitColumns} FROM ${fullUnitFrom} WHERE ${where.sql}`,
      where.parameters,
    );
    if (row === undefined) throw new Problem('NOT_FOUND');
    const { lastSeenAt, ...unit } = toUnit(row);
    return {
      ...unit,
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
      silent: isSilent(unit, lastSeenAt?.getTime() ?? null, this.now().getTime(), timeZone),
    };
  }

  /** Of the record itself: what was done to the unit in production, sale and status, newest first. */
  async history(
    id: number,
    paging: { page: number; size: number },
    scope: Scope,
  ): Promise<{ rows: RecordStep[]; total: number }> {
    await mustSee(this.database, scope, id);
    return recordHistory(this.database, 'vehicle', String(id), paging);
  }

  /** In full, and on record who looked. */
  async customer(id: number, caller: Caller): Promise<Reply<typeof production.customer>> {
    const where = new Where(caller.scope, 'v.organization_id').andIf(id, (p) => `v.id = ${p}`);
    const [row] = await this.database.query<UnitRow[]>(
      `SELECT ${unitColumns} FROM ${unitFrom} WHERE ${where.sql}`,
      where.parameters,
    );
    if (row === undefined) throw new Problem('NOT_FOUND');
    const [customer] = await customersInFull(this.database, caller, 'vehicle', [row]);
    return customer ?? null;
  }
}

/** About the vehicle's own columns only, so that counting a hundred thousand of them reads one index or table. */
export function unitConditions(filter: ProductionFilter, scope: Scope): Where {
  const where = new Where(scope, 'v.organization_id')
    .contains(filter.vin, 'v.vin')
    .contains(filter.deviceId, 'v.device_id')
    .andIf(filter.model, (p) => `v.model_id IN (SELECT id FROM model WHERE name = ANY(${p}::text[]))`)
    .andIf(filter.modelType, (p) => `v.model_id IN (SELECT id FROM model WHERE type = ${p})`)
    .below(filter.dealerId, 'v.organization_id');
  for (const [asked, column] of [
    [filter.matched, 'device_id'],
    [filter.shipped, 'shipped_on'],
    [filter.sold, 'sold_on'],
  ] as const)
    if (asked !== undefined) where.and(`v.${column} IS ${asked ? 'NOT NULL' : 'NULL'}`);
  if (filter.dateKind === undefined) return where;
  const date = `v.${filter.dateKind}_on`;
  return where.andIf(filter.from, (p) => `${date} >= ${p}::date`).andIf(filter.to, (p) => `${date} <= ${p}::date`);
}

const sortable: Record<Exclude<ProductionFilter['sort'], 'vin'>, string> = {
  model: 'm.name',
  releaseYear: 'v.release_year',
  matchedOn: 'v.matched_on',
  shippedOn: 'v.shipped_on',
  dealer: dealerName('o'),
  soldOn: 'v.sold_on',
};

/** What the order needs besides the vehicles. */
const sortedFrom = ({ sort }: ProductionFilter): string =>
  `vehicle v${sort === 'model' ? ' JOIN model m ON m.id = v.model_id' : sort === 'dealer' ? ' JOIN organization o ON o.id = v.organization_id' : ''}`;

/** What is missing comes last; the other way round is the same index from its end, so there it comes first. */
export function unitOrder({ sort, order }: ProductionFilter): string {
  if (sort === 'vin') return `v.vin ${order}`;
  return order === 'desc' ? `${sortable[sort]} DESC NULLS LAST, v.id` : `${sortable[sort]} ASC NULLS FIRST, v.id DESC`;
}
