import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Reply } from '@headland/contracts/endpoint';
import type {
  ownerTransfers,
  TransferDetail,
  TransferFilter,
  TransferParty,
  TransferRow,
} from '@headland/contracts/owner-transfer';
import { customerTerms } from '@headland/contracts/customer-terms';
import type { Delivery, Step } from '@headland/contracts/shared-shapes';
import { termState } from '@headland/domain/customer';
import { maskCustomer } from '@headland/domain/mask';
import { isOpen, rdiState } from '@headland/domain/owner-transfer';
import { dayOf } from '@headland/domain/zone-day';
import { customersInFull, customersNamed } from '../../people/customer-base/masked-customer.reads';
import { answersOfCustomers, type GivenAnswer } from '../../people/customer-base/customer-terms.tx';
import { appStatusOf } from '../../people/customer-base/customer-phone.tx';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { Where } from '../../platform/database/where';
import { Problem } from '../../platform/problem';
import type { Caller, Scope } from '../../platform/caller';
import { consumablesOf, metersSql, openFaultsOf } from '../../fleet/vehicles/vehicle-condition.reads';
import { obstaclesOf } from './approval-checks';
import { documentOf } from './rdi.reads';
import { summaryColumns, summaryFrom, toSummary, type SummaryRow } from './transfer-summary';

/** Columns of the list; both customers are masked. */
export const transferColumns = `${summaryColumns}, f.name AS from_name, f.phone AS from_phone, n.name AS to_name, n.phone AS to_phone,
  r.openings, r.expires_at, (SELECT count(*) FROM rdi_download w WHERE w.document_id = r.id)::int AS downloads`;
export const transferFrom = `${summaryFrom} JOIN customer f ON f.id = t.from_customer_id JOIN customer n ON n.id = t.to_customer_id LEFT JOIN rdi_document r ON r.transfer_id = t.id`;
export interface TransferListRow extends SummaryRow {
  from_name: string;
  from_phone: string | null;
  to_name: string;
  to_phone: string | null;
  openings: number | null;
  expires_at: Date | null;
  downloads: number;
}

export const toTransfer = (r: TransferListRow, now: Date): TransferRow => ({
  ...toSummary(r),
  from: maskCustomer({ id: r.from_customer_id, name: r.from_name, phone: r.from_phone }),
  to: maskCustomer({ id: r.to_customer_id, name: r.to_name, phone: r.to_phone }),
  document:
    r.openings === null || r.expires_at === null
      ? null
      : { state: rdiState({ openings: r.openings, expiresAt: r.expires_at }, now), downloads: r.downloads },
});

const statusRank = "array_position(ARRAY['requested', 'accepted', 'approved', 'rejected'], t.status)";
const sortable: Record<TransferFilter['sort'], string> = {
  status: statusRank,
  requestedAt: 't.requested_at',
  vin: 'v.vin',
  acceptedAt: 't.accepted_at',
  decidedAt: 't.decided_at',
};
/** What is missing comes last; the other way round it is the same index from its end. */
export function transferOrder({ sort, order }: TransferFilter): string {
  if (sort === 'acceptedAt' || sort === 'decidedAt')
    return order === 'desc' ? `${sortable[sort]} DESC NULLS LAST, t.id DESC` : `${sortable[sort]} ASC NULLS LAST, t.id`;
  return `${sortable[sort]} ${order}, t.id ${order}`;
}

export function transferConditions(filter: TransferFilter, scope: Scope): Where {
  const where = new Where(scope, 'v.organization_id')
    .andIf(filter.status, (p) => `t.status = ANY(${p}::text[])`)
    .contains(filter.vin, 'v.vin')
    .andIf(filter.model, (p) => `v.model_id IN (SELECT id FROM model WHERE name = ANY(${p}::text[]))`)
    .andIf(filter.from, (p) => `t.requested_at >= ${p}`)
    .andIf(filter.to, (p) => `t.requested_at < ${p}`);
  const named = (text: string | undefined, column: string): void => {
    if (text) where.and(`${column} IN (${customersNamed(text, (value) => where.parameter(value))})`);
  };
  named(filter.fromName, 't.from_customer_id');
  named(filter.toName, 't.to_customer_id');
  return where;
}
/** Tables that a condition or an order may name, joined loosely: one that they do not name is left out by the planner. */
const listFrom = 'owner_transfer t LEFT JOIN vehicle v ON v.id = t.vehicle_id';

type Full = TransferListRow & {
  reason: string | null;
  dealer_id: number;
  dealer: string;
  sold_on: string | null;
  engineHours: number | null;
  odometer: number | null;
  from_app: TransferParty['appStatus'];
  to_app: TransferParty['appStatus'];
  from_gone: boolean;
  to_gone: boolean;
};

@Injectable()
export class TransferReads {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async list(filter: TransferFilter, { scope }: Caller): Promise<{ rows: TransferRow[]; total: number }> {
    const now = this.now();
    const where = transferConditions(filter, scope);
    const [[counted], shown] = await Promise.all([
      this.database.query<{ total: number }[]>(
        `SELECT count(*)::int AS total FROM ${listFrom} WHERE ${where.sql}`,
        where.parameters,
      ),
      // the page by ids first: its order needs two tables, its rows seven
      this.database.query<{ id: number }[]>(
        `SELECT t.id FROM ${listFrom} WHERE ${where.sql} ORDER BY ${transferOrder(filter)} LIMIT ${filter.size} OFFSET ${(filter.page - 1) * filter.size}`,
        where.parameters,
      ),
    ]);
    const rows = await this.database.query<TransferListRow[]>(
      `SELECT ${transferColumns} FROM ${transferFrom} WHERE t.id = ANY($1)`,
      [shown.map((r) => r.id)],
    );
    const byId = new Map(rows.map((r) => [r.id, toTransfer(r, now)]));
    return { rows: shown.flatMap(({ id }) => byId.get(id) ?? []), total: counted?.total ?? 0 };
  }

  async counts(scope: Scope): Promise<Reply<typeof ownerTransfers.counts>> {
    const where = new Where(scope, 'v.organization_id').and('t.decided_at IS NULL');
    const [row] = await this.database.query<Reply<typeof ownerTransfers.counts>[]>(
      `SELECT count(*) FILTER (WHERE t.status = 'requested')::int AS requested, count(*) FILTER (WHERE t.status = 'accepted')::int AS accepted FROM ${listFrom} WHERE ${where.sql}`,
      where.parameters,
    );
    return row ?? { requested: 0, accepted: 0 };
  }

  async get(id: number, { scope, userId }: Pick<Caller, 'scope' | 'userId'>): Promise<TransferDetail> {
    const where = new Where(scope, 'v.organization_id').andIf(id, (p) => `t.id = ${p}`);
    const [row] = await this.database.query<Full[]>(
      `SELECT ${transferColumns}, t.reason, o.id AS dealer_id, o.name AS dealer, v.sold_on::text, ${metersSql}, ${appStatusOf('f')} AS from_app, ${appStatusOf('n')} AS to_app,
         f.removed_at IS NOT NULL AS from_gone, n.removed_at IS NOT NULL AS to_gone
       FROM ${transferFrom} JOIN organization o ON o.id = v.organization_id LEFT JOIN vehicle_state s ON s.vehicle_id = v.id WHERE ${where.sql}`,
      where.parameters,
    );
    if (row === undefined) throw new Problem('NOT_FOUND');
    const now = this.now();
    const { vehicle_id: vehicleId, from_customer_id: fromId, to_customer_id: toId } = row;
    const tx = this.database;
    const [answers, obstacles, faults, consumables, document, steps, deliveries] = await Promise.all([
      answersOfCustomers(tx.manager, [fromId, toId]),
      isOpen(row.status) ? obstaclesOf(tx.manager, { vehicleId, fromId, toId }, { userId, now }) : [],
      openFaultsOf(tx.manager, vehicleId),
      consumablesOf(tx.manager, vehicleId, dayOf(now.getTime(), this.config.PRODUCT_TIME_ZONE)),
      documentOf(tx.manager, id, now),
      this.steps(id),
      this.deliveries(id),
    ]);
    const { from, to, ...listed } = toTransfer(row, now);
    return {
      ...listed,
      from: party(from, row.from_app, row.from_gone, answers.get(fromId) ?? []),
      to: party(to, row.to_app, row.to_gone, answers.get(toId) ?? []),
      dealer: { id: row.dealer_id, name: row.dealer },
      soldOn: row.sold_on,
      engineHours: row.engineHours,
      odometer: row.odometer,
      reason: row.reason,
      obstacles: obstacles.map(({ code, values = {} }) => ({ code, values })),
      faults,
      consumables,
      document,
      steps,
      deliveries,
    };
  }

  /** In full, and on record who looked. */
  async customers(id: number, caller: Caller): Promise<Reply<typeof ownerTransfers.customers>> {
    const where = new Where(caller.scope, 'v.organization_id').andIf(id, (p) => `t.id = ${p}`);
    const [row] = await this.database.query<TransferListRow[]>(
      `SELECT ${transferColumns} FROM ${transferFrom} WHERE ${where.sql}`,
      where.parameters,
    );
    if (row === undefined) throw new Problem('NOT_FOUND');
    const [from = null, to = null] = await customersInFull(this.database, caller, 'transfer', [
      { id, customer_id: row.from_customer_id, customer_name: row.from_name, customer_phone: row.from_phone },
      { id, customer_id: row.to_customer_id, customer_name: row.to_name, customer_phone: row.to_phone },
    ]);
    return { from, to };
  }

  /** Its life, oldest first. */
  private async steps(id: number): Promise<Step[]> {
    const rows = await this.database.query<
      { number: string; at: Date; name: string; by: string | null; note: string | null }[]
    >(
      `SELECT number, at, name, by_name AS by, payload->>'note' AS note FROM event_log WHERE payload ? 'transfer' AND payload->'transfer'->>'id' = $1 ORDER BY number LIMIT 1000`,
      [String(id)],
    );
    return rows.map((r) => ({ ...r, number: Number(r.number), at: r.at.toISOString() }));
  }

  private async deliveries(id: number): Promise<Delivery[]> {
    const rows = await this.database.query<
      (Omit<Delivery, 'at' | 'nextTryAt'> & { at: Date; nextTryAt: Date | null })[]
    >(
      `SELECT id::float8 AS id, channel, recipient AS to, text, state, created_at AS at, attempts, next_try_at AS "nextTryAt", problem FROM delivery
       WHERE subject = 'transfer' AND subject_id = $1 ORDER BY delivery.id DESC LIMIT 200`,
      [id],
    );
    return rows.map((r) => ({ ...r, at: r.at.toISOString(), nextTryAt: r.nextTryAt?.toISOString() ?? null }));
  }
}

const party = (
  customer: TransferRow['from'],
  appStatus: TransferParty['appStatus'],
  gone: boolean,
  answers: readonly GivenAnswer[],
): TransferParty => ({
  ...customer,
  appStatus,
  gone,
  terms: customerTerms.map(({ term, required }) => ({
    term,
    required,
    state: termState(term, answers),
    givenOn: answers.find((a) => a.term === term)?.on ?? null,
  })),
});
