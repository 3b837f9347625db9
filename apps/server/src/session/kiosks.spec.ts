import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organizations } from '@headland/contracts/organization';
import { kioskHeader, kiosks } from '@headland/contracts/session';
import { OrganizationsModule } from '../organizations/organizations.module';
import { SessionReader } from '../platform/session-reader';
import { type Refused, startServer, type TestServer } from '../testing/server';
import { makeAccount, makeOrganizations, type Organizations } from '../testing/world';
import { SessionModule } from './session.module';

let server: TestServer;
let at: Organizations;
let admin: string;

beforeAll(async () => {
  server = await startServer([SessionModule, OrganizationsModule]);
  at = await makeOrganizations(server.database);
  admin = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice));
});
afterAll(() => server.stop());

const issue = (organizationId: number, token = admin) => server.call(kiosks.issue, { body: { name: 'Control room', organizationId, sound: true } }, token);
const open = (token: string) => server.call(kiosks.open, {}, null, { [kioskHeader]: token });
const refused = (attempt: Promise<unknown>): Promise<Refused> =>
  attempt.then(
    () => Promise.reject(new Error('was not refused')),
    (e: unknown) => e as Refused,
  );

describe('a wall display', () => {
  it('is issued, opens a session of its own scope, and is listed', async () => {
    const kiosk = await issue(at.north);
    const opened = await open(kiosk.token);
    expect(opened).toMatchObject({ name: 'Control room', organization: 'North', sound: true });
    const { caller } = await server.app.get(SessionReader).read(opened.accessToken);
    expect(caller).toMatchObject({ groupType: 'KIOSK', role: null, kioskId: kiosk.id, userId: null, scope: { all: false, organizationId: at.north } });
    const [listed] = await server.call(kiosks.list, {}, admin);
    expect(listed).toMatchObject({ id: kiosk.id, organization: 'North', issuedBy: 'HEAD_OFFICE ADMIN', revokedAt: null });
    expect(listed?.lastSeenAt).not.toBeNull();
    expect(listed).not.toHaveProperty('token');
  });

  it('reads nothing but the wall', async () => {
    const { accessToken } = await open((await issue(at.north)).token);
    for (const e of [organizations.tree, kiosks.list]) expect(await refused(server.call(e, {}, accessToken))).toMatchObject({ status: 403 });
  });

  it('is refused at once when it is revoked, and its own token opens nothing more', async () => {
    const kiosk = await issue(at.north);
    const { accessToken } = await open(kiosk.token);
    await server.app.get(SessionReader).read(accessToken);
    const revoked = await server.call(kiosks.revoke, { params: { id: kiosk.id } }, admin);
    expect(revoked.revokedAt).not.toBeNull();
    await expect(server.app.get(SessionReader).read(accessToken)).rejects.toMatchObject({ code: 'E0105' });
    expect(await refused(open(kiosk.token))).toMatchObject({ status: 401, error: { code: 'BAD_TOKEN', values: { name: 'Control room' } } });
    // again: nothing changes, nothing is told twice
    expect(await server.call(kiosks.revoke, { params: { id: kiosk.id } }, admin)).toEqual(revoked);
    expect(await server.database.query("SELECT 1 FROM event_log WHERE name = 'kiosk.revoked' AND payload->>'kioskId' = $1", [String(kiosk.id)])).toHaveLength(1);
  });

  it('with a token that nobody issued opens nothing', async () => {
    expect((await refused(open('invented'))).error).toMatchObject({ code: 'BAD_TOKEN', values: {} });
    expect((await refused(server.call(kiosks.open, {}, null))).error.code).toBe('NO_TOKEN');
  });

  it('is issued by those who may, for organisations that are there', async () => {
    const staff = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'STAFF', at.headOffice));
    expect(await refused(issue(at.north, staff))).toMatchObject({ status: 403 });
    expect(await refused(issue(999_999))).toMatchObject({ status: 422, error: { fields: { organizationId: 'field.invalid' } } });
    expect(await refused(server.call(kiosks.revoke, { params: { id: 999_999 } }, admin))).toMatchObject({ status: 404 });
  });
});
