import { type ConsumableDetail, consumables, type ReplaceConsumableBody } from '@headland/contracts/consumable';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { aCycle, aStep } from '../../testing/consumables';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { ConsumableDetailPage } from './consumable-detail.page';

let cycle: ConsumableDetail | null;
let sent: ReplaceConsumableBody[];
let refuse: Problem | null;
let looked: number;
const answers = [
  answer(consumables.get, () => {
    if (!cycle) throw new Problem('NOT_FOUND', {}, {}, 'r', 404);
    return cycle;
  }),
  answer(consumables.customer, () => {
    looked++;
    return { id: 4, name: 'Kim Minsu', phone: '010-5555-1234' };
  }),
  answer(consumables.replace, ({ body }) => {
    sent.push(body);
    if (refuse) throw refuse;
    const step = aStep(1, {
      on: body.replacedOn,
      hours: body.hours,
      partCode: body.partCode ?? null,
      memo: body.memo ?? null,
    });
    return (cycle = aCycle(1, { state: 'closed', version: 2, closed: step, history: [step], runningId: 2 }));
  }),
];
beforeEach(() => {
  cycle = aCycle(1);
  [sent, refuse, looked] = [[], null, 0];
});
const page = (
  as: { groupType: string; role: 'ADMIN' | 'STAFF' } = { groupType: 'HEAD_OFFICE', role: 'ADMIN' },
  number: number | string = 1,
  language: 'ko' | 'en' = 'en',
) =>
  renderPage(<ConsumableDetailPage />, {
    answers,
    at: `/expendableDetail/${number}`,
    path: '/expendableDetail/$number',
    as,
    language,
  });
const field = (label: RegExp | string): HTMLInputElement => screen.getByLabelText(label);
const save = (): void => void fireEvent.click(screen.getByRole('button', { name: 'Save' }));
const closing = (by: string) => ({
  number: 9,
  at: '2026-05-20T00:00:00.000Z',
  name: 'consumable.replaced' as const,
  by,
  payload: {
    consumable: {
      id: 1,
      vehicleId: 101,
      vin: 'HDLT6A11NSK001001',
      item: 'Engine oil',
      maintenance: 'replace' as const,
      state: 'closed' as const,
      percent: 94,
    },
    nextId: 2,
  },
});

describe('one consumable', () => {
  it('shows how far it is used, when it will be due, and what else runs', async () => {
    page();
    expect(await screen.findByRole('heading', { name: 'Engine oil', level: 1 })).toBeTruthy();
    for (const text of ['Due soon', '2026-05-22', 'Naju agency', 'K*m'])
      expect(screen.getAllByText(text).length, text).toBeGreaterThan(0);
    expect(screen.getByText('1.5', { exact: false })).toBeTruthy();
    const items = within(screen.getByRole('table', { name: 'Consumables of this vehicle' }));
    expect(items.getByRole('link', { name: 'Fan belt' }).getAttribute('href')).toBe('/expendableDetail/51');
    expect(screen.getByText('Not replaced or inspected yet')).toBeTruthy();
  });

  it('is left with one step back, however many others of the vehicle were opened from it', async () => {
    const { router } = page();
    await act(() => router.navigate({ to: '/expendable' as never }));
    await act(() => router.navigate({ to: '/expendableDetail/1' as never }));
    fireEvent.click(await screen.findByRole('link', { name: 'Fan belt' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/expendableDetail/51'));
    const row = (await screen.findByRole('link', { name: 'Fan belt' })).closest('tr') as HTMLElement;
    fireEvent.keyDown(row, { key: 'Enter' });
    act(() => router.history.back());
    await waitFor(() => expect(router.state.location.pathname).toBe('/expendable'));
  });

  it('shows – where the pace is not known', async () => {
    cycle = aCycle(1, { pace: null, forecastOn: null });
    page();
    expect((await screen.findByTitle('Not available: no usage rate for the last 30 days.')).textContent).toBe('–');
  });

  it('shows the owner in full when asked', async () => {
    page();
    fireEvent.click(await screen.findByRole('button', { name: 'Show in full' }));
    expect(await screen.findByText('Kim Minsu')).toBeTruthy();
    expect(looked).toBe(1);
  });

  it('saves a replacement after a warning that it cannot be changed later', async () => {
    page();
    fireEvent.change(await screen.findByLabelText('Engine hours at replacement'), { target: { value: '46.5' } });
    fireEvent.change(field(/Part number/u), { target: { value: 'OF1200' } });
    save();
    const dialog = within(await screen.findByRole('dialog', { name: 'Save Engine oil of HDLT6A11NSK001001?' }));
    expect(dialog.getByText(/cannot be changed after saving/u)).toBeTruthy();
    expect(sent).toEqual([]);
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Replacement of Engine oil saved.')).toBeTruthy();
    expect(sent).toEqual([{ version: 1, replacedOn: '2026-05-20', hours: 46.5, partCode: 'OF1200' }]);
    expect(await screen.findByText(/Saved by Park Jihun/u)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open the current cycle' }).getAttribute('href')).toBe(
      '/expendableDetail/2',
    );
    expect(screen.queryByLabelText('Engine hours at replacement')).toBeNull();
  });

  it('names what is wrong at its field, as the server would', async () => {
    page();
    await screen.findByLabelText('Engine hours at replacement');
    for (const [label, value, message] of [
      ['Replacement date', '2026-05-17', /must not be before the sale date or the alarm date/u],
      ['Replacement date', '2026-05-21', /up to today/u],
      ['Engine hours at replacement', '47.1', /Not above the current engine hours/u],
      [/Part number/u, 'of-1', /up to 10 uppercase letters/u],
    ] as const) {
      const was = field(label).value;
      fireEvent.change(field(label), { target: { value } });
      save();
      expect(await screen.findByText(message), value).toBeTruthy();
      fireEvent.change(field(label), { target: { value: was } });
    }
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(sent).toEqual([]);
  });

  it('locks under one who types when somebody else saves, and keeps what was typed', async () => {
    const { emit } = page();
    fireEvent.change(await screen.findByLabelText(/Memo/u), { target: { value: 'with filter' } });
    const step = aStep(1, { by: 'Lee Somi' });
    cycle = aCycle(1, { state: 'closed', version: 2, closed: step, history: [step], runningId: 2 });
    act(() => emit(closing('Lee Somi')));
    expect(await screen.findByText(/Saved by Lee Somi/u)).toBeTruthy();
    const memo = field(/Memo/u);
    expect([memo.value, memo.disabled]).toEqual(['with filter', true]);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(true);
  });

  it('names who was faster when both save at once', async () => {
    refuse = new Problem('CONSUMABLE_LOCKED', { by: 'Lee Somi', at: '2026-05-20T05:00:00.000Z' }, {}, 'r', 409);
    page();
    await screen.findByLabelText('Engine hours at replacement');
    save();
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(/Saved by Lee Somi/u)).toBeTruthy();
  });

  it('asks before leaving with unsaved input', async () => {
    const { router } = page();
    fireEvent.change(await screen.findByLabelText(/Memo/u), { target: { value: 'with filter' } });
    void router.navigate({ to: '/expendable' as never });
    expect(await screen.findByRole('dialog')).toBeTruthy();
    expect(router.state.location.pathname).toBe('/expendableDetail/1');
  });

  it('has no form while it is safe, and shows from when on', async () => {
    cycle = aCycle(1, { state: 'safe', percent: 40, notice: 'safe' });
    page();
    expect((await screen.findAllByText('Can be recorded from 90% usage.')).length).toBeGreaterThan(0);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Record replacement' }).disabled).toBe(true);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Notify the customer' }).disabled).toBe(true);
  });

  it('has none for a member who may only read', async () => {
    page({ groupType: 'HEAD_OFFICE', role: 'STAFF' });
    await screen.findByRole('heading', { name: 'Engine oil', level: 1 });
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Notify the customer' })).toBeNull();
  });

  it('is labelled as inspection where it is one, and in Korean', async () => {
    cycle = aCycle(1, { maintenance: 'inspect' });
    page(undefined, 1, 'ko');
    expect(await screen.findByLabelText('점검일')).toBeTruthy();
    expect(screen.getByLabelText('점검 시 가동 시간')).toBeTruthy();
  });

  it.each([999, '0', 'x'])('does not exist: shows "not found" with a link to the list (%s)', async (number) => {
    cycle = null;
    page(undefined, number);
    expect(await screen.findByText('Consumable not found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to consumables' }).getAttribute('href')).toBe('/expendable');
  });
});
