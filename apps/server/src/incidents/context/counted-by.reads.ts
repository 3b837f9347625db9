import { mayRead, type RightsHolder } from '@headland/domain/access';
import { organizationsOfRegion } from '../../people/organizations/region.reads';
import type { Where } from '../../platform/database/where';
import { Problem } from '../../platform/problem';

export interface CountedBy {
  modelName: string[];
  modelType?: string | undefined;
  dealerId?: number | undefined;
  regionId?: number | undefined;
  ownerId?: number | undefined;
}

/**
 * Filters that figures of the statistics are counted by: the same for the list and for its figures. `incident` is the alias of the table, `at` its
 * time; `m` is the model of its vehicle. A filter reveals data: callers who may not read customers cannot filter by owner.
 */
export function countedByConditions(
  where: Where,
  filter: CountedBy,
  { incident, at, caller }: { incident: string; at: string; caller: RightsHolder },
): void {
  if (filter.ownerId !== undefined && !mayRead(caller, 'customer')) throw new Problem('FORBIDDEN');
  where
    .andIf(filter.modelName, (p) => `m.name = ANY(${p}::text[])`)
    .andIf(filter.modelType, (p) => `m.type = ${p}`)
    .below(filter.dealerId, `${incident}.organization_id`)
    .andIf(filter.regionId, (p) => `${incident}.organization_id = ANY (${organizationsOfRegion(p)})`)
    .andIf(
      filter.ownerId,
      (p) => `EXISTS (SELECT 1 FROM vehicle_owner w WHERE w.customer_id = ${p}::int AND ${ownedAt('w', incident, at)})`,
    );
}

/** SQL: this time of ownership is of the vehicle of this incident at its time. */
export const ownedAt = (owner: string, incident: string, at: string): string =>
  `${owner}.vehicle_id = ${incident}.vehicle_id AND (${owner}.since IS NULL OR ${owner}.since <= ${incident}.${at}) AND (${owner}.until IS NULL OR ${owner}.until > ${incident}.${at})`;
