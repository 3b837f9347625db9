import { type ConsumableFilter, consumables } from '@headland/contracts/consumable';
import { models } from '@headland/contracts/model';
import { organizations } from '@headland/contracts/organization';
import type { VehicleNow } from '@headland/contracts/shared-shapes';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aCycleRow } from '../../testing/consumables';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { ConsumableListPage } from './consumable-list.page';

let asked: ConsumableFilter[];
let rows: ReturnType<typeof aCycleRow>[];
let notified: number[][];
const answers = [
  answer(consumables.list, ({ query }) => {
    asked.push(query);
    return { rows, total: rows.length };
  }),
  answer(consumables.items, () => ['Engine oil', 'Fan belt']),
  answer(consumables.notify, ({ body }) => {
    notified.push(body.ids);
    return { sent: body.ids, skipped: [] };
  }),
  answer(models.names, () => [{ id: 6, name: 'HL 6-110', type: 'premium' as const }]),
  answer(organizations.tree, () => [
    { id: 9, name: 'Naju agency', type: 'AGENCY' as const, parentId: null, lat: null, lon: null },
  ]),
];
beforeEach(() => {
  [asked, notified] = [[], []];
  rows = [aCycleRow(1, { state: 'exceeded', percent: 104, hours: 52, usedHours: 52 }), aCycleRow(2)];
});
const page = (
  as: { groupType: string; role: 'ADMIN' | 'STAFF' } = { groupType: 'HEAD_OFFICE', role: 'ADMIN' },
  at = '/expendable',
) => renderPage(<ConsumableListPage />, { answers, at, path: '/expendable', as });
const table = () => screen.findByRole('table', { name: 'Consumables' });

describe('the list of consumables', () => {
  it('requests due ones, the most used first, and links to each', async () => {
    const { router } = page();
    const shown = within(await table());
    expect(asked[0]).toMatchObject({ state: ['imminent', 'exceeded'], sort: 'percent', order: 'desc' });
    for (const text of [
      'HDLT6A11NSK001001',
      'Overdue',
      'Due soon',
      'Engine oil',
      'Replace',
      'K*m',
      'Naju agency',
      '2026-05-18',
    ])
      expect(shown.getAllByText(text).length, text).toBeGreaterThan(0);
    const [first] = shown.getAllByRole('row').filter((r) => r.textContent?.includes('001001'));
    expect(first?.textContent).toContain('104%');
    expect(first?.textContent).toContain('2h over');
    fireEvent.click(shown.getByText('HDLT6A11NSK001002'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/expendableDetail/2'));
  });

  it('filters by the address', async () => {
    page(
      undefined,
      '/expendable?state=safe&item=Fan+belt&maintenance=inspect&alarmedFrom=2026-05-01&replacedTo=2026-05-02',
    );
    await table();
    expect(asked[0]).toMatchObject({
      state: ['safe'],
      item: ['Fan belt'],
      maintenance: 'inspect',
      alarmedFrom: '2026-05-01',
      replacedTo: '2026-05-02',
    });
  });

  it('counts on while hours arrive, and ends when the server reports it', async () => {
    const { live, emit } = page();
    const shown = within(await table());
    const now = { id: 102, values: { engineHours: 49.2 } } as unknown as VehicleNow;
    act(() => {
      for (const ear of live.client.onVehicle) ear(now);
    });
    await waitFor(() => expect(shown.getByText('HDLT6A11NSK001002').closest('tr')?.textContent).toContain('98%'));
    act(() =>
      emit({
        number: 9,
        at: '2026-05-20T00:00:00.000Z',
        name: 'consumable.exceeded',
        by: null,
        payload: {
          consumable: {
            id: 2,
            vehicleId: 102,
            vin: 'HDLT6A11NSK001002',
            item: 'Engine oil',
            maintenance: 'replace',
            state: 'exceeded',
            percent: 100,
          },
        },
      }),
    );
    await waitFor(() => expect(shown.getByText('HDLT6A11NSK001002').closest('tr')?.textContent).toContain('Overdue'));
  });

  it('keeps what has become due behind a button', async () => {
    const { emit } = page();
    await table();
    rows = [...rows, aCycleRow(3)];
    act(() =>
      emit({
        number: 9,
        at: '2026-05-20T00:00:00.000Z',
        name: 'consumable.imminent',
        by: null,
        payload: {
          consumable: {
            id: 3,
            vehicleId: 103,
            vin: 'HDLT6A11NSK001003',
            item: 'Engine oil',
            maintenance: 'replace',
            state: 'imminent',
            percent: 90,
          },
        },
      }),
    );
    const button = await screen.findByRole('button', { name: /1 new/u });
    expect(screen.queryByText('HDLT6A11NSK001003')).toBeNull();
    fireEvent.click(button);
    expect(await screen.findByText('HDLT6A11NSK001003')).toBeTruthy();
  });

  it('notifies the customers of ticked items, and first shows who is left out', async () => {
    rows = [...rows, aCycleRow(3, { notice: 'today', sentAt: '2026-05-20T00:00:00.000Z' })];
    page();
    const shown = within(await table());
    for (const box of shown.getAllByRole('checkbox').slice(1)) fireEvent.click(box);
    fireEvent.click(await screen.findByRole('button', { name: 'Notify customers (3)' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('1 excluded: already notified today 1')).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(notified).toEqual([[1, 2]]));
    expect(await screen.findByText('2 notifications sent.')).toBeTruthy();
  });

  it('offers no check boxes to a member who may only read', async () => {
    page({ groupType: 'HEAD_OFFICE', role: 'STAFF' });
    expect(within(await table()).queryByRole('checkbox')).toBeNull();
  });

  it('shows what belongs here when nothing is due', async () => {
    rows = [];
    page();
    expect(await screen.findByText('No consumables due')).toBeTruthy();
  });
});
