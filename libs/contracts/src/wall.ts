import { z } from 'zod';
import { endpoint } from './endpoint';
import { FaultSummary } from './fault';
import { SosSummary } from './sos';

/** The picture of the control room's wall: read-only, scoped by its token, never a customer's name or phone. */
export const WallPicture = z.object({
  /** log number that this picture contains; live events continue from here */
  head: z.number(),
  at: z.string(),
  name: z.string(),
  organization: z.string(),
  sound: z.boolean(),
  sos: z.array(SosSummary),
  faults: z.array(FaultSummary),
  sosOpen: z.number(),
  faultsOpen: z.object({ critical: z.number(), major: z.number(), minor: z.number() }),
  vehicles: z.number(),
  online: z.number(),
  engineOn: z.number(),
  acceptedToday: z.number(),
  completedToday: z.number(),
  medianAcknowledgeSeconds: z.number().nullable(),
});
export type WallPicture = z.output<typeof WallPicture>;
export const wall = { picture: endpoint({ method: 'GET', path: '/api/wall', allow: 'wall', summary: 'Everything the wall shows but the map', data: WallPicture }) };
