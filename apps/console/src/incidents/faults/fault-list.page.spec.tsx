import type { EventName, LoggedEvent } from '@headland/contracts/event-log';
import { deliveries } from '@headland/contracts/delivery';
import { type FaultDetail, type FaultRow, faults } from '@headland/contracts/fault';
import type { Answer } from '@headland/contracts/endpoint';
import { catalogue } from '@headland/contracts/fault-catalogue';
import type { CatalogueVersion } from '@headland/contracts/versioned-file';
import { organizations } from '@headland/contracts/organization';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { store } from '../../lib/session/store';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { aReport, aReportInFull } from '../../testing/subjects';
import { FaultListPage } from './fault-list.page';

let rows: FaultRow[];
let more: Partial<FaultDetail>;
let accepted: unknown[];
let taken: number[];
let tree: Answer<typeof organizations.tree>;
let refuses: number;
let noted: string[];
let versions: CatalogueVersion[];
let used: [version: number, before: number][];
const answers = [
  answer(faults.list, () => ({ rows, total: rows.length })),
  answer(faults.counts, () => ({
    queue: rows.length,
    mine: 0,
    overdue: 1,
    critical: 1,
    major: 1,
    minor: 1,
    acceptedToday: 0,
    completedToday: 0,
    lastAt: '2026-11-19T05:00:00.000Z',
  })),
  answer(faults.get, ({ params }) => aReportInFull(rows.find((r) => r.id === params.id) ?? aReport(params.id), more)),
  answer(faults.people, ({ query }) =>
    query.agencyId === 7 ? [{ id: 71, name: 'Jung Haneul' }] : [{ id: 91, name: 'Park Jihun' }],
  ),
  answer(faults.accept, ({ params, body }) => {
    accepted.push({ id: params.id, ...body });
    rows = rows.map((r) => (r.id === params.id ? { ...r, status: 'accepted', version: 2 } : r));
    return aReport(params.id, { status: 'accepted', version: 2 });
  }),
  answer(faults.take, ({ params }) => {
    taken.push(params.id);
    return aReport(params.id, { version: 2, personInCharge: { id: 1, name: 'Kim Minsu' } });
  }),
  answer(organizations.tree, () => tree),
  answer(faults.acceptMany, ({ body }) => {
    const refusing = rows.find((r) => body.ids.includes(r.id) && r.id === refuses);
    if (refusing)
      throw new Problem(
        'FAULT_BULK_REFUSED',
        { report: refusing.id, code: refusing.code, vin: refusing.vehicle.vin, why: 'FAULT_ALREADY_ACCEPTED' },
        {},
        undefined,
        409,
      );
    accepted.push(body);
    return body.ids.map((id) => aReport(id, { status: 'accepted', version: 2 }));
  }),
  answer(faults.note, ({ params, body }) => {
    noted.push(body.memo);
    rows = rows.map((r) => (r.id === params.id ? { ...r, memo: body.memo, version: 2 } : r));
    return aReport(params.id, { memo: body.memo, version: 2 });
  }),
  answer(faults.customer, () => ({ id: 5, name: '김민수', phone: '010-5555-1234' })),
  answer(catalogue.versions, () => versions),
  answer(catalogue.gaps, () => [
    {
      code: 'X9',
      spn: 520300,
      fmi: 5,
      count: 12,
      vehicles: 3,
      firstAt: '2026-11-01T00:00:00.000Z',
      lastAt: '2026-11-20T00:00:00.000Z',
    },
  ]),
  answer(catalogue.use, ({ params, body }) => {
    used.push([params.version, body.inUse]);
    versions = versions.map((v) => ({ ...v, inUse: v.version === params.version }));
    return versions.find((v) => v.inUse) as CatalogueVersion;
  }),
  answer(deliveries.resend, () => undefined as never),
];
beforeEach(() => {
  tree = [];
  refuses = 0;
  noted = [];
  used = [];
  versions = [1, 0].map((version) => ({
    version,
    fileName: version === 0 ? null : 'maker.json',
    loadedAt: version === 0 ? null : '2026-11-18T05:00:00.000Z',
    loadedBy: version === 0 ? null : 'Lee Seoyeon',
    inUse: version === 0,
    usedAt: null,
    usedBy: null,
    changes: version === 0 ? [] : [{ code: 'E0333', fields: ['nameEn', 'severity'] }],
  }));
  rows = [
    aReport(1, { severity: 'critical', dueAt: '2026-11-20T05:10:00.000Z' }),
    aReport(2),
    aReport(3, {
      status: 'accepted',
      severity: 'minor',
      dueAt: null,
      acceptedAt: '2026-11-20T05:02:00.000Z',
      acceptedBy: 'Lee Seoyeon',
    }),
  ];
  more = {};
  accepted = [];
  taken = [];
});

const page = (at = '/breakdown', as?: { groupType: string; role: 'ADMIN' | 'STAFF' }) =>
  renderPage(<FaultListPage />, { answers, at, ...(as ? { as } : {}) });
const row = (id: number) => document.querySelector<HTMLElement>(`tr[data-row="${id}"]`);
const panel = () => screen.findByRole('complementary');
const event = (number: number, name: EventName, fault: FaultRow) =>
  ({ number, at: new Date().toISOString(), name, payload: { fault }, by: 'Lee Seoyeon' }) as LoggedEvent;

describe('the queue', () => {
  it('marks what is overdue, in the row and in words, and nothing else', async () => {
    page();
    await waitFor(() => expect(row(1)).not.toBeNull());
    expect(row(1)?.dataset.mark).toBe('overdue');
    expect(row(1)?.textContent).toContain('Overdue by');
    expect(row(2)?.dataset.mark).toBeUndefined();
    expect(row(2)?.textContent).not.toContain('Overdue by');
    expect(screen.getByText(/1 overdue/u)).toBeTruthy();
  });

  it('moves the focus with J and K, opens with Enter, and comes back to the row on Esc', async () => {
    const { router } = page();
    await waitFor(() => expect(row(1)).not.toBeNull());
    fireEvent.keyDown(document.body, { key: 'j' });
    expect(document.activeElement).toBe(row(1));
    fireEvent.keyDown(row(1) as HTMLElement, { key: 'j' });
    expect(document.activeElement).toBe(row(2));
    fireEvent.keyDown(row(2) as HTMLElement, { key: 'Enter' });
    await panel();
    expect(router.state.location.search).toMatchObject({ id: '2' });
    fireEvent.keyDown(window, { key: 'Escape' });
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty('id'));
    await waitFor(() => expect(document.activeElement).toBe(row(2)));
  });

  it('assigns the open report to the member who presses A', async () => {
    page('/breakdown?id=2');
    await panel();
    await waitFor(() => {
      fireEvent.keyDown(window, { key: 'a' });
      expect(taken).toEqual([2]);
    });
  });

  it('lets a reader read only', async () => {
    page('/breakdown?id=2', { groupType: 'HEAD_OFFICE', role: 'STAFF' });
    const p = within(await panel());
    await p.findByText('Timeline');
    for (const name of ['Accept', 'Assign to me', 'Escalate', 'Complete'])
      expect(p.queryByRole('button', { name })).toBeNull();
    fireEvent.keyDown(window, { key: 'a' });
    expect(taken).toEqual([]);
  });
});

describe('accepting', () => {
  it('sends what was chosen', async () => {
    page('/breakdown?id=2');
    const p = within(await panel());
    fireEvent.change(await p.findByLabelText('Agency'), { target: { value: '7' } });
    await p.findByRole('option', { name: 'Jung Haneul' });
    fireEvent.change(p.getByLabelText(/^Person in charge/u), { target: { value: '71' } });
    fireEvent.change(p.getByLabelText(/^Memo/u), { target: { value: 'Owner on site until 17:00' } });
    fireEvent.click(p.getByRole('radio', { name: 'SMS' }));
    fireEvent.click(p.getByRole('button', { name: 'Accept' }));
    await waitFor(() =>
      expect(accepted).toEqual([
        { id: 2, version: 1, agencyId: 7, personId: 71, channel: 'sms', memo: 'Owner on site until 17:00' },
      ]),
    );
    expect(await p.findByRole('button', { name: 'Complete' })).toBeTruthy();
    expect(p.queryByLabelText('Agency')).toBeNull();
  });

  it('offers the agency of the report first, and a person without an account by name', async () => {
    page('/breakdown?id=2');
    const p = within(await panel());
    expect((await p.findByLabelText<HTMLSelectElement>('Agency')).value).toBe('9');
    fireEvent.change(p.getByLabelText(/^Person in charge/u), { target: { value: 'name' } });
    fireEvent.change(await p.findByLabelText('Name'), { target: { value: 'Han Sora' } });
    fireEvent.click(p.getByRole('button', { name: 'Accept' }));
    await waitFor(() =>
      expect(accepted).toEqual([{ id: 2, version: 1, agencyId: 9, personName: 'Han Sora', channel: 'both' }]),
    );
  });

  describe('with a memo', () => {
    beforeEach(() => {
      rows = rows.map((r) => (r.id === 2 ? { ...r, memo: 'Stands in a field' } : r));
    });
    const memo = (p: Awaited<ReturnType<typeof panel>>) => within(p).getByLabelText<HTMLInputElement>(/^Memo/u);
    const accept = (p: Awaited<ReturnType<typeof panel>>) =>
      fireEvent.click(within(p).getByRole('button', { name: 'Accept' }));
    const choose = (p: Awaited<ReturnType<typeof panel>>) =>
      fireEvent.change(within(p).getByLabelText('Agency'), { target: { value: '7' } });
    const changed = async (cache: ReturnType<typeof page>['cache']) => {
      rows = rows.map((r) => (r.id === 2 ? { ...r, memo: 'On the road now', version: 2 } : r));
      await act(async () => void (await cache.invalidateQueries()));
      await screen.findByText('On the road now');
    };
    const opened = async () => {
      const shown = page('/breakdown?id=2');
      const p = await panel();
      await within(p).findByLabelText('Agency');
      return { ...shown, p };
    };
    const body = { id: 2, agencyId: 7, channel: 'both' };

    it('that nobody has edited leaves it as it is, also where a colleague writes another meanwhile', async () => {
      const { p, cache } = await opened();
      choose(p);
      await changed(cache);
      accept(p);
      await waitFor(() => expect(accepted).toEqual([{ ...body, version: 1 }]));
    });

    it('follows it until something is changed', async () => {
      const { p, cache } = await opened();
      expect(memo(p).value).toBe('Stands in a field');
      await changed(cache);
      expect(memo(p).value).toBe('On the road now');
      fireEvent.change(memo(p), { target: { value: 'On the road, with lights' } });
      choose(p);
      accept(p);
      await waitFor(() => expect(accepted).toEqual([{ ...body, version: 2, memo: 'On the road, with lights' }]));
    });

    it('does not write an older one back that a draft has kept', async () => {
      const { p, unmount } = await opened();
      choose(p);
      await waitFor(() => expect(store.get().drafts['fault-accept-2']).toContain('field'));
      unmount();
      rows = rows.map((r) => (r.id === 2 ? { ...r, memo: 'On the road now', version: 2 } : r));
      const again = await opened();
      expect(memo(again.p).value).toBe('Stands in a field');
      accept(again.p);
      await waitFor(() => expect(accepted).toEqual([{ ...body, version: 2 }]));
    });
  });

  it('keeps what was typed, locked, and names who completed the report meanwhile', async () => {
    const { emit, cache } = page('/breakdown?id=2');
    const p = within(await panel());
    fireEvent.change(await p.findByLabelText(/^Memo/u), { target: { value: 'Half a sentence' } });
    const after = aReport(2, {
      status: 'processingCompleted',
      version: 4,
      completedAt: '2026-11-20T05:30:00.000Z',
      completedBy: 'Lee Seoyeon',
      memo: 'Done by phone',
    });
    rows = rows.map((r) => (r.id === 2 ? after : r));
    await act(async () => emit(event(5, 'fault.completed', after)));
    await act(async () => void (await cache.invalidateQueries()));
    expect(await p.findByText(/^Lee Seoyeon completed it at/u)).toBeTruthy();
    const memo = p.getByLabelText<HTMLInputElement>(/^Memo/u);
    expect([memo.value, memo.disabled]).toEqual(['Half a sentence', true]);
    expect(p.queryByRole('button', { name: 'Accept' })).toBeNull();
  });
});

it('locks a completed report: no act, no form, and by whom', async () => {
  rows = [
    aReport(4, {
      status: 'repairCompleted',
      dueAt: null,
      completedAt: '2026-11-20T05:30:00.000Z',
      completedBy: 'Lee Seoyeon',
      memo: 'Pump replaced',
    }),
  ];
  page('/breakdown?tab=completed&id=4');
  const p = within(await panel());
  expect(await p.findByText(/^Completed by Lee Seoyeon/u)).toBeTruthy();
  expect(p.getByText('Pump replaced')).toBeTruthy();
  expect(p.getAllByText('Repair completed').length).toBeGreaterThan(0);
  for (const name of ['Accept', 'Assign to me', 'Escalate', 'Complete', 'Reassign'])
    expect(p.queryByRole('button', { name })).toBeNull();
  fireEvent.keyDown(window, { key: 'a' });
  expect(taken).toEqual([]);
});

describe('what is done, opened by its address', () => {
  const from = (router: ReturnType<typeof page>['router']) => (router.state.location.search as { from?: string }).from;

  it.each(['completed', 'all'])('is the last 31 days of the tab %s, and all days are no choice', async (tab) => {
    const { router } = page(`/breakdown?tab=${tab}`);
    await waitFor(() => expect(Date.now() - Date.parse(from(router) ?? '')).toBeLessThanOrEqual(31 * 86_400_000));
    const range = await screen.findByRole<HTMLSelectElement>('combobox', { name: /Period/ });
    expect([range.value, [...range.options].map((o) => o.value)]).toEqual([
      'days31',
      ['today', 'week', 'days31', 'month', 'lastMonth', 'own'],
    ]);
  });

  it('is of the days that the address names, and a queue of all', async () => {
    const named = page('/breakdown?tab=all&from=2026-01-01T00:00:00.000Z');
    await screen.findByRole('tab', { name: /All/, selected: true });
    expect(from(named.router)).toBe('2026-01-01T00:00:00.000Z');
    named.unmount();
    const queue = page('/breakdown');
    await screen.findByRole('tab', { name: /Queue/, selected: true });
    expect(from(queue.router)).toBeUndefined();
  });
});

describe('several at once', () => {
  const choose = async () => {
    const boxes = await screen.findAllByRole('checkbox');
    const of = (id: number) => boxes.find((b) => b.closest(`[data-row="${id}"]`)) as HTMLElement;
    return { tick: (id: number) => fireEvent.click(of(id)) };
  };
  const agencies = () => {
    tree = [
      { id: 1, parentId: null, name: 'Head office', type: 'HEAD_OFFICE', lat: null, lon: null },
      { id: 7, parentId: 1, name: 'Seosan agency', type: 'AGENCY', lat: null, lon: null },
    ];
  };
  const chooseAgency = async (dialog: HTMLElement) => {
    fireEvent.click(within(dialog).getByText('Choose', { exact: false, selector: 'button *' }));
    fireEvent.click(await screen.findByText('Seosan agency'));
  };
  // by text: a role is searched for in the whole page, with every row of the list
  const ask = async (title: string) => {
    const dialog = (await screen.findByText(title)).closest<HTMLElement>('[role=dialog]') as HTMLElement;
    return {
      dialog,
      confirm: () => fireEvent.click(within(dialog).getByText('Accept', { selector: 'button, button *' })),
    };
  };
  const begin = () => fireEvent.click(screen.getByText('Accept for one agency'));

  it('go to one agency, and the ticks are gone', async () => {
    agencies();
    page();
    const { tick } = await choose();
    tick(1);
    tick(2);
    begin();
    const { dialog, confirm } = await ask('Accept 2 reports');
    confirm();
    expect(await within(dialog).findByText('Agency is required.')).toBeTruthy();
    await chooseAgency(dialog);
    confirm();
    await waitFor(() => expect(accepted).toMatchObject([{ ids: [1, 2], agencyId: 7, channel: 'both' }]));
    await waitFor(() => expect(screen.queryByText('Accept 2 reports')).toBeNull());
    expect(screen.queryByText('Accept for one agency')).toBeNull();
  });

  it('that refuse show which one and why, and it can be left out', async () => {
    agencies();
    refuses = 2;
    page();
    const { tick } = await choose();
    tick(1);
    tick(2);
    begin();
    const { dialog, confirm } = await ask('Accept 2 reports');
    await chooseAgency(dialog);
    confirm();
    expect(await within(dialog).findByText(/The report has already been accepted/u)).toBeTruthy();
    expect(accepted).toEqual([]);
    fireEvent.click(within(dialog).getByText(/^Exclude E0302 of/u));
    (await ask('Accept 1 report')).confirm();
    await waitFor(() => expect(accepted).toMatchObject([{ ids: [1] }]));
  });

  it('send the versions that the dialog began with, and stay on screen when a colleague takes the last of them', async () => {
    agencies();
    const { emit, cache } = page();
    const { tick } = await choose();
    tick(1);
    begin();
    const { dialog, confirm } = await ask('Accept 1 report');
    await chooseAgency(dialog);
    const taken = { ...aReport(1, { version: 9 }), memo: 'Mine' };
    await act(async () => emit(event(7, 'fault.noted', taken)));
    rows = rows.filter((r) => r.id !== 1);
    await act(async () => void (await cache.invalidateQueries()));
    confirm();
    await waitFor(() => expect(accepted).toMatchObject([{ ids: [1], versions: { 1: 1 } }]));
  });

  it('cannot be accepted where one is accepted already, or by a reader', async () => {
    page();
    const { tick } = await choose();
    tick(1);
    tick(3);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: /Accept for one agency/u }).disabled).toBe(true);
  });

  it('are not tickable for a reader', async () => {
    page('/breakdown', { groupType: 'HEAD_OFFICE', role: 'STAFF' });
    await waitFor(() => expect(row(1)).not.toBeNull());
    expect(screen.queryAllByRole('checkbox')).toEqual([]);
  });
});

describe('the panel', () => {
  it('leads to the machine with the tests proposed for its code, for a member who may see remote diagnosis', async () => {
    more = {
      knowledge: {
        actionTech: 'Check',
        causes: [],
        checks: ['acvTest', 'c3iInfo'],
        reaction: 'NONE',
        inducementGroup: null,
        selfCuring: false,
      },
    };
    const { router, unmount } = page('/breakdown?id=2');
    const p = within(await panel());
    const part = within(
      (await p.findByRole('heading', { name: 'Remote diagnosis' })).closest('section') as HTMLElement,
    );
    expect(part.getAllByRole('listitem').map((li) => li.textContent)).toEqual(['Air control valve', 'Injector coding']);
    expect(part.queryByRole('link', { name: 'Injector coding' })).toBeNull();
    fireEvent.click(part.getByRole('link', { name: 'Diagnose' }));
    await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/remoteDetail\/\d+$/u));
    expect(router.state.location.search).toMatchObject({
      tab: 'tests',
      code: expect.stringMatching(/^E\d{4}$/u) as string,
    });
    unmount();
    page('/breakdown?id=2', { groupType: 'REGION', role: 'ADMIN' });
    await panel();
    await screen.findByText('Timeline');
    expect(screen.queryByRole('link', { name: 'Diagnose' })).toBeNull();
  });

  it('puts the primary fault above and what is due beside, each a way to it', async () => {
    more = {
      others: [
        {
          id: 3,
          code: 'E0439',
          name: { ko: '센서 전원', en: 'Sensor supply' },
          severity: 'major',
          status: 'occurred',
          relation: 'primary',
        },
        {
          id: 9,
          code: 'E0377',
          name: { ko: '예열', en: 'Glow relay' },
          severity: 'minor',
          status: 'occurred',
          relation: null,
        },
      ],
      consumables: [{ id: 44, name: 'Engine oil', state: 'exceeded', percent: 112 }],
    };
    const { router } = page('/breakdown?id=2');
    const p = within(await panel());
    expect(await p.findByText('Primary fault')).toBeTruthy();
    expect(p.getByText('Other open faults of this vehicle')).toBeTruthy();
    expect(p.queryByText('Consequences of this fault')).toBeNull();
    expect(p.getByRole('link', { name: 'Engine oil' }).getAttribute('href')).toBe('/expendableDetail/44');
    fireEvent.click(p.getByRole('button', { name: /E0439/u }));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ id: '3' }));
  });

  it('shows a customer masked until it is asked for', async () => {
    rows = rows.map((r) => (r.id === 2 ? { ...r, customer: { id: 5, name: '김*수', phone: '010-****-1234' } } : r));
    page('/breakdown?id=2');
    const p = within(await panel());
    expect(await p.findByText('김*수', { exact: false })).toBeTruthy();
    expect(p.queryByText('Call')).toBeNull();
    fireEvent.click(p.getByText('Show in full'));
    expect(await p.findByText('김민수', { exact: false })).toBeTruthy();
    expect(p.getByText('Call').closest('a')?.getAttribute('href')).toBe('tel:01055551234');
  });

  it('shows that an unknown code is in no catalogue', async () => {
    page('/breakdown?id=2');
    const p = within(await panel());
    expect(await p.findByText(/not in the fault catalog/u)).toBeTruthy();
  });

  it('keeps a memo that is being written, locked, when somebody else completes the report', async () => {
    const { emit, cache } = page('/breakdown?id=3');
    const p = within(await panel());
    fireEvent.click(await p.findByRole('button', { name: 'Add a memo' }));
    const box = () =>
      p.getAllByLabelText<HTMLTextAreaElement>(/^Memo/u).find((e) => e.tagName === 'TEXTAREA') as HTMLTextAreaElement;
    fireEvent.change(box(), { target: { value: 'Farm gate is locked' } });
    const after = aReport(3, {
      status: 'processingCompleted',
      version: 4,
      completedAt: '2026-11-20T05:30:00.000Z',
      completedBy: 'Lee Seoyeon',
      memo: 'Done',
    });
    rows = rows.map((r) => (r.id === 3 ? after : r));
    await act(async () => emit(event(5, 'fault.completed', after)));
    await act(async () => void (await cache.invalidateQueries()));
    expect(await p.findByText(/^Lee Seoyeon completed it at/u)).toBeTruthy();
    expect([box().value, box().disabled]).toEqual(['Farm gate is locked', true]);
    expect(noted).toEqual([]);
  });
});

describe('the list', () => {
  it('marks a consequence with its primary fault, and a primary one with its consequences', async () => {
    rows = [aReport(1, { primaries: [{ id: 2, code: 'E0439' }] }), aReport(2, { code: 'E0439', consequences: 3 })];
    page();
    await waitFor(() => expect(row(1)).not.toBeNull());
    expect(row(1)?.textContent).toContain('Consequence of E0439');
    expect(row(2)?.textContent).toContain('Primary fault of 3');
  });

  it('that is empty shows when the last one occurred', async () => {
    rows = [];
    page();
    expect(await screen.findByText('No open faults')).toBeTruthy();
    expect(await screen.findByText(/The last fault occurred on 2026-11-19/u)).toBeTruthy();
  });
});

describe('the catalogue', () => {
  it('shows what it lacks, and is changed after a look at what changes', async () => {
    page('/breakdown?tab=catalogue');
    expect(await screen.findByText('X9')).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Activate' }));
    const dialog = await screen.findByRole('dialog', { name: 'Activate v1 instead of v0' });
    expect(within(dialog).getByText(/nameEn, severity/u)).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Activate' }));
    await waitFor(() => expect(used).toEqual([[1, 0]]));
  });

  it('is read only without U, and hidden without R on administration', async () => {
    page('/breakdown?tab=catalogue', { groupType: 'HEAD_OFFICE', role: 'STAFF' });
    expect(await screen.findByText('X9')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Activate' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Load a catalog' })).toBeNull();
  });

  it('is no tab of an agency, also by its address', async () => {
    page('/breakdown?tab=catalogue', { groupType: 'AGENCY', role: 'ADMIN' });
    await waitFor(() => expect(row(1)).not.toBeNull());
    expect(screen.queryByRole('tab', { name: 'Fault catalog' })).toBeNull();
  });
});
