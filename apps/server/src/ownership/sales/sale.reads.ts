import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Reply } from '@headland/contracts/endpoint';
import type { SaleDetail, SaleFilter, SaleRow, sales } from '@headland/contracts/sale';
import type { RecordStep } from '@headland/contracts/shared-shapes';
import { mayRead } from '@headland/domain/access';
import { requiredState } from '@headland/domain/customer';
import {
  customerColumns,
  customerFrom,
  customersInFull,
  customersNamed,
  maskedCustomer,
  type CustomerColumns,
} from '../../people/customer-base/masked-customer.reads';
import { answersOfOne } from '../../people/customer-base/customer-terms.tx';
import { previewSaleDate } from '../../maintenance/consumables/plan-cycles.tx';
import { mustSee } from '../../fleet/vehicles/vehicle.reads';
import { Where } from '../../platform/database/where';
import { recordHistory } from '../../platform/event-log/record-history';
import { Problem } from '../../platform/problem';
import type { Caller, Scope } from '../../platform/caller';
import { dealerId, dealerName, isDealerSql } from '../../platform/database/dealer-sql';
import { openSosSql } from './check-sale-rows';

/** Columns of a vehicle with its sale, and how they become what a screen shows. */
export type SaleColumns = CustomerColumns &
  Omit<SaleRow, 'dealer' | 'customer' | 'state' | 'registeredAt'> & {
    dealerId: number | null;
    dealerName: string | null;
    registeredAt: Date | null;
  };
export const saleColumns = `v.id, v.vin, m.name AS model, ${dealerId('o')} AS "dealerId", ${dealerName('o')} AS "dealerName",
  v.sold_on::text AS "soldOn", ${customerColumns}, cu.app_status AS "appStatus", s.registered_by AS "registeredBy", s.registered_at AS "registeredAt"`;
export const saleFrom = `vehicle v JOIN model m ON m.id = v.model_id JOIN organization o ON o.id = v.organization_id ${customerFrom}
  LEFT JOIN sale s ON s.vehicle_id = v.id AND s.cancelled_at IS NULL`;

/** The customer masked, as in every list. */
export function toSale<R extends SaleColumns>({
  dealerId,
  dealerName,
  customer_id,
  customer_name,
  customer_phone,
  registeredAt,
  ...rest
}: R) {
  return {
    ...rest,
    dealer: dealerId === null ? null : { id: dealerId, name: dealerName ?? '' },
    state: rest.soldOn === null ? ('unsold' as const) : ('sold' as const),
    customer: maskedCustomer({ customer_id, customer_name, customer_phone }),
    registeredAt: registeredAt?.toISOString() ?? null,
  };
}

const sortable: Record<Exclude<SaleFilter['sort'], 'vin'>, string> = {
  model: 'm.name',
  dealer: dealerName('o'),
  soldOn: 'v.sold_on',
  registeredAt: 's.registered_at',
};
/** What is missing comes last; the other way round is the same index from its end, so there it comes first. */
export function saleOrder({ sort, order }: SaleFilter): string {
  if (sort === 'vin') return `v.vin ${order}`;
  return order === 'desc' ? `${sortable[sort]} DESC NULLS LAST, v.id` : `${sortable[sort]} ASC NULLS FIRST, v.id DESC`;
}
/** What the order needs besides the vehicles. */
const sortedFrom = ({ sort }: SaleFilter): string =>
  ({
    vin: 'vehicle v',
    soldOn: 'vehicle v',
    model: 'vehicle v JOIN model m ON m.id = v.model_id',
    dealer: 'vehicle v JOIN organization o ON o.id = v.organization_id',
    registeredAt: 'vehicle v LEFT JOIN sale s ON s.vehicle_id = v.id AND s.cancelled_at IS NULL',
  })[sort];

/** About the vehicle's own columns only, so that counting a hundred thousand of them reads one index or table. A filter answers questions, too: who
 * may not read customers may not ask for them by name. */
export function saleConditions(filter: SaleFilter, caller: Pick<Caller, 'scope' | 'groupType' | 'role'>): Where {
  if (filter.customer && !mayRead(caller, 'customer')) throw new Problem('FORBIDDEN');
  const where = new Where(caller.scope, 'v.organization_id')
    .contains(filter.vin, 'v.vin')
    .andIf(filter.model, (p) => `v.model_id IN (SELECT id FROM model WHERE name = ANY(${p}::text[]))`)
    .below(filter.dealerId, 'v.organization_id')
    .andIf(filter.from, (p) => `v.sold_on >= ${p}::date`)
    .andIf(filter.to, (p) => `v.sold_on <= ${p}::date`);
  if (filter.customer)
    where.and(`v.customer_id IN (${customersNamed(filter.customer, (value) => where.parameter(value))})`);
  if (filter.state) where.and(`v.sold_on IS ${filter.state === 'sold' ? 'NOT NULL' : 'NULL'}`);
  return where;
}

@Injectable()
export class SaleReads {
  constructor(@InjectDataSource() private readonly database: DataSource) {}

  async list(filter: SaleFilter, caller: Caller): Promise<{ rows: SaleRow[]; total: number }> {
    const where = saleConditions(filter, caller);
    const [[counted], shown] = await Promise.all([
      this.database.query<{ total: number }[]>(
        `SELECT count(*)::int AS total FROM vehicle v WHERE ${where.sql}`,
        where.parameters,
      ),
      // the page by ids first: its order needs one table or two, its rows five
      this.database.query<{ id: number }[]>(
        `SELECT v.id FROM ${sortedFrom(filter)} WHERE ${where.sql} ORDER BY ${saleOrder(filter)} LIMIT ${filter.size} OFFSET ${(filter.page - 1) * filter.size}`,
        where.parameters,
      ),
    ]);
    const rows = await this.database.query<SaleColumns[]>(
      `SELECT ${saleColumns} FROM ${saleFrom} WHERE v.id = ANY($1)`,
      [shown.map((r) => r.id)],
    );
    const byId = new Map(rows.map((r) => [r.id, toSale(r)]));
    return { rows: shown.flatMap(({ id }) => byId.get(id) ?? []), total: counted?.total ?? 0 };
  }

  async get(id: number, scope: Scope): Promise<SaleDetail> {
    const where = new Where(scope, 'v.organization_id').andIf(id, (p) => `v.id = ${p}`);
    type Full = SaleColumns &
      Omit<SaleDetail, keyof SaleRow | 'upload' | 'terms'> & {
        uploadId: number | null;
        uploadName: string;
        uploadAt: Date | null;
      };
    const [row] = await this.database.query<Full[]>(
      `SELECT ${saleColumns}, v.version, v.model_id AS "modelId", m.image_id AS "imageId", m.image_alt AS "imageAlt", v.release_year AS "releaseYear", v.horsepower,
         v.device_id AS "deviceId", v.shipped_on::text AS "shippedOn", CASE WHEN ${isDealerSql('o')} THEN o.erp_code END AS "dealerErp",
         CASE WHEN ${isDealerSql('o')} THEN o.phone END AS "dealerPhone", COALESCE(s.memo, '') AS memo, ${openSosSql} AS "openSos",
         EXISTS (SELECT 1 FROM owner_transfer t WHERE t.vehicle_id = v.id AND t.status = 'accepted') AS "transferAwaiting",
         u.id AS "uploadId", u.file_name AS "uploadName", u.saved_at AS "uploadAt"
       FROM ${saleFrom} LEFT JOIN sale_upload u ON u.id = s.upload_id WHERE ${where.sql}`,
      where.parameters,
    );
    if (row === undefined) throw new Problem('NOT_FOUND');
    const { uploadId, uploadName, uploadAt, ...rest } = row;
    const terms = row.customer_id === null ? null : requiredState(await answersOfOne(this.database, row.customer_id));
    return {
      ...toSale(rest),
      terms,
      upload:
        uploadId === null || uploadAt === null
          ? null
          : { id: uploadId, fileName: uploadName, at: uploadAt.toISOString() },
    };
  }

  /** In full, and on record who looked. */
  async customer(id: number, caller: Caller): Promise<Reply<typeof sales.customer>> {
    const where = new Where(caller.scope, 'v.organization_id').andIf(id, (p) => `v.id = ${p}`);
    const [row] = await this.database.query<(CustomerColumns & { id: number })[]>(
      `SELECT v.id, ${customerColumns} FROM vehicle v ${customerFrom} WHERE ${where.sql}`,
      where.parameters,
    );
    if (row === undefined) throw new Problem('NOT_FOUND');
    const [customer] = await customersInFull(this.database, caller, 'vehicle', [row]);
    return customer ?? null;
  }

  async preview(id: number, soldOn: string, scope: Scope): Promise<Reply<typeof sales.preview>> {
    await mustSee(this.database, scope, id);
    return previewSaleDate(this.database, id, soldOn);
  }

  /** What was done to the sale, newest first; other screens have changed other things of the vehicle. */
  async history(
    id: number,
    paging: { page: number; size: number },
    scope: Scope,
  ): Promise<{ rows: RecordStep[]; total: number }> {
    await mustSee(this.database, scope, id);
    return recordHistory(this.database, 'vehicle', String(id), paging, 'sale');
  }
}
