import { type EventFilter, type EventKind, type EventRow, eventStates } from '@headland/contracts/administration';
import type { EventName } from '@headland/contracts/event-log';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import type { Scope } from '../../platform/caller';
import { inEventScope, pageOf, type Period, within } from './period-list';

/** VINs that one filter may fit; beyond it the text is too short to mean a vehicle. */
const maxVehicles = 1000;

/** What an event of a call, report or transfer led from is what the one before it led to. */
const before = (kind: 'sos' | 'fault' | 'transfer'): string =>
  `(SELECT b.payload->'${kind}'->>'status' FROM event_log b WHERE b.payload ? '${kind}' AND b.payload->'${kind}'->>'id' = e.payload->'${kind}'->>'id' AND b.number < e.number
    ORDER BY b.number DESC LIMIT 1)`;
/** Before there were two final states, an event of a completed report had the kind beside it. */
const faultStatus = `CASE e.payload->'fault'->>'status' WHEN 'completed' THEN (e.payload->'fault'->>'completion') || 'Completed' ELSE e.payload->'fault'->>'status' END`;
/** Consumables and programs have no index of their own in the log: the vehicle's events are searched, as far back as one of them may reach. */
const beforeOfVehicle = (same: string, state: string, days: number): string =>
  `(SELECT ${state} FROM event_log b WHERE b.vehicle_id = e.vehicle_id AND ${same} AND b.number < e.number
      AND b.number >= COALESCE((SELECT number FROM event_log WHERE at >= e.at - interval '${days} days' ORDER BY at, number LIMIT 1), 0)
    ORDER BY b.number DESC LIMIT 1)`;
const asRows =
  (order: string) =>
  (page: string): string => `WITH e AS MATERIALIZED (${page})
  SELECT e.number, e.at, e.name, e.vehicle_id AS "vehicleId", v.vin, o.name AS organization, e.by_name AS who,
    CASE WHEN e.payload ? 'sos' THEN '#' || (e.payload->'sos'->>'id') WHEN e.payload ? 'fault' THEN e.payload->'fault'->>'code'
      ELSE COALESCE(e.payload->>'name', e.payload->>'loginId', e.payload->>'deviceId', '#' || COALESCE(e.payload->>'kioskId', e.payload->>'subjectId', e.payload->>'userId')) END AS subject,
    CASE WHEN e.payload ? 'sos' THEN ${before('sos')} WHEN e.payload ? 'fault' THEN ${before('fault')}
      WHEN e.payload ? 'transfer' THEN 'transfer.' || ${before('transfer')}
      WHEN e.payload ? 'consumable' THEN 'consumable.' || COALESCE(${beforeOfVehicle(`b.payload ? 'consumable' AND b.payload->'consumable'->>'id' = e.payload->'consumable'->>'id'`, `b.payload->'consumable'->>'state'`, 400)}, 'safe')
      WHEN e.name = 'flash.changed' THEN 'flash.' || ${beforeOfVehicle(`b.name = 'flash.changed' AND b.payload->>'runId' = e.payload->>'runId'`, `b.payload->>'state'`, 30)} END AS before,
    COALESCE(e.payload->'sos'->>'status', ${faultStatus}, 'transfer.' || (e.payload->'transfer'->>'status'), 'consumable.' || (e.payload->'consumable'->>'state'),
      CASE WHEN e.name = 'flash.changed' THEN 'flash.' || (e.payload->>'state') END) AS status,
    CASE WHEN e.payload ? 'sos' THEN e.payload->'changes' END AS changes
  FROM e LEFT JOIN vehicle v ON v.id = e.vehicle_id LEFT JOIN organization o ON o.id = e.organization_id ORDER BY ${order}`;

type Row = Omit<EventRow, 'id' | 'number' | 'at' | 'from' | 'to' | 'changes'> & {
  number: string;
  at: Date;
  before: string | null;
  status: string | null;
  changes: EventRow['changes'] | null;
};
type State = EventRow['to'];

/** Every event of a period, or one by its number whenever it was. */
export async function eventsOf(
  tx: Tx,
  filter: EventFilter,
  period: Period | null,
  scope: Scope,
): Promise<{ rows: EventRow[]; total: number }> {
  const where = await eventConditions(tx, filter, period, scope);
  const order = eventOrder(filter);
  const { rows, total } = await pageOf<Row>(
    tx,
    { select: 'e.*', from: 'event_log e', where, order, with: asRows(order) },
    filter,
  );
  return { rows: rows.map(toRow), total };
}

export const eventOrder = ({ order }: EventFilter): string => `e.at ${order}, e.number ${order}`;

/** Events by their numbers, in the order of a filter. */
export async function eventsByNumber(
  tx: Tx,
  numbers: readonly (string | number)[],
  filter: EventFilter,
): Promise<EventRow[]> {
  const rows = await tx.query<Row[]>(
    asRows(eventOrder(filter))('SELECT e.* FROM event_log e WHERE e.number = ANY($1::bigint[])'),
    [numbers],
  );
  return rows.map(toRow);
}

export async function eventConditions(
  tx: Tx,
  filter: EventFilter,
  period: Period | null,
  scope: Scope,
): Promise<Where> {
  const where = inEventScope(scope, new Where({ all: true }, ''))
    .andIf(filter.number, (p) => `e.number = ${p}`)
    .andIf(filter.after, (p) => `e.number > ${p}`);
  if (period !== null) within(where, 'e.at', period);
  kindIs(where, filter.kind, filter.name);
  if (filter.vehicle)
    where.and(`e.vehicle_id = ANY(${where.parameter(await vehiclesLike(tx, filter.vehicle))}::int[])`);
  return where;
}

/** Kinds and single names together are either. The index knows kinds, so the kinds of the names are added to the condition. */
function kindIs(where: Where, kinds: EventKind[], names: EventName[]): void {
  const kind = "split_part(e.name, '.', 1)";
  const either = [...new Set([...kinds, ...names.map((n) => n.split('.')[0])])];
  where.andIf(either, (p) => `${kind} = ANY(${p})`);
  if (names.length > 0)
    where.and(`(e.name = ANY(${where.parameter(names)}) OR ${kind} = ANY(${where.parameter(kinds)}))`);
}

/** Known first, so that the log is searched by vehicle and not from end to end. */
async function vehiclesLike(tx: Tx, vin: string): Promise<number[]> {
  const where = new Where({ all: true }, '').contains(vin, 'vin');
  const rows = await tx.query<{ id: number }[]>(
    `SELECT id FROM vehicle WHERE ${where.sql} ORDER BY vin LIMIT ${maxVehicles}`,
    where.parameters,
  );
  return rows.map((r) => r.id);
}

const toRow = ({ number, at, before: was, status, changes, ...row }: Row): EventRow => ({
  id: Number(number),
  number: Number(number),
  at: at.toISOString(),
  ...row,
  ...statesOf(row.name, was, status),
  ...(changes ? { changes } : {}),
});

function statesOf(name: EventName, was: string | null, status: string | null): { from: State; to: State } {
  switch (name) {
    case 'device.connected':
      return { from: 'offline', to: 'online' };
    case 'device.disconnected':
      return { from: 'online', to: 'offline' };
    case 'engine.started':
      return { from: 'engineOff', to: 'engineOn' };
    case 'engine.stopped':
      return { from: 'engineOn', to: 'engineOff' };
    case 'diagnosis.opened':
      return { from: null, to: 'diagnosis.connecting' };
    case 'diagnosis.connected':
      return { from: 'diagnosis.connecting', to: 'diagnosis.connected' };
    case 'diagnosis.testStarted':
      return { from: 'diagnosis.connected', to: 'diagnosis.running' };
    case 'diagnosis.testEnded':
      return { from: 'diagnosis.running', to: 'diagnosis.connected' };
    case 'diagnosis.ended':
      return { from: 'diagnosis.connected', to: 'diagnosis.disconnected' };
    default:
      return { from: stateIn(was), to: stateIn(status) };
  }
}

const stateIn = (text: string | null): State => eventStates.find((s) => s === text) ?? null;
