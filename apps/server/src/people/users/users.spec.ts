import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { GroupType, Role } from '@headland/contracts/access';
import type { Endpoint } from '@headland/contracts/endpoint';
import { organizations } from '@headland/contracts/organization';
import { users, type UserBody, type UserDetail } from '@headland/contracts/user';
import { ExportsModule } from '../../files/exports/exports.module';
import { OrganizationsModule } from '../organizations/organizations.module';
import { hashToken } from '../../platform/random-token';
import type { Caller } from '../../platform/caller';
import { Records } from '../../platform/records/records';
import { SessionModule } from '../session/session.module';
import { recordSpec } from '../../testing/record-spec';
import { Refused, startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, type Account, type Organizations } from '../../testing/world';
import { UnlockUser } from './unlock-user.command';
import { userRecord } from './user.record';
import { UsersController } from './users.controller';
import { UsersModule } from './users.module';

let server: TestServer;
let at: Organizations;
let headAccount: Account;
let head: string;
let headStaff: string;
let service: string;
let kioti: string;
let sales: string;
let tsm: string;
let domestic: string;
let northAccount: Account;
let north: string;
let agency: string;
beforeAll(async () => {
  server = await startServer([SessionModule, OrganizationsModule, UsersModule, ExportsModule]);
  at = await makeOrganizations(server.database);
  const login = async (groupType: GroupType, role: Role, organization: number) =>
    server.login(await makeAccount(server.database, groupType, role, organization));
  headAccount = await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice, { loginId: 'Head01' });
  head = await server.login(headAccount);
  headStaff = await login('HEAD_OFFICE', 'STAFF', at.headOffice);
  kioti = await login('KIOTI', 'ADMIN', at.headOffice);
  service = await login('SERVICE_BUSINESS', 'ADMIN', at.headOffice);
  sales = await login('SALES', 'ADMIN', at.headOffice);
  tsm = await login('TSM', 'ADMIN', at.headOffice);
  domestic = await login('DOMESTIC_SALES_HQ', 'ADMIN', at.headOffice);
  northAccount = await makeAccount(server.database, 'REGION', 'ADMIN', at.north);
  north = await server.login(northAccount);
  agency = await login('AGENCY', 'ADMIN', at.sora);
});
afterAll(() => server.stop());

const refusal = async (e: Endpoint, input: object, token: string): Promise<Refused['error'] & { status: number }> => {
  try {
    await server.call(e, input as never, token);
  } catch (error) {
    if (error instanceof Refused) return { status: error.status, ...error.error };
    throw error;
  }
  throw new Error('it was allowed');
};
const logged = (userId: number) =>
  server.database.query<
    {
      name: string;
      payload: { changes: { field: string; from: string | null; to: string | null }[]; detail?: string };
      by_name: string;
    }[]
  >(
    `SELECT name, payload, by_name FROM event_log WHERE (payload->>'kind' = 'user' AND payload->>'id' = $1) OR payload->>'userId' = $1 ORDER BY number`,
    [String(userId)],
  );
const namesLogged = async (userId: number) => (await logged(userId)).map((e) => e.name);
const mails = (userId: number) =>
  server.database.query<{ channel: string; address: string; title: string | null; text: string; secret: boolean }[]>(
    "SELECT channel, address, title, text, secret FROM delivery WHERE subject = 'account' AND subject_id = $1 ORDER BY id",
    [userId],
  );

let counter = 0;
const body = (over: object = {}) =>
  ({
    name: '박서연',
    email: `user${++counter}@korea.kr`,
    role: 'STAFF',
    organizationId: at.nami,
    phone: '010-5555-0100',
    ...over,
  }) as never;
const invite = (over: object = {}, token = head) => server.call(users.create, { body: body(over) }, token);
const get = (id: number, token = head) => server.call(users.get, { params: { id } }, token);
/** The body of a change without changes. */
const same = ({ id: _, organization, ...u }: UserDetail): Omit<UserBody, 'loginId'> & { version: number } => ({
  // the names that specs make have underscores, which no person has
  ...{
    name: u.name.replaceAll('_', ' ').slice(0, 20).trim(),
    email: u.email ?? '',
    role: u.role,
    groupType: u.groupType,
    organizationId: organization.id,
    active: u.active,
    version: u.version,
  },
  ...{
    country: u.country,
    phone: u.phone ?? '',
    postalCode: u.postalCode,
    address: u.address,
    addressDetail: u.addressDetail,
  },
});
const change = async (id: number, over: object, token = head) =>
  server.call(users.change, { params: { id }, body: { ...same(await get(id)), ...over } as never }, token);
const act = (
  e: typeof users.sendLink | typeof users.resetPassword | typeof users.unlock | typeof users.endSessions,
  id: number,
  token = head,
) => server.call(e, { params: { id } }, token);
const remove = (id: number, token = head) => server.call(users.remove, { params: { id } }, token);

recordSpec({
  server: () => server,
  endpoints: users,
  remove: users.remove,
  workbook: 'users',
  callers: () => ({ all: head, reader: headStaff, none: sales }),
  body,
  form: same,
  change: { name: '다른이름', addressDetail: '3층' },
  filters: (user) => ({
    finds: [{ email: user.email ?? '' }, { name: user.name, organizationId: String(at.nami) }],
    misses: [{ email: 'other' }, { active: 'no' }, { organizationId: String(at.south) }],
  }),
  sorts: {
    loginId: (u) => u.loginId?.toLowerCase() ?? null,
    name: (u) => u.name,
    organization: (u) => u.organization.name,
    lastLogin: (u) => u.lastLoginAt,
  },
  part: () => ({ caller: north, body: body({ organizationId: at.sora }) }),
});

describe('who may', () => {
  it('read needs R on organisations; everything else C, U or D', async () => {
    const { id } = await invite();
    const asked: [Endpoint, object][] = [
      [users.list, {}],
      [users.get, { params: { id } }],
    ];
    const done: [Endpoint, object][] = [
      [users.idFree, { query: { loginId: 'free1234' } }],
      [users.create, { body: body() }],
      [users.sendLink, { params: { id } }],
      [users.change, { params: { id }, body: { ...same(await get(id)) } }],
      [users.setActive, { params: { id }, body: { active: true, version: 1 } }],
      [users.resetPassword, { params: { id } }],
      [users.unlock, { params: { id } }],
      [users.endSessions, { params: { id } }],
      [users.remove, { params: { id } }],
    ];
    for (const token of [head, headStaff, north])
      for (const [e, input] of asked) expect((await server.send(e, input, token)).status, e.summary).toBe(200);
    for (const token of [sales, agency])
      for (const [e, input] of asked) expect((await server.send(e, input, token)).status, e.summary).toBe(403);
    for (const token of [headStaff, north, sales, agency])
      for (const [e, input] of done) expect((await refusal(e, input, token)).status, e.summary).toBe(403);
    expect(await namesLogged(id)).toEqual(['record.created', 'account.codeSent']);
  });
});

describe('the list', () => {
  it('shows a region the users of its own organisation and those below', async () => {
    await invite({ name: '남이', organizationId: at.nami });
    await invite({ name: '소라', organizationId: at.sora });
    const all = await server.call(users.list, { query: { size: 100 } }, head);
    const mine = await server.call(users.list, { query: { size: 100 } }, north);
    expect(all.rows.map((u) => u.name)).toEqual(expect.arrayContaining(['남이', '소라', 'SALES ADMIN']));
    expect(new Set(mine.rows.map((u) => u.organization.id))).toEqual(new Set([at.north, at.nami]));
    expect(mine.page.total).toBe(mine.rows.length);
    expect(mine.page.total).toBeLessThan(all.page.total);
    const out = await server.call(users.list, { query: { organizationId: at.sora } }, north);
    expect([out.rows, out.page.total]).toEqual([[], 0]);
  });

  it('finds by ID, name, e-mail, role, type, organisation and whether active', async () => {
    const { id } = await invite({
      name: '찾을사람',
      email: 'findme@mail.korea.kr',
      loginId: 'Findme01',
      role: 'ADMIN',
      groupType: 'DEALER',
      organizationId: at.noa,
    });
    const found = async (query: object) =>
      (await server.call(users.list, { query: { size: 100, ...query } }, head)).rows.some((u) => u.id === id);
    const fits = [
      { loginId: 'findME' },
      { name: '찾을' },
      { email: 'FINDME@' },
      { role: 'ADMIN' },
      { groupType: ['DEALER', 'AGENCY'] },
      { organizationId: at.noa },
      { organizationId: at.north },
      { active: 'yes' },
      { active: 'all' },
    ];
    for (const query of fits) expect(await found(query), JSON.stringify(query)).toBe(true);
    const misses = [
      { loginId: 'other' },
      { name: '_' },
      { email: 'other' },
      { role: 'STAFF' },
      { groupType: 'AGENCY' },
      { organizationId: at.south },
      { organizationId: at.north, below: 'false' },
      { active: 'no' },
    ];
    for (const query of misses) expect(await found(query), JSON.stringify(query)).toBe(false);
    await change(id, { active: false });
    // inactive users are left out by default
    expect([await found({}), await found({ active: 'no' })]).toEqual([false, true]);
  });

  it('is sorted by name, and as asked', async () => {
    await server.database.query("UPDATE user_account SET last_login_at = '2026-01-01T00:00:00Z' WHERE id = $1", [
      headAccount.userId,
    ]);
    const rows = async (query: object) =>
      (await server.call(users.list, { query: { size: 100, ...query } }, head)).rows;
    const ids = (await rows({ sort: 'loginId' })).map((u) => u.loginId?.toLowerCase()).filter((v) => v !== undefined);
    expect(ids).toEqual([...ids].sort());
    const orgs = (await rows({ sort: 'organization', order: 'desc' })).map((u) => u.organization.name);
    expect(orgs).toEqual([...orgs].sort().reverse());
    const logins = (await rows({ sort: 'lastLogin', order: 'desc' })).map((u) => u.lastLoginAt);
    expect(logins.slice(logins.findIndex((t) => t === null))).toEqual(logins.filter((t) => t === null));
    expect((await refusal(users.list, { query: { sort: 'phone' } }, head)).status).toBe(422);
  });
});

describe('one user', () => {
  it('is distinguished: oneself', async () => {
    expect((await get(headAccount.userId)).self).toBe(true);
    expect((await get(headAccount.userId, service)).self).toBe(false);
  });
});

describe('inviting', () => {
  it('e-mails a sign-up link that is good for a day, and keeps every field', async () => {
    const given = {
      name: '김민수',
      role: 'ADMIN',
      groupType: 'AGENCY',
      country: '82',
      phone: '010-5555-0199',
      postalCode: '54896',
      address: '정읍시 1',
      addressDetail: '2층',
    };
    const made = await invite({ ...given, email: 'kim@sub.korea.kr' });
    expect(made).toMatchObject({
      ...given,
      email: 'kim@sub.korea.kr',
      loginId: null,
      joinedAt: null,
      active: true,
      organization: { id: at.nami, name: 'Nami' },
    });
    expect(made.invitedAt).not.toBeNull();
    expect(Date.parse(made.link?.expiresAt ?? '') - Date.parse(made.link?.sentAt ?? '')).toBe(24 * 60 * 60_000);
    expect(made.link?.expired).toBe(false);
    const [mail] = await mails(made.id);
    expect(mail).toMatchObject({ channel: 'email', address: 'kim@sub.korea.kr', secret: true });
    const token = /join\?token=([\w-]+)/u.exec(mail?.text ?? '')?.[1] ?? '';
    expect(
      await server.database.query('SELECT 1 FROM account_link WHERE user_id = $1 AND token_hash = $2', [
        made.id,
        hashToken(token),
      ]),
    ).toHaveLength(1);
  });

  it('is logged without what is private', async () => {
    const { id } = await invite({ phone: '010-5555-0177', address: '어느 집' });
    const [created] = await logged(id);
    expect([created?.name, created?.by_name]).toEqual(['record.created', 'HEAD_OFFICE ADMIN']);
    const changes = new Map(created?.payload.changes.map((c) => [c.field, c.to]));
    expect([changes.get('role'), changes.get('organization'), changes.get('phone'), changes.get('address')]).toEqual([
      'STAFF',
      'Nami',
      '010-****-0177',
      '***',
    ]);
    expect(JSON.stringify(await logged(id))).not.toMatch(/5555|어느|token/u);
  });

  it('has the type of the organisation by default, and accepts the values of a form', async () => {
    const made = await invite({ organizationId: String(at.sora), active: 'true' });
    expect([made.groupType, made.organization.id, made.active]).toEqual(['AGENCY', at.sora, true]);
  });

  it('sends nothing to one who is not to be active yet, and the link on activation', async () => {
    const made = await invite({ active: false });
    expect([made.invitedAt, await mails(made.id)]).toEqual([null, []]);
    expect((await refusal(users.sendLink, { params: { id: made.id } }, head)).code).toBe('USER_INACTIVE');
    const active = await change(made.id, { active: true });
    expect(active.link?.expired).toBe(false);
    expect(await mails(made.id)).toHaveLength(1);
  });

  it('again voids the former link', async () => {
    const { id } = await invite();
    await act(users.sendLink, id);
    expect(await mails(id)).toHaveLength(2);
    const links = await server.database.query<{ voided: boolean }[]>(
      'SELECT voided_at IS NOT NULL AS voided FROM account_link WHERE user_id = $1 ORDER BY id',
      [id],
    );
    expect(links.map((l) => l.voided)).toEqual([true, false]);
  });

  it('goes to the new address when that is changed before joining', async () => {
    const { id } = await invite();
    await change(id, { email: 'moved@korea.kr' });
    expect((await mails(id)).map((m) => m.address).at(-1)).toBe('moved@korea.kr');
    await change(id, { name: '이름바꿈' });
    expect(await mails(id)).toHaveLength(2);
  });

  it('with an ID e-mails a temporary password, and there is nothing to join', async () => {
    expect(await server.call(users.idFree, { query: { loginId: 'Given001' } }, head)).toEqual({ free: true });
    const made = await invite({ loginId: 'Given001' });
    expect([made.loginId, made.link, made.temporaryUntil !== null, made.joinedAt !== null]).toEqual([
      'Given001',
      null,
      true,
      true,
    ]);
    const [mail] = await mails(made.id);
    expect([mail?.channel, mail?.secret, mail?.text.includes('Given001')]).toEqual(['email', true, true]);
    expect(await server.call(users.idFree, { query: { loginId: 'gIVEN001' } }, head)).toEqual({ free: false });
    expect((await refusal(users.sendLink, { params: { id: made.id } }, head)).code).toBe('ALREADY_JOINED');
  });

  it.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['no name', { name: undefined }, { name: 'field.req' }],
    ['a name of one letter', { name: '김' }, { name: 'field.name' }],
    ['a name with digits', { name: '김민수2' }, { name: 'field.name' }],
    ['no e-mail', { email: undefined }, { email: 'field.req' }],
    ['an e-mail that is none', { email: 'kim@korea' }, { email: 'field.email' }],
    ['a local part of 31', { email: `${'x'.repeat(31)}@korea.kr` }, { email: 'field.email' }],
    ['another domain', { email: 'kim@example.com' }, { email: 'field.emailDomain' }],
    ['a domain that only ends alike', { email: 'kim@notkorea.kr' }, { email: 'field.emailDomain' }],
    ['no role', { role: undefined }, { role: 'field.req' }],
    ['a role that is none', { role: 'OWNER' }, { role: 'field.invalid' }],
    ['a type that is none', { groupType: 'SHOP' }, { groupType: 'field.invalid' }],
    ['no organisation', { organizationId: undefined }, { organizationId: 'field.req' }],
    ['an organisation that is none', { organizationId: 999_999 }, { organizationId: 'field.invalid' }],
    ['no phone', { phone: undefined }, { phone: 'field.req' }],
    ['a Korean phone without hyphens', { phone: '01055550100' }, { phone: 'field.phone' }],
    ['an American phone with hyphens', { country: '1', phone: '202-555-0100' }, { phone: 'field.phone' }],
    ['a Korean postal code of 4', { postalCode: '1234' }, { postalCode: 'field.d5' }],
    [
      'a foreign one of 11',
      { country: '44', phone: '2025550100', postalCode: 'SW1A 1AA 1A' },
      { postalCode: 'field.max10' },
    ],
    ['an address of 101', { address: 'x'.repeat(101) }, { address: 'field.max100' }],
    ['an emoji in the address', { address: '집 🏠' }, { address: 'field.emoji' }],
    ['an ID of 3', { loginId: 'abc' }, { loginId: 'field.id' }],
    ['an ID with a hyphen', { loginId: 'abc-def' }, { loginId: 'field.id' }],
    ['active neither yes nor no', { active: 'maybe' }, { active: 'field.invalid' }],
  ])('refuses %s', async (_, over, fields) => {
    const no = await refusal(users.create, { body: body(over) }, head);
    expect([no.status, no.code, no.fields]).toEqual([422, 'E0001', fields]);
  });

  it('accepts foreign phones and postal codes in their own form', async () => {
    const made = await invite({ country: '44', phone: '2025550100', postalCode: 'SW1A 1AA' });
    expect([made.phone, made.postalCode]).toEqual(['2025550100', 'SW1A 1AA']);
  });

  it('refuses an e-mail or ID of another, whatever the case; twice at once makes one', async () => {
    await invite({ email: 'taken@korea.kr', loginId: 'Taken001' });
    expect((await refusal(users.create, { body: body({ email: 'TAKEN@korea.kr' }) }, head)).fields).toEqual({
      email: 'field.emailTaken',
    });
    expect((await refusal(users.create, { body: body({ loginId: 'tAKEN001' }) }, head)).fields).toEqual({
      loginId: 'field.idTaken',
    });
    const twins = await Promise.allSettled([invite({ email: 'twin@korea.kr' }), invite({ email: 'twin@korea.kr' })]);
    expect(twins.map((r) => r.status).sort()).toEqual(['fulfilled', 'rejected']);
    const { id } = await invite();
    expect(
      (await refusal(users.change, { params: { id }, body: { ...same(await get(id)), email: 'Taken@korea.kr' } }, head))
        .fields,
    ).toEqual({
      email: 'field.emailTaken',
    });
  });

  it.each<[string, () => string, GroupType, Role, boolean]>([
    ['the head office an administrator of its own', () => head, 'HEAD_OFFICE', 'ADMIN', true],
    ['the head office one of an agency', () => head, 'AGENCY', 'ADMIN', true],
    ['the head office one of the service business', () => head, 'SERVICE_BUSINESS', 'ADMIN', true],
    ['KIOTI one of the service business', () => kioti, 'SERVICE_BUSINESS', 'ADMIN', false],
    ['the service business one of its own', () => service, 'SERVICE_BUSINESS', 'ADMIN', true],
    ['the service business one of a region', () => service, 'REGION', 'ADMIN', true],
    ['the service business staff of the head office', () => service, 'HEAD_OFFICE', 'STAFF', false],
    ['KIOTI an administrator of the head office', () => kioti, 'HEAD_OFFICE', 'ADMIN', false],
    ['KIOTI staff of the head office', () => kioti, 'HEAD_OFFICE', 'STAFF', false],
    ['KIOTI one of Daedong', () => kioti, 'DAEDONG', 'ADMIN', true],
  ])('by %s', async (_, token, groupType, role, allowed) => {
    const answer = await server.send(users.create, { body: body({ groupType, role }) }, token());
    expect(answer.status).toBe(allowed ? 201 : 403);
    if (!allowed) expect(((await answer.json()) as { error: { code: string } }).error.code).toBe('USER_MORE_LETTERS');
  });
});

describe('changing', () => {
  it('is logged field by field, notifies the member of changed rights, and not when nothing changed', async () => {
    const { userId } = await makeAccount(server.database, 'DEALER', 'STAFF', at.nami);
    await change(userId, {});
    expect(await namesLogged(userId)).toEqual([]);
    expect((await change(userId, { name: '새이름' })).version).toBe(2);
    expect(await namesLogged(userId)).toEqual(['record.changed']);
    await change(userId, { role: 'ADMIN', organizationId: at.noa });
    const events = await logged(userId);
    expect(events.map((e) => e.name)).toEqual(['record.changed', 'record.changed', 'member.changed']);
    expect(events[1]?.payload.changes).toEqual([
      { field: 'role', from: 'STAFF', to: 'ADMIN' },
      { field: 'organization', from: 'Nami', to: 'Noa' },
    ]);
  });

  it('over a change of somebody else is refused, with who and when', async () => {
    const { id } = await invite();
    const old = same(await get(id));
    await change(id, { name: '먼저바꿈' }, service);
    const no = await refusal(users.change, { params: { id }, body: { ...old, name: '나중바꿈' } }, head);
    expect([no.status, no.code, no.values?.by, Date.parse(String(no.values?.at)) > 0]).toEqual([
      409,
      'CHANGED_MEANWHILE',
      'SERVICE_BUSINESS ADMIN',
      true,
    ]);
    expect((await get(id)).name).toBe('먼저바꿈');
  });

  it.each<[string, Record<string, unknown>, Record<string, string>]>([
    ['no type', { groupType: undefined }, { groupType: 'field.req' }],
    ['another domain', { email: 'kim@example.com' }, { email: 'field.emailDomain' }],
    ['an organisation that is none', { organizationId: 999_999 }, { organizationId: 'field.invalid' }],
    ['a Korean phone without hyphens', { phone: '01055550100' }, { phone: 'field.phone' }],
  ])('refuses %s', async (_, over, fields) => {
    const made = await invite();
    expect(
      (await refusal(users.change, { params: { id: made.id }, body: { ...same(made), ...over } }, head)).fields,
    ).toEqual(fields);
  });

  it('keeps an e-mail of a domain that is no longer allowed, until it is changed', async () => {
    const { userId } = await makeAccount(server.database, 'DEALER', 'STAFF', at.nami);
    await server.database.query("UPDATE user_account SET email = 'old@example.com' WHERE id = $1", [userId]);
    expect((await change(userId, { name: '그대로' })).email).toBe('old@example.com');
  });

  it('a role counts for a session that is open, within seconds', async () => {
    const account = await makeAccount(server.database, 'DAEDONG', 'ADMIN', at.headOffice);
    const token = await server.login(account);
    expect((await server.send(users.idFree, { query: { loginId: 'abcd' } }, token)).status).toBe(200);
    await change(account.userId, { role: 'STAFF' });
    await expect
      .poll(async () => (await server.send(users.idFree, { query: { loginId: 'abcd' } }, token)).status)
      .toBe(403);
  });

  it('deactivation ends the sessions and voids the link', async () => {
    const account = await makeAccount(server.database, 'DAEDONG', 'ADMIN', at.headOffice);
    const token = await server.login(account);
    await server.call(organizations.tree, {}, token);
    expect((await get(account.userId)).sessions).toBe(1);
    expect((await change(account.userId, { active: false })).sessions).toBe(0);
    await expect.poll(async () => (await refusal(organizations.tree, {}, token)).code).toBe('E0105');
    const { id } = await invite();
    await change(id, { active: false });
    expect((await get(id)).link).toBeNull();
  });

  it('activity alone is changed of one whose name, e-mail and phone no form would take', async () => {
    const { userId } = await makeAccount(server.database, 'DEALER', 'STAFF', at.nami);
    await server.database.query(
      "UPDATE user_account SET name = 'O''Brien, J.', email = NULL, phone = NULL WHERE id = $1",
      [userId],
    );
    const before = await get(userId);
    const set = (active: boolean, version: number, token = head) =>
      server.call(users.setActive, { params: { id: userId }, body: { active, version } }, token);
    const after = await set(false, before.version);
    expect(after).toEqual({ ...before, active: false, version: before.version + 1 });
    const changed = (await logged(userId)).find((e) => e.name === 'record.changed');
    expect(changed?.payload.changes.map(({ field }) => field)).toEqual(['active']);
    const error = await set(true, before.version).catch((e: unknown) => (e as Refused).error.code);
    expect(error).toBe('CHANGED_MEANWHILE');
    expect((await set(true, after.version)).active).toBe(true);
  });

  const code = (id: number, over: object, token: string) =>
    change(id, over, token).then(
      () => 'done',
      (error: unknown) => (error as Refused).error.code,
    );
  it('gives no more than one’s own rights', async () => {
    const { userId } = await makeAccount(server.database, 'AGENCY', 'STAFF', at.sora);
    expect(await code(userId, { groupType: 'SERVICE_BUSINESS' }, kioti)).toBe('USER_MORE_LETTERS');
    expect(await code(userId, { role: 'ADMIN' }, kioti)).toBe('done');
  });

  it.each<[string, () => string, GroupType, Role]>([
    ['KIOTI an administrator of the head office', () => kioti, 'HEAD_OFFICE', 'ADMIN'],
    ['KIOTI staff of the head office', () => kioti, 'HEAD_OFFICE', 'STAFF'],
    ['KIOTI the service business', () => kioti, 'SERVICE_BUSINESS', 'STAFF'],
    ['the service business an administrator of the head office', () => service, 'HEAD_OFFICE', 'ADMIN'],
    ['the service business KIOTI', () => service, 'KIOTI', 'ADMIN'],
    ['a TSM the service business', () => tsm, 'SERVICE_BUSINESS', 'ADMIN'],
    ['the domestic sales Daedong', () => domestic, 'DAEDONG', 'ADMIN'],
  ])('and every other act: by %s', async (_, token, groupType, role) => {
    const { userId: id } = await makeAccount(server.database, groupType, role, at.headOffice, { name: '윗사람' });
    await server.database.query(
      "UPDATE user_account SET failed_logins = 5, locked_until = now() + interval '4 minutes' WHERE id = $1",
      [id],
    );
    const row = () => server.database.query('SELECT * FROM user_account WHERE id = $1', [id]);
    const before = await row();
    for (const over of [
      { email: 'mine@korea.kr' },
      { phone: '010-5555-0001' },
      { name: '다른이름' },
      { role: 'STAFF', groupType: 'AGENCY' },
      { active: false },
    ])
      expect(await code(id, over, token()), JSON.stringify(over)).toBe('USER_ABOVE');
    for (const e of [users.resetPassword, users.unlock, users.endSessions, users.remove])
      expect((await refusal(e, { params: { id } }, token())).code, e.summary).toBe('USER_ABOVE');
    expect(await row()).toEqual(before);
    expect(await mails(id)).toEqual([]);
    expect([(await get(id, token())).above, (await get(id)).above]).toEqual([true, false]);
    await server.database.query('UPDATE user_account SET active = false WHERE id = $1', [id]);
    expect(await code(id, { active: true }, token())).toBe('USER_ABOVE');
  });

  it('of a session whose account was demoted a moment ago is refused', async () => {
    const account = await makeAccount(server.database, 'DAEDONG', 'ADMIN', at.headOffice);
    const token = await server.login(account);
    expect((await server.send(users.idFree, { query: { loginId: 'abcd' } }, token)).status).toBe(200);
    const { id } = await invite();
    await server.database.query("UPDATE user_account SET role = 'STAFF' WHERE id = $1", [account.userId]);
    expect(await code(id, { name: '늦은변경' }, token)).toBe('FORBIDDEN');
  });
});

describe('one’s own account', () => {
  it.each([{ role: 'STAFF' }, { groupType: 'KIOTI' }, { active: false }, { organizationId: 2 }])(
    'is not made less by oneself: %o',
    async (over) => {
      await expect(change(headAccount.userId, over)).rejects.toMatchObject({
        status: 409,
        error: { code: 'USER_SELF' },
      });
    },
  );
  it('is not removed by oneself', async () =>
    expect((await refusal(users.remove, { params: { id: headAccount.userId } }, head)).code).toBe('USER_SELF'));
  it('is changed otherwise', async () =>
    expect((await change(headAccount.userId, { name: '본사관리자' })).name).toBe('본사관리자'));
});

describe('the account of another', () => {
  it('gets a temporary password, and its sessions end', async () => {
    const account = await makeAccount(server.database, 'DAEDONG', 'STAFF', at.headOffice);
    const token = await server.login(account);
    const after = await act(users.resetPassword, account.userId);
    expect([after.sessions, after.temporaryUntil !== null]).toEqual([0, true]);
    expect((await mails(account.userId)).at(-1)).toMatchObject({ channel: 'email', secret: true });
    await expect.poll(async () => (await refusal(organizations.tree, {}, token)).code).toBe('E0105');
    expect(await namesLogged(account.userId)).toContain('account.passwordChanged');
  });

  it('that has not joined, or is not active, gets none', async () => {
    const invited = await invite();
    expect((await refusal(users.resetPassword, { params: { id: invited.id } }, head)).code).toBe('USER_NOT_JOINED');
    const { userId } = await makeAccount(server.database, 'DEALER', 'STAFF', at.nami, { active: false });
    expect((await refusal(users.resetPassword, { params: { id: userId } }, head)).code).toBe('USER_INACTIVE');
  });

  it('is unlocked, once', async () => {
    const { userId } = await makeAccount(server.database, 'DEALER', 'STAFF', at.nami);
    await server.database.query(
      "UPDATE user_account SET failed_logins = 5, locked_until = now() + interval '4 minutes' WHERE id = $1",
      [userId],
    );
    expect((await get(userId)).lockedUntil).not.toBeNull();
    expect((await act(users.unlock, userId)).lockedUntil).toBeNull();
    await act(users.unlock, userId);
    expect(await namesLogged(userId)).toEqual(['record.changed']);
  });

  it('has its sessions ended', async () => {
    const account = await makeAccount(server.database, 'DAEDONG', 'STAFF', at.headOffice);
    const token = await server.login(account);
    expect((await act(users.endSessions, account.userId)).sessions).toBe(0);
    expect((await refusal(organizations.tree, {}, token)).code).toBe('E0105');
    // it may be activated again
    expect(await server.login(account)).not.toBe('');
  });

  it('unknown or out of scope is not found', async () => {
    for (const e of [users.sendLink, users.resetPassword, users.unlock, users.endSessions, users.remove])
      expect((await refusal(e, { params: { id: 999_999 } }, head)).code, e.summary).toBe('NOT_FOUND');
  });
});

describe('removing', () => {
  it('ends the sessions, erases what is personal, keeps the name, and frees ID and e-mail', async () => {
    const account = await makeAccount(server.database, 'DAEDONG', 'STAFF', at.headOffice, { loginId: 'Leaving1' });
    await change(account.userId, { name: '떠난사람', address: '그의 집' });
    const token = await server.login(account);
    expect(await remove(account.userId)).toEqual({ removed: true });
    await expect.poll(async () => (await refusal(organizations.tree, {}, token)).code).toBe('E0105');
    const [row] = await server.database.query<Record<string, unknown>[]>(
      'SELECT name, login_id, password_hash, email, phone, address, last_login_address, active, removed_at IS NOT NULL AS removed FROM user_account WHERE id = $1',
      [account.userId],
    );
    expect(row).toEqual({
      ...{ name: '떠난사람', login_id: null, password_hash: null, email: null, phone: null },
      ...{ address: null, last_login_address: null, active: false, removed: true },
    });
    expect(
      await server.database.query(
        'SELECT 1 FROM login_session WHERE user_id = $1 AND (address IS NOT NULL OR agent IS NOT NULL)',
        [account.userId],
      ),
    ).toEqual([]);
    expect((await refusal(users.get, { params: { id: account.userId } }, head)).code).toBe('NOT_FOUND');
    expect((await server.call(users.list, { query: { name: '떠난사람', active: 'all' } }, head)).rows).toEqual([]);
    expect((await logged(account.userId)).slice(-3)).toMatchObject([
      { name: 'account.loggedOut' },
      { name: 'record.deleted', payload: { name: '떠난사람' } },
      { name: 'member.changed' },
    ]);
    await expect(server.login(account)).rejects.toMatchObject({ error: { code: 'WRONG_CREDENTIALS' } });
    expect((await invite({ loginId: 'Leaving1', email: 'leaving1@korea.kr' })).loginId).toBe('Leaving1');
    // a second time
    expect((await refusal(users.remove, { params: { id: account.userId } }, head)).code).toBe('NOT_FOUND');
  });

  it('withdraws an invitation', async () => {
    const { id } = await invite();
    await remove(id);
    expect(await server.database.query('SELECT 1 FROM account_link WHERE user_id = $1', [id])).toEqual([]);
  });
});

describe('the last administrator of the head office', () => {
  let one: Account & { token: string };
  let two: Account & { token: string };
  const administrator = async () => {
    const account = await makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', at.headOffice);
    return { ...account, token: await server.login(account) };
  };
  /** Two administrators, the only ones, each with a session. */
  beforeEach(async () => {
    await server.database.query("UPDATE user_account SET role = 'STAFF' WHERE group_type = 'HEAD_OFFICE'");
    [one, two] = [await administrator(), await administrator()];
  });
  const admins = async () =>
    (
      await server.database.query<{ id: number }[]>(
        "SELECT id FROM user_account WHERE group_type = 'HEAD_OFFICE' AND role = 'ADMIN' AND active AND removed_at IS NULL AND login_id IS NOT NULL",
      )
    ).length;
  const as = async (id: number, over: object, token: string) =>
    server.call(users.change, { params: { id }, body: { ...same(await get(id, token)), ...over } as never }, token);

  it('is neither demoted, moved to another type, deactivated nor removed', async () => {
    expect((await get(one.userId, one.token)).lastAdmin).toBe(false);
    await as(two.userId, { role: 'STAFF' }, one.token);
    expect((await get(one.userId, one.token)).lastAdmin).toBe(true);
    for (const over of [{ role: 'STAFF' }, { groupType: 'DAEDONG' }, { active: false }])
      await expect(as(one.userId, over, one.token)).rejects.toMatchObject({
        status: 409,
        error: { code: 'USER_SELF' },
      });
    expect((await refusal(users.remove, { params: { id: one.userId } }, one.token)).code).toBe('USER_SELF');
    // an invited one cannot correct anything yet
    await server.call(
      users.create,
      { body: body({ role: 'ADMIN', groupType: 'HEAD_OFFICE', organizationId: at.headOffice }) },
      one.token,
    );
    expect((await get(one.userId, one.token)).lastAdmin).toBe(true);
  });

  it.each([
    ['demote', (id: number, token: string) => as(id, { role: 'STAFF' }, token)],
    ['deactivate', (id: number, token: string) => as(id, { active: false }, token)],
    ['remove', (id: number, token: string) => server.call(users.remove, { params: { id } }, token)],
  ])('stays when both %s each other at once', async (_, take: (id: number, token: string) => Promise<unknown>) => {
    const both = await Promise.allSettled([take(two.userId, one.token), take(one.userId, two.token)]);
    expect(both.map((r) => r.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await admins()).toBe(1);
  });

  it('stays when one is removed while the other is demoted', async () => {
    const both = await Promise.allSettled([
      server.call(users.remove, { params: { id: one.userId } }, two.token),
      as(two.userId, { role: 'STAFF' }, one.token),
    ]);
    expect(both.map((r) => r.status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await admins()).toBe(1);
  });
});

/**
 * No group with a partial scope has C, U or D today; if the matrix gave it one, not every account must be open to it.
 */
describe('a caller who sees only a part', () => {
  const caller = (): Caller => ({
    userId: northAccount.userId,
    loginId: northAccount.id,
    name: 'North',
    groupType: 'REGION',
    role: 'ADMIN',
    organizationId: at.north,
    sessionId: '',
    kioskId: null,
    scope: { all: false, organizationId: at.north },
    language: 'ko',
    timeZone: 'UTC',
    address: '',
    agent: null,
  });
  const problem = (code: string, fields?: object) =>
    expect.objectContaining({ code, ...(fields ? { fields } : {}) }) as unknown;
  const given = (over: Partial<UserBody> = {}): UserBody => ({
    ...{
      name: '지역직원',
      email: `north${++counter}@korea.kr`,
      role: 'STAFF',
      groupType: 'REGION',
      organizationId: at.nami,
      country: '82',
      phone: '010-5555-0100',
    },
    ...{ postalCode: null, address: null, addressDetail: null, active: true, ...over },
  });

  const store = () => server.app.get(Records).of(userRecord);

  it('administers only users of its own organisations, and moves none out', async () => {
    const made = await store().create(caller(), given());
    expect(made.organization.name).toBe('Nami');
    const { loginId: _, ...unchanged } = given({ email: made.email ?? '' });
    const out = { ...unchanged, groupType: 'REGION' as const, organizationId: at.sora, version: made.version };
    await expect(store().create(caller(), given({ organizationId: at.sora }))).rejects.toEqual(
      problem('E0001', { organizationId: 'field.invalid' }),
    );
    await expect(store().change(caller(), made.id, out)).rejects.toEqual(
      problem('E0001', { organizationId: 'field.invalid' }),
    );
    // few permissions, but the scope of all
    await expect(store().create(caller(), given({ groupType: 'PRODUCTION' }))).rejects.toEqual(
      problem('USER_MORE_LETTERS'),
    );
    const { userId: far } = await makeAccount(server.database, 'AGENCY', 'STAFF', at.sora);
    await expect(store().change(caller(), far, { ...out, organizationId: at.nami, version: 1 })).rejects.toEqual(
      problem('NOT_FOUND'),
    );
    await expect(server.execute(new UnlockUser(far, caller()))).rejects.toEqual(problem('NOT_FOUND'));
    await expect(server.app.get(UsersController).remove({ params: { id: far } }, caller())).rejects.toEqual(
      problem('NOT_FOUND'),
    );
    expect(await server.app.get(UsersController).remove({ params: { id: made.id } }, caller())).toEqual({
      removed: true,
    });
  });
});
