import type { EntityManager } from 'typeorm';

export type Tx = Pick<EntityManager, 'query'>;

/** Rows of `UPDATE … RETURNING` and `DELETE … RETURNING`, for which TypeORM answers [rows, count]. */
export async function returning<T>(tx: Tx, sql: string, parameters: unknown[]): Promise<T[]> {
  const [rows] = await tx.query<[T[], number]>(sql, parameters);
  return rows;
}
