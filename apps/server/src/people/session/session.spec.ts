import { SignJWT, UnsecuredJWT } from 'jose';
import type { QueryRunner } from 'typeorm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { organizations } from '@headland/contracts/organization';
import { accessHeader, type LoggedIn, refreshHeader, session } from '@headland/contracts/session';
import { OrganizationsModule } from '../organizations/organizations.module';
import { type Refused, startServer, type TestServer } from '../../testing/server';
import { type Account, makeAccount, makeOrganizations, type Organizations } from '../../testing/world';
import { SessionModule } from './session.module';

let server: TestServer;
let at: Organizations;
let member: Account;
/** The server's clock, moved by the tests. */
let now = new Date('2026-05-01T09:00:00Z');
const minutes = (n: number): void => void (now = new Date(now.getTime() + n * 60_000));

beforeAll(async () => {
  server = await startServer([SessionModule, OrganizationsModule], { clock: () => now });
  at = await makeOrganizations(server.database);
});
afterAll(() => server.stop());
beforeEach(async () => {
  now = new Date('2026-05-01T09:00:00Z');
  member = await makeAccount(server.database, 'DEALER', 'ADMIN', at.nami, {
    passwordChangedAt: new Date('2026-04-01T00:00:00Z'),
  });
});

/** Both steps. */
const logIn = async (id: string, password: string, more: object = {}): Promise<LoggedIn> => {
  const first = await server.call(session.login, { body: { id, password, ...more } }, null);
  if (first.step === 'done') return first;
  const { smsLoginId } = first;
  return server.call(session.loginConfirm, { body: { smsLoginId, code: await server.codeOf(smsLoginId) } }, null);
};
const refresh = (accessToken: string, refreshToken: string) =>
  server.call(session.refresh, {}, accessToken, { [refreshHeader]: refreshToken });
const whoAmI = (token: string | null) => server.call(session.member, { params: { id: member.id } }, token);
const refused = (attempt: Promise<unknown>): Promise<Refused> =>
  attempt.then(
    () => Promise.reject(new Error('was not refused')),
    (e: unknown) => e as Refused,
  );
const code = async (attempt: Promise<unknown>): Promise<string> => (await refused(attempt)).error.code;
const events = async (userId: number): Promise<string[]> =>
  (
    await server.database.query<{ name: string }[]>('SELECT name FROM event_log WHERE by_user = $1 ORDER BY number', [
      userId,
    ])
  ).map((r) => r.name);

describe('logging in', () => {
  it('opens a session that names the account', async () => {
    const answer = await logIn(member.id, member.password);
    expect(answer).toMatchObject({ id: member.id, credentialsNonExpired: true });
    expect(await whoAmI(answer.accessToken)).toEqual([
      {
        id: member.userId,
        loginId: member.id,
        name: 'DEALER ADMIN',
        groupId: at.nami,
        groupName: 'Nami',
        groupType: 'DEALER',
        role: 'ADMIN',
        units: 'km',
      },
    ]);
    expect(JSON.parse(Buffer.from(answer.accessToken.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
      iss: 'headland',
      aud: 'headland',
      sub: member.id,
      roles: ['DEALER_ADMIN'],
      groupType: 'DEALER',
      organizationId: at.nami,
    });
    expect(await events(member.userId)).toEqual(['account.codeSent', 'account.loggedIn']);
    const [last] = await server.database.query<object[]>(
      'SELECT last_login_at AS at, last_login_address AS address FROM user_account WHERE id = $1',
      [member.userId],
    );
    expect(last).toEqual({ at: now, address: '127.0.0.1' });
  });

  it('does not mind the case of the id', async () => {
    expect((await logIn(member.id.toUpperCase(), member.password)).id).toBe(member.id);
  });

  it('has the same answer and duration for a wrong password and an unknown id', async () => {
    const timed = async (id: string) => {
      const began = performance.now();
      const { status, error } = await refused(logIn(id, 'wrong'));
      return { status, code: error.code, message: error.message, values: error.values, ms: performance.now() - began };
    };
    const [wrong, unknown] = [await timed(member.id), await timed('nobody99')];
    expect(wrong).toMatchObject({ status: 401, code: 'WRONG_CREDENTIALS', values: {} });
    expect({ ...unknown, ms: 0 }).toEqual({ ...wrong, ms: 0 });
    // both have the same duration; an existing id is not slower
    expect(wrong.ms).toBeGreaterThan(245);
    expect(unknown.ms).toBeGreaterThan(245);
    expect(await events(member.userId)).toEqual(['account.loginFailed']);
  });

  it.each(['of an account', 'of nobody'])(
    'an id %s is disabled for five minutes after five failures, with a warning from the third on',
    async (whose) => {
      const id = whose === 'of nobody' ? 'ghost77' : member.id;
      const answers = [];
      for (let i = 0; i < 5; i++) answers.push((await refused(logIn(id, 'wrong'))).error);
      expect(answers.map((e) => [e.code, e.values])).toEqual([
        ['WRONG_CREDENTIALS', {}],
        ['WRONG_CREDENTIALS', {}],
        ['WRONG_CREDENTIALS', { left: 2 }],
        ['WRONG_CREDENTIALS', { left: 1 }],
        ['LOCKED_OUT', { seconds: 300 }],
      ]);
      minutes(1);
      expect(await refused(logIn(id, member.password))).toMatchObject({
        status: 429,
        error: { code: 'LOCKED_OUT', values: { seconds: 240 } },
      });
      minutes(4);
      if (whose === 'of an account') expect((await logIn(id, member.password)).credentialsNonExpired).toBe(true);
      else expect((await refused(logIn(id, 'wrong'))).error).toMatchObject({ code: 'WRONG_CREDENTIALS', values: {} });
    },
  );

  it('counts failures in a row only', async () => {
    for (let i = 0; i < 4; i++) await refused(logIn(member.id, 'wrong'));
    await logIn(member.id, member.password);
    expect((await refused(logIn(member.id, 'wrong'))).error).toMatchObject({ code: 'WRONG_CREDENTIALS', values: {} });
  });

  it('judges guesses made side by side one after the other', async () => {
    const answers = await Promise.all(Array.from({ length: 5 }, () => refused(logIn(member.id, 'wrong'))));
    expect(answers.filter((a) => a.error.code === 'LOCKED_OUT')).toHaveLength(1);
    expect(await code(logIn(member.id, member.password))).toBe('LOCKED_OUT');
  });

  it('stops a machine that tries and tries', async () => {
    const codes: string[] = [];
    for (let i = 0; i < 31; i++)
      codes.push(
        (await server.send(session.login, { body: { id: 'machine1', password: 'x' } }, null)).status === 429
          ? 'slower'
          : 'wrong',
      );
    expect((await refused(logIn('machine1', 'x'))).error.code).toBe('TOO_MANY_REQUESTS');
    expect(codes.slice(0, 4)).toEqual(['wrong', 'wrong', 'wrong', 'wrong']);
  });

  it('takes the addresses of one IPv6 network for one', async () => {
    const from = (address: string) =>
      code(
        server.call(session.login, { body: { id: 'machine2', password: 'x' } }, null, { 'x-forwarded-for': address }),
      );
    for (let i = 1; i <= 30; i++) expect(await from(`2001:db8:1:2::${i.toString(16)}`)).not.toBe('TOO_MANY_REQUESTS');
    expect(await from('2001:0db8:0001:0002:ffff:ffff:ffff:ffff')).toBe('TOO_MANY_REQUESTS');
    expect(await from('2001:db8:1:3::1')).not.toBe('TOO_MANY_REQUESTS');
  });

  it('reveals an inactive account only with its password', async () => {
    const inactive = await makeAccount(server.database, 'DEALER', 'STAFF', at.nami, { active: false });
    expect(await refused(logIn(inactive.id, inactive.password))).toMatchObject({
      status: 403,
      error: { code: 'INACTIVE' },
    });
    expect(await code(logIn(inactive.id, 'wrong'))).toBe('WRONG_CREDENTIALS');
  });

  it('opens nothing with a password older than six months', async () => {
    const old = await makeAccount(server.database, 'DEALER', 'STAFF', at.nami, {
      passwordChangedAt: new Date('2025-11-01T08:59:00Z'),
    });
    expect(await logIn(old.id, old.password)).toMatchObject({
      credentialsNonExpired: false,
      mustChange: 'expired',
      accessToken: '',
      refreshToken: '',
    });
    expect(await server.database.query('SELECT 1 FROM login_session WHERE user_id = $1', [old.userId])).toHaveLength(0);
  });

  it('names the fields that are missing', async () => {
    expect((await refused(logIn('', ''))).error).toMatchObject({
      code: 'E0001',
      fields: { id: 'field.req', password: 'field.req' },
    });
  });

  it('ends the first session of the same id with the second', async () => {
    const first = await logIn(member.id, member.password);
    await whoAmI(first.accessToken);
    const second = await logIn(member.id, member.password);
    expect(await refused(whoAmI(first.accessToken))).toMatchObject({ status: 401, error: { code: 'E0105' } });
    expect(await code(refresh(first.accessToken, first.refreshToken))).toBe('E0105');
    expect(await whoAmI(second.accessToken)).toHaveLength(1);
  });
});

describe('two processes', () => {
  let second: TestServer;
  beforeAll(async () => {
    second = await startServer([SessionModule, OrganizationsModule], { clock: () => now, config: server.config });
  });
  afterAll(() => second.stop());
  const tries = (where: TestServer, id: string, password = 'wrong'): Promise<Refused> =>
    refused(where.call(session.login, { body: { id, password } }, null));
  /** Both have read the account, and wait to write it, when `meanwhile` happens to it. */
  async function whileWaiting<T>(attempts: () => Promise<T>[], meanwhile: (tx: QueryRunner) => Promise<unknown>) {
    const other = server.database.createQueryRunner();
    await other.startTransaction();
    try {
      await other.query('SELECT 1 FROM user_account WHERE id = $1 FOR UPDATE', [member.userId]);
      const begun = attempts();
      const waiting = (): Promise<unknown[]> =>
        server.database.query(
          "SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
        );
      await expect.poll(waiting, { timeout: 10_000 }).toHaveLength(begun.length);
      await meanwhile(other);
      await other.commitTransaction();
      return await Promise.all(begun);
    } finally {
      if (other.isTransactionActive) await other.rollbackTransaction();
      await other.release();
    }
  }

  it('count wrong passwords that they judge at once one after the other', async () => {
    await whileWaiting(
      () => [tries(server, member.id), tries(second, member.id)],
      () => Promise.resolve(),
    );
    expect((await tries(server, member.id)).error.values).toEqual({ left: 2 });
  });

  it.each<[string, (token: string) => Promise<Refused>]>([
    ['a login', () => tries(second, member.id, member.password)],
    [
      'a change of the password',
      (token) => {
        const body = { current: member.password, next: 'Another-pw1' };
        return refused(second.call(session.changePassword, { body }, token));
      },
    ],
  ])('refuse %s whose password fits, where the other has locked the account meanwhile', async (_, attempt) => {
    const { accessToken } = await logIn(member.id, member.password);
    const [answer] = await whileWaiting(
      () => [attempt(accessToken)],
      (tx) =>
        tx.query('UPDATE user_account SET failed_logins = 5, locked_until = $2 WHERE id = $1', [
          member.userId,
          new Date(now.getTime() + 300_000),
        ]),
    );
    expect(answer).toMatchObject({ status: 429, error: { code: 'LOCKED_OUT', values: { seconds: 300 } } });
  });

  it.each(['of an account', 'of nobody'])('forget wrong passwords %s after an hour, and no sooner', async (whose) => {
    const id = whose === 'of nobody' ? 'ghost78' : member.id;
    const left = async (where: TestServer): Promise<unknown> => (await tries(where, id)).error.values;
    expect([await left(server), await left(second), await left(server)]).toEqual([{}, {}, { left: 2 }]);
    minutes(59);
    expect(await left(second)).toEqual({ left: 1 });
    minutes(60);
    expect([await left(server), await left(second), await left(second)]).toEqual([{}, {}, { left: 2 }]);
    minutes(60);
    await tries(server, 'ghost79');
    const rows = await server.database.query<{ id_hash: string }[]>('SELECT id_hash FROM unknown_login');
    // what is forgotten is deleted, and nobody reads what was typed
    expect(rows).toEqual([{ id_hash: expect.stringMatching(/^[0-9a-f]{64}$/u) as string }]);
  });

  it('of IDs that nobody has fill no log: 30 an hour of one address have an event, and each is counted', async () => {
    const tried = (n: number) =>
      refused(
        server.call(session.login, { body: { id: `stranger${n}`, password: 'x' } }, null, {
          'x-forwarded-for': '203.0.113.50',
        }),
      );
    const answers = await Promise.all(Array.from({ length: 33 }, (_, n) => tried(n)));
    expect(new Set(answers.map(({ error }) => error.code))).toEqual(new Set(['WRONG_CREDENTIALS']));
    const events = await server.database.query<unknown[]>(
      "SELECT 1 FROM event_log WHERE name = 'account.loginFailed' AND address = '203.0.113.50'",
    );
    expect(events).toHaveLength(30);
    expect((await server.database.query<unknown[]>('SELECT 1 FROM unknown_login')).length).toBeGreaterThanOrEqual(33);
  });
});

describe('the access token', () => {
  const claims = () => ({
    sub: member.id,
    sid: crypto.randomUUID(),
    name: 'x',
    roles: ['HEAD_OFFICE_ADMIN'],
    groupType: 'HEAD_OFFICE',
    organizationId: at.headOffice,
  });
  const forge = (over: { key?: string; issuer?: string; audience?: string; alg?: string; typ?: string } = {}) =>
    new SignJWT(claims())
      .setProtectedHeader({ alg: over.alg ?? 'HS256', typ: over.typ ?? 'at+jwt' })
      .setIssuer(over.issuer ?? 'headland')
      .setAudience(over.audience ?? 'headland')
      .setIssuedAt(Math.floor(now.getTime() / 1000))
      .setExpirationTime(Math.floor(now.getTime() / 1000) + 600)
      .sign(new TextEncoder().encode(over.key ?? server.config.JWT_SECRET));

  it.each<[string, () => Promise<string> | string]>([
    ['of another key', () => forge({ key: 'another secret that is long enough for a key' })],
    ['of another issuer', () => forge({ issuer: 'elsewhere' })],
    ['for another audience', () => forge({ audience: 'elsewhere' })],
    ['of another algorithm', () => forge({ alg: 'HS512' })],
    ['of another kind', () => forge({ typ: 'JWT' })],
    [
      'without a signature',
      () => new UnsecuredJWT(claims()).setIssuer('headland').setAudience('headland').setExpirationTime('10m').encode(),
    ],
    ['that is no token', () => 'abc'],
    [
      'with a claim changed',
      async () => {
        const [head, , signature] = (await logIn(member.id, member.password)).accessToken.split('.');
        return [
          head,
          Buffer.from(JSON.stringify({ ...claims(), exp: 4e9, iat: 1, iss: 'headland', aud: 'headland' })).toString(
            'base64url',
          ),
          signature,
        ].join('.');
      },
    ],
    ['that is the refresh token', async () => (await logIn(member.id, member.password)).refreshToken],
  ])('%s is refused', async (_, make) => {
    expect(await refused(whoAmI(await make()))).toMatchObject({ status: 401, error: { code: 'BAD_TOKEN' } });
  });

  it('of a session that never was is refused', async () => {
    expect(await code(whoAmI(await forge()))).toBe('E0105');
  });

  it('is asked for', async () => {
    expect(await refused(whoAmI(null))).toMatchObject({ status: 401, error: { code: 'NO_TOKEN' } });
  });

  it('is good for fifteen minutes and renewed along the way in the last three', async () => {
    const { accessToken } = await logIn(member.id, member.password);
    const answer = async () => server.send(session.member, { params: { id: member.id } }, accessToken);
    minutes(11.9);
    expect((await answer()).headers.get(accessHeader)).toBeNull();
    minutes(0.2);
    const fresh = (await answer()).headers.get(accessHeader);
    minutes(2.9);
    expect(await refused(whoAmI(accessToken))).toMatchObject({ status: 401, error: { code: 'E0802' } });
    expect(await whoAmI(fresh)).toHaveLength(1);
  });

  it('loses what the member loses, without a new login', async () => {
    const { accessToken } = await logIn(member.id, member.password);
    const reads = () => server.call(organizations.tree, {}, accessToken).then((tree) => tree.map((o) => o.name));
    expect(await reads()).toEqual(['Nami']);
    await server.database.query('UPDATE user_account SET organization_id = $2 WHERE id = $1', [member.userId, at.noa]);
    await server.database.query(
      "SELECT pg_notify('session_ended', sid::text) FROM (SELECT id AS sid FROM login_session WHERE user_id = $1) s",
      [member.userId],
    );
    await expect.poll(reads).toEqual(['Noa']);
    await server.database.query('UPDATE user_account SET active = false WHERE id = $1', [member.userId]);
    // without a notification: the cached session is read again after two seconds
    await expect.poll(() => reads().catch((e: Refused) => e.error.code)).toBe('E0105');
  });

  it('shows no other accounts', async () => {
    const { accessToken } = await logIn(member.id, member.password);
    const other = await makeAccount(server.database, 'DEALER', 'STAFF', at.nami);
    expect(await refused(server.call(session.member, { params: { id: other.id } }, accessToken))).toMatchObject({
      status: 404,
    });
  });
});

describe('refreshing', () => {
  it('renews both tokens, and again', async () => {
    const first = await logIn(member.id, member.password);
    minutes(20);
    expect(await code(whoAmI(first.accessToken))).toBe('E0802');
    const second = await refresh(first.accessToken, first.refreshToken);
    expect(await whoAmI(second.accessToken)).toHaveLength(1);
    const third = await refresh(second.accessToken, second.refreshToken);
    expect(new Set([first.refreshToken, second.refreshToken, third.refreshToken]).size).toBe(3);
  });

  it('whose answer was lost is repeated within a minute, once', async () => {
    const first = await logIn(member.id, member.password);
    await refresh(first.accessToken, first.refreshToken);
    minutes(1);
    const again = await refresh(first.accessToken, first.refreshToken);
    expect(await whoAmI(again.accessToken)).toHaveLength(1);
    const third = await refresh(again.accessToken, again.refreshToken);
    expect(await whoAmI(third.accessToken)).toHaveLength(1);
    // by now two hold a token of this session
    expect(await code(refresh(first.accessToken, first.refreshToken))).toBe('E0803');
    expect(await code(whoAmI(third.accessToken))).toBe('E0105');
  });

  it('is no way in for whoever copied a token: the next use of the answer that was not lost ends the session', async () => {
    const first = await logIn(member.id, member.password);
    const owners = await refresh(first.accessToken, first.refreshToken);
    const thiefs = await refresh(first.accessToken, first.refreshToken);
    expect(await code(refresh(owners.accessToken, owners.refreshToken))).toBe('E0803');
    expect(await code(whoAmI(thiefs.accessToken))).toBe('E0105');
    expect(await code(refresh(thiefs.accessToken, thiefs.refreshToken))).toBe('E0803');
  });

  it('with a token that was used already ends the session for both holders', async () => {
    const first = await logIn(member.id, member.password);
    const second = await refresh(first.accessToken, first.refreshToken);
    await whoAmI(second.accessToken);
    now = new Date(now.getTime() + 60_001);
    expect(await refused(refresh(first.accessToken, first.refreshToken))).toMatchObject({
      status: 401,
      error: { code: 'E0803' },
    });
    expect(await code(refresh(second.accessToken, second.refreshToken))).toBe('E0803');
    expect(await code(whoAmI(second.accessToken))).toBe('E0105');
  });

  it('at the same time with the same token renews no more than one lost answer allows', async () => {
    const first = await logIn(member.id, member.password);
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => refresh(first.accessToken, first.refreshToken)));
    expect(outcomes.filter((o) => o.status === 'fulfilled')).toHaveLength(2);
  });

  it.each([
    [false, 14],
    [true, 30],
  ])('auto login %s: works within %i days of the last use', async (autoLogin, days) => {
    const first = await logIn(member.id, member.password, { autoLogin });
    minutes(days * 1440 - 1);
    const second = await refresh(first.accessToken, first.refreshToken);
    minutes(days * 1440 + 1);
    expect(await code(refresh(second.accessToken, second.refreshToken))).toBe('E0803');
  });

  it('needs both tokens, of the same session', async () => {
    const mine = await logIn(member.id, member.password);
    const other = await makeAccount(server.database, 'DEALER', 'STAFF', at.nami);
    const theirs = await logIn(other.id, other.password);
    expect(await code(server.call(session.refresh, {}, mine.accessToken))).toBe('NO_TOKEN');
    expect(await code(server.call(session.refresh, {}, null, { [refreshHeader]: mine.refreshToken }))).toBe('NO_TOKEN');
    expect(await code(refresh(theirs.accessToken, mine.refreshToken))).toBe('E0803');
    expect(await code(refresh(mine.accessToken, mine.accessToken))).toBe('E0803');
  });

  it('is over for an account that was made inactive', async () => {
    const mine = await logIn(member.id, member.password);
    await server.database.query('UPDATE user_account SET active = false WHERE id = $1', [member.userId]);
    expect(await code(refresh(mine.accessToken, mine.refreshToken))).toBe('E0803');
  });

  it('ends when the password is six months old, however often it was renewed: the next login changes it', async () => {
    let pair = await logIn(member.id, member.password);
    const renew = async (): Promise<void> => {
      pair = { ...pair, ...(await refresh(pair.accessToken, pair.refreshToken)) };
    };
    // changed on the 1st of April: it expires on the 1st of October
    for (let n = 0; n < 15; n++) {
      minutes(10 * 1440);
      await renew();
    }
    expect(await whoAmI(pair.accessToken)).toHaveLength(1);
    minutes(10 * 1440);
    expect(await refused(renew())).toMatchObject({ status: 401, error: { code: 'E0803' } });
    const [last] = await server.database.query<object[]>(
      `SELECT s.end_reason AS "endReason", e.payload->>'detail' AS detail FROM login_session s, event_log e
       WHERE s.user_id = $1 AND e.name = 'account.refreshRefused' AND (e.payload->>'userId')::int = $1 ORDER BY e.number DESC LIMIT 1`,
      [member.userId],
    );
    expect(last).toEqual({ endReason: 'passwordExpired', detail: 'passwordExpired' });
    expect(await logIn(member.id, member.password)).toMatchObject({ mustChange: 'expired', accessToken: '' });
  });

  it('stores no token that could be used', async () => {
    const { refreshToken } = await logIn(member.id, member.password);
    const [row] = await server.database.query<{ refresh_hash: string }[]>(
      'SELECT refresh_hash FROM login_session WHERE user_id = $1',
      [member.userId],
    );
    expect(row?.refresh_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(refreshToken).not.toContain(row?.refresh_hash);
  });
});

describe('logging out', () => {
  it('ends the session at once', async () => {
    const mine = await logIn(member.id, member.password);
    await whoAmI(mine.accessToken);
    expect(await server.call(session.logout, {}, mine.accessToken)).toEqual({ ended: true });
    expect(await code(whoAmI(mine.accessToken))).toBe('E0105');
    expect(await code(refresh(mine.accessToken, mine.refreshToken))).toBe('E0803');
    expect(await events(member.userId)).toEqual(['account.codeSent', 'account.loggedIn', 'account.loggedOut']);
  });
});

describe('what a console must know before it starts', () => {
  it('names no demo account outside a development start', async () => {
    expect(await server.call(session.config, {}, null)).toMatchObject({
      development: false,
      demoAccounts: [],
      signOn: null,
      queryMaxDays: 31,
      productTimeZone: 'Asia/Seoul',
      shopHost: 'https://shop.example.com',
      mapLayers: [],
      mapLayer: null,
      mapLink: null,
    });
  });
});
