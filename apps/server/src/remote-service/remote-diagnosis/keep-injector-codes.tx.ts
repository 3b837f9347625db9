import type { ItemValues } from '@headland/contracts/device/diagnosis';
import type { Tx } from '../../platform/database/rows';

/** Stores the injector codes of the engine, if its terminal reports them. */
export async function keepInjectorCodes(tx: Tx, sessionId: number, values: ItemValues | undefined): Promise<void> {
  const codes = values?.['c3i.codes'];
  if (!Array.isArray(codes)) return;
  await tx.query('UPDATE diagnosis_session SET injector_codes = $2 WHERE id = $1', [
    sessionId,
    JSON.stringify(codes.map((code) => (typeof code === 'string' && code !== '' ? code : null))),
  ]);
}
