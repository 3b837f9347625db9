import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { Reply } from '@headland/contracts/endpoint';
import type { InfoHits } from '@headland/contracts/info-check';
import type { VehicleNow } from '@headland/contracts/shared-shapes';
import type { VehicleDetail, VehicleFilter, VehicleRow, vehicles } from '@headland/contracts/vehicle';
import { mayRead } from '@headland/domain/access';
import { requiredState } from '@headland/domain/customer';
import { isServed } from '@headland/domain/served-machine';
import { correctionsOf } from '../../maintenance/hours/meter.reads';
import {
  customerColumns,
  customerFrom,
  customersInFull,
  customersNamed,
  type CustomerColumns,
} from '../../people/customer-base/masked-customer.reads';
import { answersOfOne } from '../../people/customer-base/customer-terms.tx';
import { CLOCK, type Clock } from '../../platform/clock';
import { databaseNowMs } from '../../platform/clock';
import type { Tx } from '../../platform/database/rows';
import { containsPattern, isCode, Where } from '../../platform/database/where';
import { faultIsOpen, sosIsOpen } from '../../platform/database/open-sql';
import { Problem } from '../../platform/problem';
import { SharedRead } from '../../platform/shared-read';
import { inScope, type Caller, type Scope } from '../../platform/caller';
import { servedOf } from './in-service.reads';
import { activeIn, ownedIn } from './vehicle-time';
import {
  fullColumns,
  fullFrom,
  hoursSql,
  listFrom,
  offlineSql,
  odometerSql,
  stateColumns,
  stateFrom,
  stateRankSql,
  stateSql,
  toNow,
  toRow,
  type FullRow,
  type StateRow,
} from './vehicle-row.reads';

/** The newest of these vehicles, as far as the scope sees them; unknown ones are left out. */
export async function vehicleNows(tx: Tx, scope: Scope, ids: readonly number[]): Promise<VehicleNow[]> {
  const where = new Where(scope, 'v.organization_id').andIf([...ids], (p) => `v.id = ANY(${p}::int[])`);
  const rows = await tx.query<StateRow[]>(`SELECT ${stateColumns} ${stateFrom} WHERE ${where.sql}`, where.parameters);
  return rows.map((r) => toNow(r, databaseNowMs()));
}

/** What burns now: the live strip of the dashboard. */
export async function fleetCounts(tx: Tx, scope: Scope): Promise<Reply<typeof vehicles.counts>> {
  const fleet = new Where(scope, 'v.organization_id');
  const calls = new Where(scope, 'organization_id');
  const [[v], [c], faults] = await Promise.all([
    tx.query<{ vehicles: number; online: number; engineOn: number }[]>(
      `SELECT count(*)::int AS vehicles, count(*) FILTER (WHERE state NOT IN ('offline', 'never'))::int AS online, count(*) FILTER (WHERE state IN ('idle', 'work', 'drive'))::int AS "engineOn"
       FROM (SELECT ${stateSql} AS state FROM ${listFrom(`${stateSql} ${fleet.sql}`).from} WHERE ${fleet.sql}) AS f`,
      fleet.parameters,
    ),
    tx.query<{ raised: number; open: number; oldest: Date | null }[]>(
      `SELECT count(*) FILTER (WHERE status = 'raised')::int AS raised, count(*)::int AS open, min(raised_at) FILTER (WHERE status = 'raised') AS oldest
       FROM sos_call WHERE ${sosIsOpen()} AND ${calls.sql}`,
      calls.parameters,
    ),
    tx.query<{ severity: number; occurred: number; open: number }[]>(
      `SELECT severity, count(*) FILTER (WHERE status = 'occurred')::int AS occurred, count(*)::int AS open FROM fault_report WHERE ${faultIsOpen()} AND ${calls.sql} GROUP BY severity`,
      calls.parameters,
    ),
  ]);
  const bySeverity = (pick: 'occurred' | 'open'): { critical: number; major: number; minor: number } => {
    const of = (severity: number): number => faults.find((f) => f.severity === severity)?.[pick] ?? 0;
    return { critical: of(1), major: of(2), minor: of(3) };
  };
  const { vehicles: all, online, engineOn } = v ?? { vehicles: 0, online: 0, engineOn: 0 };
  return {
    vehicles: all,
    online,
    engineOn,
    offline: all - online,
    sosRaised: c?.raised ?? 0,
    sosOpen: c?.open ?? 0,
    oldestRaisedAt: c?.oldest?.toISOString() ?? null,
    faultsOccurred: bySeverity('occurred'),
    faultsOpen: bySeverity('open'),
  };
}

/** The id and device of a vehicle that the scope sees; throws Problem NOT_FOUND for one it does not, as for one that is not there. */
export async function mustSee(tx: Tx, scope: Scope, id: number): Promise<void> {
  const where = new Where(scope, 'v.organization_id').andIf(id, (p) => `v.id = ${p}`);
  if ((await tx.query<unknown[]>(`SELECT 1 FROM vehicle v WHERE ${where.sql}`, where.parameters)).length === 0)
    throw new Problem('NOT_FOUND');
}

/** Names of the models of the vehicles of a scope. */
export async function modelsInScope(tx: Tx, scope: Scope): Promise<string[]> {
  const where = new Where(scope, 'v.organization_id');
  // a few models, each asked for one of its vehicles, instead of all vehicles for their model
  const rows = await tx.query<{ name: string }[]>(
    `SELECT m.name FROM model m WHERE EXISTS (SELECT 1 FROM vehicle v WHERE v.model_id = m.id AND ${where.sql}) ORDER BY 1`,
    where.parameters,
  );
  return rows.map((r) => r.name);
}

/** How a list is sorted: what is missing comes last either way. A column that is never missing is sorted plainly, so that its index serves both ways. */
const sortable: Record<Exclude<VehicleFilter['sort'], 'state'>, { by: string; always?: true }> = {
  vin: { by: 'v.vin', always: true },
  model: { by: 'm.name', always: true },
  dealer: { by: 'o.name', always: true },
  soldOn: { by: 'v.sold_on' },
  odometer: { by: odometerSql },
  engineHours: { by: hoursSql },
  fuelUsed: { by: 's.fuel_used' },
  startedAt: { by: 's.started_at' },
  lastSeenAt: { by: 's.last_seen_at' },
};

@Injectable()
export class VehicleReads {
  /** every console that shows them refetches when a machine connects or starts */
  private readonly figures = new SharedRead<Reply<typeof vehicles.counts>>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  counts(scope: Scope): Promise<Reply<typeof vehicles.counts>> {
    return this.figures.ask(JSON.stringify(scope), () => fleetCounts(this.database, scope));
  }

  async list(filter: VehicleFilter, caller: Caller): Promise<{ rows: VehicleRow[]; total: number }> {
    const where = vehicleConditions(filter, caller);
    const counted = countConditions(filter, caller);
    const { from, id, order } = vehiclePage(filter, where);
    const [[count], shown] = await Promise.all([
      this.database.query<{ total: number }[]>(
        `SELECT count(*)::int AS total FROM ${listFrom(counted.sql).from} WHERE ${counted.sql}`,
        counted.parameters,
      ),
      // the page by ids first: sorting ten thousand wide rows for twenty costs more than asking twice
      this.database.query<{ id: number }[]>(
        `SELECT ${id} AS id FROM ${from} WHERE ${where.sql} ORDER BY ${order} LIMIT ${filter.size} OFFSET ${(filter.page - 1) * filter.size}`,
        where.parameters,
      ),
    ]);
    const rows = await this.database.query<FullRow[]>(
      `SELECT ${fullColumns}, ${customerColumns} ${fullFrom} ${customerFrom} WHERE v.id = ANY($1)`,
      [shown.map((r) => r.id)],
    );
    const byId = new Map(rows.map((r) => [r.id, toRow(r, this.now().getTime())]));
    return { rows: shown.flatMap(({ id }) => byId.get(id) ?? []), total: count?.total ?? 0 };
  }

  models(scope: Scope): Promise<string[]> {
    return modelsInScope(this.database, scope);
  }

  async get(id: number, caller: Caller): Promise<VehicleDetail> {
    const where = new Where(caller.scope, 'v.organization_id').andIf(id, (p) => `v.id = ${p}`);
    const [[row], corrections] = await Promise.all([
      this.database.query<(FullRow & DetailColumns)[]>(
        `SELECT ${fullColumns}, ${customerColumns}, v.version, m.type AS model_type, m.remote_control, m.rollover -> COALESCE(d.type, 1)::text AS thresholds, m.image_id, m.image_alt,
           v.shipped_on::text, d.key AS device_number, d.firmware, d.sim, d.rssi, d.type AS device_type, v.status_memo,
           (SELECT json_build_object('id', p.id, 'name', p.name) FROM user_account p WHERE p.id = v.person_id) AS person
         ${fullFrom} ${customerFrom} WHERE ${where.sql}`,
        where.parameters,
      ),
      correctionsOf(this.database, id),
    ]);
    if (row === undefined) throw new Problem('NOT_FOUND');
    const now = this.now().getTime();
    const shown = toRow(row, now);
    return {
      ...shown,
      terms: row.customer_id === null ? null : requiredState(await answersOfOne(this.database, row.customer_id)),
      version: row.version,
      modelType: row.model_type,
      remoteControl: row.remote_control,
      thresholds: row.thresholds,
      imageId: row.image_id,
      imageAlt: row.image_alt,
      shippedOn: row.shipped_on,
      deviceKey: row.device_number,
      firmware: row.firmware,
      sim: row.sim,
      rssi: row.rssi,
      deviceType: row.device_type,
      intervalSeconds: row.interval_s,
      person: row.person,
      statusMemo: row.status_memo ?? '',
      corrections,
      served: await this.served(id, caller),
      now: toNow(row, now),
    };
  }

  private async served(id: number, { userId }: Caller): Promise<VehicleDetail['served']> {
    const served = (await servedOf(this.database.manager, [id], this.now())).get(id);
    if (served === undefined) return null;
    return {
      by: served.name,
      organization: served.organization,
      since: served.since.toISOString(),
      mine: !isServed(served, userId),
    };
  }

  /** In full, and on record who looked. */
  async customer(id: number, caller: Caller): Promise<Reply<typeof vehicles.customer>> {
    const where = new Where(caller.scope, 'v.organization_id').andIf(id, (p) => `v.id = ${p}`);
    const [row] = await this.database.query<(CustomerColumns & { id: number })[]>(
      `SELECT v.id, ${customerColumns} FROM vehicle v ${customerFrom} WHERE ${where.sql}`,
      where.parameters,
    );
    if (row === undefined) throw new Problem('NOT_FOUND');
    const [customer] = await customersInFull(this.database, caller, 'vehicle', [row]);
    return customer ?? null;
  }
}

/** Of one column: a few digits are in the VIN of half a large fleet, and all of it is not sorted for ten. */
const mostFound = 200;

/** By VIN, device or, with the right to read customers, their owner's name, the busiest first. */
export async function findVehicles(
  tx: Pick<DataSource, 'query'>,
  text: string,
  caller: Caller,
  now: Date,
  limit: number,
): Promise<InfoHits['vehicles']> {
  const where = new Where({ all: true }, '');
  const scope = inScope(caller.scope, 'v.organization_id', where.parameters);
  // each by its own index; a name is in no VIN
  const found: string[] = [];
  if (isCode(text)) {
    const p = where.parameter(containsPattern(text));
    found.push(`v.vin ILIKE ${p}`, `v.device_id ILIKE ${p}`);
  }
  if (mayRead(caller, 'customer'))
    found.push(`v.customer_id IN (${customersNamed(text, (value) => where.parameter(value))})`);
  if (found.length === 0) return [];
  // materialized, so that a limit makes no plan that reads the whole table for what is rare
  const some = found.map(
    (condition) =>
      `(WITH found AS MATERIALIZED (SELECT v.id FROM vehicle v WHERE ${condition} AND ${scope}) SELECT id FROM found LIMIT ${mostFound})`,
  );
  where.and(`v.id IN (${some.join(' UNION ')})`);
  const rows = await tx.query<FullRow[]>(
    `SELECT ${fullColumns}, ${customerColumns} ${fullFrom} ${customerFrom} WHERE ${where.sql} ORDER BY ${stateRankSql}, v.vin LIMIT ${limit}`,
    where.parameters,
  );
  return rows
    .map((r) => toRow(r, now.getTime()))
    .map(({ id, vin, model, deviceId, state }) => ({ id, vin, model, deviceId, state }));
}

interface DetailColumns {
  version: number;
  image_id: string | null;
  image_alt: string | null;
  device_number: number | null;
  person: VehicleDetail['person'];
  status_memo: string | null;
  model_type: 'premium' | 'standard';
  remote_control: VehicleDetail['remoteControl'];
  thresholds: VehicleDetail['thresholds'];
  shipped_on: string | null;
  firmware: string | null;
  sim: string | null;
  rssi: number | null;
  device_type: number | null;
}

/** A filter answers questions, too: who may not read customers may not ask for them by name. */
export function vehicleConditions(
  filter: Omit<VehicleFilter, 'page' | 'size'>,
  caller: Caller,
  where = new Where(caller.scope, 'v.organization_id'),
): Where {
  if (filter.customer && !mayRead(caller, 'customer')) throw new Problem('FORBIDDEN');
  where
    .contains(filter.vin, 'v.vin')
    .andIf(filter.model, (p) => `m.name = ANY(${p}::text[])`)
    .andIf(filter.modelType, (p) => `m.type = ${p}`)
    .below(filter.dealerId, 'v.organization_id')
    .andIf(filter.state, (p) => `(${stateSql}) = ANY(${p}::text[])`)
    .andIf(filter.engineOn, (p) => `s.engine = ${p}::boolean`)
    .andIf(filter.work, (p) => `s.work = ANY(${p}::text[]) AND s.engine IS NOT FALSE`)
    // as a CASE, for which the planner estimates half of them: for a comparison with a computed value it estimates hardly any
    .andIf(filter.online, (p) => `CASE WHEN ${offlineSql} THEN NOT ${p}::boolean ELSE ${p}::boolean END`)
    // the states by name, too: only then does the planner know that the index of the alarms holds them
    .andIf(
      filter.consumable,
      (p) =>
        `EXISTS (SELECT 1 FROM consumable_cycle cc WHERE cc.vehicle_id = v.id AND cc.state IN ('imminent', 'exceeded') AND cc.state = ANY(${p}::text[]))`,
    )
    .andIf(filter.hoursFrom, (p) => `${hoursSql} >= ${p}::float8`)
    .andIf(filter.hoursTo, (p) => `${hoursSql} <= ${p}::float8`)
    .andIf(filter.mileageFrom, (p) => `${odometerSql} >= ${p}::float8`)
    .andIf(filter.mileageTo, (p) => `${odometerSql} <= ${p}::float8`)
    .andIf(filter.startedFrom, (p) => `s.started_at >= ${p}::timestamptz`)
    .andIf(filter.startedTo, (p) => `s.started_at <= ${p}::timestamptz`);
  if (filter.mine !== undefined) {
    const own = `(ARRAY(SELECT vehicle_id FROM vehicle_watch WHERE user_id = ${where.parameter(caller.userId)}))`;
    where.and(filter.mine ? `v.id = ANY ${own}` : `v.id <> ALL ${own}`);
  }
  if (filter.ownerId !== undefined) ownedIn(where, filter, caller);
  if (filter.activeFrom !== undefined || filter.activeTo !== undefined) activeIn(where, filter, caller);
  if (filter.customer)
    where.and(`v.customer_id IN (${customersNamed(filter.customer, (value) => where.parameter(value))})`);
  // written like the conditions of their partial indexes
  if (filter.openFault !== undefined) where.and(filter.openFault ? 's.open_faults > 0' : 's.open_faults = 0');
  if (filter.openSos !== undefined) where.and(filter.openSos ? 's.open_sos > 0' : 's.open_sos = 0');
  // few have no position: by their numbers, whatever the list is sorted by
  if (filter.placed !== undefined)
    where.and(filter.placed ? 's.placed' : 'v.id = ANY (ARRAY(SELECT vehicle_id FROM vehicle_state WHERE NOT placed))');
  const [west, south, east, north] = filter.bbox?.split(',').map(Number) ?? [];
  if (west !== undefined && south !== undefined && east !== undefined && north !== undefined) {
    where.and(`s.lat BETWEEN ${where.parameter(south)}::float8 AND ${where.parameter(north)}::float8`);
    // a view across the date line
    const [a, b] = [where.parameter(wrap(west)), where.parameter(wrap(east))];
    if (east - west < 360)
      where.and(
        wrap(west) <= wrap(east)
          ? `s.lon BETWEEN ${a}::float8 AND ${b}::float8`
          : `(s.lon >= ${a}::float8 OR s.lon <= ${b}::float8)`,
      );
    else where.and(`${a}::float8 IS NOT NULL AND ${b}::float8 IS NOT NULL`);
  }
  return where;
}

/**
 * The same for their number. For a limited scope the states are read by vehicle id, where no other filter concerns the
 * vehicles: or all states were read for a tenth of them.
 */
function countConditions(filter: VehicleFilter, caller: Caller): Where {
  const joined = vehicleConditions(filter, caller);
  if (caller.scope.all || !/\bs\./u.test(joined.sql)) return joined;
  const few = new Where({ all: true }, '');
  few.and(
    `s.vehicle_id = ANY (ARRAY(SELECT id FROM vehicle WHERE ${inScope(caller.scope, 'organization_id', few.parameters)}))`,
  );
  const where = vehicleConditions(filter, caller, few);
  return /\b[vmo]\./u.test(where.sql) ? joined : where;
}
const wrap = (lon: number): number => ((((lon + 180) % 360) + 360) % 360) - 180;

/** By state: SOS first, then faults by severity, then running ones; ties by last communication. */
const byState = {
  asc: `COALESCE(s.open_sos, 0) = 0, CASE WHEN COALESCE(s.open_faults, 0) = 0 THEN 9 ELSE s.worst_fault END, ${stateRankSql}, s.last_seen_at DESC NULLS LAST`,
  desc: `${stateRankSql} DESC, s.last_seen_at NULLS FIRST`,
};
/** Tables, id and order of a list. */
export function vehiclePage(
  { sort, order }: Pick<VehicleFilter, 'sort' | 'order'>,
  where: Where,
): { from: string; id: string; order: string } {
  const by =
    sort === 'state' ? byState[order] : `${sortable[sort].by} ${order}${sortable[sort].always ? '' : ' NULLS LAST'}`;
  const { from, id } = listFrom(`${where.sql} ${by}`, by);
  return { from, id, order: `${by}, ${id}` };
}
