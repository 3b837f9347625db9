import type { ExportFormat, ExportList, ListExport, OwnExport } from '@headland/contracts/export';
import type { ErrorCode, ProblemValues } from '@headland/contracts/errors';
import type { Tx } from '../../platform/database/rows';
import { Problem } from '../../platform/problem';
import { ExportRequest } from './export-request';

/** A row of list_export. */
export interface ExportRow {
  id: number;
  userId: number;
  list: ExportList;
  format: ExportFormat;
  request: unknown;
  state: ListExport['state'];
  waitedFor: boolean;
  attempts: number;
  total: number;
  written: number;
  name: string;
  fileId: string | null;
  /** under which its bytes are written, or were when their process died */
  writingId: string | null;
  problem: { code: ErrorCode; values: ProblemValues } | null;
  /** of its failure in the log */
  reference: string | null;
  createdAt: Date;
  /** name of the schedule that asked for it; null: its owner did */
  schedule: string | null;
}
const columns = `id, user_id AS "userId", list, format, request, state, waited_for AS "waitedFor", attempts, total, written, name, file_id AS "fileId", writing_id AS "writingId", problem, reference, created_at AS "createdAt", schedule`;

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

/** The newest of one's own. */
export async function ownExports(tx: Tx, userId: number, lists: readonly ExportList[]): Promise<ExportRow[]> {
  return tx.query<ExportRow[]>(
    `SELECT ${columns} FROM list_export WHERE user_id = $1 AND (cardinality($2::text[]) = 0 OR list = ANY ($2)) ORDER BY id DESC LIMIT 50`,
    [userId, lists],
  );
}

export const toOwnExport = (row: ExportRow, keptMs: number): OwnExport => ({
  ...toListExport(row),
  filter: ExportRequest.parse(row.request).body.filter,
  createdAt: row.createdAt.toISOString(),
  endsAt: new Date(row.createdAt.getTime() + keptMs).toISOString(),
  problem: row.problem === null ? null : { ...row.problem, reference: row.reference },
});

export const toListExport = ({ id, list, format, state, total, written, name }: ExportRow): ListExport => ({
  id,
  list,
  format,
  state,
  total,
  written,
  name,
});
