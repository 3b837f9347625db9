import type { FlashRunState } from '@headland/contracts/reprogram';
import type { RollOutVehicle, RollOutVehicleFilter } from '@headland/contracts/roll-out';
import { countBlocks } from '@headland/domain/reprogram/blocks';
import type { BlockRange } from '@headland/contracts/device/flash';
import { Where } from '../../platform/database/where';
import type { Scope } from '../../platform/caller';
import { offlineSql } from '../../fleet/vehicles/vehicle-row.reads';
import type { ItemRow } from './roll-out-row';

/** A vehicle of a roll-out as its page and its workbook show it. */
export interface ItemColumns extends ItemRow {
  vin: string;
  model: string;
  dealer_id: number;
  dealer_name: string;
  offline: boolean | null;
  run_state: FlashRunState | null;
  blocks: number | null;
  have: BlockRange[] | null;
  progress: number | null;
}
export const itemColumns = `i.*, v.vin, m.name AS model, o.id AS dealer_id, o.name AS dealer_name, ${offlineSql} AS offline, f.state AS run_state, f.blocks, f.have, f.progress`;
export const itemFrom = `roll_out_vehicle i JOIN vehicle v ON v.id = i.vehicle_id JOIN model m ON m.id = v.model_id JOIN organization o ON o.id = v.organization_id
  LEFT JOIN vehicle_state s ON s.vehicle_id = v.id LEFT JOIN flash_run f ON f.id = i.run_id`;
/** Those that are out of sight by now are not listed: the figures of the roll-out count them all the same. */
export const itemConditions = (rollOutId: number, filter: RollOutVehicleFilter, scope: Scope): Where =>
  new Where(scope, 'v.organization_id')
    .andIf(rollOutId, (p) => `i.roll_out_id = ${p}`)
    .contains(filter.vin, 'v.vin')
    .andIf(filter.wave, (p) => `i.wave = ANY(${p}::int[])`)
    .andIf(filter.state, (p) => `i.state = ANY(${p}::text[])`);
export const itemOrder = ({ order }: Pick<RollOutVehicleFilter, 'order'>): string =>
  `i.wave ${order}, i.position ${order}`;

export const toItem = (r: ItemColumns): RollOutVehicle => ({
  id: r.vehicle_id,
  vin: r.vin,
  model: r.model,
  dealer: { id: r.dealer_id, name: r.dealer_name },
  online: r.offline === false,
  wave: r.wave,
  state: r.state,
  reason: r.reason,
  attempts: r.attempts,
  run:
    r.run_id === null || r.run_state === null
      ? null
      : {
          id: r.run_id,
          state: r.run_state,
          blocks: r.blocks ?? 0,
          blocksThere: countBlocks(r.have ?? []),
          progress: r.progress ?? 0,
        },
  triedAt: r.tried_at?.toISOString() ?? null,
  endedAt: r.ended_at?.toISOString() ?? null,
});
