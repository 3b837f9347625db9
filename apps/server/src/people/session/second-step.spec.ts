import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LoggedIn, refreshHeader, session } from '@headland/contracts/session';
import { type Refused, startServer, type TestServer } from '../../testing/server';
import { type Account, makeAccount, makeOrganizations, type Organizations } from '../../testing/world';
import { SessionModule } from './session.module';
import { SetTemporaryPassword } from './set-temporary-password.command';
import { system } from '../../platform/caller';

let server: TestServer;
let at: Organizations;
let member: Account;
/** The server's clock, moved by the tests. */
let now = new Date('2026-05-01T09:00:00Z');
const minutes = (n: number): void => void (now = new Date(now.getTime() + n * 60_000));
const recently = { passwordChangedAt: new Date('2026-04-01T00:00:00Z') };

beforeAll(async () => {
  server = await startServer([SessionModule], { clock: () => now, config: { SMS_CODES_AN_HOUR: 5 } });
  at = await makeOrganizations(server.database);
});
afterAll(() => server.stop());
beforeEach(async () => {
  now = new Date('2026-05-01T09:00:00Z');
  member = await makeAccount(server.database, 'DEALER', 'ADMIN', at.nami, recently);
});

type Sms = {
  step: 'sms';
  smsLoginId: string;
  smsLoginData: { phone: string; expiresAt: string; resendAt: string; triesLeft: number };
  id: string;
  name: string;
};
const first = (account: Account, more: object = {}, headers: Record<string, string> = {}) =>
  server.call(session.login, { body: { id: account.id, password: account.password, ...more } }, null, headers);
const challenge = async (account: Account, more: object = {}): Promise<Sms> => {
  const answer = await first(account, more);
  if (answer.step !== 'sms') throw new Error('asked for no code');
  return answer;
};
const confirm = (smsLoginId: string, code: string) =>
  server.call(session.loginConfirm, { body: { smsLoginId, code } }, null);
const resend = (smsId: string) => server.call(session.resendCode, { body: { smsId } }, null);
const logIn = async (account: Account, more: object = {}): Promise<LoggedIn> => {
  const { smsLoginId } = await challenge(account, more);
  return confirm(smsLoginId, await server.codeOf(smsLoginId));
};
const refused = (attempt: Promise<unknown>): Promise<Refused> =>
  attempt.then(
    () => Promise.reject(new Error('was not refused')),
    (e: unknown) => e as Refused,
  );
const refusalOf = async (attempt: Promise<unknown>) => {
  const { status, error } = await refused(attempt);
  return [status, error.code, error.values];
};
/** Any code but the right one. */
const other = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
const log = (userId: number) =>
  server.database.query<object[]>(
    "SELECT name, payload->>'detail' AS detail, address FROM event_log WHERE by_user = $1 ORDER BY number",
    [userId],
  );
const sessionsOf = (account: Account) =>
  server.database.query<object[]>('SELECT id FROM login_session WHERE user_id = $1 AND ended_at IS NULL', [
    account.userId,
  ]);

describe('the right password', () => {
  it('opens nothing: a code goes to the phone of the account', async () => {
    expect(await challenge(member)).toEqual({
      step: 'sms',
      smsLoginId: expect.any(String) as string,
      smsLoginData: {
        phone: `010-****-${member.phone?.slice(-4)}`,
        expiresAt: '2026-05-01T09:03:00.000Z',
        resendAt: '2026-05-01T09:01:00.000Z',
        triesLeft: 5,
      },
      id: member.id,
      name: 'DEALER ADMIN',
    });
    expect(await sessionsOf(member)).toEqual([]);
    expect(
      await server.database.query(
        'SELECT subject, subject_id, channel, address, secret, state FROM delivery WHERE subject_id = $1',
        [member.userId],
      ),
    ).toEqual([
      {
        subject: 'account',
        subject_id: member.userId,
        channel: 'sms',
        address: member.phone,
        secret: true,
        state: 'queued',
      },
    ]);
    expect(await log(member.userId)).toEqual([{ name: 'account.codeSent', detail: 'login', address: '127.0.0.1' }]);
  });

  it('keeps no code that could be read', async () => {
    const { smsLoginId } = await challenge(member);
    const [row] = await server.database.query<{ code_hash: string }[]>('SELECT * FROM sms_code WHERE id = $1', [
      smsLoginId,
    ]);
    expect(row?.code_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify({ ...row, code_hash: '', id: '', phone: '' })).not.toContain(await server.codeOf(smsLoginId));
  });

  it.each([
    ['ko', '82', /인증번호 \d{6}/u, /^010-/],
    ['en', '1', /code \d{6}/u, /^\+110/],
  ])('writes in %s to the country number %s', async (language, country, text, address) => {
    await server.database.query('UPDATE user_account SET language = $2, country = $3 WHERE id = $1', [
      member.userId,
      language,
      country,
    ]);
    await challenge(member);
    const [sent] = await server.database.query<{ text: string; address: string }[]>(
      'SELECT text, address FROM delivery WHERE subject_id = $1',
      [member.userId],
    );
    expect(sent?.text).toMatch(text);
    expect(sent?.address).toMatch(address);
  });

  it('of an account without a phone leads to the administrator', async () => {
    const without = await makeAccount(server.database, 'DEALER', 'STAFF', at.nami, { ...recently, phone: null });
    expect(await refusalOf(first(without))).toEqual([403, 'NO_PHONE', {}]);
    expect(
      (await refused(server.call(session.login, { body: { id: without.id, password: 'wrong' } }, null))).error.code,
    ).toBe('WRONG_CREDENTIALS');
  });

  it('of a removed account is no password, and its id is free', async () => {
    await server.database.query('UPDATE user_account SET removed_at = now(), active = false WHERE id = $1', [
      member.userId,
    ]);
    expect((await refused(first(member))).error.code).toBe('WRONG_CREDENTIALS');
    const heir = await makeAccount(server.database, 'DEALER', 'ADMIN', at.noa, {
      ...recently,
      loginId: `heir${member.userId}`,
    });
    await server.database.query('UPDATE user_account SET login_id = $2 WHERE id = $1', [heir.userId, member.id]);
    expect((await logIn({ ...heir, id: member.id })).accessToken).not.toBe('');
  });
});

describe('the code', () => {
  it('opens the session once', async () => {
    const { smsLoginId } = await challenge(member);
    const code = await server.codeOf(smsLoginId);
    expect(await confirm(smsLoginId, code)).toMatchObject({
      id: member.id,
      name: 'DEALER ADMIN',
      credentialsNonExpired: true,
      mustChange: null,
      changeToken: null,
    });
    expect(await refusalOf(confirm(smsLoginId, code))).toEqual([403, 'SMS_CODE_DEAD', {}]);
    expect(await log(member.userId)).toEqual([
      { name: 'account.codeSent', detail: 'login', address: '127.0.0.1' },
      { name: 'account.loggedIn', detail: null, address: '127.0.0.1' },
      { name: 'account.codeRefused', detail: 'login:dead', address: '127.0.0.1' },
    ]);
  });

  it('opens one session for two that come at once', async () => {
    const { smsLoginId } = await challenge(member);
    const code = await server.codeOf(smsLoginId);
    const outcomes = await Promise.allSettled([confirm(smsLoginId, code), confirm(smsLoginId, code)]);
    expect(outcomes.filter((o) => o.status === 'fulfilled')).toHaveLength(1);
  });

  it('is dead after five wrong ones, also for who then knows it', async () => {
    const { smsLoginId } = await challenge(member);
    const code = await server.codeOf(smsLoginId);
    const answers = [];
    for (let i = 0; i < 5; i++) answers.push(await refusalOf(confirm(smsLoginId, other(code))));
    expect(answers).toEqual([
      ...[4, 3, 2, 1].map((left) => [422, 'SMS_CODE_WRONG', { left }]),
      [403, 'SMS_CODE_DEAD', {}],
    ]);
    expect(await refusalOf(confirm(smsLoginId, code))).toEqual([403, 'SMS_CODE_DEAD', {}]);
    minutes(1);
    expect(await refusalOf(resend(smsLoginId))).toEqual([403, 'SMS_CODE_DEAD', {}]);
    expect(await sessionsOf(member)).toEqual([]);
  });

  it('is guessed five times at most by many at once', async () => {
    const { smsLoginId } = await challenge(member);
    const code = await server.codeOf(smsLoginId);
    const answers = await Promise.all(Array.from({ length: 12 }, () => refused(confirm(smsLoginId, other(code)))));
    expect(answers.filter((a) => a.error.code === 'SMS_CODE_WRONG')).toHaveLength(4);
  });

  it('that is late is answered like a wrong one', async () => {
    const [late, wrong] = [await challenge(member), await challenge(member)];
    const lateCode = await server.codeOf(late.smsLoginId);
    minutes(2.99);
    const wrongAnswer = await refused(confirm(wrong.smsLoginId, other(await server.codeOf(wrong.smsLoginId))));
    minutes(0.02);
    const lateAnswer = await refused(confirm(late.smsLoginId, lateCode));
    expect({ ...lateAnswer.error, reference: '' }).toEqual({ ...wrongAnswer.error, reference: '' });
    expect(lateAnswer.status).toBe(wrongAnswer.status);
  });

  it.each<[string, (code: string) => string]>([
    ['five digits', (c) => c.slice(1)],
    ['letters', () => 'abcdef'],
    ['nothing', () => ''],
  ])('of %s is no try', async (_, make) => {
    const { smsLoginId } = await challenge(member);
    const code = await server.codeOf(smsLoginId);
    expect((await refused(confirm(smsLoginId, make(code)))).error).toMatchObject({
      code: 'E0001',
      fields: { code: 'field.num' },
    });
    expect((await refused(confirm(smsLoginId, other(code)))).error.values).toEqual({ left: 4 });
  });

  it('of another challenge, of another purpose or of none opens nothing', async () => {
    const [mine, theirs] = [
      await challenge(member),
      await challenge(await makeAccount(server.database, 'DEALER', 'STAFF', at.noa, recently)),
    ];
    const theirCode = await server.codeOf(theirs.smsLoginId);
    if (theirCode !== (await server.codeOf(mine.smsLoginId)))
      expect((await refusalOf(confirm(mine.smsLoginId, theirCode)))[1]).toBe('SMS_CODE_WRONG');
    const find = await server.call(
      session.findIdSend,
      { body: { name: 'DEALER ADMIN', phone: member.phone ?? '' } },
      null,
    );
    expect((await refusalOf(confirm(find.smsId, await server.codeOf(find.smsId))))[1]).toBe('SMS_CODE_DEAD');
    expect((await refusalOf(confirm(randomUUID(), '123456')))[1]).toBe('SMS_CODE_DEAD');
  });

  it('opens nothing for an account that was made inactive, or got another password, while it was on its way', async () => {
    const before = await challenge(member);
    await server.execute(new SetTemporaryPassword(member.userId, system));
    expect((await refusalOf(confirm(before.smsLoginId, await server.codeOf(before.smsLoginId))))[1]).toBe(
      'SMS_CODE_DEAD',
    );
    const second = await makeAccount(server.database, 'DEALER', 'STAFF', at.noa, recently);
    const { smsLoginId } = await challenge(second);
    await server.database.query('UPDATE user_account SET active = false WHERE id = $1', [second.userId]);
    expect((await refusalOf(confirm(smsLoginId, await server.codeOf(smsLoginId))))[1]).toBe('INACTIVE');
  });
});

describe('sending again', () => {
  it('waits a minute, voids the former code and gives no new tries', async () => {
    const { smsLoginId } = await challenge(member);
    const former = await server.codeOf(smsLoginId);
    await refused(confirm(smsLoginId, other(former)));
    minutes(0.5);
    expect(await refusalOf(resend(smsLoginId))).toEqual([429, 'SMS_TOO_SOON', { seconds: 30 }]);
    minutes(0.5);
    expect(await resend(smsLoginId)).toMatchObject({
      smsId: smsLoginId,
      expiresAt: '2026-05-01T09:04:00.000Z',
      resendAt: '2026-05-01T09:02:00.000Z',
      triesLeft: 4,
    });
    const fresh = await server.codeOf(smsLoginId);
    if (former !== fresh)
      expect(await refusalOf(confirm(smsLoginId, former))).toEqual([422, 'SMS_CODE_WRONG', { left: 3 }]);
    expect((await confirm(smsLoginId, fresh)).accessToken).not.toBe('');
  });

  it('is possible five times an hour for one phone, whatever strangers ask for it', async () => {
    const { smsLoginId } = await challenge(member);
    for (let i = 0; i < 3; i++) {
      minutes(1);
      await resend(smsLoginId);
    }
    await server.call(
      session.findIdSend,
      { body: { name: 'Somebody', phone: (member.phone ?? '').replaceAll('-', '') } },
      null,
    );
    minutes(1);
    await challenge(member);
    minutes(1);
    expect(await refusalOf(resend(smsLoginId))).toEqual([429, 'SMS_TOO_MANY', { minutes: 55 }]);
    expect(await refusalOf(first(member))).toEqual([429, 'SMS_TOO_MANY', { minutes: 55 }]);
    await challenge(await makeAccount(server.database, 'DEALER', 'STAFF', at.noa, recently));
    expect((await log(member.userId)).slice(-2)).toEqual(
      Array(2).fill({ name: 'account.codeRefused', detail: 'login:tooMany', address: '127.0.0.1' }),
    );
    minutes(55);
    expect((await logIn(member)).accessToken).not.toBe('');
  });

  it('of many at once sends once', async () => {
    const { smsLoginId } = await challenge(member);
    minutes(1);
    const outcomes = await Promise.allSettled(Array.from({ length: 5 }, () => resend(smsLoginId)));
    expect(outcomes.filter((o) => o.status === 'fulfilled')).toHaveLength(1);
  });

  it('ends half an hour after the password', async () => {
    const { smsLoginId } = await challenge(member);
    minutes(29);
    await resend(smsLoginId);
    minutes(1);
    expect((await refusalOf(confirm(smsLoginId, await server.codeOf(smsLoginId))))[1]).toBe('SMS_CODE_DEAD');
    expect((await refusalOf(resend(smsLoginId)))[1]).toBe('SMS_CODE_DEAD');
  });
});

describe('an auto login', () => {
  const auto = { autoLogin: true };
  const headers = (token: string) => ({ [refreshHeader]: token });

  it('that is still valid replaces the code, and is kept by the new session', async () => {
    const { refreshToken } = await logIn(member, auto);
    minutes(10);
    const second = await first(member, auto, headers(refreshToken));
    expect(second).toMatchObject({ step: 'done', credentialsNonExpired: true });
    if (second.step !== 'done') throw new Error();
    expect((await first(member, auto, headers(second.refreshToken))).step).toBe('done');
    expect(await sessionsOf(member)).toHaveLength(1);
  });

  it.each<[string, () => Promise<string>]>([
    ['without auto login', async () => (await logIn(member)).refreshToken],
    [
      'of another account',
      async () =>
        (await logIn(await makeAccount(server.database, 'DEALER', 'STAFF', at.nami, recently), auto)).refreshToken,
    ],
    [
      'that has ended',
      async () => {
        const { refreshToken, accessToken } = await logIn(member, auto);
        await server.call(session.logout, {}, accessToken);
        return refreshToken;
      },
    ],
    [
      'that was renewed since',
      async () => {
        const { refreshToken, accessToken } = await logIn(member, auto);
        await server.call(session.refresh, {}, accessToken, headers(refreshToken));
        return refreshToken;
      },
    ],
    [
      'that is too old',
      async () => {
        const { refreshToken } = await logIn(member, auto);
        minutes(30 * 1440 + 1);
        return refreshToken;
      },
    ],
    ['that is an access token', async () => (await logIn(member, auto)).accessToken],
    ['that is none', () => Promise.resolve('abc')],
  ])('%s does not', async (_, make) => {
    expect((await first(member, auto, headers(await make()))).step).toBe('sms');
  });

  it('does not replace the password', async () => {
    const { refreshToken } = await logIn(member, auto);
    const attempt = server.call(
      session.login,
      { body: { id: member.id, password: 'wrong' } },
      null,
      headers(refreshToken),
    );
    expect((await refused(attempt)).error.code).toBe('WRONG_CREDENTIALS');
  });
});

describe('the log', () => {
  it('reports failures, lockouts and refused refreshes, also of an unknown id, without logging it', async () => {
    for (let i = 0; i < 5; i++)
      await refused(server.call(session.login, { body: { id: member.id, password: 'wrong' } }, null));
    expect((await log(member.userId)).map((e) => (e as { name: string }).name)).toEqual([
      ...Array<string>(5).fill('account.loginFailed'),
      'account.lockedOut',
    ]);
    await refused(server.call(session.login, { body: { id: 'MyPassw0rd', password: 'x' } }, null));
    const [unknown] = await server.database.query<{ payload: object }[]>(
      "SELECT payload FROM event_log WHERE payload->>'detail' = 'unknown' ORDER BY number DESC LIMIT 1",
    );
    expect(unknown?.payload).toMatchObject({ userId: null, loginId: 'My***' });
    const second = await makeAccount(server.database, 'DEALER', 'STAFF', at.noa, recently);
    const one = await logIn(second);
    await server.call(session.refresh, {}, one.accessToken, { [refreshHeader]: one.refreshToken });
    minutes(2);
    for (let i = 0; i < 2; i++)
      await refused(server.call(session.refresh, {}, one.accessToken, { [refreshHeader]: one.refreshToken }));
    const refusals = await server.database.query<{ detail: string }[]>(
      "SELECT payload->>'detail' AS detail FROM event_log WHERE name = 'account.refreshRefused' AND (payload->>'userId')::int = $1 ORDER BY number",
      [second.userId],
    );
    expect(refusals.map((r) => r.detail)).toEqual(['reused', 'reused']);
  });
});
