import { type ModelDetail, type ModelStep, models } from '@headland/contracts/model';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '../../lib/call';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { ModelDetailPage } from './model-detail.page';
import { aModel } from '../../testing/models';

let model: ModelDetail;
let steps: ModelStep[];
const answers = [
  answer(models.get, ({ params }) => {
    if (params.id !== model.id) throw new Problem('NOT_FOUND');
    return model;
  }),
  answer(models.history, () => ({ rows: steps, total: steps.length })),
];
beforeEach(() => {
  model = aModel(7);
  steps = [];
});
const open = (
  number = '7',
  as: { groupType: string; role: 'ADMIN' | 'STAFF' } = { groupType: 'SERVICE_BUSINESS', role: 'ADMIN' },
) => renderPage(<ModelDetailPage />, { answers, at: `/modelDetail/${number}`, path: '/modelDetail/$number', as });

describe('the page of a model', () => {
  it('shows what it is, its thresholds by type of device, and its consumables', async () => {
    open();
    const basics = await screen.findByRole('region', { name: 'Basics' });
    for (const text of ['HL 6-17', 'Tractor', 'For wet paddies', 'Remote start'])
      expect(within(basics).getByText(text), text).toBeDefined();
    const limits = screen.getByRole('region', { name: 'Roll-over thresholds' });
    expect(within(limits).getByText('42.5°')).toBeDefined();
    const items = screen.getByRole('table', { name: 'Consumable set' });
    expect(
      within(within(items).getByRole('row', { name: /Engine oil/u })).getByText('365', { exact: false }),
    ).toBeDefined();
    expect(within(within(items).getByRole('row', { name: /Air filter/u })).getByText('hours only')).toBeDefined();
  });
  it('leads to its vehicles, where one may see those', async () => {
    const { router } = open();
    await userEvent.click(await screen.findByTitle('Show 40 vehicles of this model'));
    await waitFor(() => expect(router.state.location.href).toBe('/status?model=HL+6-17'));
  });
  it('shows how many devices were notified, and polls until all have confirmed', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    });
    try {
      model = aModel(7, { delivery: { devices: 38, sent: 30, confirmed: 12 } });
      open();
      expect(await screen.findByText('30 of 38 sent, 12 confirmed')).toBeDefined();
      expect(screen.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('12');
      model = aModel(7, { delivery: { devices: 38, sent: 38, confirmed: 38 } });
      await vi.advanceTimersByTimeAsync(3_500);
      expect(await screen.findByText('38 of 38 sent, 38 confirmed')).toBeDefined();
      expect(screen.queryByText(/receive it when they reconnect/u)).toBeNull();
      const calls = vi.mocked(fetch).mock.calls.length;
      await vi.advanceTimersByTimeAsync(10_000);
      expect(vi.mocked(fetch).mock.calls.length).toBe(calls);
    } finally {
      vi.useRealTimers();
    }
  });
  it('shows how many vehicles have been recalculated after a changed set, and polls until all have', async () => {
    vi.useFakeTimers({
      toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'],
      shouldAdvanceTime: true,
    });
    try {
      model = aModel(7, { redating: { done: 500, vehicles: 24_000 } });
      open();
      expect(await screen.findByText(/500 of 24,000/u)).toBeDefined();
      expect(screen.getByRole('progressbar', { name: 'Recalculated vehicles' }).getAttribute('aria-valuenow')).toBe(
        '500',
      );
      model = aModel(7);
      await vi.advanceTimersByTimeAsync(1_500);
      await waitFor(() => expect(screen.queryByText(/of 24,000/u)).toBeNull());
      const calls = vi.mocked(fetch).mock.calls.length;
      await vi.advanceTimersByTimeAsync(10_000);
      expect(vi.mocked(fetch).mock.calls.length).toBe(calls);
    } finally {
      vi.useRealTimers();
    }
  });
  it('shows its history field by field, in words', async () => {
    steps = [
      {
        number: 12,
        at: '2026-11-20T05:00:00.000Z',
        name: 'record.changed',
        by: 'Lee Seoyeon',
        changes: [
          { field: 'rollover.2.y', from: '45', to: '42.5' },
          { field: 'remoteControl', from: 'none', to: 'start' },
          { field: 'Engine oil · cycleHours', from: '500', to: '250' },
          { field: 'Air filter · maintenance', from: null, to: 'inspect' },
          { field: 'description', from: 'start', to: null },
        ],
      },
    ];
    open();
    const row = await screen.findByRole('row', { name: /Lee Seoyeon/u });
    const cells = within(row)
      .getAllByRole('listitem')
      .map((li) => li.textContent);
    for (const [i, texts] of [
      ['Roll-over thresholds Device type 2 Pitch', '45°', '42.5°'],
      ['Remote control', 'None', 'Remote start'],
      ['Engine oil · Replacement cycle', '500 h', '250 h'],
      ['Air filter · Maintenance', '(none)', 'Inspect'],
      // a free text that happens to be the name of a choice stays what it is
      ['Description', 'start', '(none)'],
    ].entries())
      for (const text of texts) expect(cells[i]).toContain(text);
    expect(cells[4]).not.toContain('Remote start');
  });
  it('offers edit and copy to who may, and neither to who may not', async () => {
    const { router, unmount } = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Copy as new' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/modelRegi/7'));
    unmount();
    open('7', { groupType: 'HEAD_OFFICE', role: 'ADMIN' });
    await screen.findByRole('heading', { name: 'HL 6-17' });
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Copy as new' })).toBeNull();
  });
  it.each(['8', '0', 'seven'])('%s is no model: "not found" with a link to the list', async (number) => {
    open(number);
    expect(await screen.findByText('Model not found')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Back to models' }).getAttribute('href')).toBe('/model');
  });
});
