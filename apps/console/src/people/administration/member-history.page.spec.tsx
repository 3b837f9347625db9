import { type GroupType, groupTypes, type Permission, roles } from '@headland/contracts/access';
import {
  type AccessRow,
  administration,
  type ApiKey,
  apiKeys,
  type ChangeRow,
  type EventRow,
  type QuarantineRow,
} from '@headland/contracts/administration';
import type { Parsed } from '@headland/contracts/endpoint';
import type { LoggedEvent } from '@headland/contracts/event-log';
import { type Kiosk, kiosks, WallSettings } from '@headland/contracts/kiosk';
import { organizations } from '@headland/contracts/organization';
import { can, mayCall } from '@headland/domain/access';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { tabsFor } from './history-tabs';
import { MemberHistoryPage } from './member-history.page';

const chrome =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';
const access: AccessRow[] = [
  {
    id: 912,
    at: '2026-11-20T05:00:00.000Z',
    loginId: 'lee01',
    userId: 4,
    name: 'Lee Seoyeon',
    organization: 'Seosan agency',
    groupType: 'AGENCY',
    role: 'STAFF',
    action: 'codeRefused',
    result: 'refused',
    detail: 'login:dead',
    address: '10.0.0.7',
    agent: chrome,
  },
];
const changes: ChangeRow[] = [
  aChange(31_000_000_001, 'role', 'STAFF', 'ADMIN'),
  aChange(31_000_000_002, 'active', 'false', 'true'),
  aChange(31_000_000_003, 'shoeSize', '41', '42'),
];
let events: EventRow[];
let held: QuarantineRow[];
let walls: Kiosk[];
let keys: ApiKey[];
let asked: { list: string; query: Record<string, unknown> }[];
let sent: unknown[];
/** Records the requests of the page; requests before the list are left out. */
const noted =
  <Q extends object, R>(list: string, reply: (query: Q) => R) =>
  ({ query }: { query: Q }) => {
    if (!('after' in query && query.after !== undefined)) asked.push({ list, query: query as Record<string, unknown> });
    return reply(query);
  };
const page = <R,>(rows: R[]) => ({ rows, total: rows.length });
const answers = [
  answer(
    administration.access,
    noted('access', () => page(access)),
  ),
  answer(
    administration.changes,
    noted('changes', () => page(changes)),
  ),
  answer(
    administration.events,
    noted('events', (q: Parsed<typeof administration.events>['query']) =>
      page(events.filter((e) => e.number > (q.after ?? 0) && (q.number ?? e.number) === e.number)),
    ),
  ),
  answer(
    administration.quarantine,
    noted('quarantine', (q: Parsed<typeof administration.quarantine>['query']) =>
      page(held.filter((h) => h.id > (q.after ?? 0))),
    ),
  ),
  answer(administration.quarantineCounts, () => ({
    reasons: [
      { reason: 'schema' as const, count: 1204 },
      { reason: 'topic' as const, count: 3 },
    ],
    discarded: 60_300,
  })),
  answer(administration.quarantined, ({ params }) => ({
    ...quarantine(params.id),
    vehicleId: 9,
    vin: 'HDLT6A11NSK004093',
    payload: btoa('{"v":9}\u0000'),
    cut: false,
  })),
  answer(kiosks.list, () => walls),
  answer(kiosks.issue, ({ body }) => {
    sent.push(body);
    const wall = aWall(walls.length + 1, { name: body.name });
    walls = [wall, ...walls];
    return { ...wall, token: 'wall-token-1' };
  }),
  answer(kiosks.change, ({ body }) => {
    sent.push(body);
    return aWall(1, body);
  }),
  answer(kiosks.rotate, ({ params }) => {
    sent.push(params.id);
    return { ...aWall(params.id), token: 'wall-token-2' };
  }),
  answer(kiosks.revoke, ({ params }) => {
    sent.push(params.id);
    walls = walls.map((w) =>
      w.id === params.id ? { ...w, revokedAt: '2026-11-20T05:00:00.000Z', revokedBy: 'Kim Minsu' } : w,
    );
    return walls.find((w) => w.id === params.id) ?? aWall(params.id);
  }),
  answer(apiKeys.list, () => keys),
  answer(apiKeys.issue, ({ body }) => {
    sent.push(body);
    const key = aKey(keys.length + 1, body.name);
    keys = [key, ...keys];
    return { ...key, key: 'hdl_abcdef123456' };
  }),
  answer(apiKeys.revoke, ({ params }) => {
    sent.push(params.id);
    return aKey(params.id, 'Plant');
  }),
  answer(organizations.tree, () => [
    { id: 1, name: 'Head office', type: 'HEAD_OFFICE' as const, parentId: null, lat: null, lon: null },
    { id: 7, name: 'Jeonbuk', type: 'REGION' as const, parentId: 1, lat: null, lon: null },
  ]),
];
beforeEach(() => {
  // the tree of organisations follows its button; in jsdom nothing moves
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
  events = [anEvent(41), anEvent(40)];
  held = [quarantine(5)];
  walls = [aWall(1)];
  keys = [aKey(1, 'Plant')];
  asked = [];
  sent = [];
});

const open = (search = '', as?: { groupType: GroupType; role: 'ADMIN' | 'STAFF' }) =>
  renderPage(<MemberHistoryPage />, { answers, at: `/memberHistory${search}`, ...(as ? { as } : {}) });
const tabNames = () => screen.getAllByRole('tab').map((tab) => tab.textContent);
const lastAsked = (list: string) => asked.filter((a) => a.list === list).at(-1)?.query;

describe('the tabs', () => {
  it.each<[Permission[], string[]]>([
    [
      ['memberHistory:R', 'administrator:R'],
      ['access', 'changes', 'events', 'quarantine', 'kiosks', 'keys'],
    ],
    [['memberHistory:R'], ['access', 'changes']],
    [['administrator:R'], ['events', 'quarantine', 'kiosks', 'keys']],
    [[], []],
  ])('with %j are %j', (letters, tabs) =>
    expect(tabsFor((allow) => letters.includes(allow as Permission))).toEqual(tabs),
  );

  it('are all there for a member who may open the screen: both letters go together', () => {
    for (const group of groupTypes)
      for (const role of roles) {
        expect(can(group, role, 'administrator:R'), `${group} ${role}`).toBe(can(group, role, 'memberHistory:R'));
        expect(tabsFor((allow) => mayCall({ groupType: group, role }, allow))).toHaveLength(
          can(group, role, 'memberHistory:R') ? 6 : 0,
        );
      }
  });

  it('are in the address, and keep the period but no other filter', async () => {
    const { router } = open('?from=2026-11-01T00:00:00.000Z&loginId=lee');
    await screen.findByText('Lee Seoyeon');
    expect(tabNames()).toEqual(['Access', 'Changes', 'Event log', 'Quarantine', 'Kiosk tokens', 'API keys']);
    fireEvent.click(screen.getByRole('tab', { name: 'Changes' }));
    await screen.findByText('shoeSize');
    expect(router.state.location.search).toEqual({ tab: 'changes', from: '2026-11-01T00:00:00.000Z' });
    expect(lastAsked('changes')).toMatchObject({ from: '2026-11-01T00:00:00.000Z' });
  });

  it('can be walked along by the arrow keys', async () => {
    open();
    const first = await screen.findByRole('tab', { name: 'Access' });
    first.focus();
    fireEvent.keyDown(first, { key: 'ArrowRight' });
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Changes', selected: true })),
    );
    fireEvent.keyDown(document.activeElement as HTMLElement, { key: 'ArrowRight' });
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Event log', selected: true })),
    );
  });

  it('show nothing to a member without the letters', async () => {
    open('?tab=kiosks', { groupType: 'AGENCY', role: 'ADMIN' });
    await waitFor(() => expect(screen.queryByRole('tab')).toBeNull());
    expect(asked).toEqual([]);
  });
});

describe('access', () => {
  it('shows in words what happened, from where, with which browser', async () => {
    open();
    await screen.findByText('Lee Seoyeon');
    const row = within(document.querySelector<HTMLElement>('tr[data-row="912"]') as HTMLElement);
    for (const text of ['lee01', 'Seosan agency', 'Agency · Staff', 'Refused', '10.0.0.7', 'Chrome 141 · Windows'])
      expect(row.getByText(text)).toBeTruthy();
    expect(row.getByText('SMS code rejected', { exact: false }).textContent).toContain('login · expired or used code');
  });

  it('queries the server with the filters of its address, seven days where none is named', async () => {
    open();
    await screen.findByText('Lee Seoyeon');
    expect(screen.getByLabelText<HTMLSelectElement>('Period').value).toBe('week');
    fireEvent.change(screen.getByLabelText('Result'), { target: { value: 'refused' } });
    const id = screen.getByLabelText('ID');
    fireEvent.change(id, { target: { value: 'lee' } });
    fireEvent.keyDown(id, { key: 'Enter' });
    await waitFor(() =>
      expect(lastAsked('access')).toMatchObject({
        result: 'refused',
        loginId: 'lee',
        page: 1,
        sort: 'at',
        order: 'desc',
      }),
    );
    fireEvent.change(screen.getByLabelText('Period'), { target: { value: 'today' } });
    await waitFor(() => expect(lastAsked('access')?.from).toMatch(/^\d{4}-/u));
    fireEvent.click(screen.getByRole('button', { name: /^Organization/u }));
    fireEvent.click(await screen.findByRole('treeitem', { name: /Head office/u }));
    await waitFor(() => expect(lastAsked('access')).toMatchObject({ organizationId: 1, loginId: 'lee' }));
  });

  it('opens a row with the browser in full', async () => {
    open('?id=912');
    const panel = within(await screen.findByRole('complementary'));
    expect(panel.getByText(chrome)).toBeTruthy();
  });
});

describe('changes', () => {
  it('read old and new in words, and raw where there are none', async () => {
    open('?tab=changes');
    await screen.findByText('shoeSize');
    const row = (n: number) => document.querySelector(`tr[data-row="${31_000_000_000 + n}"]`)?.textContent;
    expect(row(1)).toContain('Role');
    expect(row(1)).toMatch(/Staff → .*Admin/u);
    expect(row(2)).toMatch(/No → .*Yes/u);
    expect(row(3)).toMatch(/41 → .*42/u);
  });

  it('opens one of a late number with the others of its step', async () => {
    open('?tab=changes&id=31000000001');
    const panel = within(await screen.findByRole('complementary'));
    expect(panel.getByText('Changed in the same step')).toBeTruthy();
    expect(panel.getByText('Moved to the head office')).toBeTruthy();
  });
});

describe('the event log', () => {
  const eventOf = (number: number): LoggedEvent => ({
    number,
    at: '2026-11-20T05:00:00.000Z',
    name: 'device.connected',
    payload: { vehicleId: 9, deviceId: 'D1' },
    by: null,
  });
  const happen = async (emit: (event: LoggedEvent) => void, number: number): Promise<void> => {
    events = [anEvent(number), ...events];
    await act(async () => emit(eventOf(number)));
  };
  const row = (number: number) => document.querySelector(`tr[data-row="${number}"]`);

  it('follows what happens', async () => {
    const { emit } = open('?tab=events');
    await waitFor(() => expect(row(41)).not.toBeNull());
    await happen(emit, 42);
    await waitFor(() => expect(row(42)).not.toBeNull());
    expect(screen.getByText('Showing new events live')).toBeTruthy();
  });

  it('does not change while paused; new rows wait behind a button', async () => {
    const { emit } = open('?tab=events');
    await waitFor(() => expect(row(41)).not.toBeNull());
    fireEvent.keyDown(window, { key: 'p' });
    expect(await screen.findByRole('button', { name: 'Resume' })).toBeTruthy();
    await happen(emit, 42);
    const waiting = await screen.findByRole('button', { name: /1 new/u });
    expect(row(42)).toBeNull();
    fireEvent.click(waiting);
    await waitFor(() => expect(row(42)).not.toBeNull());
    await happen(emit, 43);
    await screen.findByRole('button', { name: /1 new/u });
    expect(row(43)).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Resume' }));
    await waitFor(() => expect(row(43)).not.toBeNull());
  });

  it('moves nothing under an open or focused row', async () => {
    const { emit } = open('?tab=events');
    await waitFor(() => expect(row(41)).not.toBeNull());
    (row(41) as HTMLElement).focus();
    await happen(emit, 42);
    await screen.findByRole('button', { name: /1 new/u });
    expect(row(42)).toBeNull();
  });

  it('does not follow on an older page, and shows why', async () => {
    open('?tab=events&page=2');
    await waitFor(() => expect(row(41)).not.toBeNull());
    const pause = screen.getByRole<HTMLButtonElement>('button', { name: 'Pause' });
    expect([pause.disabled, pause.title]).toEqual([
      true,
      'Live updates work only on the first page, newest first, without an end date or a number filter.',
    ]);
  });

  it('filters by kind, vehicle and number at the server', async () => {
    open('?tab=events&kind=sos&kind=fault&vehicle=4093');
    await waitFor(() => expect(lastAsked('events')).toMatchObject({ kind: ['sos', 'fault'], vehicle: '4093' }));
    const number = screen.getByLabelText('Number');
    fireEvent.change(number, { target: { value: '#40' } });
    fireEvent.keyDown(number, { key: 'Enter' });
    await waitFor(() => expect(lastAsked('events')).toMatchObject({ number: 40, kind: ['sos', 'fault'] }));
  });

  it('reads the open event by its number when the page does not hold it', async () => {
    events = [anEvent(41), anEvent(40), { ...anEvent(12), vin: 'HDEX0000000000012' }];
    open('?tab=events&id=12&page=2');
    const panel = within(await screen.findByRole('complementary'));
    expect(await panel.findByText('HDEX0000000000012')).toBeTruthy();
    expect(panel.getByText('Offline → Online')).toBeTruthy();
  });
});

describe('quarantine', () => {
  it('counts the reasons, and each is a filter', async () => {
    const { router } = open('?tab=quarantine');
    const chip = await screen.findByRole('button', { name: /Schema violation/u });
    expect(chip.textContent).toContain('1,204');
    fireEvent.click(chip);
    await waitFor(() => expect(lastAsked('quarantine')).toMatchObject({ reason: ['schema'] }));
    expect(router.state.location.search).toMatchObject({ reason: 'schema' });
    expect(screen.getByRole('button', { name: /Schema violation/u }).getAttribute('aria-pressed')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: /Schema violation/u }));
    await waitFor(() => expect(lastAsked('quarantine')).toMatchObject({ reason: [] }));
  });

  it('shows how many were not kept', async () => {
    open('?tab=quarantine');
    expect(await screen.findByText('60,300 more messages were not kept: limit per device exceeded')).toBeTruthy();
  });

  it('shows the bytes in hex and as text, side by side', async () => {
    open('?tab=quarantine&id=5');
    const panel = within(await screen.findByRole('complementary'));
    expect((await panel.findByLabelText('Hex')).textContent).toBe('7b 22 76 22 3a 39 7d 00');
    expect(panel.getByLabelText('Text').textContent).toBe('{"v":9}·');
    expect(panel.getByText('samples: too many')).toBeTruthy();
  });

  it('lets new ones wait behind a button', async () => {
    open('?tab=quarantine');
    await waitFor(() => expect(document.querySelector('tr[data-row="5"]')).not.toBeNull());
    held = [quarantine(6), ...held];
    fireEvent.click(await screen.findByRole('button', { name: /1 new/u }));
    await waitFor(() => expect(document.querySelector('tr[data-row="6"]')).not.toBeNull());
  });
});

describe('kiosk tokens', () => {
  const dialog = () => within(screen.getByRole('dialog', { name: /token/iu }));

  it('issues one for an organisation, shows it once with its address, and forgets it', async () => {
    const copied: string[] = [];
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: (text: string) => Promise.resolve(void copied.push(text)) },
    });
    open('?tab=kiosks');
    fireEvent.click(await screen.findByRole('button', { name: 'Issue token' }));
    fireEvent.click(dialog().getByRole('button', { name: 'Issue' }));
    expect(await dialog().findByText('Name is required.')).toBeTruthy();
    expect(sent).toEqual([]);
    fireEvent.change(dialog().getByLabelText('Name'), { target: { value: 'Control room 1' } });
    fireEvent.click(dialog().getByRole('button', { name: /^Scope/u }));
    fireEvent.click(await screen.findByRole('treeitem', { name: /Head office/u }));
    fireEvent.click(dialog().getByRole('checkbox', { name: 'Sounds an alarm' }));
    fireEvent.change(dialog().getByLabelText('View'), { target: { value: 'map' } });
    fireEvent.change(dialog().getByLabelText('Duration'), { target: { value: '5' } });
    fireEvent.click(dialog().getByRole('radio', { name: 'On a date' }));
    const day = dialog().getByLabelText('Last day');
    fireEvent.change(day, { target: { value: '2020-01-01' } });
    fireEvent.click(dialog().getByRole('button', { name: 'Issue' }));
    expect(await dialog().findByText('Enter today or a later date.')).toBeTruthy();
    fireEvent.change(day, { target: { value: '2099-01-01' } });
    fireEvent.click(dialog().getByRole('button', { name: 'Issue' }));
    expect((await dialog().findByText(/Durations are from 10/u)).textContent).toContain('organization');
    expect(sent).toEqual([]);
    fireEvent.change(dialog().getByLabelText('View'), { target: { value: 'faults' } });
    fireEvent.change(dialog().getByLabelText('Duration'), { target: { value: '45' } });
    fireEvent.click(dialog().getByRole('button', { name: 'Add view' }));
    fireEvent.click(dialog().getByRole('button', { name: 'Issue' }));
    expect(await screen.findByDisplayValue('wall-token-1')).toBeTruthy();
    expect(sent).toEqual([
      {
        name: 'Control room 1',
        organizationId: 1,
        ...{ language: 'en', theme: 'dark', sound: false, volume: 100, sounds: ['sos'] },
        playlist: [
          { view: 'faults', seconds: 45 },
          { view: 'sos', seconds: 30 },
        ],
        expiresAt: new Date('2099-01-01T23:59:59.999').toISOString(),
      },
    ]);
    const address = `${window.location.origin}/wall?token=wall-token-1`;
    expect(dialog().getByDisplayValue(address)).toBeTruthy();
    expect(dialog().getByRole('link', { name: 'Open the wall' }).getAttribute('href')).toBe(address);
    fireEvent.click(dialog().getAllByRole('button', { name: 'Copy' })[1] as HTMLElement);
    await waitFor(() => expect(copied).toEqual([address]));
    fireEvent.click(dialog().getByRole('button', { name: 'Close' }));
    expect(await screen.findByText('Control room 1')).toBeTruthy();
    expect(screen.queryByDisplayValue('wall-token-1')).toBeNull();
    expect(document.body.textContent).not.toContain('wall-token-1');
  });

  it('configures one that is in use, from what it shows now', async () => {
    walls = [aWall(1, { theme: 'light', playlist: [{ view: 'figures', seconds: 20 }] })];
    open('?tab=kiosks');
    fireEvent.click(await screen.findByRole('button', { name: 'Configure – Wall 1' }));
    const form = within(screen.getByRole('dialog', { name: 'Wall display “Wall 1”' }));
    expect((form.getByLabelText('Theme') as HTMLSelectElement).value).toBe('light');
    fireEvent.click(form.getByRole('checkbox', { name: 'New critical fault' }));
    fireEvent.change(form.getByLabelText('Volume'), { target: { value: '40' } });
    fireEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent).toMatchObject([
      {
        ...{ version: 1, name: 'Wall 1', organizationId: 1, theme: 'light', volume: 40, sound: true },
        ...{ sounds: ['sos', 'criticalFault'], playlist: [{ view: 'figures', seconds: 20 }], expiresAt: null },
      },
    ]);
  });

  it('asks before it replaces a token, and shows the new one once', async () => {
    open('?tab=kiosks');
    fireEvent.click(await screen.findByRole('button', { name: /Replace token – Wall 1/u }));
    expect(sent).toEqual([]);
    fireEvent.click(dialog().getByRole('button', { name: 'Replace token' }));
    expect(await screen.findByDisplayValue('wall-token-2')).toBeTruthy();
    expect(sent).toEqual([1]);
  });

  it('asks before it revokes, by name, and Cancel is the default', async () => {
    open('?tab=kiosks');
    fireEvent.click(await screen.findByRole('button', { name: /Revoke – Wall 1/u }));
    expect(dialog().getByText('Revoke the token “Wall 1”?')).toBeTruthy();
    expect(dialog().getByText(/The 2 active screens close at once\./u)).toBeTruthy();
    expect(document.activeElement?.textContent).toBe('Cancel');
    fireEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
    expect(sent).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: /Revoke – Wall 1/u }));
    fireEvent.click(dialog().getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(sent).toEqual([1]));
    await waitFor(() => expect(screen.queryByRole('button', { name: /Revoke – Wall 1/u })).toBeNull());
    expect(screen.getByText('Revoked')).toBeTruthy();
  });

  it('offers a reader neither', async () => {
    open('?tab=kiosks', { groupType: 'HEAD_OFFICE', role: 'STAFF' });
    expect(await screen.findByText('Wall 1')).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Issue|Revoke|Configure|Replace/u })).toBeNull();
  });

  it('marks one that has ended', async () => {
    walls = [aWall(1, { expiresAt: '2020-01-01T00:00:00.000Z' })];
    open('?tab=kiosks');
    expect(await screen.findByText('Expired')).toBeTruthy();
  });
});

describe('API keys', () => {
  it('issues one, shows it once, and revokes by name', async () => {
    open('?tab=keys');
    fireEvent.click(await screen.findByRole('button', { name: 'Issue API key' }));
    const dialog = () => within(screen.getByRole('dialog'));
    fireEvent.change(dialog().getByLabelText('Name'), { target: { value: 'Shipping line' } });
    fireEvent.click(dialog().getByRole('button', { name: 'Issue' }));
    expect(await screen.findByDisplayValue('hdl_abcdef123456')).toBeTruthy();
    expect(dialog().getByText(/x-api-key/u)).toBeTruthy();
    fireEvent.click(dialog().getByRole('button', { name: 'Close' }));
    expect(await screen.findByText('Shipping line')).toBeTruthy();
    expect(screen.queryByDisplayValue('hdl_abcdef123456')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: /Revoke – Plant/u }));
    expect(dialog().getByText('Revoke the key “Plant”?')).toBeTruthy();
    fireEvent.click(dialog().getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(sent).toEqual([{ name: 'Shipping line' }, 1]));
  });

  it('shows what a key is for where there is none, and lets one issue it there', async () => {
    keys = [];
    open('?tab=keys');
    expect(await screen.findByText('No API keys')).toBeTruthy();
    expect(screen.getAllByRole('button', { name: 'Issue API key' })).toHaveLength(2);
  });
});

function aChange(id: number, field: string, from: string, to: string): ChangeRow {
  return {
    id,
    number: 31_000_000,
    at: '2026-11-20T05:00:00.000Z',
    who: 'Kim Minsu',
    act: 'changed',
    screen: 'organization',
    kind: 'user',
    recordId: '4',
    record: 'Lee Seoyeon',
    field,
    from,
    to,
    reason: 'Moved to the head office',
    address: '10.0.0.7',
  };
}
function anEvent(number: number): EventRow {
  return {
    id: number,
    number,
    at: '2026-11-20T05:00:00.000Z',
    name: 'device.connected',
    vehicleId: 9,
    vin: 'HDLT6A11NSK004093',
    organization: 'Seosan agency',
    subject: 'D1',
    from: 'offline',
    to: 'online',
    who: null,
  };
}
function quarantine(id: number): QuarantineRow {
  return {
    id,
    at: '2026-11-20T05:00:00.000Z',
    topic: 'hl/v1/D1/up/telemetry',
    device: 'D1',
    reason: 'schema',
    detail: 'samples: too many',
    bytes: 8,
    same: 1204,
  };
}
function aWall(id: number, more: Partial<Kiosk> = {}): Kiosk {
  return {
    id,
    version: 1,
    ...WallSettings.parse({}),
    lastAddress: '192.0.2.7',
    name: `Wall ${id}`,
    organizationId: 1,
    organization: 'Head office',
    sound: true,
    issuedAt: '2026-11-01T05:00:00.000Z',
    issuedBy: 'Kim Minsu',
    lastSeenAt: '2026-11-20T05:00:00.000Z',
    screens: 2,
    expiresAt: null,
    revokedAt: null,
    revokedBy: null,
    above: false,
    ...more,
  };
}
function aKey(id: number, name: string): ApiKey {
  return {
    id,
    name,
    hint: 'hdl_abc',
    issuedAt: '2026-11-01T05:00:00.000Z',
    issuedBy: 'Kim Minsu',
    lastUsedAt: null,
    lastUsedAddress: null,
    revokedAt: null,
    revokedBy: null,
    above: false,
  };
}
