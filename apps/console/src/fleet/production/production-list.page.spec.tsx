import { models } from '@headland/contracts/model';
import { organizations, type OrganizationNode } from '@headland/contracts/organization';
import { production, type ProductionRow, type ShipBody } from '@headland/contracts/production';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { aUnitRow } from '../../testing/units';
import { ProductionListPage } from './production-list.page';

let rows: ProductionRow[];
let asked: unknown[];
let shipped: ShipBody[];
let refuse: Problem | null;
const node = (id: number, name: string, type: OrganizationNode['type'], parentId: number | null): OrganizationNode => ({
  id,
  name,
  type,
  parentId,
  lat: null,
  lon: null,
});
const answers = [
  answer(production.list, ({ query }) => {
    asked.push(query);
    return { rows, total: rows.length };
  }),
  answer(production.ship, ({ body }) => {
    if (refuse) throw refuse;
    shipped.push(body);
    return { shipped: body.units.length };
  }),
  answer(models.names, () => [
    { id: 1, name: 'HL 6-110', type: 'premium' as const },
    { id: 2, name: 'HL 4-58', type: 'standard' as const },
  ]),
  answer(organizations.tree, () => [node(1, 'Head office', 'HEAD_OFFICE', null), node(9, 'Naju agency', 'AGENCY', 1)]),
];
beforeEach(() => {
  rows = [
    aUnitRow(1),
    aUnitRow(2, { deviceId: null, deviceStatus: null, matchedOn: null }),
    aUnitRow(3, { shippedOn: '2026-11-10', dealer: { id: 9, name: 'Naju agency' } }),
  ];
  asked = [];
  shipped = [];
  refuse = null;
});
const page = (at = '/production', role: 'ADMIN' | 'STAFF' = 'ADMIN') =>
  renderPage(<ProductionListPage />, { answers, at, as: { groupType: 'PRODUCTION', role } });
const last = () => asked.at(-1);
const tick = async (...vins: string[]) => {
  for (const vin of vins)
    fireEvent.click(within(await screen.findByRole('row', { name: new RegExp(vin, 'u') })).getByRole('checkbox'));
};

describe('the units', () => {
  it('show what they are, their device, and their dealer once they are shipped', async () => {
    page();
    const first = await screen.findByRole('row', { name: /HDLT6A11NSK001001/u });
    for (const text of ['HL 6-110', 'Premium', '2026', 'HDKR-1001', 'In use', '2026-11-02'])
      expect(within(first).getByText(text), text).toBeTruthy();
    expect(within(screen.getByRole('row', { name: /1003/u })).getByText('Naju agency')).toBeTruthy();
    expect(last()).toMatchObject({ sort: 'matchedOn', order: 'desc', size: 20 });
  });

  it('open their page', async () => {
    const { router } = page();
    fireEvent.click(await screen.findByText('HDLT6A11NSK001002'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/productionDetail/2'));
  });

  it('are requested by the filters, and a date range by the kind of date', async () => {
    const { router } = page();
    await screen.findByText('HDLT6A11NSK001001');
    fireEvent.change(screen.getByLabelText('Shipped'), { target: { value: 'false' } });
    await waitFor(() => expect(last()).toMatchObject({ shipped: false }));
    expect(screen.queryByLabelText('Period')).toBeNull();
    fireEvent.change(screen.getByLabelText('Date'), { target: { value: 'sold' } });
    fireEvent.change(await screen.findByLabelText('Period'), { target: { value: 'week' } });
    await waitFor(() =>
      expect(last()).toMatchObject({
        shipped: false,
        dateKind: 'sold',
        from: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/u) as string,
      }),
    );
    // no kind of date: no days either
    fireEvent.change(screen.getByLabelText('Date'), { target: { value: '' } });
    await waitFor(() => expect(router.state.location.search).toEqual({ shipped: 'false' }));
  });

  it('show where they come from when there is none', async () => {
    rows = [];
    page();
    expect(await screen.findByText('No units yet')).toBeTruthy();
  });
});

describe('shipping several', () => {
  const open = async () => {
    page();
    await tick('1001', '1002');
    fireEvent.click(screen.getByRole('button', { name: 'Set shipment' }));
    return within(await screen.findByRole('dialog', { name: 'Ship 2 units?' }));
  };
  const chooseDealer = async (dialog: Awaited<ReturnType<typeof open>>) => {
    fireEvent.click(dialog.getByRole('button', { name: /^Dealer/u }));
    fireEvent.click(await screen.findByRole('treeitem', { name: /Naju agency/u }));
  };

  it('sends the ticked ones with date and dealer, and unticks them', async () => {
    const dialog = await open();
    expect(dialog.getByText(/HDLT6A11NSK001001, HDLT6A11NSK001002/u)).toBeTruthy();
    fireEvent.change(dialog.getByLabelText('Shipment date'), { target: { value: '2026-11-20' } });
    await chooseDealer(dialog);
    await userEvent.click(dialog.getByRole('button', { name: 'Set shipment' }));
    const units = [
      { id: 1, version: 3 },
      { id: 2, version: 3 },
    ];
    await waitFor(() => expect(shipped).toEqual([{ units, shippedOn: '2026-11-20', dealerId: 9 }]));
    expect(await screen.findByText('Shipment saved for 2 units.')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Set shipment' })).toBeNull();
  });

  it('requires a dealer, which the head office is not', async () => {
    const dialog = await open();
    fireEvent.click(dialog.getByRole('button', { name: 'Set shipment' }));
    expect(await dialog.findByText('Dealer is required.')).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: /^Dealer/u }));
    expect((await screen.findByRole('treeitem', { name: /Head office/u })).getAttribute('aria-disabled')).toBe('true');
    expect(shipped).toEqual([]);
  });

  it('names which units are in the way, and why; nothing is lost', async () => {
    refuse = new Problem('E0001', {}, { 'units.1': 'error.VEHICLE_HAS_OPEN_SOS' }, 'r-1', 422);
    const dialog = await open();
    await chooseDealer(dialog);
    await userEvent.click(dialog.getByRole('button', { name: 'Set shipment' }));
    const alert = within(await dialog.findByRole('alert'));
    expect(alert.getByText('HDLT6A11NSK001002')).toBeTruthy();
    expect(alert.getByText('Not possible while an SOS is open.')).toBeTruthy();
    expect(dialog.getByRole('button', { name: /^Dealer Naju agency/u })).toBeTruthy();
  });

  it('of one that somebody else has changed is refused as it was seen, and read again when the dialog is closed', async () => {
    refuse = new Problem('E0001', {}, { 'units.0': 'error.CHANGED_MEANWHILE' }, 'r-1', 422);
    const dialog = await open();
    await chooseDealer(dialog);
    await userEvent.click(dialog.getByRole('button', { name: 'Set shipment' }));
    expect(await dialog.findByText('Another user has changed this. Reload and check.')).toBeTruthy();
    rows = [aUnitRow(1, { version: 4, shippedOn: '2026-11-19' }), ...rows.slice(1)];
    refuse = null;
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('2026-11-19')).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Set shipment' }));
    const again = within(await screen.findByRole('dialog', { name: 'Ship 2 units?' }));
    await chooseDealer(again);
    await userEvent.click(again.getByRole('button', { name: 'Set shipment' }));
    await waitFor(() => expect(shipped.map((s) => s.units.map((u) => u.version))).toEqual([[4, 3]]));
  });

  it('is not offered to who may only read', async () => {
    page('/production', 'STAFF');
    await screen.findByText('HDLT6A11NSK001001');
    expect(screen.queryByRole('checkbox')).toBeNull();
  });
});
