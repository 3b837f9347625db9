import { z } from 'zod';
import { endpoint } from './endpoint';
import { id, isoTime, t50 } from './fields';

/** The wall display's own token, exchanged for a short access token. */
export const kioskHeader = 'x-auth-kiosk-token';

/** Wall displays: issued, named, scoped and revoked by an administrator; the token is shown once. */
export const Kiosk = z.object({
  id: z.number(),
  name: z.string(),
  /** its scope: this organization and those below it */
  organizationId: z.number(),
  organization: z.string(),
  sound: z.boolean(),
  issuedAt: z.string(),
  issuedBy: z.string(),
  lastSeenAt: z.string().nullable(),
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
    body: z.object({
      name: t50,
      organizationId: id,
      sound: z.boolean().default(true),
      expiresAt: isoTime.nullable().default(null),
    }),
    data: Kiosk.extend({ token: z.string() }),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/kiosks/:id',
    allow: ['administrator:R', 'organization:D'],
    summary: 'Revoke it; its screens show this at once',
    params: z.object({ id }),
    data: Kiosk,
  }),
};
