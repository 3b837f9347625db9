import type { ChangeFilter, ChangeRow } from '@headland/contracts/administration';
import type { Tx } from '../platform/database/rows';
import { Where } from '../platform/database/where';
import type { Scope } from '../platform/who';
import { inEventScope, pageOf, within } from './period-list';

/** A row for each field of a change; a record that came or went without naming any has one row all the same. */
const from = `event_log e LEFT JOIN LATERAL jsonb_array_elements(e.payload->'changes') WITH ORDINALITY AS c(change, place) ON TRUE`;
const select = `e.number, COALESCE(c.place, 0)::int AS place, e.at, e.by_name AS who, split_part(e.name, '.', 2) AS act, e.payload->>'screen' AS screen, e.payload->>'kind' AS kind,
  e.payload->>'id' AS "recordId", e.payload->>'name' AS record, c.change->>'field' AS field, c.change->>'from' AS from, c.change->>'to' AS to,
  e.payload->>'reason' AS reason, e.address`;
/** Fields of one event that are told apart; more than any form has. */
const mostFields = 1000;

type Row = Omit<ChangeRow, 'id' | 'number' | 'at'> & { number: string; place: number; at: Date };

/** Which fields of administered records were changed in a period, by whom, from what to what. */
export async function changesOf(tx: Tx, filter: ChangeFilter, period: { from: Date; to: Date | null }, scope: Scope): Promise<{ rows: ChangeRow[]; total: number }> {
  const where = new Where({ all: true }, '').also("split_part(e.name, '.', 1) = 'record'");
  within(inEventScope(scope, where), 'e.at', period)
    .contains(filter.who, 'e.by_name')
    .given(filter.screen, (p) => `e.payload->>'screen' = ANY(${p})`)
    .contains(filter.record, "e.payload->>'name'", "e.payload->>'kind'", "e.payload->>'id'")
    .given(filter.field, (p) => `c.change->>'field' = ${p}`)
    .contains(filter.text, "c.change->>'from'", "c.change->>'to'", "e.payload->>'reason'");
  const way = filter.order === 'asc' ? 'ASC' : 'DESC';
  const { rows, total } = await pageOf<Row>(tx, { select, from, where, order: `e.at ${way}, e.number ${way}, c.place` }, filter);
  return {
    rows: rows.map(({ number, place, at, ...row }) => ({ id: Number(number) * mostFields + place, number: Number(number), at: at.toISOString(), ...row })),
    total,
  };
}
