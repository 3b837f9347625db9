import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Input } from '@headland/contracts/endpoint';
import { session } from '@headland/contracts/session';
import { system } from '../../platform/caller';
import { type Refused, startServer, type TestServer } from '../../testing/server';
import { type Account, makeAccount, makeOrganizations, type Organizations } from '../../testing/world';
import { SendJoinLink } from './send-join-link.command';
import { SessionModule } from './session.module';
import { SetTemporaryPassword } from './set-temporary-password.command';

type Body = Input<typeof session.join>['body'];

let server: TestServer;
let at: Organizations;
let invited: Account;
let now = new Date('2026-05-01T09:00:00Z');
const minutes = (n: number): void => void (now = new Date(now.getTime() + n * 60_000));
let count = 0;

beforeAll(async () => {
  server = await startServer([SessionModule], {
    clock: () => now,
    config: { PUBLIC_URL: 'https://console.test/', SMS_CODES_AN_HOUR: 5 },
  });
  at = await makeOrganizations(server.database);
});
afterAll(() => server.stop());
beforeEach(async () => {
  count++;
  now = new Date(now.getTime() + 48 * 3_600_000);
  invited = await makeAccount(server.database, 'DEALER', 'STAFF', at.nami, { name: '김초대', active: false });
  await server.database.query(
    'UPDATE user_account SET login_id = NULL, password_hash = NULL, joined_at = NULL WHERE id = $1',
    [invited.userId],
  );
});

const from = () => ({ 'x-forwarded-for': `203.0.113.${count}` });
const invite = async (): Promise<string> => {
  await server.execute(new SendJoinLink(invited.userId, system));
  const [mail] = await server.database.query<{ text: string }[]>(
    "SELECT text FROM delivery WHERE subject_id = $1 AND channel = 'email' ORDER BY id DESC LIMIT 1",
    [invited.userId],
  );
  return /https:\/\/console\.test\/join\?token=(\S+)/u.exec(mail?.text ?? '')?.[1] ?? '';
};
const look = (token: string) => server.call(session.invitation, { body: { token } }, null, from());
const prove = async (token: string, phone = '010-1234-5678', country = '82'): Promise<string> => {
  const { smsId } = await server.call(session.joinSend, { body: { token, phone, country } }, null, from());
  await server.call(session.joinConfirm, { body: { smsId, code: await server.codeOf(smsId) } }, null, from());
  return smsId;
};
const form = (token: string, smsId: string, over: Partial<Body> = {}): Body => ({
  token,
  smsId,
  id: `joined${count}`,
  password: 'Brand-new 1'.replace(' ', ''),
  name: '김초대',
  phone: '010-1234-5678',
  postalCode: '04524',
  address: '서울시 중구 세종대로 1',
  addressDetail: '3층',
  terms: ['service', 'privacy', 'location'],
  ...over,
});
const join = (body: Body) => server.call(session.join, { body }, null, from());
const refused = (attempt: Promise<unknown>): Promise<Refused> =>
  attempt.then(
    () => Promise.reject(new Error('was not refused')),
    (e: unknown) => e as Refused,
  );
const code = async (attempt: Promise<unknown>): Promise<string> => (await refused(attempt)).error.code;

describe('a sign-up link', () => {
  it('goes to the e-mail of the invited account and names who is invited', async () => {
    const token = await invite();
    expect(await look(token)).toEqual({
      organization: 'Nami',
      groupType: 'DEALER',
      role: 'STAFF',
      email: expect.stringMatching(/@korea\.kr$/u) as string,
      name: '김초대',
      country: '82',
      phone: invited.phone,
      postalCode: '',
      address: '',
      addressDetail: '',
      language: 'ko',
      expiresAt: new Date(now.getTime() + 86_400_000).toISOString(),
    });
    const [row] = await server.database.query<{ secret: boolean; title: string; invited: Date }[]>(
      "SELECT d.secret, d.title, u.invited_at AS invited FROM delivery d JOIN user_account u ON u.id = d.subject_id WHERE u.id = $1 AND d.channel = 'email'",
      [invited.userId],
    );
    expect(row).toEqual({ secret: true, title: '[Headland] 회원가입 안내', invited: now });
    expect(await server.database.query('SELECT 1 FROM account_link WHERE token_hash = $1', [token])).toEqual([]);
  });

  it.each<[string, string, (token: string, smsId: string) => Promise<string>]>([
    ['after a day', 'LINK_EXPIRED', (token) => (minutes(1440), Promise.resolve(token))],
    ['once a newer one was sent', 'LINK_INVALID', async (token) => (await invite(), token)],
    ['that is not whole', 'LINK_INVALID', (token) => Promise.resolve(token.slice(1))],
    ['that was used', 'LINK_USED', async (token, smsId) => (await join(form(token, smsId)), token)],
    [
      'of a withdrawn invitation',
      'LINK_INVALID',
      async (token) => (
        await server.database.query('UPDATE user_account SET removed_at = now() WHERE id = $1', [invited.userId]),
        token
      ),
    ],
  ])('%s: %s at every door', async (_, expected, spoil) => {
    const token = await invite();
    const smsId = await prove(token);
    const spoiled = await spoil(token, smsId);
    expect(await code(look(spoiled))).toBe(expected);
    expect(
      await code(server.call(session.joinCheckId, { body: { token: spoiled, id: 'whoever1' } }, null, from())),
    ).toBe(expected);
    expect(
      await code(server.call(session.joinSend, { body: { token: spoiled, phone: '010-7777-0000' } }, null, from())),
    ).toBe(expected);
    expect(await code(join(form(spoiled, smsId, { id: `late${count}` })))).toBe(expected);
  });

  it('is good up to the last minute of its day', async () => {
    const token = await invite();
    minutes(1439);
    expect((await look(token)).name).toBe('김초대');
  });

  it('is not sent to a joined member, nor for an unknown id', async () => {
    const member = await makeAccount(server.database, 'DEALER', 'STAFF', at.nami);
    expect(await refused(server.execute(new SendJoinLink(member.userId, system)))).toMatchObject({
      code: 'ALREADY_JOINED',
    });
    expect(await refused(server.execute(new SendJoinLink(999_999, system)))).toMatchObject({ code: 'NOT_FOUND' });
    // without an id there is nothing to set a password for
    expect(await refused(server.execute(new SetTemporaryPassword(invited.userId, system)))).toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('joining', () => {
  it('gives the account its id, password, phone, address and terms, and opens the login', async () => {
    const token = await invite();
    expect(
      await join(form(token, await prove(token), { terms: ['service', 'privacy', 'location'], language: 'en' })),
    ).toEqual({ id: `joined${count}` });
    const [row] = await server.database.query<object[]>(
      'SELECT login_id, name, country, phone, postal_code, address, address_detail, language, active, joined_at, password_changed_at, temporary_password FROM user_account WHERE id = $1',
      [invited.userId],
    );
    expect(row).toEqual({
      login_id: `joined${count}`,
      name: '김초대',
      country: '82',
      phone: '010-1234-5678',
      postal_code: '04524',
      address: '서울시 중구 세종대로 1',
      address_detail: '3층',
      language: 'en',
      active: true,
      joined_at: now,
      password_changed_at: now,
      temporary_password: false,
    });
    expect(
      await server.database.query(
        'SELECT term, version, agreed FROM terms_agreement WHERE user_id = $1 ORDER BY term',
        [invited.userId],
      ),
    ).toEqual(
      ['location', 'marketing', 'privacy', 'service'].map((term) => ({
        term,
        version: '2026-05-01',
        agreed: term !== 'marketing',
      })),
    );
    expect(await server.login({ id: `JOINED${count}`, password: 'Brand-new1' })).not.toBe('');
    expect(
      (
        await server.database.query<{ name: string }[]>(
          'SELECT name FROM event_log WHERE by_user = $1 ORDER BY number',
          [invited.userId],
        )
      ).map((e) => e.name),
    ).toEqual(['account.codeSent', 'account.joined', 'record.changed', 'account.codeSent', 'account.loggedIn']);
    const [{ payload }] = (await server.database.query<{ payload: { changes: object[] } }[]>(
      "SELECT payload FROM event_log WHERE by_user = $1 AND name = 'record.changed'",
      [invited.userId],
    )) as [{ payload: { changes: object[] } }];
    expect(payload.changes).toEqual(
      expect.arrayContaining([
        { field: 'phone', from: `010-****-${invited.phone?.slice(-4)}`, to: '010-****-5678' },
        { field: 'address', from: null, to: '***' },
        { field: 'active', from: 'false', to: 'true' },
      ]),
    );
  });

  it('happens once, of two that save at once', async () => {
    const token = await invite();
    const body = form(token, await prove(token));
    const outcomes = await Promise.allSettled([join(body), join({ ...body, id: `other${count}` })]);
    expect(outcomes.filter((o) => o.status === 'fulfilled')).toHaveLength(1);
  });

  it.each<[string, Partial<Body>, Record<string, string>]>([
    ['an id that is too short', { id: 'abc' }, { id: 'field.id' }],
    ['an id with other signs', { id: 'kim_01' }, { id: 'field.id' }],
    ['a weak password', { password: 'password' }, { password: 'field.pwd' }],
    ['a password with a space', { password: 'Brand new1' }, { password: 'field.pwd' }],
    ['no name', { name: '' }, { name: 'field.name' }],
    ['a phone without hyphens in Korea', { phone: '01012345678' }, { phone: 'field.phone' }],
    ['a postal code of four digits in Korea', { postalCode: '0452' }, { postalCode: 'field.d5' }],
    ['a long address', { address: 'x'.repeat(101) }, { address: 'field.max100' }],
    ['an emoji in the address', { address: '서울 🚜' }, { address: 'field.emoji' }],
    ['a required term left out', { terms: ['service', 'privacy', 'marketing'] }, { terms: 'field.terms' }],
    ['no code', { smsId: 'none' }, { smsId: 'field.smsOk' }],
    ['another phone than the proven one', { phone: '010-1234-9999' }, { phone: 'field.smsOk' }],
  ])('with %s names the field and leaves the link good', async (_, over, fields) => {
    const token = await invite();
    expect((await refused(join(form(token, await prove(token), over)))).error).toMatchObject({ code: 'E0001', fields });
    expect((await look(token)).name).toBe('김초대');
  });

  it('outside of Korea accepts other phones and postal codes', async () => {
    const token = await invite();
    const smsId = await prove(token, '2125550100', '1');
    expect(await join(form(token, smsId, { country: '1', phone: '2125550100', postalCode: '10001-1234' }))).toEqual({
      id: `joined${count}`,
    });
    const [sent] = await server.database.query<{ address: string }[]>(
      "SELECT address FROM delivery WHERE subject_id = $1 AND channel = 'sms'",
      [invited.userId],
    );
    expect(sent?.address).toBe('+12125550100');
  });

  it.each<[string, (token: string) => Promise<string>]>([
    [
      'not confirmed',
      async (token) =>
        (await server.call(session.joinSend, { body: { token, phone: '010-1234-5678' } }, null, from())).smsId,
    ],
    [
      'confirmed over an hour ago',
      async (token) => {
        const smsId = await prove(token);
        minutes(60);
        return smsId;
      },
    ],
    [
      'of another invitation',
      async () => {
        const mine = invited;
        invited = await makeAccount(server.database, 'DEALER', 'STAFF', at.noa);
        await server.database.query('UPDATE user_account SET login_id = NULL, joined_at = NULL WHERE id = $1', [
          invited.userId,
        ]);
        const smsId = await prove(await invite());
        invited = mine;
        return smsId;
      },
    ],
  ])('with a code %s is refused', async (_, make) => {
    const token = await invite();
    expect((await refused(join(form(token, await make(token))))).error).toMatchObject({
      code: 'E0001',
      fields: { phone: 'field.smsOk' },
    });
  });

  it('refuses an id in use, whatever its case, and an invited user can check it first', async () => {
    const member = await makeAccount(server.database, 'DEALER', 'STAFF', at.noa);
    const token = await invite();
    const check = async (id: string) =>
      (await server.call(session.joinCheckId, { body: { token, id } }, null, from())).free;
    expect([await check(member.id), await check(member.id.toUpperCase()), await check(`free${count}`)]).toEqual([
      false,
      false,
      true,
    ]);
    const smsId = await prove(token);
    expect((await refused(join(form(token, smsId, { id: member.id.toUpperCase() })))).error).toMatchObject({
      code: 'E0001',
      fields: { id: 'field.idTaken' },
    });
    expect(await join(form(token, smsId))).toEqual({ id: `joined${count}` });
  });

  it('with one id at the same time: one gets it', async () => {
    const [mine, token] = [invited, await invite()];
    const smsId = await prove(token);
    invited = await makeAccount(server.database, 'DEALER', 'STAFF', at.noa);
    await server.database.query('UPDATE user_account SET login_id = NULL, joined_at = NULL WHERE id = $1', [
      invited.userId,
    ]);
    const second = await invite();
    const secondSms = await prove(second, '010-4321-5678');
    const outcomes = await Promise.all([
      join(form(token, smsId)).catch((e: Refused) => e.error.fields),
      join(form(second, secondSms, { phone: '010-4321-5678' })).catch((e: Refused) => e.error.fields),
    ]);
    expect(outcomes).toEqual(expect.arrayContaining([{ id: `joined${count}` }, { id: 'field.idTaken' }]));
    expect(mine.userId).not.toBe(invited.userId);
  });

  it('sends codes to at most ten phones in an hour', async () => {
    const token = await invite();
    for (let i = 0; i < 10; i++)
      await server.call(
        session.joinSend,
        { body: { token, phone: `010-3333-${count}${String(i).padStart(4 - String(count).length, '0')}` } },
        null,
        from(),
      );
    expect(await code(server.call(session.joinSend, { body: { token, phone: '010-3334-0000' } }, null, from()))).toBe(
      'SMS_TOO_MANY',
    );
  });
});
