import type { FactoryAct } from '@headland/contracts/factory';
import type { Tx } from '../../platform/database/rows';
import type { Emit } from '../../platform/event-log/change';

/** What every list of one call shares. */
export interface Batch {
  tx: Tx;
  emit: Emit;
  now: Date;
  /** day in the zone of the product */
  today: string;
  timeZone: string;
  /** `factoryActor` of its key */
  by: string;
  plant: { id: number; name: string };
}

export const actOf = (existed: boolean, changes: number): FactoryAct =>
  !existed ? 'created' : changes > 0 ? 'changed' : 'unchanged';

/** The given fields over the present ones; what a record leaves out stays. */
export const over = <T extends object>(before: T, given: { [K in keyof T]?: T[K] | undefined }): T => ({
  ...before,
  ...Object.fromEntries(Object.entries(given).filter(([name, value]) => value !== undefined && name in before)),
});
