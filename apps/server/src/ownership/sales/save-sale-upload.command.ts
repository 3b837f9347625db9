import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { CellError, SaleUpload } from '@headland/contracts/sale';
import { customerChanges } from '@headland/domain/customer';
import {
  inOrder,
  type KnownDealer,
  type KnownVehicle,
  type ReadRow,
  rowErrors,
  sameCustomer,
} from '@headland/domain/sale';
import { dayOf } from '@headland/domain/zone-day';
import { redateCycles } from '../../maintenance/consumables/plan-cycles.tx';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { advisoryLocks } from '../../platform/database/advisory-locks';
import { returning, type Tx } from '../../platform/database/rows';
import { Change, type Emit } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, type Caller, memberId } from '../../platform/caller';
import { holdAllPhones } from '../../people/customer-base/customer-phone.tx';
import { reassignVehicle } from '../../fleet/vehicles/reassign-vehicle.tx';
import { checkSaleRows, customersOf } from './check-sale-rows';
import { notifySales, inLog } from './sale-change.tx';
import { savedBefore, uploadOf } from './sale-upload.reads';

/** Saves every row of a checked upload, or none: everything is judged again, with nothing able to change meanwhile. Called twice it saves once. */
export class SaveSaleUpload extends Command<SaleUpload> {
  constructor(
    readonly id: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

interface Upload {
  state: string;
  sha256: string;
  same_as: number | null;
  rows: ReadRow[] | null;
}
/** A row with everything it names. */
interface Sold {
  vin: string;
  vehicle: KnownVehicle;
  dealer: KnownDealer & { name: string };
  customerId: number | null;
  soldOn: string;
  memo: string;
}

@CommandHandler(SaveSaleUpload)
export class SaveSaleUploadHandler implements ICommandHandler<SaveSaleUpload> {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
    @Inject(CONFIG) private readonly config: Config,
    private readonly change: Change,
  ) {}

  async execute({ id, caller }: SaveSaleUpload): Promise<SaleUpload> {
    const outcome = await this.change.run(actorOf(caller), (tx, emit) => this.save(tx, emit, id, caller));
    // what no longer holds is written down with the upload before it is refused, so that one can see it
    if (outcome === 'outdated') throw new Problem('IMPORT_OUTDATED');
    return uploadOf(this.database, id, caller);
  }

  private async save(tx: Tx, emit: Emit, id: number, caller: Caller): Promise<'saved' | 'unchanged' | 'outdated'> {
    // one after the other: the second of two uploads of a file sees the first, and a customer of both is created once
    await tx.query(`SELECT pg_advisory_xact_lock(${advisoryLocks.saleUploads})`);
    const [upload] = await tx.query<Upload[]>(
      'SELECT state, sha256, same_as, rows FROM sale_upload WHERE id = $1 AND user_id = $2 FOR UPDATE',
      [id, memberId(caller)],
    );
    if (upload === undefined) throw new Problem('NOT_FOUND');
    if (upload.state === 'saved' || upload.same_as !== null) return 'unchanged';
    if (upload.state !== 'ok' || upload.rows === null) throw new Problem('IMPORT_NOT_READY');
    const same = await savedBefore(tx, caller.scope, upload.sha256);
    if (same) {
      await tx.query('UPDATE sale_upload SET same_as = $2 WHERE id = $1', [id, same.id]);
      return 'unchanged';
    }
    const { rows } = upload;
    const now = this.now();
    const today = dayOf(now.getTime(), caller.timeZone);
    await holdAllPhones(tx);
    const { errors, vehicles, dealers } = await checkSaleRows(
      tx,
      caller.scope,
      rows,
      { userId: caller.userId, now },
      true,
    );
    const wrong = inOrder([...rows.flatMap((r) => rowErrors(r, today)), ...errors]);
    if (wrong.length > 0) {
      await writeDown(tx, id, wrong);
      return 'outdated';
    }
    const customers = await customersFor(tx, emit, rows, dealers, { by: caller.name, now });
    const sold = rows.map(({ cells }): Sold => {
      const [vehicle, dealer] = [vehicles.get(cells.vin), dealers.get(cells.dealer)];
      if (vehicle === undefined || dealer === undefined)
        throw new Error('a row without an error names a vehicle and a dealer');
      return {
        vin: cells.vin,
        vehicle,
        dealer,
        customerId: customers.get(sameCustomer(cells)) ?? null,
        soldOn: cells.soldOn,
        memo: cells.memo,
      };
    });
    await this.write(tx, id, sold, caller.name, now);
    notifySales(
      emit,
      sold.map(({ vin, vehicle, dealer, ...sale }) => ({
        id: vehicle.id,
        vin,
        before: {
          organizationId: vehicle.organizationId,
          inLog: inLog({ soldOn: null, dealer: null, customerId: null, memo: '' }),
        },
        after: { organizationId: dealer.id, inLog: inLog({ ...sale, dealer: dealer.name }) },
      })),
    );
    return 'saved';
  }

  private async write(tx: Tx, uploadId: number, sold: readonly Sold[], by: string, now: Date): Promise<void> {
    const given = JSON.stringify(
      sold.map((s) => ({
        vehicleId: s.vehicle.id,
        soldOn: s.soldOn,
        dealerId: s.dealer.id,
        customerId: s.customerId,
        memo: s.memo,
      })),
    );
    const rows =
      'jsonb_to_recordset($1::jsonb) AS g("vehicleId" int, "soldOn" date, "dealerId" int, "customerId" int, memo text)';
    await tx.query(
      `INSERT INTO sale (vehicle_id, sold_on, organization_id, customer_id, memo, upload_id, registered_by, registered_at)
       SELECT "vehicleId", "soldOn", "dealerId", "customerId", NULLIF(memo, ''), $2, $3, $4 FROM ${rows}`,
      [given, uploadId, by, now],
    );
    const moved = sold.filter((s) => s.dealer.id !== s.vehicle.organizationId).map((s) => s.vehicle.id);
    // setting the organisation notifies brokers and ingest: only where it changes
    if (moved.length > 0)
      await tx.query(
        `UPDATE vehicle v SET organization_id = g."dealerId" FROM ${rows} WHERE v.id = g."vehicleId" AND v.id = ANY($2::int[])`,
        [given, moved],
      );
    await reassignVehicle(tx, moved);
    await tx.query(
      `UPDATE vehicle v SET version = version + 1, sold_on = g."soldOn", customer_id = g."customerId" FROM ${rows} WHERE v.id = g."vehicleId"`,
      [given],
    );
    await redateCycles(tx, { vehicleIds: sold.map((s) => s.vehicle.id) }, now, this.config.PRODUCT_TIME_ZONE);
    // the rows hold customers, and are in the books now
    await tx.query("UPDATE sale_upload SET state = 'saved', saved_at = $2, rows = NULL, errors = NULL WHERE id = $1", [
      uploadId,
      now,
    ]);
  }
}

async function writeDown(tx: Tx, id: number, errors: readonly CellError[]): Promise<void> {
  await tx.query(
    "UPDATE sale_upload SET state = 'errors', errors = $2, rows_in_error = $3, cells_in_error = $4 WHERE id = $1",
    [id, JSON.stringify(errors), new Set(errors.map((e) => e.row)).size, errors.length],
  );
}

/** The customers of the rows by `sameCustomer`; who is not there yet is created, for the dealer of the first row that names them. */
async function customersFor(
  tx: Tx,
  emit: Emit,
  rows: readonly ReadRow[],
  dealers: ReadonlyMap<string, KnownDealer>,
  { by, now }: { by: string; now: Date },
): Promise<Map<string, number>> {
  const people = await customersOf(tx, rows);
  const keyOf = (p: { name: string; digits: string }): string => sameCustomer({ customer: p.name, phone: p.digits });
  const byKey = new Map(people.flatMap((p) => (p.id === null ? [] : [[keyOf(p), p.id] as const])));
  const held = await tx.query<unknown[]>(
    `SELECT 1 FROM customer WHERE id = ANY($1::int[]) AND removed_at IS NULL AND app_status = 'registered' ORDER BY id FOR NO KEY UPDATE`,
    [[...byKey.values()]],
  );
  // deleted or gone from the app in this moment: the file is checked again, and then creates a new one
  if (held.length !== byKey.size) throw new Problem('IMPORT_OUTDATED');
  const known = people.filter((p) => p.id !== null && p.birthOn !== null);
  const completed = await returning<{ id: number; birthOn: string; organizationId: number | null }>(
    tx,
    `UPDATE customer c SET birth_on = g."birthOn", version = version + 1, changed_at = $2
     FROM jsonb_to_recordset($1::jsonb) AS g(id int, "birthOn" date) WHERE c.id = g.id AND c.birth_on IS NULL
     RETURNING c.id, c.birth_on::text AS "birthOn", c.organization_id AS "organizationId"`,
    [JSON.stringify(known), now],
  );
  for (const { id, birthOn, organizationId } of completed) {
    const changes = customerChanges({ birthOn: null }, { birthOn });
    emit(
      'record.changed',
      { screen: 'customer', kind: 'customer', id: String(id), name: `#${id}`, changes },
      { organizationId },
    );
  }
  const dealerOf = new Map(
    rows.toReversed().map(({ cells }) => [sameCustomer(cells), dealers.get(cells.dealer)?.id ?? null]),
  );
  const fresh = people.filter((p) => p.id === null).map((p) => ({ ...p, dealerId: dealerOf.get(keyOf(p)) ?? null }));
  if (fresh.length === 0) return byKey;
  const made = await tx.query<{ id: number; name: string; digits: string; dealerId: number | null }[]>(
    `INSERT INTO customer (name, phone, birth_on, organization_id, registered_by, created_at, changed_at)
     SELECT name, phone, "birthOn", "dealerId", $2, $3, $3 FROM jsonb_to_recordset($1::jsonb) AS g(name text, phone text, "birthOn" date, "dealerId" int)
     RETURNING id, name, regexp_replace(phone, '\\D', '', 'g') AS digits, organization_id AS "dealerId"`,
    [JSON.stringify(fresh), by, now],
  );
  for (const p of made) {
    byKey.set(keyOf(p), p.id);
    emit(
      'record.created',
      { screen: 'customer', kind: 'customer', id: String(p.id), name: `#${p.id}`, changes: [] },
      { organizationId: p.dealerId },
    );
  }
  return byKey;
}
