import type { EventName, LoggedEvent } from '@headland/contracts/event-log';
import { deliveries } from '@headland/contracts/delivery';
import { type FaultDetail, type FaultRow, faults } from '@headland/contracts/fault';
import { organizations } from '@headland/contracts/organization';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../testing/fake-back-end';
import { renderPage } from '../testing/render-page';
import { aReport, aReportInFull } from '../testing/subjects';
import { FaultListPage } from './fault-list.page';

let rows: FaultRow[];
let more: Partial<FaultDetail>;
let accepted: unknown[];
let taken: number[];
const answers = [
  answer(faults.list, () => ({ rows, total: rows.length })),
  answer(faults.counts, () => ({ queue: rows.length, mine: 0, overdue: 1, critical: 1, major: 1, minor: 1, acceptedToday: 0, completedToday: 0 })),
  answer(faults.get, ({ params }) => aReportInFull(rows.find((r) => r.id === params.id) ?? aReport(params.id), more)),
  answer(faults.people, ({ query }) => (query.agencyId === 7 ? [{ id: 71, name: 'Jung Haneul' }] : [{ id: 91, name: 'Park Jihun' }])),
  answer(faults.accept, ({ params, body }) => {
    accepted.push({ id: params.id, ...body });
    rows = rows.map((r) => (r.id === params.id ? { ...r, status: 'accepted', version: 2 } : r));
    return aReport(params.id, { status: 'accepted', version: 2 });
  }),
  answer(faults.take, ({ params }) => {
    taken.push(params.id);
    return aReport(params.id, { version: 2, personInCharge: { id: 1, name: 'Kim Minsu' } });
  }),
  answer(organizations.tree, () => []),
  answer(deliveries.resend, () => undefined as never),
];
beforeEach(() => {
  rows = [
    aReport(1, { severity: 'critical', dueAt: '2026-11-20T05:10:00.000Z' }),
    aReport(2),
    aReport(3, { status: 'accepted', severity: 'minor', dueAt: null, acceptedAt: '2026-11-20T05:02:00.000Z', acceptedBy: 'Lee Seoyeon' }),
  ];
  more = {};
  accepted = [];
  taken = [];
});

const page = (at = '/breakdown', as?: { groupType: string; role: 'ADMIN' | 'STAFF' }) => renderPage(<FaultListPage />, { answers, at, ...(as ? { as } : {}) });
const row = (id: number) => document.querySelector<HTMLElement>(`tr[data-row="${id}"]`);
const panel = () => screen.findByRole('complementary');
const event = (number: number, name: EventName, fault: FaultRow) =>
  ({ number, at: new Date().toISOString(), name, payload: { fault }, by: 'Lee Seoyeon' }) as LoggedEvent;

describe('the queue', () => {
  it('marks what is overdue, in the row and in words, and nothing else', async () => {
    page();
    await waitFor(() => expect(row(1)).not.toBeNull());
    expect(row(1)?.dataset.mark).toBe('overdue');
    expect(row(1)?.textContent).toContain('Over by');
    expect(row(2)?.dataset.mark).toBeUndefined();
    expect(row(2)?.textContent).not.toContain('Over by');
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

  it('gives the open report to whoever presses A', async () => {
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
    for (const name of ['Accept', 'Take', 'Escalate', 'Complete']) expect(p.queryByRole('button', { name })).toBeNull();
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
    fireEvent.change(p.getByLabelText(/^In charge/u), { target: { value: '71' } });
    fireEvent.change(p.getByLabelText(/^Memo/u), { target: { value: 'Owner on site until 17:00' } });
    fireEvent.click(p.getByRole('radio', { name: 'SMS' }));
    fireEvent.click(p.getByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(accepted).toEqual([{ id: 2, agencyId: 7, personId: 71, channel: 'sms', memo: 'Owner on site until 17:00' }]));
    // what remains is the accepted report's own
    expect(await p.findByRole('button', { name: 'Complete' })).toBeTruthy();
    expect(p.queryByLabelText('Agency')).toBeNull();
  });

  it('offers the agency of the report first, and a person without an account by name', async () => {
    page('/breakdown?id=2');
    const p = within(await panel());
    expect((await p.findByLabelText<HTMLSelectElement>('Agency')).value).toBe('9');
    fireEvent.change(p.getByLabelText(/^In charge/u), { target: { value: 'name' } });
    fireEvent.change(await p.findByLabelText('Name of the person'), { target: { value: 'Han Sora' } });
    fireEvent.click(p.getByRole('button', { name: 'Accept' }));
    await waitFor(() => expect(accepted).toEqual([{ id: 2, agencyId: 9, personName: 'Han Sora', channel: 'both' }]));
  });

  it('keeps what was typed, locked, and says who completed the report meanwhile', async () => {
    const { emit, cache } = page('/breakdown?id=2');
    const p = within(await panel());
    fireEvent.change(await p.findByLabelText(/^Memo/u), { target: { value: 'Half a sentence' } });
    const after = aReport(2, {
      status: 'completed',
      version: 4,
      completedAt: '2026-11-20T05:30:00.000Z',
      completedBy: 'Lee Seoyeon',
      completion: 'processing',
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
    aReport(4, { status: 'completed', dueAt: null, completedAt: '2026-11-20T05:30:00.000Z', completedBy: 'Lee Seoyeon', completion: 'repair', memo: 'Pump replaced' }),
  ];
  page('/breakdown?tab=completed&id=4');
  const p = within(await panel());
  expect(await p.findByText(/^Completed by Lee Seoyeon/u)).toBeTruthy();
  expect(p.getByText('Pump replaced')).toBeTruthy();
  for (const name of ['Accept', 'Take', 'Escalate', 'Complete', 'Reassign']) expect(p.queryByRole('button', { name })).toBeNull();
  fireEvent.keyDown(window, { key: 'a' });
  expect(taken).toEqual([]);
});
