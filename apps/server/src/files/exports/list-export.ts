import type { ExportList, ListExport } from '@headland/contracts/export';
import type { ErrorCode, ProblemValues } from '@headland/contracts/errors';
import type { Tx } from '../../platform/database/rows';
import { Problem } from '../../platform/problem';

/** A row of list_export. */
export interface ExportRow {
  id: number;
  userId: number;
  list: ExportList;
  request: unknown;
  state: ListExport['state'];
  waitedFor: boolean;
  attempts: number;
  total: number;
  written: number;
  name: string;
  fileId: string | null;
  problem: { code: ErrorCode; values: ProblemValues } | null;
  createdAt: Date;
}
const columns = `id, user_id AS "userId", list, request, state, waited_for AS "waitedFor", attempts, total, written, name, file_id AS "fileId", problem, created_at AS "createdAt"`;

/** One's own; any other is not found. */
export async function ownExport(tx: Tx, id: number, userId: number): Promise<ExportRow> {
  const row = await exportRow(tx, id);
  if (row?.userId !== userId) throw new Problem('NOT_FOUND');
  return row;
}

export async function exportRow(tx: Tx, id: number): Promise<ExportRow | null> {
  const [row] = await tx.query<ExportRow[]>(`SELECT ${columns} FROM list_export WHERE id = $1`, [id]);
  return row ?? null;
}

export const toListExport = ({ id, list, state, total, written, name }: ExportRow): ListExport => ({
  id,
  list,
  state,
  total,
  written,
  name,
});
