import { z } from 'zod';
import { endpoint } from './endpoint';
import { id, IdParams, isoTime, t50 } from './fields';

/** The wall display's own token, exchanged for a short access token. */
export const kioskHeader = 'x-auth-kiosk-token';

/** `tour`: the fleet, then its busiest regions in turn; `map`: the vehicles of one organization. Both have the queues beside them. */
export const wallViews = ['tour', 'map', 'sos', 'faults', 'figures', 'consumables'] as const;
export const maxWallSteps = 20;
const seconds = z.coerce
  .number('field.invalid')
  .int('field.invalid')
  .min(10, 'field.invalid')
  .max(3600, 'field.invalid');
export const WallStep = z.discriminatedUnion('view', [
  z.object({ view: z.literal('map'), organizationId: id, seconds }),
  z.object({ view: z.enum(wallViews).exclude(['map']), seconds }),
]);
export type WallStep = z.output<typeof WallStep>;
/** Events that sound: a new SOS, one that is reported to the level above, a new critical fault. */
export const wallSounds = ['sos', 'escalation', 'criticalFault'] as const;

/** How a display looks, sounds, and what it shows in turn. */
export const WallSettings = z.object({
  language: z.enum(['ko', 'en']).default('ko'),
  theme: z.enum(['dark', 'light']).default('dark'),
  sound: z.boolean().default(true),
  /** in percent */
  volume: z.number().int().min(0).max(100).default(100),
  sounds: z.array(z.enum(wallSounds)).default(['sos']),
  playlist: z
    .array(WallStep)
    .min(1, 'field.req')
    .max(maxWallSteps)
    .default([{ view: 'tour', seconds: 300 }]),
});
export type WallSettings = z.output<typeof WallSettings>;

/** Wall displays: issued, named, scoped and revoked by an administrator; the token is shown once. */
export const Kiosk = z.object({
  id: z.number(),
  version: z.number(),
  name: z.string(),
  /** its scope: this organization and those below it */
  organizationId: z.number(),
  organization: z.string(),
  ...WallSettings.shape,
  issuedAt: z.string(),
  issuedBy: z.string(),
  lastSeenAt: z.string().nullable(),
  lastAddress: z.string().nullable(),
  /** screens that show it now: each reports once a minute */
  screens: z.number(),
  /** null: never */
  expiresAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
  revokedBy: z.string().nullable(),
  /** issued by somebody who outranks the caller, who therefore may not revoke it */
  above: z.boolean(),
});
export type Kiosk = z.output<typeof Kiosk>;
export const KioskBody = z.object({
  name: t50,
  organizationId: id,
  expiresAt: isoTime.nullable().default(null),
  ...WallSettings.shape,
});

export const kiosks = {
  open: endpoint({
    method: 'GET',
    path: '/api/kiosks/session',
    allow: 'public',
    summary: 'The kiosk token in its header becomes a 15-minute access token',
    data: z.object({ accessToken: z.string(), name: z.string(), organization: z.string(), sound: z.boolean() }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/kiosks',
    allow: 'administrator:R',
    summary: 'Issued wall displays, those in use first',
    data: z.array(Kiosk),
  }),
  issue: endpoint({
    method: 'POST',
    path: '/api/kiosks',
    allow: ['administrator:R', 'organization:C'],
    summary: 'Issue a token for a wall display; it is in this answer only',
    body: KioskBody,
    data: Kiosk.extend({ token: z.string() }),
  }),
  change: endpoint({
    method: 'PUT',
    path: '/api/kiosks/:id',
    allow: ['administrator:R', 'organization:U'],
    summary: 'Change what it shows; its screens follow at once',
    params: IdParams,
    body: KioskBody.extend({ version: z.number().int() }),
    data: Kiosk,
  }),
  rotate: endpoint({
    method: 'POST',
    path: '/api/kiosks/:id/token',
    allow: ['administrator:R', 'organization:U'],
    summary: 'A new token in place of the present one, whose screens close; it is in this answer only',
    params: IdParams,
    data: Kiosk.extend({ token: z.string() }),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/kiosks/:id',
    allow: ['administrator:R', 'organization:D'],
    summary: 'Revoke it; its screens show this at once',
    params: IdParams,
    data: Kiosk,
  }),
};
