import type { EntityManager } from 'typeorm';

export type Tx = Pick<EntityManager, 'query'>;

/** A transaction that sends statements without waiting for those before them (Change.runPipelined). */
export interface PipelinedTx extends Tx {
  /** for statements whose result nobody needs; a failure ends the transaction */
  send: (sql: string, parameters?: unknown[]) => void;
}

/** A statement whose result nobody needs. */
export async function write(tx: Tx | PipelinedTx, sql: string, parameters?: unknown[]): Promise<void> {
  if ('send' in tx) tx.send(sql, parameters);
  else await tx.query(sql, parameters);
}

/** Rows of `UPDATE … RETURNING` and `DELETE … RETURNING`, for which TypeORM returns [rows, count]. */
export async function returning<T>(tx: Tx, sql: string, parameters: unknown[]): Promise<T[]> {
  const [rows] = await tx.query<[T[], number]>(sql, parameters);
  return rows;
}

/**
 * The id that the INSERT before on this connection was given, as an expression. In a subquery, since a function that may answer something else each time
 * would be compared with each row of the table instead of looked up in its index.
 */
export const idOfLastInsert = (table: 'fault_report' | 'sos_call'): string =>
  `(SELECT currval(pg_get_serial_sequence('${table}', 'id')))`;

/** A row as PostgreSQL returns it: the contract has times as text. */
export type Stored<T> = { [K in keyof T]: T[K] | Date };

export const withTimesAsText = <T>(row: Stored<T>): T =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  ) as T;
