import type { ErrorCode, ProblemValues } from '@headland/contracts/errors';
import {
  type CellError,
  type PreviewRow,
  type SaleColumn,
  type SaleUpload,
  uploadStates,
} from '@headland/contracts/sale';
import type { ReadRow } from '@headland/domain/sale';
import type { Tx } from '../../platform/database/rows';
import { Problem } from '../../platform/problem';
import { type Caller, inScope, memberId, type Scope } from '../../platform/caller';
import { namingColumns } from '../../platform/workbook/texts';
import { saleTitles } from './sale-table';

/** A running check writes a heartbeat every few seconds; after a minute without one its process is gone. */
const silentFor = "interval '60 seconds'";
export const beatMs = 10_000;

interface UploadColumns {
  id: number;
  file_name: string;
  state: (typeof uploadStates)[number];
  checked: number;
  total: number | null;
  silent: boolean;
  problem: ErrorCode | null;
  problem_values: ProblemValues | null;
  reference: string | null;
  rows_in_error: number;
  cells_in_error: number;
  new_customers: number;
  created_at: Date;
  same_id: number | null;
  same_at: Date | null;
  same_by: string | null;
}

/** An own upload; throws NOT_FOUND for one of somebody else, as for one that is not there. */
export async function uploadOf(tx: Tx, id: number, caller: Caller): Promise<SaleUpload> {
  const [row] = await tx.query<UploadColumns[]>(
    `SELECT u.id, u.file_name, u.state, u.checked, u.total, u.state = 'checking' AND u.beat_at < now() - ${silentFor} AS silent, u.problem, u.problem_values, u.reference, u.rows_in_error,
       u.cells_in_error, u.new_customers, u.created_at, s.id AS same_id, s.saved_at AS same_at, a.name AS same_by
     FROM sale_upload u LEFT JOIN sale_upload s ON s.id = u.same_as LEFT JOIN user_account a ON a.id = s.user_id WHERE u.id = $1 AND u.user_id = $2`,
    [id, memberId(caller)],
  );
  if (row === undefined) throw new Problem('NOT_FOUND');
  const state = row.silent ? 'refused' : row.state;
  const problem = row.silent ? 'UNAVAILABLE' : row.problem;
  const judged = state === 'ok' || state === 'errors' || state === 'saved';
  return {
    id: row.id,
    fileName: row.file_name,
    state,
    checked: row.checked,
    total: row.total,
    problem:
      problem === null
        ? null
        : {
            code: problem,
            values: namingColumns(row.problem_values ?? {}, saleTitles(caller.language)),
            reference: row.reference,
          },
    rowsOk: judged ? (row.total ?? 0) - row.rows_in_error : 0,
    rowsInError: row.rows_in_error,
    errors: row.cells_in_error,
    sameAs:
      row.same_id === null || row.same_at === null
        ? null
        : { id: row.same_id, at: row.same_at.toISOString(), by: row.same_by ?? '' },
    newCustomers: row.new_customers,
    at: row.created_at.toISOString(),
  };
}

export interface CheckedUpload {
  state: (typeof uploadStates)[number];
  format: 'xlsx' | 'xls' | null;
  file_id: string | null;
  file_name: string;
  rows: ReadRow[] | null;
  errors: CellError[] | null;
}
/** The rows of an own upload and what is wrong with them. They are there from the check until the save, or for a day. */
export async function checkedUpload(tx: Tx, id: number, caller: Caller): Promise<CheckedUpload> {
  const [upload] = await tx.query<CheckedUpload[]>(
    'SELECT state, format, file_id, file_name, rows, errors FROM sale_upload WHERE id = $1 AND user_id = $2',
    [id, memberId(caller)],
  );
  if (upload === undefined) throw new Problem('NOT_FOUND');
  return upload;
}

interface RowsQuery {
  page: number;
  size: number;
  only: 'all' | 'errors';
  column?: SaleColumn | undefined;
}
export async function uploadRows(
  tx: Tx,
  id: number,
  { page, size, only, column }: RowsQuery,
  caller: Caller,
): Promise<{ rows: PreviewRow[]; total: number }> {
  const { rows, errors } = await checkedUpload(tx, id, caller);
  const byRow = new Map<number, CellError[]>();
  for (const e of errors ?? []) byRow.set(e.row, [...(byRow.get(e.row) ?? []), e]);
  const fitting = (rows ?? []).filter(({ row }) => {
    const bad = byRow.get(row);
    return column === undefined
      ? only === 'all' || bad !== undefined
      : (bad?.some((e) => e.column === column) ?? false);
  });
  const first = (page - 1) * size;
  return {
    rows: fitting.slice(first, first + size).map(({ row, cells }) => ({ row, cells, errors: byRow.get(row) ?? [] })),
    total: fitting.length,
  };
}

/** The upload of the same bytes that was saved first, by somebody whom the caller sees. */
export async function savedBefore(tx: Tx, scope: Scope, sha256: string): Promise<{ id: number; total: number } | null> {
  const parameters: unknown[] = [sha256];
  const [same] = await tx.query<{ id: number; total: number }[]>(
    `SELECT u.id, u.total FROM sale_upload u JOIN user_account a ON a.id = u.user_id WHERE u.sha256 = $1 AND u.state = 'saved' AND ${inScope(scope, 'a.organization_id', parameters)}
     ORDER BY u.id LIMIT 1`,
    parameters,
  );
  return same ?? null;
}
