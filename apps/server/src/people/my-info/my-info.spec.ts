import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Input } from '@headland/contracts/endpoint';
import { myInfo, type MyInfo } from '@headland/contracts/my-info';
import { session } from '@headland/contracts/session';
import { DeliveriesModule } from '../../messages/deliveries/deliveries.module';
import { NotificationsModule } from '../../messages/notifications/notifications.module';
import { readLog } from '../../platform/event-log/log-reader';
import { SessionModule } from '../session/session.module';
import { eventually, refusal } from '../../testing/alerts';
import { Refused, startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, type Account, type Organizations } from '../../testing/world';
import { MyInfoModule } from './my-info.module';

let server: TestServer;
let orgs: Organizations;
let now: Date;
let me: Account;
let colleague: Account;
let mine: string;
let theirs: string;

beforeAll(async () => {
  now = new Date();
  server = await startServer([SessionModule, DeliveriesModule, NotificationsModule, MyInfoModule], {
    clock: () => now,
    config: { PUBLIC_URL: 'https://console.headland.example' },
  });
  orgs = await makeOrganizations(server.database);
});
afterAll(() => server.stop());
beforeEach(async () => {
  now = new Date();
  me = await makeAccount(server.database, 'DEALER', 'STAFF', orgs.nami, { name: '김나미' });
  colleague = await makeAccount(server.database, 'DEALER', 'ADMIN', orgs.nami);
  [mine, theirs] = [await server.login(me), await server.login(colleague)];
});

const later = (minutes: number): void => void (now = new Date(now.getTime() + minutes * 60_000));
const read = (token = mine): Promise<MyInfo> => server.call(myInfo.get, {}, token);
type Body = Input<typeof myInfo.change>['body'];
/** The form as loaded, with these changes. */
async function save(over: Partial<Body> = {}, token = mine): Promise<MyInfo> {
  const info = await read(token);
  const { version, name, email, country, phone, postalCode, address, addressDetail, units } = info;
  return server.call(
    myInfo.change,
    {
      body: {
        version,
        name,
        email: email ?? '',
        country,
        phone: phone ?? '',
        postalCode,
        address,
        addressDetail,
        units,
        ...over,
      },
    },
    token,
  );
}
const fieldsOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'allowed',
    (e: unknown) => (e instanceof Refused ? (e.error.fields ?? e.error.code) : Promise.reject(e as Error)),
  );
const changesOf = async (account: Account) =>
  (await readLog(server.database, 0, 100_000))
    .filter((e) => e.name === 'record.changed' && (e.payload as { id: string }).id === String(account.userId))
    .map((e) => ({
      by: e.by,
      ...(e.payload as {
        screen: string;
        kind: string;
        changes: { field: string; from: string | null; to: string | null }[];
      }),
    }));

describe('my info', () => {
  it('shows the own account, and the login before this one', async () => {
    const first = now.toISOString();
    expect(await read()).toMatchObject({
      id: me.userId,
      loginId: me.id,
      name: '김나미',
      role: 'STAFF',
      groupType: 'DEALER',
      organization: { id: orgs.nami, name: 'Nami' },
      lastLogin: { at: first },
      email: `${me.id}@korea.kr`,
      pendingEmail: null,
      phone: me.phone,
      country: '82',
      postalCode: '',
      units: 'km',
      language: 'ko',
      version: 1,
    });
    later(60);
    mine = await server.login(me);
    expect((await read()).lastLogin).toEqual({ at: first, address: '127.0.0.1' });
  });

  it('is changed field by field, and the log states what changed, not what is private', async () => {
    const changed = await save({
      name: '김새로',
      postalCode: '54321',
      address: '전주시 덕진구',
      addressDetail: '2층',
      units: 'mile',
      language: 'en',
    });
    expect(changed).toMatchObject({
      name: '김새로',
      postalCode: '54321',
      address: '전주시 덕진구',
      addressDetail: '2층',
      units: 'mile',
      language: 'en',
      version: 2,
    });
    expect(await read()).toEqual(changed);
    const [logged] = await changesOf(me);
    expect(logged).toMatchObject({ screen: 'organization', kind: 'user', by: '김나미' });
    expect(logged?.changes).toEqual([
      { field: 'name', from: '김나미', to: '김새로' },
      { field: 'postalCode', from: null, to: '***' },
      { field: 'address', from: null, to: '***' },
      { field: 'addressDetail', from: null, to: '***' },
      { field: 'units', from: 'km', to: 'mile' },
      { field: 'language', from: 'ko', to: 'en' },
    ]);
    await save();
    expect(await changesOf(me)).toHaveLength(1);
    expect((await read(theirs)).name).toBe('DEALER ADMIN');
  });

  it('is not changed over what somebody else changed meanwhile, nor to what the rules forbid', async () => {
    const { version } = await read();
    await save({ name: '김새로' });
    expect(await refusal(save({ version }))).toEqual([409, 'CHANGED_MEANWHILE']);
    expect(await fieldsOf(save({ name: '김1', postalCode: '1', phone: '12345' }))).toEqual({
      name: 'field.name',
      postalCode: 'field.d5',
      phone: 'field.phone',
    });
    expect(await fieldsOf(save({ email: 'me@example.com' }))).toEqual({ email: 'field.emailDomain' });
    expect(await fieldsOf(save({ email: `${colleague.id.toUpperCase()}@korea.kr` }))).toEqual({
      email: 'field.emailTaken',
    });
  });
});

describe('a new phone', () => {
  const country = '82';
  let counter = 0;
  let phone: string;
  beforeEach(() => void (phone = `010-7777-${String(++counter).padStart(4, '0')}`));
  const prove = async (token = mine): Promise<string> => {
    const { smsId } = await server.call(myInfo.phoneSend, { body: { country, phone } }, token);
    await server.call(myInfo.phoneConfirm, { body: { smsId, code: await server.codeOf(smsId) } }, token);
    return smsId;
  };

  it('is changed with the code that was sent to it, once', async () => {
    const smsId = await prove();
    expect(await save({ phone, smsId })).toMatchObject({ phone });
    const [logged] = await changesOf(me);
    expect(logged?.changes).toEqual([
      {
        field: 'phone',
        from: expect.stringContaining('****') as string,
        to: expect.stringContaining('****') as string,
      },
    ]);
    await save({ phone }); // already one's own number: no code is needed
    expect(await fieldsOf(save({ phone: '010-7777-9999', smsId }))).toEqual({ phone: 'field.smsOk' });
  });

  it('is not changed without a code, with an unconfirmed one, another phone’s, another country’s, another member’s, or an old one', async () => {
    const notProven = { phone: 'field.smsOk' };
    expect(await fieldsOf(save({ phone }))).toEqual(notProven);
    const { smsId: unconfirmed } = await server.call(myInfo.phoneSend, { body: { country, phone } }, mine);
    expect(await fieldsOf(save({ phone, smsId: unconfirmed }))).toEqual(notProven);
    const code = await server.codeOf(unconfirmed);
    expect(
      await refusal(
        server.call(
          myInfo.phoneConfirm,
          { body: { smsId: unconfirmed, code: code === '000000' ? '000001' : '000000' } },
          mine,
        ),
      ),
    ).toEqual([422, 'SMS_CODE_WRONG']);
    expect(await refusal(server.call(myInfo.phoneConfirm, { body: { smsId: unconfirmed, code } }, theirs))).toEqual([
      403,
      'SMS_CODE_DEAD',
    ]);
    await server.call(myInfo.phoneConfirm, { body: { smsId: unconfirmed, code } }, mine);
    expect(await fieldsOf(save({ phone: '010-7777-9998', smsId: unconfirmed }))).toEqual(notProven);
    expect(await fieldsOf(save({ country: '81', phone: phone.replaceAll('-', ''), smsId: unconfirmed }))).toEqual(
      notProven,
    );
    expect(await fieldsOf(save({ phone, smsId: unconfirmed }, theirs))).toEqual(notProven);
    // the session is renewed beyond the hour of the proof; here the proof is made older instead
    await server.database.query(
      "UPDATE sms_code SET confirmed_at = confirmed_at - interval '61 minutes' WHERE id = $1",
      [unconfirmed],
    );
    expect(await fieldsOf(save({ phone, smsId: unconfirmed }))).toEqual(notProven);
  });

  it('is texted in no more than ten tries an hour, and not what is no phone', async () => {
    expect(await fieldsOf(server.call(myInfo.phoneSend, { body: { country: '82', phone: '1234567' } }, mine))).toEqual({
      phone: 'field.phone',
    });
    for (let i = 0; i < 10; i++)
      await server.call(myInfo.phoneSend, { body: { country, phone: `010-6666-000${i}` } }, mine);
    expect(await refusal(server.call(myInfo.phoneSend, { body: { country, phone } }, mine))).toEqual([
      429,
      'SMS_TOO_MANY',
    ]);
  });
});

describe('a new e-mail address', () => {
  const lettersTo = (address: string) =>
    server.database.query<{ text: string; title: string; secret: boolean }[]>(
      "SELECT text, title, secret FROM delivery WHERE channel = 'email' AND address = $1 ORDER BY id",
      [address],
    );
  const tokenAt = async (address: string): Promise<string> => {
    const link = /https:\/\/console\.headland\.example\/dash\?panel=myInfo&emailToken=([\w-]+)/u.exec(
      (await lettersTo(address)).at(-1)?.text ?? '',
    );
    return link?.[1] ?? '';
  };
  let address: string;
  beforeEach(() => void (address = `new.${me.id}@city.go.kr`));
  const confirm = (token: string, by = mine): Promise<MyInfo> =>
    server.call(myInfo.confirmEmail, { body: { token } }, by);

  it('is the account’s when its link is opened, once', async () => {
    const old = `${me.id}@korea.kr`;
    const saved = await save({ email: address });
    expect(saved).toMatchObject({ email: old, pendingEmail: { email: address } });
    expect((await lettersTo(address))[0]).toMatchObject({ secret: true, title: '[Headland] 새 이메일 주소 확인' });
    // a change with the present address keeps it pending, and the same one again sends no second link
    expect((await save({ units: 'mile' })).pendingEmail?.email).toBe(address);
    await save({ email: address });
    expect(await lettersTo(address)).toHaveLength(1);
    const token = await tokenAt(address);
    expect(await refusal(confirm(token, theirs))).toEqual([404, 'LINK_INVALID']);
    expect(await confirm(token)).toMatchObject({ email: address, pendingEmail: null });
    expect(await refusal(confirm(token))).toEqual([410, 'LINK_USED']);
    expect((await changesOf(me)).at(-1)?.changes).toEqual([{ field: 'email', from: old, to: address }]);
  });

  it('is not changed after a day, after another request, or when it is in use by then', async () => {
    await save({ email: address });
    const first = await tokenAt(address);
    const other = `other.${me.id}@city.go.kr`;
    await save({ email: other });
    expect(await refusal(confirm(first))).toEqual([404, 'LINK_INVALID']);
    expect(await refusal(confirm('nothing-that-was-ever-sent'))).toEqual([404, 'LINK_INVALID']);
    await server.database.query('UPDATE user_account SET email = $2 WHERE id = $1', [colleague.userId, other]);
    expect(await fieldsOf(confirm(await tokenAt(other)))).toEqual({ email: 'field.emailTaken' });
    expect((await read()).email).toBe(`${me.id}@korea.kr`);
    const third = `third.${me.id}@city.go.kr`;
    await save({ email: third });
    await server.database.query('UPDATE account_link SET expires_at = $2 WHERE user_id = $1 AND used_at IS NULL', [
      me.userId,
      now,
    ]);
    expect(await refusal(confirm(await tokenAt(third)))).toEqual([410, 'LINK_EXPIRED']);
    expect((await read()).pendingEmail).toBeNull();
  });

  it('is sent to five addresses an hour at the most', async () => {
    for (let i = 0; i < 5; i++) await save({ email: `n${i}.${me.id}@korea.kr` });
    expect(await refusal(save({ email: address }))).toEqual([429, 'TOO_MANY_REQUESTS']);
  });
});

describe('own sessions', () => {
  it('are listed with the current one marked, and can be ended; another member’s is not found', async () => {
    const [mySession] = await server.call(myInfo.sessions, {}, mine, { 'user-agent': 'x' });
    const [theirSession] = await server.call(myInfo.sessions, {}, theirs);
    expect(mySession).toMatchObject({ current: true, address: '127.0.0.1' });
    expect(theirSession?.id).not.toBe(mySession?.id);
    // a second session of the same member, from before a login ended the others
    await server.database.query(
      "INSERT INTO login_session (id, user_id, refresh_hash, auto_login, started_at, refreshed_at, expires_at, agent) SELECT gen_random_uuid(), user_id, 'x', true, started_at - interval '1 day', refreshed_at, expires_at, 'Old one' FROM login_session WHERE id = $1",
      [mySession?.id],
    );
    const both = await server.call(myInfo.sessions, {}, mine);
    expect(both.map((s) => [s.current, s.agent])).toEqual([
      [true, mySession?.agent],
      [false, 'Old one'],
    ]);
    const old = both[1]?.id ?? '';
    expect(await refusal(server.call(myInfo.endSession, { params: { id: old } }, theirs))).toEqual([404, 'NOT_FOUND']);
    expect(await refusal(server.call(myInfo.endSession, { params: { id: 'no-uuid' } }, mine))).toEqual([
      404,
      'NOT_FOUND',
    ]);
    expect(await server.call(myInfo.endSession, { params: { id: old } }, mine)).toEqual({ ended: true });
    expect(await refusal(server.call(myInfo.endSession, { params: { id: old } }, mine))).toEqual([404, 'NOT_FOUND']);
    expect(await server.call(myInfo.sessions, {}, mine)).toHaveLength(1);
    await server.call(myInfo.endSession, { params: { id: mySession?.id ?? '' } }, mine);
    expect(
      await eventually(
        () => refusal(server.call(session.member, { params: { id: me.id } }, mine)),
        (r) => r !== 'allowed',
      ),
    ).toEqual([401, 'E0105']);
  });
});
