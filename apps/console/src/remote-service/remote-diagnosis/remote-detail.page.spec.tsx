import {
  type AskBody,
  diagnosis,
  type DiagnosisFrame,
  type RecordingMark,
  type ServiceDetail,
  type SessionView,
} from '@headland/contracts/diagnosis';
import { catalogue } from '@headland/contracts/fault-catalogue';
import { faultCatalogue } from '@headland/domain/fault-catalogue';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '../../lib/call';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { aRun } from '../../testing/diagnosis';
import { aFrame, aHolder, aRecordingRow, aServiceDetail, aServiceRow, aSession } from '../../testing/service';
import { RemoteDetailPage } from './remote-detail.page';

let detail: ServiceDetail;
let session: SessionView;
let asked: AskBody[];
let connects: number;
let refuse: Problem | null;
/** what a request's own answer waits for */
let answerWaits: Promise<void>;
let marks: RecordingMark[];
let recordingReads: number[];
const now = Date.now();
const part = (t0: number, ...rows: (number | null)[][]) => ({
  t0,
  period: 1000,
  step: null,
  items: ['engine.rpm', 'battery'],
  rows,
});
const mine = () => aServiceRow(1, { holder: aHolder({ mine: true }) });
const faultsAs = (over: object): Record<string, unknown>[] =>
  faultCatalogue.records.map((r) => (r.code === 'E0410' ? { ...r, ...over } : r));
let inUse: Record<string, unknown>[];
const answers = [
  answer(diagnosis.get, () => detail),
  answer(diagnosis.connect, () => {
    connects++;
    if (refuse) throw refuse;
    detail = { ...detail, vehicle: mine() };
    return session;
  }),
  answer(diagnosis.session, () => session),
  answer(diagnosis.ask, async ({ body }) => {
    asked.push(body);
    if (refuse) throw refuse;
    session = {
      ...session,
      pending: body.op === 'disconnect' ? null : { op: body.op, askedAt: new Date().toISOString() },
    };
    const then = session;
    await answerWaits;
    return then;
  }),
  answer(catalogue.inUse, () => ({ version: 3, records: inUse })),
  answer(diagnosis.history, () => ({ rows: [aRecordingRow(8)], total: 1 })),
  answer(diagnosis.recording, ({ query }) => {
    recordingReads.push(query.after);
    return { offsetMs: 0, parts: query.after === 0 ? [part(now - 5_000, [800, 12.6], [810, 12.5])] : [], marks };
  }),
  answer(diagnosis.mark, ({ body }) => (marks = [...marks, body])),
];
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  vi.stubGlobal('Path2D', function path() {
    return pen;
  });
  detail = aServiceDetail(aServiceRow(1));
  session = aSession();
  [asked, connects, refuse, marks, recordingReads] = [[], 0, null, [], []];
  answerWaits = Promise.resolve();
  inUse = faultsAs({ nameEn: 'Urea pressure as the maker calls it' });
});
/** A canvas context that does nothing: uPlot requires one. */
const pen: unknown = new Proxy(
  {},
  { get: (_, name) => (name === 'measureText' ? () => ({ width: 10 }) : () => undefined), set: () => true },
);

const page = (tab = 'engine', as?: { groupType: string; role: 'ADMIN' | 'STAFF' }) =>
  renderPage(<RemoteDetailPage />, {
    answers,
    at: `/remoteDetail/1?tab=${tab}`,
    path: '/remoteDetail/$number',
    ...(as ? { as } : {}),
  });
const connected = (tab?: string) => {
  detail = { ...detail, vehicle: mine() };
  return page(tab);
};
const frames = (live: ReturnType<typeof renderPage>['live'], frame: DiagnosisFrame) =>
  act(() => {
    for (const ear of live.client.onDiagnosis) ear(frame);
  });
/** The terminal has answered: the session changes and the socket sends an update. */
const answered = (live: ReturnType<typeof renderPage>['live'], more: Partial<SessionView>) => {
  session = { ...session, pending: null, ...more };
  frames(live, aFrame({ changed: true }));
};
const state = () =>
  screen.getByRole('list', { name: 'Session status' }).querySelector('[aria-current=step]')?.textContent;

describe('connecting', () => {
  it('shows what must hold and connects once all of it does', async () => {
    detail = aServiceDetail(aServiceRow(1), ['keyOff']);
    const { cache } = page();
    expect((await screen.findByText('Key on')).closest('li')?.textContent).toContain('Not OK');
    expect(screen.getByRole('button', { name: 'Connect' }).getAttribute('title')).toBe('The key is off.');
    detail = aServiceDetail(aServiceRow(1));
    session = aSession({
      state: 'connecting',
      connectedAt: null,
      info: null,
      live: {},
      pending: { op: 'connect', askedAt: new Date().toISOString() },
    });
    await act(() => cache.invalidateQueries());
    await waitFor(() => expect(screen.getByRole('button', { name: 'Connect' })).toHaveProperty('disabled', false));
    fireEvent.click(screen.getByRole('button', { name: 'Connect' }));
    await waitFor(() => expect(state()).toBe('Connecting'));
    expect(connects).toBe(1);
    expect(screen.queryByRole('button', { name: 'Connect' })).toBeNull();
  });

  it('names who holds it, and leaves the history', async () => {
    detail = aServiceDetail(aServiceRow(1, { holder: aHolder() }), ['held']);
    page();
    expect(await screen.findByText(/In use by Lee Jiho, Head office, since/u)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Show the history' }).getAttribute('href')).toBe('/remoteHistory/1');
    expect(screen.getByRole('button', { name: 'Connect' })).toHaveProperty('disabled', true);
  });

  it('is not offered to who may only read; the last results are', async () => {
    detail = aServiceDetail(aServiceRow(1), [], {
      info: { ecu_sw_sequence: 'SW-2.9.0' },
      infoAt: '2026-11-01T00:00:00.000Z',
    });
    page('engine', { groupType: 'HEAD_OFFICE', role: 'STAFF' });
    expect(await screen.findByText('SW-2.9.0')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Connect' })).toBeNull();
  });

  it('shows why it could not be', async () => {
    refuse = new Problem('NOT_CONNECTABLE', { reason: 'openSos' }, {}, null, 409);
    page();
    fireEvent.click(await screen.findByRole('button', { name: 'Connect' }));
    expect(await screen.findByText('This vehicle has an open SOS.')).toBeTruthy();
  });

  it('that the terminal does not answer may be tried again', async () => {
    const { live } = connected();
    await screen.findByRole('button', { name: 'Disconnect' });
    detail = aServiceDetail(aServiceRow(1));
    answered(live, { state: 'disconnected', end: 'timeout', endedAt: new Date().toISOString(), connectedAt: null });
    expect(await screen.findByText(/took longer/u)).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Retry' })).toBeTruthy();
  });

  it('is ended by its holder', async () => {
    connected();
    fireEvent.click(await screen.findByRole('button', { name: 'Disconnect' }));
    await waitFor(() => expect(asked).toEqual([{ op: 'disconnect' }]));
  });
});

describe('a connected machine', () => {
  it('is followed, shows its values as they come, and marks them when its link is lost', async () => {
    const { live, unmount } = connected();
    const follow = vi.spyOn(live.client, 'follow');
    await screen.findByRole('button', { name: 'Disconnect' });
    expect(state()).toBe('Connected');
    frames(live, aFrame({ live: { ...session.live, battery: 11.8, 'engine.rpm': 1840 } }));
    await waitFor(() => expect(screen.getByText('Battery').parentElement?.textContent).toContain('11.8'));
    frames(live, aFrame({ at: Date.now() - 20_000, live: session.live }));
    expect(await screen.findByText(/^as of /u)).toBeTruthy();
    unmount();
    expect(follow.mock.calls).toEqual([[5], [null]]);
  });

  it('shows the identification of the engine, and what differs from last time', async () => {
    session = aSession({ changedInfo: ['ecu_calibration_id'] });
    connected();
    const changed = await screen.findByText('CAL-7');
    expect(changed.textContent).toContain('changed');
    expect(screen.getByText('1 field differs from the previous session.')).toBeTruthy();
    for (const field of ['Message ID', 'Device time (epoch)', 'Engine hours', 'Map info', 'Vehicle type'])
      expect(screen.getByText(field), field).toBeTruthy();
    expect(document.body.textContent).not.toContain('ts_epoch');
    const write = vi.fn(() => Promise.resolve());
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: { writeText: write } });
    fireEvent.click(screen.getByRole('button', { name: 'Copy all' }));
    await waitFor(() => expect(write).toHaveBeenCalledWith(expect.stringMatching(/\tSW-3\.1\.0/u)));
  });

  it('says how its test stands by what the machine reports, between two fetches of the session', async () => {
    const test = aRun(3, { state: 'waiting', verdict: null, endedAt: null });
    session = aSession({ state: 'waiting', tests: [test] });
    const { live } = connected();
    await waitFor(() => expect(state()).toBe('Test waiting'));
    const report = { id: 3, state: 'running' as const, step: 0, progress: 0.1, leftS: null, prompt: null };
    frames(live, aFrame({ test: report }));
    await waitFor(() => expect(state()).toBe('Test in progress'));
    frames(live, aFrame({ test: { ...report, state: 'waiting', step: 1, leftS: 9 } }));
    await waitFor(() => expect(state()).toBe('Test waiting'));
    answered(live, { state: 'connected', tests: [{ ...test, state: 'complete', endedAt: new Date().toISOString() }] });
    await waitFor(() => expect(state()).toBe('Complete'));
  });

  it('warns two minutes before half an hour without an act', async () => {
    session = aSession({ idleAt: new Date(Date.now() + 90_000).toISOString() });
    connected();
    expect(await screen.findByText(/the session ends in/u)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Read the fault codes and continue' }));
    await waitFor(() => expect(asked).toEqual([{ op: 'faults' }]));
  });
});

describe('codes', () => {
  const stored = [
    {
      code: 'E0410',
      spn: 4334,
      fmi: 18,
      count: 2,
      lamp: 'AWL',
      firstHours: 100,
      lastHours: 120.5,
      freeze: { 'engine.rpm': 1980 },
    },
    { code: 'E0512' },
  ];
  const faults = (more: Partial<NonNullable<SessionView['faults']>> = {}) => ({
    at: new Date(now - 60_000).toISOString(),
    stored,
    pending: [],
    cleared: [],
    ...more,
  });

  it('are shown with what the catalogue knows; what is no fault in words', async () => {
    session = aSession({ faults: faults() });
    connected('faults');
    const code = await screen.findByRole('article', { name: 'E0410' });
    for (const text of ['SPN 4334', 'FMI 18', '100.0 – 120.5 h', 'Engine speed', '1,980'])
      expect(code.textContent).toContain(text);
    expect(screen.getByText('No applicable error')).toBeTruthy();
    // by the catalogue in use, not by the shipped one
    expect(await within(code).findByText('Urea pressure as the maker calls it')).toBeTruthy();
  });

  it('are named by the list that ships where the one in use is newer than this page can read', async () => {
    inUse = faultsAs({ severity: 'of a kind that came later', nameEn: 'Urea pressure as the maker calls it' });
    session = aSession({ faults: faults() });
    const { cache } = connected('faults');
    const code = await screen.findByRole('article', { name: 'E0410' });
    // an unreadable message arrived, and the page is still there
    await waitFor(() =>
      expect([cache.isFetching(), JSON.stringify(cache.getQueriesData({})).includes('a kind that came later')]).toEqual(
        [0, true],
      ),
    );
    const shipped = faultCatalogue.records.find((r) => r.code === 'E0410')?.nameEn ?? '?';
    expect(within(code).getByText(shipped)).toBeTruthy();
    expect(within(code).queryByText('Urea pressure as the maker calls it')).toBeNull();
  });

  it('are read again before they are cleared, named in the question, and marked when they come back', async () => {
    session = aSession({ faults: faults({ stored: [] }) });
    const { live } = connected('faults');
    fireEvent.click(await screen.findByRole('button', { name: 'Clear codes' }));
    const dialog = await screen.findByRole('dialog');
    expect(within(dialog).queryByRole('button', { name: 'Clear codes' })).toBeNull();
    answered(live, { faults: faults({ at: new Date().toISOString() }) });
    fireEvent.click(await within(dialog).findByRole('button', { name: 'Clear codes' }));
    // E0512 means "no fault": it is not looked up
    await waitFor(() => expect(asked).toEqual([{ op: 'faults' }, { op: 'clearFaults', codes: ['E0410'] }]));
    answered(live, { faults: faults({ at: new Date().toISOString(), cleared: ['E0410'] }) });
    expect(await screen.findByText('Cleared: E0410')).toBeTruthy();
    expect(within(screen.getByRole('article', { name: 'E0410' })).getByText('Returned')).toBeTruthy();
  });

  it('are not cleared while the engine runs', async () => {
    session = aSession({ live: { key: 1, 'engine.rpm': 820, 'engine.steady': 60 }, faults: faults() });
    connected('faults');
    expect(await screen.findByRole('button', { name: 'Clear codes' })).toHaveProperty('disabled', true);
    expect(
      within(screen.getByRole('list', { name: 'Conditions for clearing' })).getByText('Engine stopped').textContent,
    ).toContain('820');
  });

  it('are read once the connection stands that was waited for here', async () => {
    session = aSession({ state: 'connecting' });
    const { live } = connected('engine');
    await screen.findAllByText(/Connecting/u);
    expect(asked).toEqual([]);
    answered(live, { state: 'connected' });
    await waitFor(() => expect(asked).toEqual([{ op: 'faults' }]));
  });

  it('that the terminal answers before its request is answered are what stands, and another request is possible', async () => {
    let answerNow = (): void => undefined;
    answerWaits = new Promise((now) => (answerNow = now));
    const { live } = connected('faults');
    fireEvent.click(await screen.findByRole('button', { name: 'Read fault codes' }));
    await waitFor(() => expect(asked).toEqual([{ op: 'faults' }]));
    answered(live, { faults: faults() });
    expect(await screen.findByRole('article', { name: 'E0410' })).toBeTruthy();
    answerNow();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Read again' })).toHaveProperty('disabled', false));
    expect(screen.getByRole('article', { name: 'E0410' })).toBeTruthy();
  });

  it('that the terminal refuses: its reason is shown', async () => {
    const { live } = connected('faults');
    fireEvent.click(await screen.findByRole('button', { name: 'Read fault codes' }));
    answered(live, { failed: { op: 'faults', reason: 'notSupported' } });
    expect(await screen.findByText('Not supported by this device.')).toBeTruthy();
  });
});

describe('data monitoring', () => {
  const watching = {
    recordingId: 7,
    items: ['engine.rpm', 'battery'],
    period: 1000,
    since: new Date(now).toISOString(),
  };

  it('requests the chosen items, and no eleventh', async () => {
    connected('monitor');
    await screen.findByText('5 of 10 items selected');
    for (const name of [/^Engine load/u, /^Fuel rate/u, /^Boost pressure/u, /^Ambient/u])
      fireEvent.click(screen.getByRole('checkbox', { name }));
    fireEvent.click(screen.getByRole('checkbox', { name: /^Hitch|^Implement position/u }));
    expect(screen.getByText('10 of 10 items: remove one to add another.')).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: /^Fuel level/u })).toHaveProperty('disabled', true);
    const find = screen.getByRole('searchbox', { name: 'Search items' });
    fireEvent.change(find, { target: { value: '연료' } });
    expect(screen.getByRole('checkbox', { name: /^Fuel level/u })).toBeTruthy();
    expect(screen.queryByRole('checkbox', { name: /^Engine load/u })).toBeNull();
    fireEvent.change(find, { target: { value: 'no such thing' } });
    expect(screen.getByText('No item matches “no such thing”.')).toBeTruthy();
    fireEvent.change(find, { target: { value: '' } });
    fireEvent.click(screen.getByRole('radio', { name: '0.5 s' }));
    fireEvent.click(screen.getByRole('button', { name: 'Start' }));
    await waitFor(() => expect(asked).toHaveLength(1));
    expect(asked[0]).toMatchObject({ op: 'watch', period: 500 });
    expect(asked[0]?.op === 'watch' && asked[0].items).toHaveLength(10);
  });

  it('shows rows as they come, counts those that are missing and requests them, and stops', async () => {
    session = aSession({ watching });
    const { live } = connected('monitor');
    await screen.findByRole('button', { name: 'Stop' });
    const rows = (t0: number, ...values: (number | null)[][]) =>
      aFrame({ rows: { recordingId: 7, t0, period: 1000, items: watching.items, rows: values } });
    await waitFor(() => expect(recordingReads.length).toBeGreaterThan(1));
    frames(live, rows(now - 3_000, [1400, 12.4], [1410, null]));
    const row = screen.getByRole('row', { name: /^Engine speed/u });
    await waitFor(() => expect(row.textContent).toContain('1,410'));
    expect(screen.getByRole('row', { name: /^Battery/u }).textContent).toContain('–');
    const before = recordingReads.length;
    frames(live, rows(now + 1_000, [1440, 12.4]));
    expect(await screen.findByText(/2 rows missing/u)).toBeTruthy();
    await waitFor(() => expect(recordingReads.length).toBeGreaterThan(before));
    expect(screen.getAllByRole('img', { name: /^Chart of/u })).toHaveLength(2);

    fireEvent.click(screen.getByRole('button', { name: 'Mark' }));
    await waitFor(() => expect(marks).toEqual([{ at: now + 1_000, label: '1' }]));
    fireEvent.click(screen.getByRole('button', { name: 'Freeze' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Follow live' }));
    fireEvent.click(screen.getByRole('button', { name: 'Stop' }));
    await waitFor(() => expect(asked).toEqual([{ op: 'unwatch' }]));
  });

  it('of another recording is not drawn', async () => {
    session = aSession({ watching });
    const { live } = connected('monitor');
    await screen.findByRole('button', { name: 'Stop' });
    frames(live, aFrame({ rows: { recordingId: 6, t0: now, period: 1000, items: watching.items, rows: [[999, 9]] } }));
    expect(screen.getByRole('row', { name: /^Engine speed/u }).textContent).not.toContain('999');
  });

  it('keeps recordings, which open with the same charts', async () => {
    page('monitor');
    expect(await screen.findByText(/60 rows/u)).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Open' }));
    const row = await screen.findByRole('row', { name: /^Engine speed/u });
    expect(row.textContent).toContain('810');
    expect(row.textContent).toContain('805');
  });
});
