import { z } from 'zod';
import { id, many, name40 } from './fields';
import { modelTypes } from './model';

/** What figures of the statistics are counted by, as filters of the lists that they link to. Each is exact. */
export const countedByVehicle = {
  modelName: many(name40),
  modelType: z.enum(modelTypes).optional(),
  /** an organization with all below it */
  dealerId: id.optional(),
};
export const countedByIncident = {
  ...countedByVehicle,
  /** the nearest region above the organization; 0: none */
  regionId: z.coerce.number<string | number>().int().min(0).max(2_147_483_647).optional(),
  /** the customer who owned the vehicle at that time */
  ownerId: id.optional(),
};
/** Stands for a part without a name in a filter. */
export const unnamedPart = '-';
