import type { ChangeFilter, ChangeRow } from '@headland/contracts/administration';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import type { Scope } from '../../platform/caller';
import { inEventScope, pageOf, type Period, within } from './period-list';

/** A row for each field of a change; a record that came or went without naming any has one row all the same. */
export const changesFrom = `event_log e LEFT JOIN LATERAL jsonb_array_elements(e.payload->'changes') WITH ORDINALITY AS c(change, place) ON TRUE`;
export const changesColumns = `e.number, COALESCE(c.place, 0)::int AS place, e.at, e.by_name AS who, split_part(e.name, '.', 2) AS act, e.payload->>'screen' AS screen, e.payload->>'kind' AS kind,
  e.payload->>'id' AS "recordId", e.payload->>'name' AS record, c.change->>'field' AS field, c.change->>'from' AS from, c.change->>'to' AS to,
  e.payload->>'reason' AS reason, e.address`;
/** Fields of one event that are distinguished; more than any form has. */
const maxFields = 1000;

export type RawChange = Omit<ChangeRow, 'id' | 'number' | 'at'> & { number: string; place: number; at: Date };

/** Which fields of administered records were changed in a period, by whom, from what to what. */
export async function changesOf(
  tx: Tx,
  filter: ChangeFilter,
  period: Period,
  scope: Scope,
): Promise<{ rows: ChangeRow[]; total: number }> {
  const where = changesConditions(filter, period, scope);
  // only a condition about a field needs the fields apart; else their number is enough
  const count = /\bc\./u.test(where.sql)
    ? {}
    : { count: { from: 'event_log e', each: "GREATEST(jsonb_array_length(e.payload->'changes'), 1)" } };
  const { rows, total } = await pageOf<RawChange>(
    tx,
    { select: changesColumns, from: changesFrom, where, order: changesOrder(filter), ...count },
    filter,
  );
  return { rows: rows.map(toChangeRow), total };
}

export const changesOrder = ({ order }: ChangeFilter): string => `e.at ${order}, e.number ${order}, c.place`;

export function changesConditions(filter: ChangeFilter, period: Period, scope: Scope): Where {
  const where = new Where({ all: true }, '').and("split_part(e.name, '.', 1) = 'record'");
  within(inEventScope(scope, where), 'e.at', period)
    .contains(filter.who, 'e.by_name')
    .andIf(filter.screen, (p) => `e.payload->>'screen' = ANY(${p})`)
    .contains(filter.record, "e.payload->>'name'", "e.payload->>'kind'", "e.payload->>'id'")
    .andIf(filter.field, (p) => `c.change->>'field' = ${p}`)
    .contains(filter.text, "c.change->>'from'", "c.change->>'to'", "e.payload->>'reason'");
  return where;
}

export const toChangeRow = ({ number, place, at, ...row }: RawChange): ChangeRow => ({
  id: Number(number) * maxFields + place,
  number: Number(number),
  at: at.toISOString(),
  ...row,
});
