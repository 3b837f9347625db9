import { z } from 'zod';
import { endpoint } from './endpoint';
import { groupTypes, roles } from './access';
import { id } from './fields';

/** Login, the two tokens, and what the console needs to know at its start. Headers and envelope: decisions.md, Session. */
export const accessHeader = 'x-auth-access-token';
export const refreshHeader = 'x-auth-refresh-token';
/** The wall display's own token, exchanged for a short access token. */
export const kioskHeader = 'x-auth-kiosk-token';

/** Claims of an access token. `roles` holds `{groupType}_{role}`; a wall display carries `KIOSK` instead and `kiosk` its id. */
export const AccessClaims = z.object({
  sub: z.string(),
  sid: z.string(),
  name: z.string(),
  roles: z.array(z.string()),
  groupType: z.enum(groupTypes).or(z.literal('KIOSK')),
  organizationId: z.number(),
  kiosk: z.number().optional(),
});
export type AccessClaims = z.output<typeof AccessClaims>;

export const LoginBody = z.object({
  id: z.string().trim().min(1, 'field.req').max(40, 'field.max'),
  password: z.string().min(1, 'field.req').max(200, 'field.max'),
  autoLogin: z.boolean().default(false),
});
export const Login = z.object({ accessToken: z.string(), refreshToken: z.string(), id: z.string(), name: z.string(), credentialsNonExpired: z.boolean() });
export const Member = z.object({
  id: z.number(),
  loginId: z.string(),
  name: z.string(),
  groupId: z.number(),
  groupName: z.string(),
  groupType: z.enum(groupTypes),
  role: z.enum(roles),
  units: z.enum(['km', 'mile']),
});
export type Member = z.output<typeof Member>;

export const session = {
  login: endpoint({ method: 'POST', path: '/api/auth/login', allow: 'public', summary: 'Log in with id and password', body: LoginBody, data: Login }),
  refresh: endpoint({
    method: 'GET',
    path: '/api/auth/refresh-token',
    allow: 'public',
    summary: 'Both tokens in the headers; both are renewed',
    data: z.object({ accessToken: z.string(), refreshToken: z.string() }),
  }),
  logout: endpoint({ method: 'POST', path: '/api/auth/logout', allow: 'member', summary: 'End this session', data: z.object({ ended: z.literal(true) }) }),
  member: endpoint({
    method: 'GET',
    path: '/api/tms/member/detail/:id',
    allow: 'member',
    summary: 'The member behind the session (login id in the path)',
    params: z.object({ id: z.string().max(40) }),
    data: z.array(Member),
  }),
  config: endpoint({
    method: 'GET',
    path: '/api/config',
    allow: 'public',
    summary: 'What the console must know before it starts',
    data: z.object({
      version: z.string(),
      development: z.boolean(),
      mapTileUrl: z.string().nullable(),
      mapAttribution: z.string().nullable(),
      queryMaxDays: z.number(),
      demoAccounts: z.array(z.object({ id: z.string(), groupType: z.enum(groupTypes), role: z.enum(roles), organization: z.string() })),
    }),
  }),
};

/** Wall displays: issued, named, scoped and revoked by an administrator; the token is shown once. */
export const Kiosk = z.object({
  id: z.number(),
  name: z.string(),
  organizationId: z.number(),
  organization: z.string(),
  sound: z.boolean(),
  issuedAt: z.string(),
  issuedBy: z.string(),
  lastSeenAt: z.string().nullable(),
  revokedAt: z.string().nullable(),
});
export const kiosks = {
  open: endpoint({
    method: 'GET',
    path: '/api/kiosks/session',
    allow: 'public',
    summary: 'The kiosk token in its header becomes a 15-minute access token',
    data: z.object({ accessToken: z.string(), name: z.string(), organization: z.string(), sound: z.boolean() }),
  }),
  list: endpoint({ method: 'GET', path: '/api/kiosks', allow: 'memberHistory:R', summary: 'Issued wall displays', data: z.array(Kiosk) }),
  issue: endpoint({
    method: 'POST',
    path: '/api/kiosks',
    allow: 'organization:U',
    summary: 'Issue a token for a wall display',
    body: z.object({ name: z.string().min(1).max(40), organizationId: id, sound: z.boolean().default(true) }),
    data: Kiosk.extend({ token: z.string() }),
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/api/kiosks/:id',
    allow: 'organization:U',
    summary: 'Revoke it; its screen says so at once',
    params: z.object({ id }),
    data: Kiosk,
  }),
};
