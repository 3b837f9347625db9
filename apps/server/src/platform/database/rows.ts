import type { EntityManager } from 'typeorm';

export type Tx = Pick<EntityManager, 'query'>;

/** Rows of `UPDATE … RETURNING` and `DELETE … RETURNING`, for which TypeORM returns [rows, count]. */
export async function returning<T>(tx: Tx, sql: string, parameters: unknown[]): Promise<T[]> {
  const [rows] = await tx.query<[T[], number]>(sql, parameters);
  return rows;
}

/** A row as PostgreSQL returns it: the contract has times as text. */
export type Stored<T> = { [K in keyof T]: T[K] | Date };

export const withTimesAsText = <T>(row: Stored<T>): T =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, value instanceof Date ? value.toISOString() : value]),
  ) as T;
