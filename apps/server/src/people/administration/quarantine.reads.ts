import {
  type administration,
  type QuarantineCountsFilter,
  type QuarantineDetail,
  type QuarantineFilter,
  type QuarantineRow,
  sameCountedTo,
} from '@headland/contracts/administration';
import type { Reply } from '@headland/contracts/endpoint';
import type { z } from 'zod';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import type { Refused } from '../../platform/mqtt/decode';
import { Problem } from '../../platform/problem';
import type { Scope } from '../../platform/caller';
import { pageOf, type Period, within } from './period-list';

/** A device that belongs to no vehicle is for those only who see everything. */
export const quarantineFrom = 'quarantine q LEFT JOIN vehicle v ON v.device_id = q.device_id';
export const quarantineColumns =
  'q.id, q.received_at AS at, q.topic, q.device_id AS device, q.reason, q.detail, q.bytes';

export interface RawQuarantine {
  id: string;
  at: Date;
  topic: string;
  device: string | null;
  /** the contract must know every reason that the door can give */
  reason: Refused['reason'];
  detail: string | null;
  bytes: number;
}
type Common = z.output<typeof QuarantineCountsFilter>;
type QuarantineCounts = Reply<typeof administration.quarantineCounts>;

/** What devices sent that could not be read. */
export async function quarantineOf(
  tx: Tx,
  filter: QuarantineFilter,
  period: Period,
  scope: Scope,
): Promise<{ rows: QuarantineRow[]; total: number }> {
  const where = quarantineConditions(filter, period, scope);
  const { rows, total } = await pageOf<RawQuarantine>(
    tx,
    { select: quarantineColumns, from: quarantineFrom, where, order: quarantineOrder(filter) },
    filter,
  );
  return { rows: await withSame(tx, rows, period), total };
}

export const quarantineConditions = (filter: QuarantineFilter, period: Period, scope: Scope): Where =>
  conditions(filter, period, scope)
    .andIf(filter.reason, (p) => `q.reason = ANY(${p})`)
    .andIf(filter.after, (p) => `q.id > ${p}`);
export const quarantineOrder = ({ order }: QuarantineFilter): string => `q.received_at ${order}, q.id ${order}`;

/** The rows with how many there are of each one's device and reason. */
export async function withSame(tx: Tx, rows: RawQuarantine[], period: Period): Promise<QuarantineRow[]> {
  const same = await sameAs(tx, rows, period);
  return rows.map((row) => ({ ...toRow(row), same: same.get(pair(row)) ?? 1 }));
}

/** How many for each reason, most first, and how many were not kept. */
export async function quarantineCounts(
  tx: Tx,
  filter: Common,
  period: Period,
  scope: Scope,
): Promise<QuarantineCounts> {
  const where = conditions(filter, period, scope);
  const reasons = await tx.query<QuarantineCounts['reasons']>(
    `SELECT q.reason, count(*)::int AS count FROM ${quarantineFrom} WHERE ${where.sql} GROUP BY q.reason ORDER BY count DESC, q.reason`,
    where.parameters,
  );
  return {
    reasons,
    discarded: filter.topic === undefined || filter.topic === '' ? await discarded(tx, filter, period, scope) : null,
  };
}

/** Counted by whole hours: those that the period touches. */
async function discarded(tx: Tx, filter: Common, { from, to }: Period, scope: Scope): Promise<number> {
  const where = new Where(scope, 'v.organization_id')
    .andIf(from, (p) => `d.hour > ${p}::timestamptz - interval '1 hour'`)
    .andIf(to ?? undefined, (p) => `d.hour < ${p}`)
    .contains(filter.device, 'd.device_id');
  const [row] = await tx.query<{ messages: string }[]>(
    `SELECT COALESCE(sum(d.messages), 0) AS messages FROM quarantine_discarded d LEFT JOIN vehicle v ON v.device_id = d.device_id WHERE ${where.sql}`,
    where.parameters,
  );
  return Number(row?.messages ?? 0);
}

/** One with its bytes, as far as they were kept. */
export async function quarantined(tx: Tx, id: number, scope: Scope): Promise<QuarantineDetail> {
  const where = new Where(scope, 'v.organization_id').andIf(id, (p) => `q.id = ${p}`);
  const [row] = await tx.query<(RawQuarantine & { vehicleId: number | null; vin: string | null; payload: Buffer })[]>(
    `SELECT ${quarantineColumns}, v.id AS "vehicleId", v.vin, q.payload FROM ${quarantineFrom} WHERE ${where.sql}`,
    where.parameters,
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  const { payload, vehicleId, vin, ...rest } = row;
  return { ...toRow(rest), vehicleId, vin, payload: payload.toString('base64'), cut: row.bytes > payload.length };
}

const conditions = (filter: Common, period: Period, scope: Scope): Where =>
  within(new Where(scope, 'v.organization_id'), 'q.received_at', period)
    .contains(filter.topic, 'q.topic')
    .contains(filter.device, 'q.device_id');

/** Each pair of device and reason on the page is counted once, from the index, and not beyond a limit: one broken device can fill the table. */
async function sameAs(tx: Tx, rows: RawQuarantine[], period: Period): Promise<Map<string, number>> {
  const pairs = [...new Map(rows.map((r) => [pair(r), r])).values()];
  if (pairs.length === 0) return new Map();
  const where = new Where({ all: true }, '');
  const devices = where.parameter(pairs.map((r) => r.device));
  const reasons = where.parameter(pairs.map((r) => r.reason));
  within(where, 's.received_at', period);
  const count = (device: string): string =>
    `(SELECT count(*)::int FROM (SELECT 1 FROM quarantine s WHERE ${device} AND s.reason = p.reason AND ${where.sql} LIMIT ${sameCountedTo}) AS counted)`;
  const found = await tx.query<{ device: string | null; reason: string; count: number }[]>(
    `SELECT p.device, p.reason, CASE WHEN p.device IS NULL THEN ${count('s.device_id IS NULL')} ELSE ${count('s.device_id = p.device')} END AS count
     FROM unnest(${devices}::text[], ${reasons}::text[]) AS p(device, reason)`,
    where.parameters,
  );
  return new Map(found.map((f) => [pair(f), f.count]));
}

const pair = ({ device, reason }: { device: string | null; reason: string }): string => `${reason} ${device ?? ''}`;
const toRow = (row: RawQuarantine): Omit<QuarantineRow, 'same'> => ({
  ...row,
  id: Number(row.id),
  at: row.at.toISOString(),
});
