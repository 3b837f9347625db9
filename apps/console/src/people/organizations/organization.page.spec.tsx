import { type OrganizationDetail, type OrganizationNode, organizations } from '@headland/contracts/organization';
import { organizationFleetClients } from '@headland/contracts/fleet-client';
import { type UserDetail, users } from '@headland/contracts/user';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { store } from '../../lib/session/store';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { OrganizationPage } from './organization.page';

const node = (id: number, name: string, type: OrganizationNode['type'], parentId: number | null): OrganizationNode => ({
  id,
  name,
  type,
  parentId,
  lat: null,
  lon: null,
});
const tree = [
  node(1, 'Head office', 'HEAD_OFFICE', null),
  node(10, 'Jeonbuk', 'REGION', 1),
  node(11, 'Jeonnam', 'REGION', 1),
  node(101, 'Jeongeup agency', 'AGENCY', 10),
  node(102, 'Gimje agency', 'AGENCY', 10),
];
const counts = { users: 2, vehicles: 30, allUsers: 7, allVehicles: 340 };
const free = { change: null, move: null, type: null, delete: null };
const anOrganization = (id: number, more: Partial<OrganizationDetail> = {}): OrganizationDetail => {
  const { name, type, parentId } = tree.find((o) => o.id === id) ?? node(id, `Organization ${id}`, 'DEALER', 10);
  const above = tree.find((o) => o.id === parentId);
  return {
    id,
    version: 3,
    name,
    type,
    parent: above ? { id: above.id, name: above.name } : null,
    erpCode: type === 'AGENCY' ? `JE${id}` : null,
    phone: null,
    postalCode: null,
    address: null,
    addressDetail: null,
    lat: null,
    lon: null,
    ...counts,
    path: above ? [{ id: above.id, name: above.name }] : [],
    createdAt: '2026-11-01T00:00:00.000Z',
    hanging: { users: 0, children: 0, vehicles: 0, openFaults: 0 },
    refused: free,
    ...more,
  };
};
const aUser = (id: number, more: Partial<UserDetail> = {}): UserDetail => ({
  id,
  version: 5,
  loginId: `user${id}`,
  name: 'Lee Seoyeon',
  email: 'seoyeon@korea.kr',
  role: 'STAFF',
  groupType: 'AGENCY',
  organization: { id: 101, name: 'Jeongeup agency' },
  active: true,
  phone: '010-5555-0101',
  lastLoginAt: null,
  invitedAt: '2026-11-01T00:00:00.000Z',
  joinedAt: '2026-11-02T00:00:00.000Z',
  country: '82',
  postalCode: null,
  address: null,
  addressDetail: null,
  lastLoginAddress: null,
  createdAt: '2026-11-01T00:00:00.000Z',
  lockedUntil: null,
  temporaryUntil: null,
  link: null,
  sessions: 0,
  self: false,
  lastAdmin: false,
  above: false,
  ...more,
});

let houses: Map<number, OrganizationDetail>;
let accounts: Map<number, UserDetail>;
let asked: { list: unknown[]; branches: unknown[] };
let sent: unknown[];
let refuse: Problem | null;
const known = <T,>(map: Map<number, T>, id: number): T => {
  const one = map.get(id);
  if (!one) throw new Problem('NOT_FOUND');
  return one;
};
const took = <T,>(what: unknown, answerOf: () => T): T => {
  if (refuse) throw refuse;
  sent.push(what);
  return answerOf();
};
const answers = [
  answer(organizations.tree, () => tree),
  answer(organizationFleetClients.list, () => []),
  answer(organizations.branches, ({ query }) => {
    asked.branches.push(query);
    const all = tree.map((o) => ({
      ...o,
      erpCode: o.type === 'AGENCY' ? `JE${o.id}` : null,
      children: tree.filter((c) => c.parentId === o.id).length,
      hit: false,
      ...counts,
    }));
    if (query.search !== undefined)
      return all.filter((o) => o.id !== 11 && o.id !== 102).map((o) => ({ ...o, hit: o.id === 101 }));
    return all.filter((o) => o.parentId === null || query.open.includes(o.parentId));
  }),
  answer(organizations.list, ({ query }) => {
    asked.list.push(query);
    const rows = [...houses.values()];
    return { rows, total: rows.length };
  }),
  answer(organizations.get, ({ params }) => known(houses, params.id)),
  answer(organizations.create, ({ body }) => took(body, () => anOrganization(201, { name: body.name }))),
  answer(organizations.movePreview, () => ({
    organizations: 1,
    users: 7,
    vehicles: 340,
    leaves: [{ id: 10, name: 'Jeonbuk' }],
    enters: [{ id: 11, name: 'Jeonnam' }],
  })),
  answer(organizations.change, ({ params, body }) =>
    took({ id: params.id, ...body }, () => anOrganization(params.id, { name: body.name, version: 4 })),
  ),
  answer(organizations.delete, ({ params }) => took({ deleted: params.id }, () => ({ deleted: true as const }))),
  answer(users.list, ({ query }) => {
    asked.list.push(query);
    const rows = [...accounts.values()];
    return { rows, total: rows.length };
  }),
  answer(users.get, ({ params }) => known(accounts, params.id)),
  answer(users.idFree, ({ query }) => ({ free: query.loginId !== 'taken1' })),
  answer(users.create, ({ body }) =>
    took(body, () => aUser(31, { name: body.name, email: body.email, loginId: null, joinedAt: null })),
  ),
  answer(users.change, ({ params, body }) =>
    took({ id: params.id, ...body }, () => aUser(params.id, { active: body.active, version: 6 })),
  ),
  answer(users.setActive, ({ params, body }) =>
    took({ id: params.id, ...body }, () => aUser(params.id, { active: body.active, version: 6 })),
  ),
  answer(users.sendLink, ({ params }) => took({ link: params.id }, () => aUser(params.id))),
  answer(users.resetPassword, ({ params }) => took({ reset: params.id }, () => aUser(params.id))),
  answer(users.unlock, ({ params }) => took({ unlock: params.id }, () => aUser(params.id))),
  answer(users.endSessions, ({ params }) => took({ end: params.id }, () => aUser(params.id))),
  answer(users.remove, ({ params }) => took({ removed: params.id }, () => ({ removed: true as const }))),
];
beforeEach(() => {
  houses = new Map([10, 101, 102].map((id) => [id, anOrganization(id)]));
  accounts = new Map([[30, aUser(30)]]);
  asked = { list: [], branches: [] };
  sent = [];
  refuse = null;
});

const admin = { groupType: 'HEAD_OFFICE', role: 'ADMIN' } as const;
const staff = { groupType: 'HEAD_OFFICE', role: 'STAFF' } as const;
const page = (search = '', as: { groupType: string; role: 'ADMIN' | 'STAFF' } = admin) =>
  renderPage(<OrganizationPage />, { answers, at: `/organization${search}`, as });
/** Waits until the panel shows its record. */
const panel = async () => {
  await waitFor(() => expect(document.querySelector('aside :is(section, form)')).not.toBeNull());
  return within(screen.getByRole('complementary'));
};
const field = (p: Awaited<ReturnType<typeof panel>>, label: RegExp) => p.findByLabelText<HTMLInputElement>(label);
const press = (p: Awaited<ReturnType<typeof panel>>, name: string) => fireEvent.click(p.getByRole('button', { name }));
/** Chooses a node of a tree field. */
const choose = async (p: Awaited<ReturnType<typeof panel>>, label: RegExp, name: string) => {
  fireEvent.click(await p.findByRole('button', { name: label }));
  const find = await screen.findByRole('textbox', { name: 'Find by name' });
  fireEvent.change(find, { target: { value: name } });
  fireEvent.keyDown(find, { key: 'Enter' });
};

describe('the tree', () => {
  it('opens with the way to the chosen one, counts for a screen reader, and filters the list by a choice', async () => {
    const { router } = page();
    const row = await screen.findByRole('treeitem', { name: /^Jeonbuk/u });
    expect(row.textContent).toContain('7 users, 340 vehicles');
    expect(screen.queryByRole('treeitem', { name: /^Jeongeup/u })).toBeNull();
    fireEvent.keyDown(row, { key: 'ArrowRight' });
    await screen.findByRole('treeitem', { name: /^Jeongeup/u });
    fireEvent.click(row);
    await waitFor(() => expect(router.state.location.search).toMatchObject({ organizationId: '10' }));
    await waitFor(() => expect(asked.list.at(-1)).toMatchObject({ organizationId: 10 }));
  });
  it('opens the way to what the address has chosen', async () => {
    page('?organizationId=101');
    const row = await screen.findByRole('treeitem', { name: /^Jeongeup/u });
    expect(row.getAttribute('aria-selected')).toBe('true');
  });
  it('is searched by the server, which finds ERP codes, too', async () => {
    page();
    await screen.findByRole('treeitem', { name: /^Jeonbuk/u });
    await userEvent.type(screen.getByRole('searchbox', { name: 'Name or ERP code' }), 'JE101');
    await screen.findByRole('treeitem', { name: /^Jeongeup/u });
    expect(asked.branches.at(-1)).toMatchObject({ search: 'JE101' });
    expect(screen.queryByRole('treeitem', { name: /^Jeonnam/u })).toBeNull();
  });
});

describe('the lists', () => {
  it('keep filter, sort and tab in the address, and a reset keeps the choice in the tree', async () => {
    const { router } = page('?tab=users&organizationId=10&name=lee&active=all&sort=lastLogin&order=desc');
    await screen.findByText('Lee Seoyeon');
    expect(asked.list.at(-1)).toMatchObject({
      name: 'lee',
      active: 'all',
      sort: 'lastLogin',
      order: 'desc',
      organizationId: 10,
    });
    fireEvent.click(screen.getByText('Reset'));
    await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'users', organizationId: '10' }));
    fireEvent.click(screen.getByRole('tab', { name: /^Organizations/u }));
    await waitFor(() => expect(router.state.location.search).toEqual({ organizationId: '10' }));
  });
  it('open a row beside them, and close it on Esc', async () => {
    const { router } = page('?tab=users');
    fireEvent.click(await screen.findByText('Lee Seoyeon'));
    await panel();
    expect(router.state.location.search).toMatchObject({ user: '30' });
    fireEvent.keyDown(window, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('complementary')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(document.querySelector('tr[data-row="30"]')));
  });
  it('show why they are empty, and what to do', async () => {
    accounts = new Map();
    const { unmount } = page('?tab=users');
    expect(await screen.findByText('No users')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'New user' })).toHaveLength(2);
    unmount();
    page('?tab=users&name=nobody');
    expect(await screen.findByText('No results for these filters')).toBeTruthy();
  });
});

describe('who may', () => {
  const acts = [
    'New organization',
    'New user',
    'Edit',
    'Delete',
    'Add subordinate',
    'Remove',
    'Deactivate',
    'Reset password',
    'Unlock',
    'End sessions',
  ];
  it('an administrator sees every act', async () => {
    const { unmount } = page('?user=30');
    const p = await panel();
    await p.findByRole('button', { name: 'Edit' });
    for (const name of ['Edit', 'Remove', 'Deactivate', 'Reset password', 'Unlock', 'End sessions'])
      expect(p.getByRole('button', { name })).toBeTruthy();
    unmount();
    page('?org=101');
    const o = await panel();
    await o.findByRole('button', { name: 'Edit' });
    for (const name of ['Edit', 'Delete', 'Add subordinate']) expect(o.getByRole('button', { name })).toBeTruthy();
  });
  it.each(['?user=30', '?org=101', '?user=30&edit=true', '?org=101&edit=true'])(
    'a reader sees none of them: %s',
    async (search) => {
      page(search, staff);
      const p = await panel();
      await p.findByText(/^(Email|ERP code)$/u);
      for (const name of acts) expect(screen.queryByRole('button', { name })).toBeNull();
      expect(p.queryByRole('button', { name: 'Save' })).toBeNull();
    },
  );
  it.each(['?user=0', '?org=0'])('a reader gets no form for a new one: %s', async (search) => {
    page(search, staff);
    expect(await screen.findByText(/not found$/u)).toBeTruthy();
  });
  it('unknown and out of scope look alike', async () => {
    page('?user=999');
    expect(await screen.findByText('User not found')).toBeTruthy();
  });
});

describe('an organisation', () => {
  it('is created below the chosen one, once what is missing is given', async () => {
    const { router } = page('?org=0&organizationId=10');
    const p = await panel();
    fireEvent.change(await field(p, /^Name/u), { target: { value: 'Buan agency' } });
    fireEvent.change(await field(p, /^Type/u), { target: { value: 'AGENCY' } });
    press(p, 'Save');
    expect(await p.findByText('ERP code is required.')).toBeTruthy();
    fireEvent.change(await field(p, /^ERP code/u), { target: { value: 'bu201' } });
    press(p, 'Save');
    await waitFor(() =>
      expect(sent).toMatchObject([{ name: 'Buan agency', type: 'AGENCY', parentId: 10, erpCode: 'BU201', lat: null }]),
    );
    await waitFor(() => expect(router.state.location.search).toMatchObject({ org: '201' }));
  });
  it('puts what the server refuses on its field', async () => {
    refuse = new Problem('E0001', {}, { name: 'field.orgTaken' });
    page('?org=101&edit=true');
    const p = await panel();
    fireEvent.change(await field(p, /^Name/u), { target: { value: 'Gimje agency' } });
    press(p, 'Save');
    expect(await p.findByText('A sibling organization has this name.')).toBeTruthy();
    expect((await field(p, /^Name/u)).getAttribute('aria-invalid')).toBe('true');
  });
  it('is moved after one has read how much changes scope, and not before', async () => {
    page('?org=101&edit=true');
    const p = await panel();
    await choose(p, /^Parent/u, 'Jeonnam');
    await p.findByRole('button', { name: /^Parent organization Jeonnam/u });
    press(p, 'Save');
    const asks = within(await screen.findByRole('dialog', { name: 'Move Jeongeup agency below Jeonnam?' }));
    expect(asks.getByText('The scope of 340 vehicles and 7 users of 1 organization changes.')).toBeTruthy();
    expect(asks.getByText('Loses access: Jeonbuk')).toBeTruthy();
    expect(sent).toEqual([]);
    fireEvent.click(asks.getByRole('button', { name: 'Move' }));
    await waitFor(() => expect(sent).toMatchObject([{ id: 101, parentId: 11, version: 3 }]));
  });
  it('whose type is in use and which holds a superior: neither is offered', async () => {
    houses.set(
      101,
      anOrganization(101, { refused: { ...free, type: 'ORGANIZATION_TYPE_FIXED', move: 'ORGANIZATION_ABOVE' } }),
    );
    page('?org=101&edit=true');
    const p = await panel();
    expect((await p.findByRole<HTMLButtonElement>('button', { name: /^Parent/u })).disabled).toBe(true);
    expect((await field(p, /^Type/u)).disabled).toBe(true);
    expect(p.getByText('This organization, or a user in it, outranks you. You cannot change it.')).toBeTruthy();
  });
  it('that outranks opens no form', async () => {
    houses.set(
      101,
      anOrganization(101, {
        refused: { change: 'ORGANIZATION_ABOVE', move: 'ORGANIZATION_ABOVE', type: null, delete: 'ORGANIZATION_ABOVE' },
      }),
    );
    page('?org=101&edit=true');
    const p = await panel();
    for (const name of ['Edit', 'Delete'])
      expect((await p.findByRole<HTMLButtonElement>('button', { name })).disabled, name).toBe(true);
  });
  it('cannot be put below itself', async () => {
    page('?org=10&edit=true');
    const p = await panel();
    fireEvent.click(await p.findByRole('button', { name: /^Parent/u }));
    const own = await screen.findAllByRole('treeitem', { name: 'Jeonbuk' });
    expect(own.at(-1)?.getAttribute('aria-disabled')).toBe('true');
  });
  it('shows why it cannot be deleted while in use, and confirms by name otherwise', async () => {
    houses.set(
      101,
      anOrganization(101, {
        hanging: { users: 3, children: 0, vehicles: 1, openFaults: 0 },
        refused: { ...free, delete: 'ORGANIZATION_IN_USE' },
      }),
    );
    const { unmount } = page('?org=101');
    const p = await panel();
    const button = await p.findByRole<HTMLButtonElement>('button', { name: 'Delete' });
    expect(button.disabled).toBe(true);
    expect(p.getByText(/^Cannot be deleted: 3 users/u)).toBeTruthy();
    unmount();
    const { router } = page('?org=102&organizationId=102');
    fireEvent.click(await (await panel()).findByRole('button', { name: 'Delete' }));
    const asks = within(await screen.findByRole('dialog', { name: 'Delete Gimje agency?' }));
    fireEvent.click(asks.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(sent).toEqual([{ deleted: 102 }]));
    // the deleted organization can no longer be chosen
    await waitFor(() => expect(router.state.location.search).toEqual({ organizationId: '10' }));
  });
  it('that somebody else has changed meanwhile names who and when, shows the difference, and reloads', async () => {
    page('?org=101&edit=true');
    const p = await panel();
    fireEvent.change(await field(p, /^Address optional/u), { target: { value: 'Suseong-dong 12' } });
    refuse = new Problem('CHANGED_MEANWHILE', { by: 'Park Jihun', at: '2026-11-20T05:00:00.000Z' });
    houses.set(101, anOrganization(101, { version: 4, address: 'Yeonji-dong 3' }));
    press(p, 'Save');
    expect(await p.findByText(/^Park Jihun changed this at/u)).toBeTruthy();
    press(p, 'Show difference');
    expect(await p.findByRole('row', { name: 'Address Yeonji-dong 3 Suseong-dong 12' })).toBeTruthy();
    press(p, 'Reload');
    await waitFor(() =>
      expect(screen.getByLabelText<HTMLInputElement>(/^Address optional/u).value).toBe('Yeonji-dong 3'),
    );
    refuse = null;
    const again = await panel();
    fireEvent.change(await field(again, /^Address optional/u), { target: { value: 'Suseong-dong 12' } });
    press(again, 'Save');
    await waitFor(() => expect(sent).toMatchObject([{ version: 4, address: 'Suseong-dong 12' }]));
  });
});

describe('a new user', () => {
  const fill = async (p: Awaited<ReturnType<typeof panel>>) => {
    fireEvent.change(await field(p, /^Name/u), { target: { value: 'Jung Haneul' } });
    fireEvent.change(await field(p, /^Email/u), { target: { value: 'haneul@korea.kr' } });
    fireEvent.change(await field(p, /^Phone/u), { target: { value: '010-5555-0119' } });
  };
  it('is invited: the user type is the organisation’s, the ID comes later', async () => {
    const { router } = page('?user=0&organizationId=101');
    const p = await panel();
    await fill(p);
    expect((await field(p, /^User type/u)).value).toBe('AGENCY');
    press(p, 'Save');
    await waitFor(() =>
      expect(sent).toMatchObject([
        {
          name: 'Jung Haneul',
          email: 'haneul@korea.kr',
          role: 'STAFF',
          organizationId: 101,
          groupType: 'AGENCY',
          country: '82',
          active: true,
        },
      ]),
    );
    expect(sent[0]).not.toHaveProperty('loginId');
    await waitFor(() => expect(router.state.location.search).toMatchObject({ user: '31' }));
    expect(store.get().drafts).toEqual({});
  });
  it('gets an ID only after the check, and one that is in use is refused at its field', async () => {
    page('?user=0&organizationId=101');
    const p = await panel();
    await fill(p);
    fireEvent.click(p.getByRole('radio', { name: 'ID and temporary password' }));
    fireEvent.change(await field(p, /^ID/u), { target: { value: 'taken1' } });
    press(p, 'Save');
    expect(await p.findByText('Check the ID for duplicates.')).toBeTruthy();
    press(p, 'Check');
    expect(await p.findByText('This ID is already in use.')).toBeTruthy();
    fireEvent.change(await field(p, /^ID/u), { target: { value: 'haneul1' } });
    press(p, 'Check');
    expect(await p.findByText('This ID is available.')).toBeTruthy();
    press(p, 'Save');
    await waitFor(() => expect(sent).toMatchObject([{ loginId: 'haneul1' }]));
  });
  it('lands the errors of each field on it', async () => {
    refuse = new Problem('E0001', {}, { email: 'field.emailDomain' });
    page('?user=0&organizationId=101');
    const p = await panel();
    await field(p, /^Name/u);
    press(p, 'Save');
    expect(await p.findByText('Name is required.')).toBeTruthy();
    expect(p.getByText('Phone is required.')).toBeTruthy();
    await fill(p);
    press(p, 'Save');
    expect(await p.findByText('This email domain is not allowed.')).toBeTruthy();
  });
  it('does not offer a type with more letters than one’s own', async () => {
    // an administrator of domestic sales, who has fewer rights than the service business
    page('?user=0', { groupType: 'DOMESTIC_SALES_HQ', role: 'ADMIN' });
    const p = await panel();
    const types = await field(p, /^User type/u);
    const offered = [...types.querySelectorAll('option')].map((o) => o.value);
    expect(offered).toContain('TSM');
    expect(offered).not.toContain('SERVICE_BUSINESS');
  });
  it('keeps its input through a reload, asks before leaving, and then discards it', async () => {
    const first = page('?user=0&organizationId=101');
    fireEvent.change(await field(await panel(), /^Name/u), { target: { value: 'Jung Haneul' } });
    await waitFor(() => expect(store.get().drafts['user-new']).toContain('Jung Haneul'));
    first.unmount();
    const { router } = page('?user=0&organizationId=101');
    const p = await panel();
    await waitFor(async () => expect((await field(p, /^Name/u)).value).toBe('Jung Haneul'));
    press(p, 'Close');
    fireEvent.click(await screen.findByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ organizationId: '101' }));
    expect(store.get().drafts).toEqual({});
  });
});

describe('an account', () => {
  it('is deactivated after a question, also one of the company directory, without a phone', async () => {
    accounts.set(30, aUser(30, { email: null, phone: null }));
    page('?user=30');
    fireEvent.click(await (await panel()).findByRole('button', { name: 'Deactivate' }));
    const asks = within(await screen.findByRole('dialog', { name: 'Deactivate Lee Seoyeon?' }));
    expect(sent).toEqual([]);
    fireEvent.click(asks.getByRole('button', { name: 'Deactivate' }));
    await waitFor(() => expect(sent).toEqual([{ id: 30, active: false, version: 5 }]));
  });
  it('one’s own: cannot be deactivated, demoted or removed, and shows why', async () => {
    accounts.set(30, aUser(30, { self: true }));
    const { unmount } = page('?user=30');
    const p = await panel();
    const off = await p.findByRole<HTMLButtonElement>('button', { name: 'Deactivate' });
    expect([off.disabled, off.title]).toEqual([true, 'You cannot reduce your own permissions.']);
    expect(p.getByRole<HTMLButtonElement>('button', { name: 'Remove' }).disabled).toBe(true);
    unmount();
    page('?user=30&edit=true');
    const form = await panel();
    for (const label of [/^Role/u, /^User type/u, /^Active/u]) expect((await field(form, label)).disabled).toBe(true);
  });
  it('that is invited: the link can be sent again, the password not reset', async () => {
    accounts.set(
      30,
      aUser(30, {
        loginId: null,
        joinedAt: null,
        link: { sentAt: '2026-11-20T05:00:00.000Z', expiresAt: '2026-11-21T05:00:00.000Z', expired: true },
      }),
    );
    page('?user=30');
    const p = await panel();
    expect((await p.findByRole<HTMLButtonElement>('button', { name: 'Reset password' })).disabled).toBe(true);
    press(p, 'Send again');
    await waitFor(() => expect(sent).toEqual([{ link: 30 }]));
  });
  it('that is locked and logged in: unlocked, its sessions ended, its password reset', async () => {
    accounts.set(30, aUser(30, { lockedUntil: '2099-01-01T00:00:00.000Z', sessions: 2 }));
    page('?user=30');
    const p = await panel();
    fireEvent.click(await p.findByRole('button', { name: 'Unlock' }));
    await waitFor(() => expect(sent).toEqual([{ unlock: 30 }]));
    for (const [button, title] of [
      ['End sessions', 'End all sessions of Lee Seoyeon?'],
      ['Reset password', 'Reset the password of Lee Seoyeon?'],
    ] as const) {
      press(p, button);
      fireEvent.click(within(await screen.findByRole('dialog', { name: title })).getByRole('button', { name: button }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    }
    expect(sent).toEqual([{ unlock: 30 }, { end: 30 }, { reset: 30 }]);
  });
  it('that outranks: every action is shown disabled with the reason, and no form opens', async () => {
    accounts.set(30, aUser(30, { above: true, lockedUntil: '2099-01-01T00:00:00.000Z', sessions: 2 }));
    page('?user=30&edit=true');
    const p = await panel();
    for (const name of ['Edit', 'Remove', 'Deactivate', 'Reset password', 'Unlock', 'End sessions'])
      expect((await p.findByRole<HTMLButtonElement>('button', { name })).disabled, name).toBe(true);
    expect(p.getAllByText('This user outranks you. You cannot change the account.').length).toBeGreaterThan(0);
    expect(sent).toEqual([]);
  });
  it('is removed only with its name typed', async () => {
    const { router } = page('?tab=users&user=30');
    fireEvent.click(await (await panel()).findByRole('button', { name: 'Remove' }));
    const asks = within(await screen.findByRole('dialog', { name: 'Remove the account of Lee Seoyeon?' }));
    const confirm = asks.getByRole<HTMLButtonElement>('button', { name: 'Remove' });
    expect(confirm.disabled).toBe(true);
    fireEvent.change(asks.getByLabelText(/^Type the name/u), { target: { value: 'Lee Seoyeon' } });
    fireEvent.click(confirm);
    await waitFor(() => expect(sent).toEqual([{ removed: 30 }]));
    await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'users' }));
  });
});
