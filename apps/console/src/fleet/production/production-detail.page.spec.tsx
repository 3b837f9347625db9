import type { EventName, LoggedEvent } from '@headland/contracts/event-log';
import { production, type ProductionDetail } from '@headland/contracts/production';
import type { RecordStep } from '@headland/contracts/shared-shapes';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { aUnit } from '../../testing/units';
import { ProductionDetailPage } from './production-detail.page';

let unit: ProductionDetail | null;
let steps: RecordStep[];
let looked: number;
const answers = [
  answer(production.get, () => {
    if (!unit) throw new Problem('NOT_FOUND', {}, {}, 'r', 404);
    return unit;
  }),
  answer(production.history, () => ({ rows: steps, total: steps.length })),
  answer(production.customer, () => {
    looked++;
    return { id: 4, name: 'Kim Minsu', phone: '010-5555-1234' };
  }),
];
beforeEach(() => {
  unit = aUnit(1, {
    shippedOn: '2026-11-10',
    dealer: { id: 9, name: 'Naju agency' },
    dealerAddress: 'Naju, Jeonnam',
    memo: 'Repainted',
  });
  steps = [];
  looked = 0;
});
const page = (
  as: { groupType: string; role: 'ADMIN' | 'STAFF' } = { groupType: 'HEAD_OFFICE', role: 'ADMIN' },
  number: number | string = 1,
) =>
  renderPage(<ProductionDetailPage />, {
    answers,
    at: `/productionDetail/${number}`,
    path: '/productionDetail/$number',
    as,
  });
const part = async (name: string) => within(await screen.findByRole('region', { name }));

describe('one unit', () => {
  it('shows machine, device, shipment and sale, with ways to their own pages', async () => {
    page();
    expect(await screen.findByRole('heading', { level: 1, name: 'HDLT6A11NSK001001' })).toBeTruthy();
    expect((await part('Vehicle')).getByRole('link', { name: 'HL 6-110' }).getAttribute('href')).toBe('/modelDetail/6');
    const device = await part('Device installation');
    expect(device.getByRole('link', { name: 'HDKR-1001' }).getAttribute('href')).toBe('/deviceDetail/61');
    expect(device.getByText('Park Jihun')).toBeTruthy();
    const shipment = await part('Shipment');
    for (const text of ['2026-11-10', 'Naju agency', 'Naju, Jeonnam', 'Repainted'])
      expect(shipment.getByText(text), text).toBeTruthy();
    const sale = await part('Sale');
    expect(sale.getByText('Unsold')).toBeTruthy();
    expect(sale.getByRole('link', { name: 'Open sale' }).getAttribute('href')).toBe('/saleDetail/1');
    expect(screen.getByRole('link', { name: 'Vehicle status' }).getAttribute('href')).toBe('/statusDetail/1');
    expect(screen.getByRole('button', { name: 'Edit' })).toBeTruthy();
  });

  it('leads nowhere one may not go', async () => {
    page({ groupType: 'DEALER', role: 'STAFF' });
    await screen.findByRole('heading', { level: 1 });
    expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'HL 6-110' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'HDKR-1001' })).toBeNull();
  });

  it('without a device shows this', async () => {
    unit = aUnit(1, { deviceId: null, deviceStatus: null, deviceKey: null });
    page();
    expect((await part('Device installation')).getByText('No device is installed.')).toBeTruthy();
  });

  it('warns of a device that is silent', async () => {
    unit = aUnit(1, { silent: true, shippedOn: '2026-11-01' });
    page();
    expect(await screen.findByText(/no communication for more than 7 days\. No communication yet\./u)).toBeTruthy();
  });

  it('shows the customer in full on request, to a member who may see it', async () => {
    unit = aUnit(1, { soldOn: '2026-11-15', customer: { id: 4, name: 'K*m', phone: '010-****-1234' } });
    page();
    const sale = await part('Sale');
    expect(sale.getByText('010-****-1234')).toBeTruthy();
    expect(looked).toBe(0);
    fireEvent.click(sale.getByRole('button', { name: 'Show in full' }));
    expect(await sale.findByText('010-5555-1234')).toBeTruthy();
    expect(looked).toBe(1);
    expect(sale.queryByRole('button', { name: 'Show in full' })).toBeNull();
  });

  it('keeps the customer masked for production', async () => {
    unit = aUnit(1, { soldOn: '2026-11-15', customer: { id: 4, name: 'K*m', phone: '010-****-1234' } });
    page({ groupType: 'PRODUCTION', role: 'ADMIN' });
    expect((await part('Sale')).queryByRole('button', { name: 'Show in full' })).toBeNull();
  });

  it('shows what was changed, field by field', async () => {
    const by = 'Lee Seoyeon';
    steps = [
      {
        number: 9,
        at: '2026-11-20T05:00:00.000Z',
        name: 'record.changed',
        by,
        reason: null,
        changes: [{ field: 'dealer', from: null, to: 'Naju agency' }],
      },
      {
        number: 4,
        at: '2026-11-01T05:00:00.000Z',
        name: 'record.created',
        by: 'factory: Line 2',
        reason: null,
        changes: [{ field: 'model', from: null, to: 'HL 6-110' }],
      },
    ];
    page();
    const history = await part('Change history');
    const changed = await history.findByRole('row', { name: /Lee Seoyeon/u });
    expect(changed.textContent).toContain('Dealer (none) → changed toNaju agency');
    expect(history.getByRole('row', { name: /Line 2 \(factory\)/u }).textContent).toContain('Model HL 6-110');
  });

  it('that is unknown, out of sight or no number at all is not found', async () => {
    unit = null;
    const { unmount } = page();
    expect(await screen.findByText('Unit not found')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to units' }).getAttribute('href')).toBe('/production');
    unmount();
    page(undefined, 'abc');
    expect(await screen.findByText('Unit not found')).toBeTruthy();
  });

  it('is read again when its record changes elsewhere', async () => {
    const { emit } = page();
    await part('Shipment');
    unit = aUnit(1, { shippedOn: '2026-11-20', dealer: { id: 8, name: 'Gimje agency' } });
    emit({
      number: 1,
      at: new Date().toISOString(),
      name: 'vehicle.changed' as EventName,
      payload: { vehicleIds: [1] },
      by: null,
    } as LoggedEvent);
    await waitFor(() => expect(screen.getByText('Gimje agency')).toBeTruthy());
  });
});
