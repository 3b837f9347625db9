import { z } from 'zod';
import { endpoint } from './endpoint';
import { IdParams } from './fields';
import { severities } from './fault';

/** Hours without a message that a member can be notified of. */
export const silentHours = [1, 6, 24, 72, 168] as const;
/** What a member is notified of about a vehicle of the own list; all off: it is only in the list. */
export const WatchBody = z.object({
  sos: z.boolean(),
  /** faults of this severity and of graver ones; null: none */
  fault: z.enum(severities).nullable(),
  /** no message for so many hours, and the first one after that; null: no */
  offlineHours: z.union(silentHours.map((hours) => z.literal(hours))).nullable(),
  /** a consumable is due soon, or overdue */
  maintenance: z.boolean(),
});
export type WatchBody = z.output<typeof WatchBody>;
export const Watch = WatchBody.extend({ vehicleId: z.number(), vin: z.string(), model: z.string() });
export type Watch = z.output<typeof Watch>;
export const watchesOfOne = 500;

export const watches = {
  list: endpoint({
    method: 'GET',
    path: '/api/watches',
    allow: 'status:R',
    summary: 'The vehicles of the own list that are in scope, and what the caller is notified of about each',
    data: z.array(Watch),
  }),
  set: endpoint({
    method: 'PUT',
    path: '/api/watches/:id',
    allow: 'status:R',
    summary: 'Puts a vehicle into the own list, or changes what the caller is notified of; id is the vehicle’s',
    params: IdParams,
    body: WatchBody,
    data: Watch,
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/api/watches/:id',
    allow: 'status:R',
    summary: 'Takes a vehicle out of the own list',
    params: IdParams,
    data: z.object({ ended: z.literal(true) }),
  }),
};
