import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import { Problem } from '../../platform/problem';
import { inScope, type Caller, type Scope } from '../../platform/caller';
import { lockRollOut, type RollOutRow } from './roll-out-row';

/** The roll-out of a command, held, as far as its organisation is in sight. Throws NOT_FOUND. */
export async function findRollOut(tx: Tx, id: number, caller: Pick<Caller, 'scope'>): Promise<RollOutRow> {
  const where = new Where(caller.scope, 'organization_id').andIf(id, (p) => `id = ${p}`);
  const seen = await tx.query<unknown[]>(`SELECT 1 FROM roll_out WHERE ${where.sql}`, where.parameters);
  const row = seen.length === 0 ? null : await lockRollOut(tx, id);
  if (row === null) throw new Problem('NOT_FOUND');
  return row;
}

/** A draft is its author's alone: no one submits another's draft and then approves it. */
export async function ownDraft(
  tx: Tx,
  { id, version }: { id: number; version: number },
  by: Caller,
): Promise<RollOutRow> {
  const row = await findRollOut(tx, id, by);
  if (row.created_by !== by.userId) throw new Problem('ROLL_OUT_NOT_YOURS', { by: row.created_name });
  if (row.state !== 'draft') throw new Problem('ROLL_OUT_STATE', { state: row.state });
  await mustBeSeen(tx, row, version);
  return row;
}

/** What was read is what is decided on. */
export async function mustBeSeen(tx: Tx, row: RollOutRow, version: number): Promise<void> {
  if (row.version === version) return;
  const [last] = await tx.query<{ by: string | null; at: Date }[]>(
    'SELECT by_name AS by, at FROM roll_out_step WHERE roll_out_id = $1 ORDER BY id DESC LIMIT 1',
    [row.id],
  );
  throw new Problem('CHANGED_MEANWHILE', last === undefined ? {} : { by: last.by ?? '', at: last.at.toISOString() });
}

/** Vehicles of the roll-out that are out of somebody's sight. */
export async function unseenOf(tx: Tx, id: number, scope: Scope): Promise<number> {
  if (scope.all) return 0;
  const parameters: unknown[] = [id];
  const [row] = await tx.query<{ n: number }[]>(
    `SELECT count(*)::int AS n FROM roll_out_vehicle i JOIN vehicle v ON v.id = i.vehicle_id WHERE i.roll_out_id = $1 AND NOT (${inScope(scope, 'v.organization_id', parameters)})`,
    parameters,
  );
  return row?.n ?? 0;
}

/** Vehicles that another roll-out programs too, in the same controller: each would undo what the other has done. */
export async function overlapOf(tx: Tx, row: RollOutRow): Promise<{ n: number; name: string } | null> {
  const [other] = await tx.query<{ n: number; name: string }[]>(
    `SELECT count(*)::int AS n, min(o.name) AS name FROM roll_out_vehicle i JOIN roll_out_vehicle j ON j.vehicle_id = i.vehicle_id AND j.roll_out_id <> i.roll_out_id AND j.state IN ('waiting', 'underWay')
     JOIN roll_out o ON o.id = j.roll_out_id AND o.state IN ('running', 'paused') JOIN flash_file f ON f.id = o.file_id
     WHERE i.roll_out_id = $1 AND f.target = (SELECT target FROM flash_file WHERE id = $2)`,
    [row.id, row.file_id],
  );
  return other === undefined || other.n === 0 ? null : other;
}
