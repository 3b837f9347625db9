import type { EventName, LoggedEvent } from '@headland/contracts/event-log';
import { deliveries } from '@headland/contracts/delivery';
import { organizations } from '@headland/contracts/organization';
import { sosAlerts, type SosDetail, type SosRow } from '@headland/contracts/sos';
import { compareSos } from '@headland/domain/sos';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { anSos, anSosInFull } from '../../testing/subjects';
import { SosPage } from './sos.page';

let rows: SosRow[];
let more: Partial<SosDetail>;
let acknowledged: number[];
let dispatched: unknown[];
let refuse: Problem | null;
const answers = [
  answer(sosAlerts.list, ({ query }) => {
    const found = rows
      .filter((r) => query.status.length === 0 || query.status.includes(r.status as 'raised'))
      .sort(compareSos);
    return { rows: found, total: found.length };
  }),
  answer(sosAlerts.counts, () => ({
    raised: 1,
    acknowledged: 1,
    dispatched: 1,
    closedToday: 7,
    closed: 12,
    all: 15,
    medianAcknowledgeSeconds: 34,
    medianResolveSeconds: null,
  })),
  answer(sosAlerts.get, ({ params }) => anSosInFull(rows.find((r) => r.id === params.id) ?? anSos(params.id), more)),
  answer(sosAlerts.acknowledge, ({ params }) => {
    if (refuse) throw refuse;
    acknowledged.push(params.id);
    const row = anSos(params.id, {
      status: 'acknowledged',
      version: 2,
      acknowledgedAt: '2026-11-20T05:00:30.000Z',
      acknowledgedBy: 'Kim Minsu',
    });
    rows = rows.map((r) => (r.id === params.id ? row : r));
    return row;
  }),
  answer(sosAlerts.dispatch, ({ params, body }) => {
    dispatched.push(body);
    return anSos(params.id, { status: 'dispatched' });
  }),
  answer(organizations.tree, () => []),
  answer(deliveries.resend, () => undefined as never),
];
beforeEach(() => {
  rows = [
    anSos(1, { status: 'dispatched', type: 'rollover' }),
    anSos(2, { type: 'button' }),
    anSos(3, { type: 'rollover' }),
    anSos(4, { status: 'acknowledged' }),
  ];
  more = {};
  acknowledged = [];
  dispatched = [];
  refuse = null;
});

const page = (at = '/sos', as?: { groupType: string; role: 'ADMIN' | 'STAFF' }) =>
  renderPage(<SosPage />, { answers, at, ...(as ? { as } : {}) });
const shown = () => screen.getAllByRole('option').map((o) => Number(o.dataset.row));
const row = (id: number) => document.querySelector<HTMLElement>(`[data-row="${id}"]`);
const event = (number: number, name: EventName, sos: SosRow) =>
  ({ number, at: new Date().toISOString(), name, payload: { sos }, by: 'Lee Seoyeon' }) as LoggedEvent;
/** The button shows its shortcut once the shortcut is registered. */
const readyForKey = () =>
  waitFor(() => expect(document.querySelector('[aria-keyshortcuts="A"]')).not.toBeNull(), { timeout: 30_000 });
const status = (name: string) =>
  within(screen.getByText('Raised', { selector: 'li b' }).closest('ol') as HTMLElement)
    .getByText(name)
    .closest('li');

describe('the queue', () => {
  it('is in the order of urgency, and opens an SOS with its row', async () => {
    const { router } = page();
    await screen.findAllByRole('option');
    expect(shown()).toEqual([3, 2, 4, 1]);
    fireEvent.click(row(4) as HTMLElement);
    await screen.findByRole('heading', { level: 2 });
    expect(router.state.location.search).toMatchObject({ id: '4' });
    expect(row(4)?.getAttribute('aria-selected')).toBe('true');
  });

  it('keeps the focus on its row when the order moves', async () => {
    const { emit, cache } = page();
    await screen.findAllByRole('option');
    row(2)?.focus();
    rows = rows.map((r) => (r.id === 3 ? { ...r, status: 'dispatched', version: 2 } : r));
    await act(async () =>
      emit(event(1, 'sos.dispatched', { ...anSos(3, { type: 'rollover' }), status: 'dispatched', version: 2 })),
    );
    await act(async () => void (await cache.invalidateQueries()));
    await waitFor(() => expect(shown()[0]).toBe(2));
    expect(document.activeElement).toBe(row(2));
  });

  it('moves with J and K, and gives the focus back to the row on Esc', async () => {
    const { router } = page();
    await screen.findAllByRole('option');
    fireEvent.keyDown(window, { key: 'j' });
    await waitFor(() => expect(router.state.location.search).toMatchObject({ id: '3' }));
    expect(document.activeElement, 'a screen reader follows').toBe(row(3));
    fireEvent.keyDown(window, { key: 'j' });
    await waitFor(() => expect(router.state.location.search).toMatchObject({ id: '2' }));
    fireEvent.keyDown(window, { key: 'k' });
    await waitFor(() => expect(router.state.location.search).toMatchObject({ id: '3' }));
    fireEvent.keyDown(window, { key: 'Escape' });
    await waitFor(() => expect(document.activeElement).toBe(row(3)));
    expect(router.state.location.search).not.toHaveProperty('id');
  });

  it('opens a new SOS only when none is open', async () => {
    const { emit, router } = page('/sos?id=4');
    await screen.findByRole('heading', { level: 2 });
    await act(async () => emit(event(5, 'sos.raised', anSos(8))));
    expect(router.state.location.search).toMatchObject({ id: '4' });
    fireEvent.keyDown(window, { key: 'Escape' });
    await waitFor(() => expect(router.state.location.search).not.toHaveProperty('id'));
    await act(async () => emit(event(6, 'sos.raised', anSos(9, { late: true }))));
    expect(router.state.location.search).not.toHaveProperty('id');
    await act(async () => emit(event(7, 'sos.raised', anSos(10))));
    await waitFor(() => expect(router.state.location.search).toMatchObject({ id: '10' }));
  });
});

describe('acknowledging', () => {
  it('accepts the key A once, after the SOS has been shown for a second', async () => {
    page('/sos?id=2');
    await readyForKey();
    fireEvent.keyDown(window, { key: 'a' });
    await waitFor(() => expect(acknowledged).toEqual([2]));
    await waitFor(() => expect(status('Acknowledged')?.getAttribute('aria-current')).toBe('step'));
  });
  it('a second press of A acts on nothing else: the open SOS is acknowledged, and another one waits', async () => {
    page('/sos?id=2');
    await readyForKey();
    fireEvent.keyDown(window, { key: 'a' });
    fireEvent.keyDown(window, { key: 'a' });
    await waitFor(() => expect(status('Acknowledged')?.getAttribute('aria-current')).toBe('step'));
    fireEvent.keyDown(window, { key: 'a' });
    await screen.findByText('Acknowledged. Shown on the driver’s panel.');
    expect(acknowledged).toEqual([2]);
  });
  it('a press of A just after a colleague acts on nothing', async () => {
    const { emit } = page('/sos?id=2');
    await readyForKey();
    const after = anSos(2, {
      status: 'acknowledged',
      version: 2,
      acknowledgedAt: '2026-11-20T05:00:30.000Z',
      acknowledgedBy: 'Lee Seoyeon',
    });
    rows = rows.map((r) => (r.id === 2 ? after : r));
    await act(async () => emit(event(1, 'sos.acknowledged', after)));
    await waitFor(() => expect(status('Acknowledged')?.getAttribute('aria-current')).toBe('step'));
    fireEvent.keyDown(window, { key: 'a' });
    expect(acknowledged).toEqual([]);
  });
  it('a press of A is ignored for a moment when a new SOS moves the list', async () => {
    rows = [anSos(2, { type: 'button' })];
    const { emit } = page('/sos?id=2');
    await readyForKey();
    // pressed as soon as the key is off: a machine that is busy may look again after that second
    let pressedWhileOff = false;
    const watch = new MutationObserver(() => {
      if (pressedWhileOff || document.querySelector('[aria-keyshortcuts="A"]') !== null) return;
      pressedWhileOff = true;
      fireEvent.keyDown(window, { key: 'a' });
    });
    watch.observe(document, { subtree: true, childList: true, attributeFilter: ['aria-keyshortcuts'] });
    rows = [anSos(9, { type: 'rollover' }), ...rows];
    await act(async () => emit(event(1, 'sos.raised', anSos(9, { type: 'rollover' }))));
    await waitFor(
      () =>
        expect([...document.querySelectorAll<HTMLElement>('[data-row]')].map((r) => r.dataset.row)).toEqual(['9', '2']),
      { timeout: 30_000 },
    );
    await readyForKey();
    watch.disconnect();
    expect([pressedWhileOff, acknowledged]).toEqual([true, []]);
    fireEvent.keyDown(window, { key: 'a' });
    await waitFor(() => expect(acknowledged).toEqual([2]));
  });
  it('accepts one press of the button', async () => {
    page('/sos?id=2');
    fireEvent.click(await screen.findByRole('button', { name: /^Acknowledge/u }));
    await waitFor(() => expect(acknowledged).toEqual([2]));
  });
  it('without an open SOS A opens the top one, and acknowledges nothing before it has been seen', async () => {
    const { router } = page();
    await screen.findAllByRole('option');
    await waitFor(() => {
      fireEvent.keyDown(window, { key: 'a' });
      expect(router.state.location.search).toMatchObject({ id: '3' });
    });
    await screen.findByRole('heading', { level: 2 });
    fireEvent.keyDown(window, { key: 'a' });
    expect(acknowledged).toEqual([]);
    await readyForKey();
    fireEvent.keyDown(window, { key: 'a' });
    await waitFor(() => expect(acknowledged).toEqual([3]));
  });
  it('shows calmly that somebody was faster, who and when', async () => {
    refuse = new Problem('SOS_ALREADY_ACKNOWLEDGED', { by: 'Lee Seoyeon', at: '2020-11-20T05:28:31.000Z' });
    page('/sos?id=2');
    fireEvent.click(await screen.findByRole('button', { name: /^Acknowledge/u }));
    expect(await screen.findByText(/^Acknowledged by Lee Seoyeon at 2020-11-20/u)).toBeTruthy();
    expect(acknowledged).toEqual([]);
  });
});

describe('the acts', () => {
  it('forbid to resolve an unacknowledged SOS, and show why', async () => {
    page('/sos?id=2');
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Resolved by phone' });
    expect(button.disabled).toBe(true);
    expect(button.title).toBe('Acknowledge the SOS first.');
  });
  it('resolve what is acknowledged', async () => {
    page('/sos?id=4');
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Resolved by phone' });
    expect(button.disabled).toBe(false);
  });
  it('are hidden from a reader, who still finds the agencies and their phones', async () => {
    page('/sos?id=2', { groupType: 'HEAD_OFFICE', role: 'STAFF' });
    await screen.findByRole('heading', { level: 2 });
    expect(screen.getByRole('link', { name: /^Call Jeongeup agency/u }).getAttribute('href')).toBe('tel:0635550101');
    for (const name of [/Acknowledge/u, 'Dispatch', 'Resolved by phone', 'False alarm', 'More actions'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    fireEvent.keyDown(window, { key: 'a' });
    expect(acknowledged).toEqual([]);
  });
  it('send the agency that was chosen, the nearest unless another is chosen', async () => {
    page('/sos?id=4');
    fireEvent.click(await screen.findByRole('radio', { name: /Gimje agency/u }));
    fireEvent.change(screen.getByLabelText('Person'), { target: { value: 'Jung Haneul' } });
    fireEvent.change(screen.getByLabelText('Phone'), { target: { value: '010-5555-0119' } });
    fireEvent.change(screen.getByLabelText('Time to arrival'), { target: { value: '15' } });
    fireEvent.click(screen.getByRole('button', { name: 'Dispatch' }));
    await waitFor(() =>
      expect(dispatched).toEqual([
        { agencyId: 8, person: 'Jung Haneul', phone: '010-5555-0119', etaMinutes: 15, version: 1 },
      ]),
    );
  });
  it('keep what was typed, locked, when a colleague was faster', async () => {
    const { emit, cache } = page('/sos?id=4');
    fireEvent.change(await screen.findByLabelText('Person'), { target: { value: 'Jung Haneul' } });
    const after = anSos(4, {
      status: 'dispatched',
      version: 3,
      dispatchedAt: '2026-11-20T05:04:00.000Z',
      dispatch: {
        agency: { id: 7, name: 'Jeongeup agency' },
        person: 'Han Sora',
        phone: '010-5555-0100',
        etaMinutes: 20,
        note: null,
      },
    });
    rows = rows.map((r) => (r.id === 4 ? after : r));
    more = {
      steps: [{ number: 1, at: '2026-11-20T05:04:00.000Z', name: 'sos.dispatched', by: 'Lee Seoyeon', note: null }],
    };
    await act(async () => emit(event(9, 'sos.dispatched', after)));
    await act(async () => void (await cache.invalidateQueries()));
    expect(await screen.findByText(/^Lee Seoyeon acted first/u)).toBeTruthy();
    const typed = screen.getByLabelText<HTMLInputElement>('Person');
    expect([typed.value, typed.disabled]).toEqual(['Jung Haneul', true]);
    expect(screen.queryByRole('button', { name: 'Dispatch' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Discard' }));
    await waitFor(() => expect(screen.queryByLabelText('Person')).toBeNull());
  });
});

it('shows in red that the stream is lost, and polls instead', async () => {
  const { live } = page();
  await screen.findAllByRole('option');
  expect(screen.queryByText('LIVE STOPPED – confirm by phone')).toBeNull();
  const reads = () =>
    (fetch as unknown as { mock: { calls: unknown[][] } }).mock.calls.filter(([url]) =>
      String(url).startsWith('/api/sos?'),
    ).length;
  const before = reads();
  const { client } = live;
  client.start();
  expect(await screen.findByText('LIVE STOPPED – confirm by phone', undefined, { timeout: 9_000 })).toBeTruthy();
  await waitFor(() => expect(reads()).toBeGreaterThan(before), { timeout: 9_000 });
  client.stop();
});

it('what a link of the statistics asked for is reset with the rest', async () => {
  rows = [];
  const { router } = page('/sos?tab=closed&regionId=3&weekday=2');
  fireEvent.click((await screen.findAllByRole('button', { name: 'Reset' }))[0] as HTMLElement);
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('regionId'));
  expect(router.state.location.search).not.toHaveProperty('weekday');
  expect(router.state.location.search).toMatchObject({ tab: 'closed' });
});
