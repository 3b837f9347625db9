import {
  maxRollOutVehicles,
  rollOutMatches,
  type RollOutChoice,
  type RollOutMatch,
  type RollOutPreview,
} from '@headland/contracts/roll-out';
import type { CalibrationRule } from '@headland/domain/reprogram/program-profile';
import { matchOf } from '@headland/domain/reprogram/roll-out';
import { isConfirmed } from '@headland/domain/reprogram/statement';
import type { Tx } from '../../platform/database/rows';
import { Where } from '../../platform/database/where';
import { Problem } from '../../platform/problem';
import type { Caller } from '../../platform/caller';
import { fileOf, statementOf, writtenCalibration, type FileRow } from '../reprogram/flash.reads';
import { offlineSql } from '../../fleet/vehicles/vehicle-row.reads';

interface Chosen {
  /** that get the program, in the order of their waves */
  ids: number[];
  preview: RollOutPreview;
}

/**
 * The vehicles of a choice that get the program, and how they match it. Vehicles that it is not made for are never included, nor those that run it already;
 * of the others most were never asked what they are, so only those with a session are looked at one by one.
 */
export async function chooseVehicles(
  tx: Tx,
  choice: RollOutChoice,
  caller: Pick<Caller, 'scope'>,
  rules: readonly CalibrationRule[],
): Promise<Chosen> {
  const file = await fileOf(tx, choice.fileId);
  const [counted] = await tx.query<{ total: number }[]>(
    `SELECT count(*)::int AS total FROM ${fromOf(choice)} WHERE ${conditions(choice, caller).sql}`,
    conditions(choice, caller).parameters,
  );
  const known = await knownOf(tx, choice, caller, file);
  const matches = Object.fromEntries(rollOutMatches.map((m) => [m, 0])) as Record<RollOutMatch, number>;
  const fits: number[] = [];
  const asked = new Set<number>();
  for (const { id, ...what } of known) {
    const match = matchOf(file, what, rules);
    matches[match]++;
    if (match === 'fits') fits.push(id);
    if (match !== 'unknown') asked.add(id);
  }
  matches.unknown = (counted?.total ?? 0) - asked.size;
  const unknown = choice.withUnknown ? await unknownOf(tx, choice, caller, [...asked]) : [];
  // those of which it is known that they fit come first: they are the first group
  const ids = [...fits, ...unknown];
  return { ids, preview: { matches, taken: choice.withUnknown ? matches.fits + matches.unknown : matches.fits } };
}

/** The same for a draft: there must be some, and not too many. */
export async function chosenForRollOut(
  tx: Tx,
  choice: RollOutChoice,
  caller: Pick<Caller, 'scope'>,
  rules: readonly CalibrationRule[],
): Promise<number[]> {
  if (!isConfirmed(statementOf(await fileOf(tx, choice.fileId))))
    throw new Problem('PROGRAM_UNCONFIRMED', {}, { fileId: 'error.PROGRAM_UNCONFIRMED' });
  const { ids, preview } = await chooseVehicles(tx, choice, caller, rules);
  if (preview.taken === 0) throw new Problem('E0001', {}, { vehicleIds: 'field.rollOutNone' });
  if (preview.taken > maxRollOutVehicles) throw new Problem('E0001', {}, { vehicleIds: 'field.rollOutMost' });
  return ids;
}

const fromOf = ({ filter }: RollOutChoice): string =>
  `vehicle v${filter?.online === undefined ? '' : ' LEFT JOIN vehicle_state s ON s.vehicle_id = v.id'}`;
/** The ticked ones, or those of the filter; never beyond the scope. A vehicle without a device cannot be programmed. */
function conditions({ vehicleIds, filter }: RollOutChoice, caller: Pick<Caller, 'scope'>): Where {
  const where = new Where(caller.scope, 'v.organization_id').and('v.device_id IS NOT NULL');
  if (vehicleIds.length > 0) return where.andIf(vehicleIds, (p) => `v.id = ANY(${p}::int[])`);
  return where
    .contains(filter?.vin, 'v.vin')
    .contains(filter?.deviceId, 'v.device_id')
    .andIf(filter?.model, (p) => `v.model_id IN (SELECT id FROM model WHERE name = ANY(${p}::text[]))`)
    .below(filter?.dealerId, 'v.organization_id')
    .andIf(filter?.online, (p) => `(${offlineSql}) <> ${p}::boolean`);
}

interface Known {
  id: number;
  variant: string | null;
  calibration: string | null;
  version: string | null;
}
/** The identification of the machines in their newest session, or a program that was written since: as the pre-flight reads it. */
function knownOf(tx: Tx, choice: RollOutChoice, caller: Pick<Caller, 'scope'>, file: FileRow): Promise<Known[]> {
  const where = conditions(choice, caller);
  const [software, calibration] =
    file.target === 'ecu' ? ['ecu_sw_sequence', 'ecu_calibration_id'] : ['dcu_sw_version', 'dcu_calibration_id'];
  return tx.query<Known[]>(
    `SELECT v.id, ls.info->>'hw_variant' AS variant, COALESCE(w.calibration, ls.info->>'${calibration}') AS calibration, COALESCE(w.version, ls.info->>'${software}') AS version
     FROM ${fromOf(choice)} JOIN LATERAL (SELECT d.info, d.heard_at FROM diagnosis_session d WHERE d.vehicle_id = v.id AND d.info IS NOT NULL ORDER BY d.id DESC LIMIT 1) ls ON true
     LEFT JOIN LATERAL (SELECT r.running_version AS version, ${writtenCalibration} AS calibration, r.ended_at FROM flash_run r JOIN flash_file f ON f.id = r.file_id
       WHERE r.vehicle_id = v.id AND f.target = '${file.target}' AND r.running_version IS NOT NULL ORDER BY r.id DESC LIMIT 1) w ON w.ended_at > ls.heard_at OR NOT ls.info ? '${software}'
     WHERE ${where.sql} ORDER BY v.id`,
    where.parameters,
  );
}

async function unknownOf(
  tx: Tx,
  choice: RollOutChoice,
  caller: Pick<Caller, 'scope'>,
  asked: number[],
): Promise<number[]> {
  const where = conditions(choice, caller);
  const rows = await tx.query<{ id: number }[]>(
    `SELECT v.id FROM ${fromOf(choice)} WHERE ${where.sql} AND v.id <> ALL(${where.parameter(asked)}::int[]) ORDER BY v.id LIMIT ${maxRollOutVehicles + 1}`,
    where.parameters,
  );
  return rows.map((r) => r.id);
}
