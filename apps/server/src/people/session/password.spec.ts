import { SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type LoggedIn, session } from '@headland/contracts/session';
import { hashToken } from '../../platform/random-token';
import { system } from '../../platform/caller';
import { type Refused, startServer, type TestServer } from '../../testing/server';
import { type Account, makeAccount, makeOrganizations, type Organizations } from '../../testing/world';
import { EndSessionsOf } from './end-sessions-of.command';
import { SessionModule } from './session.module';
import { SetTemporaryPassword } from './set-temporary-password.command';

let server: TestServer;
let at: Organizations;
let member: Account;
let now = new Date('2026-05-01T09:00:00Z');
const minutes = (n: number): void => void (now = new Date(now.getTime() + n * 60_000));
const fresh = ['Second-pw1', 'Third-pw22', 'Fourth-pw3', 'Fifth-pw44'] as const;

beforeAll(async () => {
  server = await startServer([SessionModule], { clock: () => now });
  at = await makeOrganizations(server.database);
});
afterAll(() => server.stop());
beforeEach(async () => {
  now = new Date('2026-05-01T09:00:00Z');
  member = await makeAccount(server.database, 'DEALER', 'ADMIN', at.nami, {
    passwordChangedAt: new Date('2026-04-01T00:00:00Z'),
  });
});

const logIn = async (id: string, password: string): Promise<LoggedIn> => {
  const first = await server.call(session.login, { body: { id, password } }, null);
  if (first.step === 'done') return first;
  const { smsLoginId } = first;
  return server.call(session.loginConfirm, { body: { smsLoginId, code: await server.codeOf(smsLoginId) } }, null);
};
const whoAmI = (token: string) => server.call(session.member, { params: { id: member.id } }, token);
const change = (token: string | null, current: string, next: string) =>
  server.call(session.changePassword, { body: { current, next } }, token);
const forced = (changeToken: string, current: string, next: string) =>
  server.call(session.forcedChange, { body: { changeToken, current, next } }, null);
const refused = (attempt: Promise<unknown>): Promise<Refused> =>
  attempt.then(
    () => Promise.reject(new Error('was not refused')),
    (e: unknown) => e as Refused,
  );
const code = async (attempt: Promise<unknown>): Promise<string> => (await refused(attempt)).error.code;
const temporary = async (): Promise<string> => {
  await server.execute(new SetTemporaryPassword(member.userId, system));
  const [mail] = await server.database.query<{ text: string }[]>(
    "SELECT text FROM delivery WHERE subject_id = $1 AND channel = 'email' ORDER BY id DESC LIMIT 1",
    [member.userId],
  );
  return /^\S{12}$/mu.exec(mail?.text ?? '')?.[0] ?? '';
};

describe('a member changes the own password', () => {
  it('and stays logged in; the new one opens, the old one does not', async () => {
    const { accessToken } = await logIn(member.id, member.password);
    expect(await change(accessToken, member.password, fresh[0])).toEqual({ changed: true });
    expect(await whoAmI(accessToken)).toHaveLength(1);
    expect(await code(logIn(member.id, member.password))).toBe('WRONG_CREDENTIALS');
    expect((await logIn(member.id, fresh[0])).accessToken).not.toBe('');
    const [event] = await server.database.query<{ payload: object }[]>(
      "SELECT payload FROM event_log WHERE by_user = $1 AND name = 'account.passwordChanged'",
      [member.userId],
    );
    expect(event?.payload).toMatchObject({ userId: member.userId, loginId: member.id, detail: 'own' });
    expect(JSON.stringify(event)).not.toContain(fresh[0]);
  });

  it('and ends the sessions elsewhere', async () => {
    const { accessToken } = await logIn(member.id, member.password);
    // a second one beside it, as two browsers had before a login ended the other
    const other = await logIn(member.id, member.password);
    await server.database.query('UPDATE login_session SET ended_at = NULL, end_reason = NULL WHERE user_id = $1', [
      member.userId,
    ]);
    await expect
      .poll(() =>
        whoAmI(accessToken).then(
          () => 'in',
          (e: Refused) => e.error.code,
        ),
      )
      .toBe('in');
    await change(other.accessToken, member.password, fresh[0]);
    expect(await code(whoAmI(accessToken))).toBe('E0105');
    expect(await whoAmI(other.accessToken)).toHaveLength(1);
  });

  it.each<[string, (m: Account) => [string, string], Record<string, string>]>([
    ['a wrong current one', () => ['Wrong-pw 1', fresh[0]], { current: 'field.pwdCur' }],
    ['the same again', (m) => [m.password, m.password], { next: 'field.pwd' }],
    ['one that is too short', (m) => [m.password, 'Ab1!xyz'], { next: 'field.pwd' }],
    ['one that is too long', (m) => [m.password, 'Ab1!'.repeat(6)], { next: 'field.pwd' }],
    ['one of two classes', (m) => [m.password, 'abcdefgh1'], { next: 'field.pwd' }],
    ['none', (m) => [m.password, ''], { next: 'field.pwd' }],
    ['no current one', () => ['', fresh[0]], { current: 'field.req' }],
  ])('not with %s', async (_, make, fields) => {
    const { accessToken } = await logIn(member.id, member.password);
    expect(await refused(change(accessToken, ...make(member)))).toMatchObject({
      status: 422,
      error: { code: 'E0001', fields },
    });
    expect((await logIn(member.id, member.password)).accessToken).not.toBe('');
  });

  it('to none of the last three, and to the one before them again', async () => {
    const { accessToken } = await logIn(member.id, member.password);
    const passwords = [member.password, ...fresh];
    for (let i = 0; i < 3; i++) {
      await change(accessToken, passwords[i] ?? '', passwords[i + 1] ?? '');
      minutes(1);
    }
    const current = fresh[2];
    for (const used of [fresh[0], fresh[1], current])
      expect((await refused(change(accessToken, current, used))).error, used).toMatchObject({
        code: 'E0001',
        fields: { next: 'field.pwdNew' },
      });
    await change(accessToken, current, fresh[3]);
    minutes(1);
    expect((await refused(change(accessToken, fresh[3], fresh[0]))).error.fields).toEqual({ next: 'field.pwdNew' });
    await change(accessToken, fresh[3], 'Sixth-pw55');
    minutes(1);
    expect(await change(accessToken, 'Sixth-pw55', fresh[0])).toEqual({ changed: true });
    expect(
      await server.database.query('SELECT count(*)::int AS n FROM password_history WHERE user_id = $1', [
        member.userId,
      ]),
    ).toEqual([{ n: 3 }]);
  });

  it('not by guessing the current one: five wrong ones lock it as a login does', async () => {
    const { accessToken } = await logIn(member.id, member.password);
    for (let i = 0; i < 4; i++)
      expect((await refused(change(accessToken, 'wrong', fresh[0]))).error.fields).toEqual({ current: 'field.pwdCur' });
    expect((await refused(change(accessToken, 'wrong', fresh[0]))).error).toMatchObject({
      code: 'LOCKED_OUT',
      values: { seconds: 300 },
    });
    expect(await code(change(accessToken, member.password, fresh[0]))).toBe('LOCKED_OUT');
    expect(await code(logIn(member.id, member.password))).toBe('LOCKED_OUT');
    minutes(5);
    expect(await change(accessToken, member.password, fresh[0])).toEqual({ changed: true });
  });

  it('once, of two changes at once', async () => {
    const { accessToken } = await logIn(member.id, member.password);
    const outcomes = await Promise.allSettled([
      change(accessToken, member.password, fresh[0]),
      change(accessToken, member.password, fresh[1]),
    ]);
    expect(outcomes.filter((o) => o.status === 'fulfilled')).toHaveLength(1);
  });

  it('only with a session', async () => {
    expect(await code(change(null, member.password, fresh[0]))).toBe('NO_TOKEN');
  });
});

describe('a password that must be changed', () => {
  it.each<['temporary' | 'expired', () => Promise<string>]>([
    ['temporary', temporary],
    [
      'expired',
      async () => {
        await server.database.query(
          "UPDATE user_account SET password_changed_at = '2025-10-31T09:00:00Z' WHERE id = $1",
          [member.userId],
        );
        return member.password;
      },
    ],
  ])('(%s) opens its change and nothing else, and then the new one opens all', async (why, make) => {
    const password = await make();
    const answer = await logIn(member.id, password);
    expect(answer).toMatchObject({ accessToken: '', refreshToken: '', credentialsNonExpired: false, mustChange: why });
    const token = answer.changeToken ?? '';
    expect(await code(whoAmI(token))).toBe('BAD_TOKEN');
    expect(await code(change(token, password, fresh[0]))).toBe('BAD_TOKEN');
    expect(await code(server.call(session.refresh, {}, token, { 'x-auth-refresh-token': token }))).toBe('E0803');
    expect(await forced(token, password, fresh[0])).toEqual({ changed: true });
    expect(await code(forced(token, fresh[0], fresh[1]))).toBe('CHANGE_TOKEN');
    expect(await code(logIn(member.id, password))).toBe('WRONG_CREDENTIALS');
    expect(await logIn(member.id, fresh[0])).toMatchObject({ credentialsNonExpired: true, mustChange: null });
  });

  it.each<[string, (m: string) => [string, string], Record<string, string>]>([
    ['a wrong current one', () => ['Wrong-pw 1', fresh[0]], { current: 'field.pwdCur' }],
    ['itself', (m) => [m, m], { next: 'field.pwdNew' }],
    ['the one before it', (m) => [m, 'Before-pw1'], { next: 'field.pwdNew' }],
    ['a weak one', (m) => [m, 'weak'], { next: 'field.pwd' }],
  ])('is not replaced with %s', async (_, make, fields) => {
    const { accessToken } = await logIn(member.id, member.password);
    await change(accessToken, member.password, 'Before-pw1');
    const password = await temporary();
    const token = (await logIn(member.id, password)).changeToken ?? '';
    expect((await refused(forced(token, ...make(password)))).error).toMatchObject({ code: 'E0001', fields });
    expect(await forced(token, password, fresh[0])).toEqual({ changed: true });
  });

  it('has ten minutes', async () => {
    const password = await temporary();
    const token = (await logIn(member.id, password)).changeToken ?? '';
    minutes(10);
    expect(await refused(forced(token, password, fresh[0]))).toMatchObject({
      status: 403,
      error: { code: 'CHANGE_TOKEN' },
    });
  });

  it('is not changed once its day is over, or the account is inactive, or it got another one', async () => {
    const password = await temporary();
    minutes(24 * 60 - 5);
    const token = (await logIn(member.id, password)).changeToken ?? '';
    minutes(5);
    expect(await code(forced(token, password, fresh[0]))).toBe('CHANGE_TOKEN');
    expect(await code(logIn(member.id, password))).toBe('WRONG_CREDENTIALS');
    const again = await temporary();
    const second = (await logIn(member.id, again)).changeToken ?? '';
    await server.database.query('UPDATE user_account SET active = false WHERE id = $1', [member.userId]);
    expect(await code(forced(second, again, fresh[0]))).toBe('CHANGE_TOKEN');
    await server.database.query('UPDATE user_account SET active = true WHERE id = $1', [member.userId]);
    const third = await temporary();
    expect(await code(forced(second, third, fresh[0]))).toBe('CHANGE_TOKEN');
  });

  it.each([
    ['at+jwt', false],
    ['rt+jwt', false],
    ['JWT', false],
    ['pw+jwt', true],
  ])('with a token of type %s is changed: %s', async (typ, changed) => {
    const [row] = await server.database.query<{ password_hash: string }[]>(
      'SELECT password_hash FROM user_account WHERE id = $1',
      [member.userId],
    );
    const iat = Math.floor(now.getTime() / 1000);
    const token = await new SignJWT({ account: member.userId, of: hashToken(row?.password_hash ?? '').slice(0, 16) })
      .setProtectedHeader({ alg: 'HS256', typ })
      .setIssuer('headland')
      .setAudience('headland')
      .setIssuedAt(iat)
      .setExpirationTime(iat + 600)
      .sign(new TextEncoder().encode(server.config.JWT_SECRET));
    const attempt = forced(token, member.password, fresh[0]);
    if (changed) expect(await attempt).toEqual({ changed: true });
    else expect(await code(attempt)).toBe('CHANGE_TOKEN');
  });

  it('locks after five wrong ones', async () => {
    const password = await temporary();
    const token = (await logIn(member.id, password)).changeToken ?? '';
    const codes = [];
    for (let i = 0; i < 5; i++) codes.push(await code(forced(token, 'wrong', fresh[0])));
    expect(codes).toEqual([...Array<string>(4).fill('E0001'), 'LOCKED_OUT']);
  });
});

describe('what other slices ask for', () => {
  it('a temporary password: to the e-mail, unlocks, ends the sessions, shows the whole id only to who was never in', async () => {
    for (let i = 0; i < 5; i++) await refused(logIn(member.id, 'wrong'));
    expect(await server.execute(new SetTemporaryPassword(member.userId, system))).toEqual({
      email: `${member.id.slice(0, 2)}***@korea.kr`,
    });
    const mails = () =>
      server.database.query<{ text: string }[]>(
        "SELECT text FROM delivery WHERE subject_id = $1 AND channel = 'email' ORDER BY id",
        [member.userId],
      );
    expect((await mails())[0]?.text).toContain(member.id);
    const password = /^\S{12}$/mu.exec((await mails())[0]?.text ?? '')?.[0] ?? '';
    const token = (await logIn(member.id, password)).changeToken ?? '';
    await forced(token, password, fresh[0]);
    const { accessToken } = await logIn(member.id, fresh[0]);
    await temporary();
    expect((await mails())[1]?.text).not.toContain(member.id);
    expect(await code(whoAmI(accessToken))).toBe('E0105');
  });

  it('the end of all sessions of a member, and no others', async () => {
    const mine = await logIn(member.id, member.password);
    const other = await makeAccount(server.database, 'DEALER', 'STAFF', at.noa);
    const theirs = await server.login(other);
    expect(await server.execute(new EndSessionsOf(member.userId, 'administrator', system))).toEqual({ ended: 1 });
    expect(await code(whoAmI(mine.accessToken))).toBe('E0105');
    expect(await server.call(session.member, { params: { id: other.id } }, theirs)).toHaveLength(1);
    expect(await server.execute(new EndSessionsOf(member.userId, 'administrator', system))).toEqual({ ended: 0 });
    expect(await refused(server.execute(new EndSessionsOf(999_999, 'administrator', system)))).toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
