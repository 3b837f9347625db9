import type { LoggedEvent } from '@headland/contracts/event-log';
import { sosAlerts, type SosRow } from '@headland/contracts/sos';
import { vehicles } from '@headland/contracts/vehicle';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../lib/call';
import { answer } from '../testing/fake-back-end';
import { renderPage } from '../testing/render-page';
import { mostUrgent } from './raised-sos';
import { SosBar } from './sos-bar';

const sos = (id: number, more: Partial<SosRow> = {}): SosRow => ({
  id,
  version: 1,
  status: 'raised',
  type: 'button',
  origin: 'device',
  late: false,
  presses: 1,
  raisedAt: new Date(Date.now() - 42_000).toISOString(),
  receivedAt: new Date().toISOString(),
  deviceTime: null,
  skewMs: null,
  vehicle: { id: 1, vin: `HDLT6A11NSK00${id}`, model: 'HL 6-110', deviceId: 'D-1' },
  lat: 35,
  lon: 126,
  positionAt: null,
  place: { ko: '나주', en: 'Naju' },
  agency: { id: 9, name: 'Naju agency' },
  handler: null,
  escalationLevel: 0,
  escalatedTo: null,
  nextEscalationAt: null,
  nextEscalationTo: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  dispatchedAt: null,
  closedAt: null,
  dispatch: null,
  injured: null,
  cause: null,
  resolution: null,
  customer: null,
  ...more,
});
const event = (number: number, name: 'sos.raised' | 'sos.acknowledged', sos: SosRow) =>
  ({ number, at: new Date().toISOString(), name, payload: { sos }, by: null }) as LoggedEvent;

let rows: SosRow[];
let acknowledged: number[];
let refuse: Problem | null;
let asked: { brief?: boolean | undefined };
/** beyond the rows of one answer */
let more: number;
const answers = [
  answer(sosAlerts.list, ({ query }) => {
    asked = query;
    return { rows, total: more + rows.length };
  }),
  answer(sosAlerts.acknowledge, ({ params }) => {
    if (refuse) throw refuse;
    acknowledged.push(params.id);
    const row = { ...sos(params.id), status: 'acknowledged' as const, version: 2 };
    rows = rows.map((r) => (r.id === params.id ? row : r));
    return row;
  }),
  answer(sosAlerts.counts, () => ({
    raised: 0,
    acknowledged: 0,
    dispatched: 0,
    closedToday: 0,
    closed: 0,
    all: 0,
    medianAcknowledgeSeconds: null,
    medianResolveSeconds: null,
  })),
  answer(vehicles.counts, () => ({
    vehicles: 1,
    online: 1,
    engineOn: 1,
    offline: 0,
    sosRaised: 0,
    sosOpen: 0,
    oldestRaisedAt: null,
    faultsOccurred: { critical: 0, major: 0, minor: 0 },
    faultsOpen: { critical: 0, major: 0, minor: 0 },
  })),
];
beforeEach(() => {
  rows = [];
  acknowledged = [];
  refuse = null;
  more = 0;
});
const bar = () => screen.queryByRole('region', { name: 'Unacknowledged SOS' });
const acknowledgeButton = () => within(bar() as HTMLElement).getByRole('button', { name: /^Acknowledge/u });
/** Waits until the shortcut and the button of the bar are enabled. */
const ready = () => waitFor(() => expect(acknowledgeButton().getAttribute('aria-disabled')).toBe('false'));
const page = (as?: { groupType: string; role: 'ADMIN' | 'STAFF' }) =>
  renderPage(
    <>
      <SosBar />
      <input aria-label="note" />
    </>,
    { answers, ...(as ? { as } : {}) },
  );

describe('a raised SOS', () => {
  it('is in the bar as soon as its event arrives, and is announced once', async () => {
    const { emit } = page();
    await screen.findByLabelText('note');
    await waitFor(() => expect(document.getElementById('sos-bar')).not.toBeNull());
    expect(bar()).toBeNull();
    await waitFor(() => expect(fetch).toHaveBeenCalled());
    rows = [sos(11, { type: 'rollover' })];
    await act(async () => emit(event(1, 'sos.raised', sos(11, { type: 'rollover' }))));
    await waitFor(() => expect(bar()?.textContent).toContain('HDLT6A11NSK0011'));
    expect(bar()?.textContent).toContain('Roll-over');
    expect(bar()?.textContent).toContain('Naju');
    expect(bar()?.textContent).toMatch(/\d\d:\d\d/u);
    const alert = document.querySelector('[aria-live=assertive]');
    expect(alert?.textContent).toBe('SOS Roll-over. Vehicle HDLT6A11NSK0011. Naju. Naju agency.');
  });

  it('is counted with those that one answer has no room for, and asked for without its customer', async () => {
    [rows, more] = [[sos(11), sos(12)], 299];
    page();
    await waitFor(() => expect(bar()?.textContent).toContain('+300 more'));
    expect(asked.brief).toBe(true);
  });

  it('goes when anybody acknowledges it', async () => {
    rows = [sos(11)];
    const { emit } = page();
    await waitFor(() => expect(bar()).not.toBeNull());
    rows = [sos(11, { status: 'acknowledged', version: 2 })];
    await act(async () => emit(event(2, 'sos.acknowledged', sos(11, { status: 'acknowledged', version: 2 }))));
    await waitFor(() => expect(bar()).toBeNull());
  });

  it('is acknowledged with Shift+A from anywhere, but not by somebody who types a capital A', async () => {
    rows = [sos(11)];
    page();
    await ready();
    fireEvent.keyDown(screen.getByLabelText('note'), { key: 'A', shiftKey: true });
    fireEvent.keyDown(document.body, { key: 'a' });
    expect(acknowledged).toEqual([]);
    fireEvent.keyDown(document.body, { key: 'A', shiftKey: true });
    await waitFor(() => expect(acknowledged).toEqual([11]));
    expect(await screen.findByText('SOS of HDLT6A11NSK0011 acknowledged')).toBeDefined();
  });

  it('prints Shift+A on the queue, too, where A is for the open SOS', async () => {
    rows = [sos(11)];
    renderPage(<SosBar />, { answers, at: '/sos' });
    await ready();
    expect(acknowledgeButton().textContent).toContain('⇧A');
    fireEvent.keyDown(document.body, { key: 'a' });
    expect(acknowledged).toEqual([]);
  });

  it('accepts neither key nor click in the second after the bar has changed to another SOS', async () => {
    rows = [sos(11), sos(12)];
    const { emit } = page();
    await ready();
    rows = [sos(12)];
    await act(async () => emit(event(1, 'sos.acknowledged', sos(11, { status: 'acknowledged', version: 2 }))));
    await waitFor(() => expect(bar()?.textContent).toContain('HDLT6A11NSK0012'));
    fireEvent.keyDown(document.body, { key: 'A', shiftKey: true });
    fireEvent.click(acknowledgeButton());
    await ready();
    expect(acknowledged).toEqual([]);
    fireEvent.keyDown(document.body, { key: 'A', shiftKey: true });
    await waitFor(() => expect(acknowledged).toEqual([12]));
  });

  it('that a colleague acknowledged first names who and when', async () => {
    rows = [sos(11)];
    refuse = new Problem('SOS_ALREADY_ACKNOWLEDGED', { by: 'Lee Seoyeon', at: '2026-11-20T05:28:31Z' });
    page();
    await ready();
    fireEvent.click(acknowledgeButton());
    expect(await screen.findByText(/Acknowledged by Lee Seoyeon at 2026-11-20/u)).toBeDefined();
  });

  it('of several the most urgent shows, with how many more', async () => {
    rows = [sos(21), sos(22, { type: 'rollover' }), sos(23, { type: 'collision' })];
    page();
    await waitFor(() => expect(bar()?.textContent).toContain('HDLT6A11NSK0022'));
    expect(bar()?.textContent).toContain('+2 more');
  });

  it('that comes while an older one waits is named for ten seconds; then the most urgent is shown again', async () => {
    rows = [sos(21, { type: 'rollover' })];
    const { emit } = page();
    await ready();
    rows = [...rows, sos(22, { type: 'rollover', raisedAt: new Date().toISOString() })];
    await act(async () =>
      emit(event(1, 'sos.raised', sos(22, { type: 'rollover', raisedAt: new Date().toISOString() }))),
    );
    await waitFor(() => expect(bar()?.textContent).toContain('HDLT6A11NSK0022'));
    expect(bar()?.textContent).toContain('New');
    expect(bar()?.textContent).toContain('+1 more');
    await waitFor(() => expect(bar()?.textContent).toContain('HDLT6A11NSK0021'));
    expect(bar()?.textContent).not.toContain('New');
  });

  it('opens to a list of all that wait, each with its age and its own button', async () => {
    rows = [sos(21), sos(22, { type: 'rollover' }), sos(23, { type: 'collision' })];
    page();
    fireEvent.click(await screen.findByRole('button', { name: '+2 more' }));
    const list = within(screen.getByRole('list', { name: 'All unacknowledged SOS' }));
    expect(list.getAllByRole('listitem').map((row) => /NSK00\d\d/u.exec(row.textContent)?.[0])).toEqual([
      'NSK0022',
      'NSK0023',
      'NSK0021',
    ]);
    expect(list.getAllByText(/^\d\d:\d\d$/u)).toHaveLength(3);
    const button = list.getByRole('button', { name: 'Acknowledge HDLT6A11NSK0023' });
    await waitFor(() => expect(button.getAttribute('aria-disabled')).toBe('false'));
    fireEvent.click(button);
    await waitFor(() => expect(acknowledged).toEqual([23]));
    // the row, and its button with it, may be gone by now
    fireEvent.keyDown(screen.getByRole('list', { name: 'All unacknowledged SOS' }), { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('list', { name: 'All unacknowledged SOS' })).toBeNull());
  });

  it('can be muted for ten minutes and no longer, whatever the store holds', async () => {
    rows = [sos(11)];
    page();
    fireEvent.click(await screen.findByRole('button', { name: 'Mute for 10 minutes' }));
    expect(await screen.findByRole('button', { name: 'Unmute' })).toBeDefined();
    const { store } = await import('../lib/session/store');
    act(() => store.set({ mutedUntil: Date.now() + 3_600_000 }));
    expect(await screen.findByRole('button', { name: 'Mute for 10 minutes' })).toBeDefined();
  });

  it('is not shown to a member without U on sos', async () => {
    rows = [sos(11)];
    page({ groupType: 'HEAD_OFFICE', role: 'STAFF' });
    await screen.findByLabelText('note');
    await new Promise(requestAnimationFrame);
    expect(bar()).toBeNull();
    expect(fetch).not.toHaveBeenCalled();
  });
});

describe('the most urgent', () => {
  const at = (id: number, type: SosRow['type'], secondsAgo: number, more: Partial<SosRow> = {}) =>
    sos(id, { type, raisedAt: new Date(1e12 - secondsAgo * 1000).toISOString(), ...more });
  it('is the roll-over, then the collision, then the button; in each the oldest; a late SOS rings no bell', () => {
    const alerts = [
      at(1, 'button', 500),
      at(2, 'collision', 10),
      at(3, 'rollover', 5),
      at(4, 'rollover', 60),
      at(5, 'rollover', 900, { late: true }),
      at(6, 'rollover', 900, { status: 'acknowledged' }),
    ];
    expect(mostUrgent(alerts).map((c) => c.id)).toEqual([4, 3, 2, 1]);
  });
});

it('a bar that cannot read the SOS shows this instead of looking calm', async () => {
  renderPage(<SosBar />, {
    answers: [
      answer(sosAlerts.list, () => {
        throw new Problem('UNAVAILABLE');
      }),
    ],
  });
  expect(await screen.findByText('The SOS state cannot be loaded. Retrying.')).toBeDefined();
});
