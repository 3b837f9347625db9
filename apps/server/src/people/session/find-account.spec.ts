import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type SmsChallenge, session } from '@headland/contracts/session';
import { type Refused, startServer, type TestServer } from '../../testing/server';
import { type Account, makeAccount, makeOrganizations, type Organizations } from '../../testing/world';
import { SessionModule } from './session.module';

let server: TestServer;
let at: Organizations;
let member: Account & { phone: string };
/** The server's clock, moved by the tests. */
let now = new Date('2026-05-01T09:00:00Z');
const minutes = (n: number): void => void (now = new Date(now.getTime() + n * 60_000));
const nobodysPhone = '010-9999-0000';
let address = 0;
/** Each test has an address of its own: requests per address are limited. */
const from = () => ({ 'x-forwarded-for': `203.0.113.${address}` });

beforeAll(async () => {
  server = await startServer([SessionModule], { clock: () => now, config: { SMS_CODES_AN_HOUR: 5 } });
  at = await makeOrganizations(server.database);
});
afterAll(() => server.stop());
beforeEach(async () => {
  address++;
  now = new Date(now.getTime() + 2 * 3_600_000);
  const made = await makeAccount(server.database, 'DEALER', 'STAFF', at.nami, {
    name: '김민수',
    passwordChangedAt: new Date('2026-04-01T00:00:00Z'),
  });
  member = { ...made, phone: made.phone ?? '' };
});

const sendId = (name: string, phone: string) =>
  server.call(session.findIdSend, { body: { name, phone } }, null, from());
const sendPassword = (id: string, name: string, phone: string) =>
  server.call(session.findPasswordSend, { body: { id, name, phone } }, null, from());
const confirmId = (smsId: string, code: string) =>
  server.call(session.findIdConfirm, { body: { smsId, code } }, null, from());
const confirmPassword = (smsId: string, code: string) =>
  server.call(session.findPasswordConfirm, { body: { smsId, code } }, null, from());
const refused = (attempt: Promise<unknown>): Promise<Refused> =>
  attempt.then(
    () => Promise.reject(new Error('was not refused')),
    (e: unknown) => e as Refused,
  );
const code = async (attempt: Promise<unknown>): Promise<string> => (await refused(attempt)).error.code;
const sentTo = async (phone: string): Promise<number> =>
  (await server.database.query<unknown[]>('SELECT 1 FROM delivery WHERE address = $1', [phone])).length;
const timed = async <T>(work: () => Promise<T>): Promise<{ answer: T; ms: number }> => {
  const began = performance.now();
  return { answer: await work(), ms: performance.now() - began };
};
const shape = ({ smsId: _, phone, ...rest }: SmsChallenge) => ({ ...rest, phone: phone.slice(0, 8) });

describe('a forgotten id', () => {
  it('is shown masked with the day of joining to the holder of the phone', async () => {
    const { smsId } = await sendId('김민수', member.phone);
    expect(await confirmId(smsId, await server.codeOf(smsId))).toEqual({
      ids: [{ id: `${member.id.slice(0, 3)}***${member.id.slice(-2)}`, joinedAt: '2026-04-01T00:00:00.000Z' }],
    });
    expect(await code(confirmId(smsId, await server.codeOf(smsId)))).toBe('SMS_CODE_DEAD');
  });

  it('is found however the phone is written', async () => {
    const { smsId } = await sendId('김민수', member.phone.replaceAll('-', ''));
    expect((await confirmId(smsId, await server.codeOf(smsId))).ids).toHaveLength(1);
  });

  it('lists all of the same name and phone, none removed, inactive or not yet joined', async () => {
    const same = { name: '김민수', phone: member.phone };
    const [second, removed, inactive] = [
      await makeAccount(server.database, 'DEALER', 'STAFF', at.noa, same),
      await makeAccount(server.database, 'DEALER', 'STAFF', at.noa, same),
      await makeAccount(server.database, 'DEALER', 'STAFF', at.noa, { ...same, active: false }),
    ];
    await server.database.query('UPDATE user_account SET removed_at = now() WHERE id = $1', [removed.userId]);
    const invited = await makeAccount(server.database, 'DEALER', 'STAFF', at.noa, same);
    await server.database.query('UPDATE user_account SET login_id = NULL WHERE id = $1', [invited.userId]);
    const { smsId } = await sendId('김민수', member.phone);
    expect((await confirmId(smsId, await server.codeOf(smsId))).ids.map((i) => i.id.slice(-2))).toEqual(
      [member, second].map((a) => a.id.slice(-2)),
    );
    expect(inactive.phone).toBe(member.phone);
  });

  it('of another name is none, and only who holds the phone learns that', async () => {
    const { smsId } = await sendId('박영희', member.phone);
    expect(await confirmId(smsId, await server.codeOf(smsId))).toEqual({ ids: [] });
  });

  it('of an unknown phone: the same answer in the same time, no message, and no valid code', async () => {
    const known = await timed(() => sendId('김민수', member.phone));
    const unknown = await timed(() => sendId('김민수', nobodysPhone));
    expect(shape(unknown.answer)).toEqual(shape(known.answer));
    expect([known.ms, unknown.ms].every((ms) => ms > 245)).toBe(true);
    expect(await sentTo(nobodysPhone)).toBe(0);
    const { smsId } = unknown.answer;
    expect((await refused(confirmId(smsId, '000000'))).error).toMatchObject({
      code: 'SMS_CODE_WRONG',
      values: { left: 4 },
    });
  });

  it.each(['of a member', 'of nobody'])(
    'a phone %s waits a minute for the next code, gets five an hour and five wrong tries',
    async (whose) => {
      const phone = whose === 'of a member' ? member.phone : `010-9999-1${String(address).padStart(3, '0')}`;
      const { smsId } = await sendId('김민수', phone);
      expect((await refused(sendId('김민수', phone))).error).toMatchObject({
        code: 'SMS_TOO_SOON',
        values: { seconds: 60 },
      });
      expect((await refused(server.call(session.resendCode, { body: { smsId } }, null, from()))).error).toMatchObject({
        code: 'SMS_TOO_SOON',
        values: { seconds: 60 },
      });
      const answers = [];
      for (let i = 0; i < 5; i++) answers.push(await code(confirmId(smsId, String(i).padStart(6, '0'))));
      // one in two hundred thousand fits
      expect(answers.slice(-1)).toEqual(['SMS_CODE_DEAD']);
      for (let i = 0; i < 4; i++) {
        minutes(1);
        await sendId('김민수', phone);
      }
      minutes(1);
      expect((await refused(sendId('김민수', phone))).error).toMatchObject({
        code: 'SMS_TOO_MANY',
        values: { minutes: 55 },
      });
      expect(await sentTo(phone)).toBe(whose === 'of a member' ? 5 : 0);
      // and the owner can still log in
      if (whose === 'of a member') expect(await server.login(member)).not.toBe('');
    },
  );

  it('limits repeated requests', async () => {
    for (let i = 0; i < 10; i++)
      await server.send(session.findIdSend, { body: { name: '김민수', phone: `010-8888-00${10 + i}` } }, null, from());
    for (let i = 0; i < 10; i++)
      await server.send(
        session.findPasswordSend,
        { body: { id: 'somebody1', name: '김민수', phone: `010-8888-01${10 + i}` } },
        null,
        from(),
      );
    expect(await code(sendId('김민수', '010-8888-0999'))).toBe('TOO_MANY_REQUESTS');
  });

  it.each([
    ['', '010-1234-5678', { name: 'field.name' }],
    ['김민수', '010-12', { phone: 'field.phone' }],
    ['1', 'x', { name: 'field.name', phone: 'field.phone' }],
  ])('name %j and phone %j: names what is wrong', async (name, phone, fields) => {
    expect((await refused(sendId(name, phone))).error).toMatchObject({ code: 'E0001', fields });
  });
});

describe('a forgotten password', () => {
  const mail = async () =>
    (
      await server.database.query<{ address: string; text: string; title: string; secret: boolean }[]>(
        "SELECT address, text, title, secret FROM delivery WHERE subject_id = $1 AND channel = 'email' ORDER BY id DESC LIMIT 1",
        [member.userId],
      )
    )[0];

  it('is replaced by a temporary one, sent to the e-mail, that opens the change of the password', async () => {
    const session1 = await server.login(member);
    const { smsId } = await sendPassword(member.id.toUpperCase(), '김민수', member.phone);
    expect(await confirmPassword(smsId, await server.codeOf(smsId))).toEqual({
      email: `${member.id.slice(0, 2)}***@korea.kr`,
    });
    const sent = await mail();
    expect(sent).toMatchObject({ address: `${member.id}@korea.kr`, secret: true, title: '[Headland] 임시 비밀번호' });
    const password = /^\S{12}$/mu.exec(sent?.text ?? '')?.[0] ?? '';
    expect(await code(server.call(session.member, { params: { id: member.id } }, session1))).toBe('E0105');
    expect(await code(server.call(session.login, { body: { id: member.id, password: member.password } }, null))).toBe(
      'WRONG_CREDENTIALS',
    );
    const first = await server.call(session.login, { body: { id: member.id, password } }, null);
    if (first.step !== 'sms') throw new Error('asked for no code');
    const { smsLoginId } = first;
    expect(
      await server.call(session.loginConfirm, { body: { smsLoginId, code: await server.codeOf(smsLoginId) } }, null),
    ).toMatchObject({
      accessToken: '',
      credentialsNonExpired: false,
      mustChange: 'temporary',
    });
    expect(
      await server.database.query(
        "SELECT payload->>'detail' AS d FROM event_log WHERE name = 'account.passwordChanged' AND by_user = $1",
        [member.userId],
      ),
    ).toEqual([{ d: 'temporary' }]);
    minutes(24 * 60);
    expect(await code(server.call(session.login, { body: { id: member.id, password } }, null))).toBe(
      'WRONG_CREDENTIALS',
    );
  });

  it.each<[string, (m: Account) => [string, string]]>([
    ['another id', () => ['somebody9', '김민수']],
    ['another name', (m) => [m.id, '박영희']],
  ])('of %s: reports it after the code, to who holds the phone, and changes nothing', async (_, make) => {
    const [id, name] = make(member);
    const { smsId } = await sendPassword(id, name, member.phone);
    expect(await refused(confirmPassword(smsId, await server.codeOf(smsId)))).toMatchObject({
      status: 422,
      error: { code: 'CHECK_INFORMATION' },
    });
    expect(await mail()).toBeUndefined();
    expect(await server.login(member)).not.toBe('');
  });

  it('of another phone that a member has: the code goes there, and leads to nothing', async () => {
    const owner = await makeAccount(server.database, 'DEALER', 'STAFF', at.noa);
    const { smsId } = await sendPassword(member.id, '김민수', owner.phone ?? '');
    expect(await sentTo(owner.phone ?? '')).toBe(1);
    expect(await code(confirmPassword(smsId, await server.codeOf(smsId)))).toBe('CHECK_INFORMATION');
  });

  it('of an unknown phone is answered alike, in the same time', async () => {
    const known = await timed(() => sendPassword(member.id, '김민수', member.phone));
    const unknown = await timed(() => sendPassword(member.id, '김민수', '010-9999-0001'));
    expect(shape(unknown.answer)).toEqual(shape(known.answer));
    expect([known.ms, unknown.ms].every((ms) => ms > 245)).toBe(true);
    const wrong = await timed(() => refused(confirmPassword(known.answer.smsId, '000000')));
    const none = await timed(() => refused(confirmPassword(unknown.answer.smsId, '000000')));
    expect(none.answer.error.code).toBe(wrong.answer.error.code);
    expect([wrong.ms, none.ms].every((ms) => ms > 245)).toBe(true);
  });

  it('of an inactive account is not replaced', async () => {
    const inactive = await makeAccount(server.database, 'DEALER', 'STAFF', at.noa, { active: false, name: '이중지' });
    const { smsId } = await sendPassword(inactive.id, '이중지', inactive.phone ?? '');
    expect(await sentTo(inactive.phone ?? '')).toBe(0);
    expect(await code(confirmPassword(smsId, '000000'))).toBe('SMS_CODE_WRONG');
  });

  it('is not given for the code of a forgotten id', async () => {
    const { smsId } = await sendId('김민수', member.phone);
    expect(await code(confirmPassword(smsId, await server.codeOf(smsId)))).toBe('SMS_CODE_DEAD');
  });
});
