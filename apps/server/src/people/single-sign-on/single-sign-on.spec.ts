import type { JWTPayload } from 'jose';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GroupType, Role } from '@headland/contracts/access';
import { type LoggedIn, refreshHeader, session } from '@headland/contracts/session';
import { users } from '@headland/contracts/user';
import { readConfig } from '../../platform/config';
import { TestIdentityProvider } from '../../testing/identity-provider';
import { type Refused, startServer, type TestServer } from '../../testing/server';
import { type Account, makeAccount, makeOrganizations, type Organizations } from '../../testing/world';
import { SessionModule } from '../session/session.module';
import { UsersModule } from '../users/users.module';
import { SingleSignOnModule } from './single-sign-on.module';

let provider: TestIdentityProvider;
let server: TestServer;
/** with rules: groups give rights */
let mapped: TestServer;
let now = new Date('2026-05-01T09:00:00Z');
let orgs: Organizations;
let mappedOrgs: Organizations;

const modules = [SessionModule, UsersModule, SingleSignOnModule];
beforeAll(async () => {
  provider = await TestIdentityProvider.start();
  const oidc = {
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: provider.client.id,
    OIDC_CLIENT_SECRET: provider.client.secret,
    PUBLIC_URL: 'https://console.example.com',
  };
  server = await startServer(modules, { clock: () => now, config: oidc });
  mapped = await startServer(modules, {
    clock: () => now,
    config: {
      ...oidc,
      OIDC_GROUPS_CLAIM: 'realm_access.roles',
      OWN_LOGIN: 'headOfficeAdmins',
      OIDC_ROLES: [
        { group: 'admins', organization: 'HQ', role: 'ADMIN' },
        { group: 'nami', organization: 'NAMI', role: 'STAFF' },
        { group: 'nowhere', organization: 'GONE', role: 'STAFF' },
      ],
    },
  });
  orgs = await makeOrganizations(server.database);
  mappedOrgs = await makeOrganizations(mapped.database);
  await mapped.database.query(
    "UPDATE organization SET erp_code = CASE id WHEN $1 THEN 'HQ' ELSE 'NAMI' END WHERE id IN ($1, $2)",
    [mappedOrgs.headOffice, mappedOrgs.nami],
  );
});
afterAll(async () => {
  await server.stop();
  await mapped.stop();
  await provider.stop();
});
let serial = 0;
let subject: string;
beforeEach(() => {
  now = new Date('2026-05-01T09:00:00Z');
  subject = `person-${++serial}`;
});
afterEach(() => {
  provider.spoil = (claims) => claims;
  provider.forged = false;
  provider.authenticates = 'client_secret_basic';
  provider.userInfo = {};
});

/** A browser goes there and comes back. */
async function come(at: TestServer, person: JWTPayload): Promise<{ state: string; query: string }> {
  provider.person = { sub: subject, ...person };
  const { url, state } = await at.call(session.signOnStart, {}, null);
  return { state, query: await provider.visit(url) };
}
const signOn = async (at: TestServer, person: JWTPayload): Promise<LoggedIn> =>
  at.call(session.signOnFinish, { body: await come(at, person) }, null);
const code = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => Promise.reject(new Error('was not refused')),
    (e: unknown) => (e as Refused).error.code,
  );
const owner = (account: Account): JWTPayload => ({ email: `${account.id}@korea.kr`, email_verified: true });
const member = (groupType: GroupType = 'DEALER', role: Role = 'STAFF'): Promise<Account> =>
  makeAccount(server.database, groupType, role, orgs.nami);
const events = (at: TestServer): Promise<{ name: string; payload: { loginId: string; detail?: string } }[]> =>
  at.database.query("SELECT name, payload FROM event_log WHERE name LIKE 'account.%' ORDER BY number DESC LIMIT 2");

describe('a login by the company directory', () => {
  it('opens a session of the account with the verified address, and of the same person later by who it is there', async () => {
    const account = await member();
    const first = await signOn(server, owner(account));
    expect(first).toMatchObject({ id: account.id, credentialsNonExpired: true, mustChange: null });
    const [me] = await server.call(session.member, { params: { id: account.id } }, first.accessToken);
    expect(me).toMatchObject({ id: account.userId, groupType: 'DEALER', role: 'STAFF' });
    expect((await events(server))[0]).toMatchObject({ name: 'account.loggedIn', payload: { detail: 'directory' } });
    // the person has another address there by now
    expect((await signOn(server, { email: 'new@korea.kr', email_verified: true })).id).toBe(account.id);
  });

  it('needs no code by SMS and minds no age of a password', async () => {
    const account = await makeAccount(server.database, 'DEALER', 'STAFF', orgs.nami, {
      phone: null,
      passwordChangedAt: new Date('2020-01-01T00:00:00Z'),
    });
    expect((await signOn(server, owner(account))).mustChange).toBeNull();
  });

  it('lasts half a day at the most, however often it is renewed: who has left the company is not there', async () => {
    const account = await member();
    let { accessToken, refreshToken } = await signOn(server, owner(account));
    const later = async (hours: number): Promise<void> => {
      now = new Date(now.getTime() + hours * 3_600_000);
      const answer = await server.call(session.refresh, {}, accessToken, { [refreshHeader]: refreshToken });
      ({ accessToken, refreshToken } = answer);
    };
    await later(6);
    await later(5.9);
    expect(await code(later(0.2))).toBe('E0803');
  });

  it('asks the directory where its token does not tell the address', async () => {
    const account = await member();
    provider.userInfo = owner(account);
    expect((await signOn(server, {})).id).toBe(account.id);
  });

  it('names the secret in the way that the directory takes', async () => {
    const own = await startServer(modules, { clock: () => now, config: server.config });
    provider.authenticates = 'client_secret_post';
    try {
      await makeOrganizations(own.database);
      expect(await code(signOn(own, { email: 'nobody@korea.kr', email_verified: true }))).toBe('SSO_NO_ACCOUNT');
    } finally {
      await own.stop();
    }
  });

  it('gives an invited account its owner without the link that was sent', async () => {
    const admin = await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice);
    const token = await server.login(admin);
    const body = {
      name: 'Kim',
      email: 'kim.minsu@korea.kr',
      role: 'STAFF',
      groupType: 'DEALER',
      active: true,
      phone: '010-2345-6789',
    };
    const { id } = await server.call(
      users.create,
      { body: { ...body, organizationId: orgs.nami, country: '82' } } as never,
      token,
    );
    expect((await signOn(server, { email: 'Kim.MinSu@korea.kr', email_verified: true })).id).toBe('KimMinSu');
    const detail = await server.call(users.get, { params: { id } }, token);
    expect(detail).toMatchObject({ loginId: 'KimMinSu', link: null });
    expect(detail.joinedAt).not.toBeNull();
  });
});

describe('a login is refused', () => {
  it('of somebody whom nobody has registered', async () => {
    expect(await code(signOn(server, { email: 'stranger@korea.kr', email_verified: true }))).toBe('SSO_NO_ACCOUNT');
    const [event] = await events(server);
    expect(event).toMatchObject({ name: 'account.loginFailed', payload: { detail: 'SSO_NO_ACCOUNT' } });
    expect(event?.payload.loginId).not.toContain('stranger');
  });

  it('with an address that is not verified', async () => {
    const account = await member();
    expect(await code(signOn(server, { ...owner(account), email_verified: false }))).toBe('SSO_NO_ACCOUNT');
    expect(await code(signOn(server, { email: `${account.id}@korea.kr` }))).toBe('SSO_NO_ACCOUNT');
  });

  it('of a second person with an address that was another’s', async () => {
    const account = await member();
    await signOn(server, owner(account));
    subject = `${subject}-successor`;
    expect(await code(signOn(server, owner(account)))).toBe('SSO_NO_ACCOUNT');
  });

  it('of a deactivated account', async () => {
    const account = await makeAccount(server.database, 'DEALER', 'STAFF', orgs.nami, { active: false });
    expect(await code(signOn(server, owner(account)))).toBe('INACTIVE');
  });

  it('of a removed account, until the person is registered anew; who it was there is not kept', async () => {
    const admin = await server.login(await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice));
    const account = await member();
    await signOn(server, owner(account));
    await server.call(users.remove, { params: { id: account.userId } }, admin);
    expect(await code(signOn(server, owner(account)))).toBe('SSO_NO_ACCOUNT');
    expect(
      await server.database.query('SELECT 1 FROM directory_identity WHERE subject LIKE $1', [`%${subject}%`]),
    ).toEqual([]);
    const anew = await member();
    expect((await signOn(server, owner(anew))).id).toBe(anew.id);
    // and from then on by who it is there
    expect((await signOn(server, {})).id).toBe(anew.id);
    await server.call(users.remove, { params: { id: anew.userId } }, admin);
    expect(await code(signOn(server, owner(anew)))).toBe('SSO_NO_ACCOUNT');
  });

  it('of who says no at the directory', async () => {
    expect(await code(signOn(server, { sub: undefined }))).toBe('SSO_REFUSED');
  });

  it.each<[string, (claims: JWTPayload) => JWTPayload]>([
    ['for another login', (c) => ({ ...c, nonce: 'other' })],
    ['for another client', (c) => ({ ...c, aud: 'other' })],
    ['of another directory', (c) => ({ ...c, iss: 'https://evil.example.com' })],
    ['of yesterday', (c) => ({ ...c, iat: (c.iat ?? 0) - 86_400, exp: (c.exp ?? 0) - 86_400 })],
    ['about nobody', (c) => ({ ...c, sub: undefined })],
  ])('with a token %s', async (_, spoil) => {
    const account = await member();
    provider.spoil = spoil;
    expect(await code(signOn(server, owner(account)))).toBe('SSO_REFUSED');
  });

  it('with a token that somebody else has signed', async () => {
    const account = await member();
    provider.forged = true;
    expect(await code(signOn(server, owner(account)))).toBe('SSO_REFUSED');
  });

  it('a second time with the same answer, after ten minutes, and with an unknown state', async () => {
    const account = await member();
    const body = await come(server, owner(account));
    await server.call(session.signOnFinish, { body }, null);
    expect(await code(server.call(session.signOnFinish, { body }, null))).toBe('SSO_OVER');
    const late = await come(server, owner(account));
    now = new Date(now.getTime() + 11 * 60_000);
    expect(await code(server.call(session.signOnFinish, { body: late }, null))).toBe('SSO_OVER');
    expect(await code(server.call(session.signOnFinish, { body: { ...late, state: 'made up' } }, null))).toBe(
      'SSO_OVER',
    );
  });

  it('with the answer to another browser', async () => {
    const account = await member();
    const [mine, theirs] = [await come(server, owner(account)), await come(server, owner(account))];
    const body = { state: mine.state, query: theirs.query };
    expect(await code(server.call(session.signOnFinish, { body }, null))).toBe('SSO_REFUSED');
  });

  it('while the directory is away', async () => {
    const gone = await TestIdentityProvider.start();
    const config = { ...server.config, OIDC_ISSUER: gone.issuer };
    await gone.stop();
    const own = await startServer(modules, { clock: () => now, config });
    try {
      expect(await code(own.call(session.signOnStart, {}, null))).toBe('SSO_UNREACHABLE');
    } finally {
      await own.stop();
    }
  });
});

describe('with rules for groups', () => {
  const inGroups = (...roles: string[]): JWTPayload => ({ realm_access: { roles }, preferred_username: 'j.doe' });
  const position = async (userId: number): Promise<unknown> =>
    (
      await mapped.database.query<object[]>(
        'SELECT role, group_type AS "groupType", organization_id AS "organizationId" FROM user_account WHERE id = $1',
        [userId],
      )
    )[0];
  const [staff, admin]: [JWTPayload, JWTPayload] = [inGroups('nami'), inGroups('nami', 'admins')];

  it('a person without an account gets one, and rights follow the groups', async () => {
    const first = await signOn(mapped, { ...staff, name: 'Jo Doe', email: 'j.doe@korea.kr', email_verified: true });
    expect(first).toMatchObject({ name: 'Jo Doe' });
    expect(first.id).toMatch(/^jdoe\d*$/u);
    const [me] = await mapped.call(session.member, { params: { id: first.id } }, first.accessToken);
    expect(me).toMatchObject({ groupType: 'DEALER', role: 'STAFF', groupId: mappedOrgs.nami });
    await makeAccount(mapped.database, 'HEAD_OFFICE', 'ADMIN', mappedOrgs.headOffice);
    const views = await mapped.database.query<{ id: number }[]>(
      "INSERT INTO saved_view (owner_id, organization_id, list, name, state) VALUES ($1, $2, '/vehicles', 'ours', '{}') RETURNING id",
      [me?.id, mappedOrgs.nami],
    );
    await signOn(mapped, admin);
    expect(
      await mapped.database.query('SELECT owner_id AS owner FROM saved_view WHERE id = $1', [views[0]?.id]),
      'what was shared with the former organization stays there',
    ).toEqual([{ owner: null }]);
    expect(await position(me?.id ?? 0)).toEqual({
      ...{ role: 'ADMIN', groupType: 'HEAD_OFFICE', organizationId: mappedOrgs.headOffice },
    });
    // a session with the former rights has ended
    expect(await code(mapped.call(session.member, { params: { id: first.id } }, first.accessToken))).toBe('E0105');
    await signOn(mapped, staff);
    expect(await position(me?.id ?? 0)).toMatchObject({ role: 'STAFF', groupType: 'DEALER' });
    const changes = await mapped.database.query<{ name: string }[]>(
      "SELECT name FROM event_log WHERE payload->>'kind' = 'user' AND payload->>'id' = $1 ORDER BY number",
      [String(me?.id)],
    );
    expect(changes.map(({ name }) => name)).toEqual(['record.created', 'record.changed', 'record.changed']);
  });

  it.each([
    ['is in none of the groups', inGroups('others')],
    ['has no groups', { preferred_username: 'j.doe' }],
    ['is in the group of an organization that is not there', inGroups('nowhere')],
  ])('who %s is not let in', async (_, person) => {
    expect(await code(signOn(mapped, person))).toBe('SSO_NO_ROLE');
  });

  it('a removed account does not come back by itself, though the directory still has the person', async () => {
    const admin = await makeAccount(mapped.database, 'HEAD_OFFICE', 'ADMIN', mappedOrgs.headOffice);
    const { id } = await signOn(mapped, staff);
    const [account] = await mapped.database.query<{ id: number }[]>('SELECT id FROM user_account WHERE login_id = $1', [
      id,
    ]);
    await mapped.call(users.remove, { params: { id: account?.id ?? 0 } }, await mapped.login(admin));
    expect(await code(signOn(mapped, staff))).toBe('SSO_NO_ACCOUNT');
    // registered anew by an administrator, the rules count again
    const anew = await makeAccount(mapped.database, 'DEALER', 'STAFF', mappedOrgs.noa);
    expect((await signOn(mapped, { ...staff, ...owner(anew) })).id).toBe(anew.id);
    expect(await position(anew.userId)).toMatchObject({ organizationId: mappedOrgs.nami });
    expect((await signOn(mapped, staff)).id).toBe(anew.id);
  });

  it.each<[string, string, string, (id: number, admin: string) => Promise<unknown>]>([
    [
      'removed',
      'SSO_NO_ACCOUNT',
      'SSO_NO_ACCOUNT',
      (id, admin) => mapped.call(users.remove, { params: { id } }, admin),
    ],
    [
      'deactivated',
      'INACTIVE',
      'SSO_NO_ACCOUNT',
      (id) => mapped.database.query('UPDATE user_account SET active = false WHERE id = $1', [id]),
    ],
  ])('a %s account does not come back, though its owner never came by the directory', async (_, yes, no, end) => {
    const admin = await makeAccount(mapped.database, 'HEAD_OFFICE', 'ADMIN', mappedOrgs.headOffice);
    const account = await makeAccount(mapped.database, 'DEALER', 'STAFF', mappedOrgs.nami);
    await end(account.userId, await mapped.login(admin));
    const email = `${account.id}@KOREA.KR`;
    expect(await code(signOn(mapped, { ...staff, email, email_verified: true }))).toBe(yes);
    // as of a directory that does not verify addresses
    expect(await code(signOn(mapped, { ...staff, email }))).toBe(no);
    expect((await signOn(mapped, { ...staff, email: `x-${email}`, email_verified: true })).id).toBeTruthy();
  });

  it('a successor with the address of somebody who came by the directory and was removed gets an account', async () => {
    const admin = await mapped.login(await makeAccount(mapped.database, 'HEAD_OFFICE', 'ADMIN', mappedOrgs.headOffice));
    const account = await makeAccount(mapped.database, 'DEALER', 'STAFF', mappedOrgs.nami);
    await signOn(mapped, { ...staff, ...owner(account) });
    await mapped.call(users.remove, { params: { id: account.userId } }, admin);
    subject = `${subject}-successor`;
    expect((await signOn(mapped, { ...staff, ...owner(account) })).id).toBeTruthy();
  });

  it('two first logins of a person at once make one account', async () => {
    const bodies = [await come(mapped, staff), await come(mapped, staff)];
    const answers = await Promise.all(bodies.map((body) => mapped.call(session.signOnFinish, { body }, null)));
    expect(new Set(answers.map(({ id }) => id)).size).toBe(1);
  });

  it('the last administrator of the head office keeps the rights that the directory takes', async () => {
    const { id } = await signOn(mapped, admin);
    await mapped.database.query(
      "UPDATE user_account SET active = false WHERE group_type = 'HEAD_OFFICE' AND role = 'ADMIN' AND login_id <> $1",
      [id],
    );
    const again = await signOn(mapped, staff);
    const [me] = await mapped.call(session.member, { params: { id } }, again.accessToken);
    expect(me).toMatchObject({ groupType: 'HEAD_OFFICE', role: 'ADMIN' });
  });

  it('a session that a password opened before is not renewed, but an administrator’s and the directory’s', async () => {
    const open = await startServer(modules, { clock: () => now, config: { ...mapped.config, OWN_LOGIN: 'everybody' } });
    const byPassword = async ({ id, password }: Account): Promise<LoggedIn> => {
      const first = await open.call(session.login, { body: { id, password } }, null);
      if (first.step === 'done') return first;
      const { smsLoginId } = first;
      const body = { smsLoginId, code: await mapped.codeOf(smsLoginId) };
      return open.call(session.loginConfirm, { body }, null);
    };
    const renew = ({ accessToken, refreshToken }: LoggedIn): Promise<{ accessToken: string; refreshToken: string }> =>
      mapped.call(session.refresh, {}, accessToken, { [refreshHeader]: refreshToken });
    try {
      const dealer = await makeAccount(mapped.database, 'DEALER', 'ADMIN', mappedOrgs.nami);
      const head = await makeAccount(mapped.database, 'HEAD_OFFICE', 'ADMIN', mappedOrgs.headOffice);
      const theirs = await byPassword(dealer);
      expect(await code(renew(theirs))).toBe('E0803');
      expect(
        await mapped.database.query('SELECT end_reason AS reason FROM login_session WHERE user_id = $1', [
          dealer.userId,
        ]),
      ).toEqual([{ reason: 'ownLoginOff' }]);
      expect((await renew(await byPassword(head))).accessToken).toBeTruthy();
      expect((await renew(await signOn(mapped, staff))).accessToken).toBeTruthy();
    } finally {
      await open.stop();
    }
  });

  it('a password is for administrators of the head office alone, where it is so configured', async () => {
    const dealer = await makeAccount(mapped.database, 'DEALER', 'ADMIN', mappedOrgs.nami);
    const head = await makeAccount(mapped.database, 'HEAD_OFFICE', 'ADMIN', mappedOrgs.headOffice);
    expect(await code(mapped.login(dealer))).toBe('OWN_LOGIN_OFF');
    const wrong = mapped.call(session.login, { body: { id: dealer.id, password: 'wrong' } }, null);
    expect(await code(wrong)).toBe('WRONG_CREDENTIALS');
    expect(await mapped.login(head)).toBeTruthy();
  });
});

describe('the configuration', () => {
  const env = {
    ...{ RUN: 'api', DATABASE_URL: 'postgres://a@b/c', MQTT_URL: 'mqtt://b', MQTT_PASSWORD: 'x'.repeat(8) },
    ...{ JWT_SECRET: 'x'.repeat(32), OIDC_ISSUER: 'https://id.example.com', PUBLIC_URL: 'https://c.example.com' },
    OIDC_CLIENT_ID: 'headland',
  };
  it('is told to the login page', async () => {
    expect((await server.call(session.config, {}, null)).signOn).toEqual({ name: 'SSO', only: false });
    expect((await mapped.call(session.config, {}, null)).signOn).toEqual({ name: 'SSO', only: true });
  });

  it('is complete, and its rules are read', () => {
    const roles = '[{"group":"a","organization":"HQ","role":"ADMIN","groupType":"HEAD_OFFICE"}]';
    expect(readConfig({ ...env, OIDC_ROLES: roles }).OIDC_ROLES).toHaveLength(1);
    expect(readConfig(env).OIDC_ROLES).toBeUndefined();
  });

  it.each([
    ['no client', { OIDC_CLIENT_ID: '' }, /OIDC_CLIENT_ID/u],
    ['no address to come back to', { PUBLIC_URL: '' }, /PUBLIC_URL/u],
    ['an issuer without encryption', { OIDC_ISSUER: 'http://id.example.com' }, /OIDC_ISSUER: must be https/u],
    ['rules that are no JSON', { OIDC_ROLES: 'admins=ADMIN' }, /OIDC_ROLES: must be JSON/u],
    ['rules of an unknown role', { OIDC_ROLES: '[{"group":"a","organization":"b","role":"BOSS"}]' }, /OIDC_ROLES/u],
    ['no scope for a login', { OIDC_SCOPE: 'profile' }, /OIDC_SCOPE: must have openid/u],
  ])('is refused with %s', (_, wrong, message) => {
    expect(() => readConfig({ ...env, ...wrong })).toThrow(message);
  });
});
