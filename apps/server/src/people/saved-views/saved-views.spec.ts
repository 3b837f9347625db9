import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Input } from '@headland/contracts/endpoint';
import { type SavedView, savedViews, savedViewsOfOne } from '@headland/contracts/saved-view';
import { users } from '@headland/contracts/user';
import { readLog } from '../../platform/event-log/log-reader';
import { refusal } from '../../testing/alerts';
import { Refused, startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations, type Account, type Organizations } from '../../testing/world';
import { SessionModule } from '../session/session.module';
import { UsersModule } from '../users/users.module';
import { SavedViewsModule } from './saved-views.module';

let server: TestServer;
let orgs: Organizations;
let me: Account;
let mine: string;
let colleague: string;
let boss: string;
let stranger: string;
let headOffice: string;

beforeAll(async () => {
  server = await startServer([SessionModule, UsersModule, SavedViewsModule]);
  orgs = await makeOrganizations(server.database);
  const login = async (...who: Parameters<typeof makeAccount> extends [unknown, ...infer R] ? R : never) =>
    server.login(await makeAccount(server.database, ...who));
  colleague = await login('DEALER', 'STAFF', orgs.nami);
  boss = await login('DEALER', 'ADMIN', orgs.nami);
  stranger = await login('DEALER', 'ADMIN', orgs.noa);
  headOffice = await login('HEAD_OFFICE', 'ADMIN', orgs.headOffice);
});
afterAll(() => server.stop());
beforeEach(async () => {
  await server.database.query('DELETE FROM saved_view');
  me = await makeAccount(server.database, 'DEALER', 'STAFF', orgs.nami, { name: '김나미' });
  mine = await server.login(me);
});

const list = '/api/faults';
const state = { filter: { severity: ['critical'], from: '@week', sort: 'at' }, columns: { '': ['vin', 'code'] } };
type Body = Input<typeof savedViews.create>['body'];
const save = (over: Partial<Body> = {}, token = mine): Promise<SavedView> =>
  server.call(savedViews.create, { body: { list, name: 'Critical', shared: false, state, ...over } }, token);
const seen = async (token: string): Promise<string[]> =>
  (await server.call(savedViews.list, {}, token)).map((view) => view.name);
const fieldsOf = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'allowed',
    (e: unknown) => (e instanceof Refused ? (e.error.fields ?? e.error.code) : Promise.reject(e as Error)),
  );

describe('a saved view', () => {
  it('is the member’s own until it is shared with the organization', async () => {
    const view = await save();
    expect(view).toEqual({
      ...{ id: view.id, list, name: 'Critical', state, shared: false, owner: '김나미', own: true },
      ...{ isDefault: false, mayChange: true, mayRemove: true },
    });
    for (const token of [colleague, boss, stranger, headOffice]) expect(await seen(token)).toEqual([]);
    const params = { id: view.id };
    await server.call(savedViews.change, { params, body: { name: 'Shared', shared: true, state } }, mine);
    expect(await seen(colleague)).toEqual(['Shared']);
    expect(await seen(stranger)).toEqual([]);
    // nor are views shared with those above
    expect(await seen(headOffice)).toEqual([]);
    const [other] = await server.call(savedViews.list, {}, boss);
    expect(other).toMatchObject({ name: 'Shared', own: false, mayChange: false, mayRemove: true });
  });

  it('is changed by its owner alone', async () => {
    const { id } = await save({ shared: true });
    const change = (token: string) =>
      refusal(
        server.call(savedViews.change, { params: { id }, body: { name: 'Mine now', shared: true, state } }, token),
      );
    expect(await change(colleague)).toEqual([403, 'FORBIDDEN']);
    expect(await change(boss)).toEqual([403, 'FORBIDDEN']);
    expect(await change(headOffice)).toEqual([404, 'NOT_FOUND']);
    expect(await change(stranger)).toEqual([404, 'NOT_FOUND']);
    expect(await change(mine)).toBe('allowed');
  });

  it('is deleted by its owner, a shared one by an administrator of the organization, too', async () => {
    const remove = (id: number, token: string) => refusal(server.call(savedViews.remove, { params: { id } }, token));
    const own = await save();
    expect(await remove(own.id, boss)).toEqual([404, 'NOT_FOUND']);
    expect(await remove(own.id, mine)).toBe('allowed');
    expect(await remove(own.id, mine)).toEqual([404, 'NOT_FOUND']);
    const { id } = await save({ shared: true });
    expect(await remove(id, colleague)).toEqual([403, 'FORBIDDEN']);
    expect(await remove(id, stranger)).toEqual([404, 'NOT_FOUND']);
    expect(await remove(id, headOffice)).toEqual([404, 'NOT_FOUND']);
    expect(await remove(id, boss)).toBe('allowed');
  });

  it('is of a list that the member may read', async () => {
    expect(await refusal(save({ list: '/api/models' }))).toEqual([403, 'FORBIDDEN']);
    expect(await fieldsOf(save({ list: '/api/nothing' }))).toEqual({ list: 'field.invalid' });
    expect(await fieldsOf(save({ list: '/api/my-info' }))).toEqual({ list: 'field.invalid' });
    // of a member who may not read the list any more it is not shown either
    await server.database.query('UPDATE saved_view SET list = $1', ['/api/models']);
    expect(await seen(mine)).toEqual([]);
  });

  it('keeps filters of its list, and no others', async () => {
    const filter = { ...state.filter, password: 'x', constructor: 'x', customer: ['1'] };
    const { id, state: kept } = await save({ state: { filter, columns: {} } });
    expect(kept).toEqual({ filter: state.filter, columns: {} });
    const body = { name: 'Critical', shared: false, state: { filter: { vin: 'T6', gone: '1' }, columns: {} } };
    const changed = await server.call(savedViews.change, { params: { id }, body }, mine);
    expect(changed.state.filter).toEqual({ vin: 'T6' });
  });

  it('has a name of its own among the member’s views of a list', async () => {
    await save();
    expect(await fieldsOf(save({ name: 'critical' }))).toEqual({ name: 'field.nameTaken' });
    expect(await fieldsOf(save({ name: '' }))).toEqual({ name: 'field.t50' });
    expect(await fieldsOf(save({ list: '/api/vehicles' }))).toBe('allowed');
    expect(await fieldsOf(save({}, colleague))).toBe('allowed');
  });

  it('is one of a limited number', async () => {
    await server.database.query(
      `INSERT INTO saved_view (owner_id, list, name, state) SELECT $1, $2, 'View ' || n, $3 FROM generate_series(1, $4::int) n`,
      [me.userId, list, state, savedViewsOfOne],
    );
    expect(await fieldsOf(save())).toEqual({ name: 'field.viewsFull' });
  });

  it('is in the log when others see it, without its filter', async () => {
    await save({ name: 'Private' });
    const { id } = await save({ name: 'For all', shared: true });
    await server.call(savedViews.remove, { params: { id } }, boss);
    const logged = (await readLog(server.database, 0, 100_000)).filter(
      (e) => (e.payload as { kind?: string }).kind === 'savedView' && (e.payload as { id?: string }).id === String(id),
    );
    expect(logged.map((e) => [e.name, (e.payload as { name: string }).name])).toEqual([
      ['record.created', 'For all'],
      ['record.deleted', 'For all'],
    ]);
    expect(JSON.stringify(logged)).not.toContain('critical');
  });
});

describe('the view that a list opens with', () => {
  const setDefault = (viewId: number | null, token = mine, of = list) =>
    server.call(savedViews.setDefault, { body: { list: of, viewId } }, token);
  const opened = async (token: string): Promise<string[]> =>
    (await server.call(savedViews.list, {}, token)).filter((view) => view.isDefault).map((view) => view.name);

  it('is each member’s own choice among the views of the list', async () => {
    const first = await save({ name: 'First', shared: true });
    const second = await save({ name: 'Second' });
    await setDefault(first.id);
    await setDefault(first.id, colleague);
    await setDefault(second.id);
    expect(await opened(mine)).toEqual(['Second']);
    expect(await opened(colleague)).toEqual(['First']);
    await setDefault(null);
    expect(await opened(mine)).toEqual([]);
    expect(await refusal(setDefault(second.id, colleague))).toEqual([404, 'NOT_FOUND']);
    expect(await fieldsOf(setDefault(second.id, mine, '/api/vehicles'))).toEqual({ viewId: 'field.invalid' });
  });

  it('is forgotten where the view is not shared any more', async () => {
    const { id } = await save({ shared: true });
    await setDefault(id);
    await setDefault(id, colleague);
    await server.call(savedViews.change, { params: { id }, body: { name: 'Own again', shared: false, state } }, mine);
    expect(await opened(mine)).toEqual(['Own again']);
    await server.call(savedViews.change, { params: { id }, body: { name: 'Shared', shared: true, state } }, mine);
    expect(await opened(colleague)).toEqual([]);
  });
});

describe('views of a member who leaves', () => {
  it('stay with the organization if they were shared, and are looked after by its administrators', async () => {
    await save({ name: 'Own' });
    const { id } = await save({ name: 'Shared', shared: true });
    await server.call(users.remove, { params: { id: me.userId } }, headOffice);
    const rows = await server.database.query<{ name: string }[]>('SELECT name FROM saved_view');
    expect(rows).toEqual([{ name: 'Shared' }]);
    const change = (token: string) =>
      refusal(server.call(savedViews.change, { params: { id }, body: { name: 'Ours', shared: false, state } }, token));
    expect(await change(colleague)).toEqual([403, 'FORBIDDEN']);
    expect(await change(boss)).toBe('allowed');
    expect(await server.call(savedViews.list, {}, boss)).toMatchObject([{ name: 'Ours', shared: true, owner: null }]);
  });

  it('stay where they were shared when the member is moved, own ones go along', async () => {
    await save({ name: 'Own' });
    await save({ name: 'Shared', shared: true });
    const params = { id: me.userId };
    const { version, name, email, phone, country, role } = await server.call(users.get, { params }, headOffice);
    const contact = { name, email: email ?? '', phone: phone ?? '', country, role, active: true };
    await server.call(
      users.change,
      { params, body: { ...contact, version, organizationId: orgs.noa, groupType: 'DEALER' } },
      headOffice,
    );
    expect(await seen(colleague)).toEqual(['Shared']);
    expect(await seen(await server.login(me))).toEqual(['Own']);
  });
});
