import { z } from 'zod';
import { endpoint } from './endpoint';
import { id } from './fields';
import { vehicles } from './vehicle';

/**
 * The dashboard: six tiles over the last seven whole days, up to yesterday in the caller's time zone, and what is
 * urgent now. A tile covers the caller's own organization and those below it, or one of these. `days` has seven
 * entries, oldest first.
 */
const query = z.object({ organizationId: id.optional() });
const days = <T extends z.ZodRawShape>(shape: T) => z.array(z.object({ day: z.string() }).extend(shape)).length(7);
/**
 * Days, and whether some of them are still being counted: shortly after midnight, after late data, or in a zone without
 * earlier requests.
 */
const counted = { counting: z.boolean() };

const FaultSums = z.object({ occurred: z.number(), accepted: z.number(), completed: z.number() });
const CallSums = z.object({ button: z.number(), rollover: z.number(), collision: z.number() });
const path = '/api/dash';
export const dash = {
  now: endpoint({
    method: 'GET',
    path: `${path}/now`,
    allow: 'dash:R',
    summary: 'The live strip: what burns now',
    query,
    data: vehicles.counts.data.extend({
      /** accepted by the new owner, awaiting a decision */
      transfersAwaiting: z.number(),
      oldestTransferAt: z.string().nullable(),
      consumablesExceeded: z.number(),
      consumablesImminent: z.number(),
    }),
  }),
  faults: endpoint({
    method: 'GET',
    path: `${path}/faults`,
    allow: 'dash:R',
    summary: 'Fault reports that occurred, were accepted and were completed on each of the last seven days',
    query,
    data: z.object({
      days: days(FaultSums.shape),
      total: FaultSums,
      /** of the seven days before */
      before: FaultSums,
      codes: z
        .array(z.object({ code: z.string(), name: z.object({ ko: z.string(), en: z.string() }), count: z.number() }))
        .max(3),
      ...counted,
    }),
  }),
  sos: endpoint({
    method: 'GET',
    path: `${path}/sos`,
    allow: 'dash:R',
    summary: 'SOS calls raised on each of the last seven days, how they ended and how long it took',
    query,
    data: z.object({
      days: days(CallSums.shape),
      total: CallSums,
      /** SOS of the seven days before */
      before: z.number(),
      resolved: z.number(),
      falseAlarms: z.number(),
      /** from the arrival of the SOS; null: none */
      medianAcknowledgeSeconds: z.number().nullable(),
      medianResolveSeconds: z.number().nullable(),
    }),
  }),
  members: endpoint({
    method: 'GET',
    path: `${path}/members`,
    allow: 'dash:R',
    summary: 'Customers who joined the app and who left it on each of the last seven days',
    query,
    data: z.object({
      days: days({ joined: z.number(), withdrawn: z.number() }),
      joined: z.number(),
      withdrawn: z.number(),
      before: z.number(),
      /** current members of the app */
      registered: z.number(),
    }),
  }),
  sales: endpoint({
    method: 'GET',
    path: `${path}/sales`,
    allow: 'dash:R',
    summary: 'Vehicles sold on each of the last seven days, and the five models sold most',
    query,
    data: z.object({
      days: days({ sold: z.number() }),
      total: z.number(),
      before: z.number(),
      models: z.array(z.object({ model: z.string(), sold: z.number() })).max(5),
    }),
  }),
  mileage: endpoint({
    method: 'GET',
    path: `${path}/mileage`,
    allow: 'dash:R',
    summary:
      'The vehicles that drove farthest in the last seven days. Who may not read vehicles gets the distance alone',
    query,
    data: z.object({
      from: z.string(),
      to: z.string(),
      /** km of the first; null: none drove */
      km: z.number().nullable(),
      /** km of the first of the seven days before */
      before: z.number().nullable(),
      vehicles: z
        .array(
          z.object({
            id: z.number(),
            vin: z.string(),
            model: z.string(),
            km: z.number(),
            hours: z.number().nullable(),
          }),
        )
        .max(5),
      ...counted,
    }),
  }),
  engines: endpoint({
    method: 'GET',
    path: `${path}/engines`,
    allow: 'dash:R',
    summary: 'Vehicles whose engine was started or ran on each of the last seven days, of all there are',
    query,
    data: z.object({
      /** null: not counted yet */
      days: days({ on: z.number().nullable(), vehicles: z.number().nullable() }),
      /** seven days before the last of them */
      before: z.number().nullable(),
      ...counted,
    }),
  }),
};
