import type { EngineInfo } from '@headland/contracts/device/diagnosis';
import type { FlashTarget } from '@headland/contracts/device/flash';
import type { Tx } from '../../platform/database/rows';

/** Of the moment, or of the terminal: not known of the machine once they are not reported. */
const passing: readonly string[] = ['ts', 'ts_epoch', 'command', 'device_id', 'engine_runtime', 'engine_load'];
/** Of the program in the engine's controller, beside its ids. */
const ofProgram: readonly string[] = ['map_date', 'map_info', 'user', 'flash_date'];

/**
 * What is known of a machine from its session before: a terminal that reports less than an earlier one erases none of it. Without what the
 * controllers ran if they were programmed since.
 */
export async function knownInfo(tx: Tx, vehicleId: number, sessionId: number): Promise<Partial<EngineInfo>> {
  const [before] = await tx.query<{ info: EngineInfo; written: FlashTarget[] }[]>(
    `SELECT s.info, ARRAY(SELECT f.target FROM flash_run r JOIN flash_file f ON f.id = r.file_id
       WHERE r.vehicle_id = s.vehicle_id AND r.running_version IS NOT NULL AND r.ended_at > s.heard_at) AS written
     FROM diagnosis_session s WHERE s.vehicle_id = $1 AND s.id < $2 AND s.info IS NOT NULL ORDER BY s.id DESC LIMIT 1`,
    [vehicleId, sessionId],
  );
  if (before === undefined) return {};
  const isKnown = (field: string): boolean => {
    const of: FlashTarget | null =
      field.startsWith('ecu_') || ofProgram.includes(field) ? 'ecu' : field.startsWith('dcu_') ? 'dcu' : null;
    return !passing.includes(field) && !(of !== null && before.written.includes(of));
  };
  return Object.fromEntries(Object.entries(before.info).filter(([field]) => isKnown(field)));
}
