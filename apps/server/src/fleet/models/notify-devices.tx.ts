import type { Tx } from '../../platform/database/rows';

const inQuestion = `FROM device d JOIN vehicle v ON v.device_id = d.id WHERE v.model_id = $1 AND d.status = 'in_use' AND d.type = ANY($2::int[])`;

/**
 * The devices of these types in the vehicles of a model want another `down/config` from now on; `send-config-when-wanted` sends it. In the
 * transaction that changes the model, and last: ingest writes to the same rows.
 */
export async function notifyDevices(tx: Tx, modelId: number, types: readonly number[], now: Date): Promise<void> {
  if (types.length === 0) return;
  await tx.query(
    `WITH told AS MATERIALIZED (SELECT d.id ${inQuestion} ORDER BY d.id FOR NO KEY UPDATE OF d)
     UPDATE device SET config_wanted_at = $3 WHERE id IN (SELECT id FROM told)`,
    [modelId, types, now],
  );
}

export async function devicesToNotify(tx: Tx, modelId: number, types: readonly number[]): Promise<number> {
  const [row] = await tx.query<{ n: number }[]>(`SELECT count(*)::int AS n ${inQuestion}`, [modelId, types]);
  return row?.n ?? 0;
}
