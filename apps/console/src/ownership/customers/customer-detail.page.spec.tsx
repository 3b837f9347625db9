import { type CustomerDetail, customers, type Incident } from '@headland/contracts/customer';
import { customerFleetClients } from '@headland/contracts/fleet-client';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { aCustomer, anOwned, aPerson } from '../../testing/customers';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { CustomerDetailPage } from './customer-detail.page';

let customer: CustomerDetail | null;
let looked: number;
let removed: number[];
let deleted: number;
const incidents: Incident[] = [
  {
    kind: 'sos',
    id: 5,
    at: '2026-06-03T01:00:00.000Z',
    vehicle: { id: 71, vin: 'HDLT6A11NSK001071' },
    status: 'resolved',
    type: 'button',
  },
  {
    kind: 'fault',
    id: 5,
    at: '2026-06-02T01:00:00.000Z',
    vehicle: { id: 71, vin: 'HDLT6A11NSK001071' },
    status: 'occurred',
    code: 'E0389',
    name: { ko: '연료', en: 'Fuel' },
  },
];
const answers = [
  answer(customers.get, () => {
    if (!customer) throw new Problem('NOT_FOUND', {}, {}, 'r', 404);
    return customer;
  }),
  answer(customers.person, () => {
    looked++;
    return aPerson(7);
  }),
  answer(customers.incidents, () => ({ rows: incidents, total: incidents.length })),
  answer(customers.transfers, () => [
    {
      id: 3,
      status: 'accepted' as const,
      vehicle: { id: 71, vin: 'HDLT6A11NSK001071' },
      side: 'gave' as const,
      other: 'L*e',
      requestedAt: '2026-06-01T01:00:00.000Z',
      decidedAt: null,
    },
  ]),
  answer(customers.messages, () => []),
  answer(customerFleetClients.list, () => []),
  answer(customers.history, () => ({
    rows: [
      {
        number: 9,
        at: '2026-06-02T01:00:00.000Z',
        name: 'record.changed',
        by: 'Park Jihun',
        reason: null,
        changes: [{ field: 'phone', from: '***', to: '***' }],
      },
      {
        number: 8,
        at: '2026-06-01T01:00:00.000Z',
        name: 'record.changed',
        by: 'App',
        reason: null,
        changes: [{ field: 'terms.marketing', from: null, to: 'agreed 2026-05-01' }],
      },
    ],
    total: 2,
  })),
  answer(customers.removeVehicle, ({ params }) => {
    removed.push(params.id);
    return { removed: true as const };
  }),
  answer(customers.delete, () => {
    deleted++;
    return { deleted: true as const, unsold: [] };
  }),
];
beforeEach(() => {
  customer = aCustomer(7);
  [looked, removed, deleted] = [0, [], 0];
});
const page = (as: { groupType: string; role: 'ADMIN' | 'STAFF' } = { groupType: 'HEAD_OFFICE', role: 'ADMIN' }) =>
  renderPage(<CustomerDetailPage />, { answers, at: '/customerDetail/7', path: '/customerDetail/$number', as });
const part = async (name: string) => within(await screen.findByRole('region', { name }));

describe('one customer', () => {
  it('is masked until the full data is requested', async () => {
    page();
    const person = await part('Person');
    expect(person.getByText('K*m')).toBeTruthy();
    expect(person.queryByText('010-5555-1234')).toBeNull();
    fireEvent.click(person.getByRole('button', { name: 'Show in full' }));
    expect(await person.findByText('010-5555-1234')).toBeTruthy();
    expect(looked).toBe(1);
  });

  it('shows terms, vehicles, incidents, transfers and history', async () => {
    page();
    const terms = await part('Terms');
    expect(terms.getAllByText('Agreed').length).toBeGreaterThan(2);
    expect(terms.getAllByText('On paper')).toHaveLength(5);
    expect((await part('Vehicles')).getByText('310.5')).toBeTruthy();
    const happened = await part('Faults and SOS');
    expect((await happened.findByRole('link', { name: 'E0389 Fuel' })).getAttribute('href')).toContain('/breakdown');
    expect(happened.getByRole('link', { name: 'Button' }).getAttribute('href')).toContain('/sos');
    expect(await (await part('Ownership transfers')).findByText('L*e')).toBeTruthy();
    const history = await part('Change history');
    expect((await history.findAllByText('(hidden)')).length).toBe(2);
    expect(history.getByText('Agreed (2026-05-01)')).toBeTruthy();
  });

  it('is deleted after a dialog that names the vehicles', async () => {
    const { router } = page();
    fireEvent.click(await screen.findByRole('button', { name: 'Delete customer' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/HDLT6A11NSK001071/)).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Delete customer' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/customer'));
    expect(deleted).toBe(1);
  });

  it.each([
    ['an SOS call is open', { owned: [anOwned(71, { openSos: true })] }],
    ['a transfer waits', { transferAwaiting: true }],
    ['a vehicle is with another dealer', { elsewhere: 1 }],
  ])('is not deleted while %s', async (_, more) => {
    customer = aCustomer(7, more);
    page();
    const button = await screen.findByRole('button', { name: 'Delete customer' });
    expect((button as HTMLButtonElement).disabled || button.getAttribute('aria-disabled') === 'true').toBe(true);
  });

  it('loses a vehicle after one was asked', async () => {
    page();
    fireEvent.click(await screen.findByRole('button', { name: 'Remove HDLT6A11NSK001071' }));
    fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove vehicle' }));
    await waitFor(() => expect(removed).toEqual([71]));
  });

  it('offers nothing to those who only read', async () => {
    page({ groupType: 'HEAD_OFFICE', role: 'STAFF' });
    await part('Vehicles');
    for (const name of ['Delete customer', 'Edit', 'Add vehicle', 'Remove HDLT6A11NSK001071', 'Edit HDLT6A11NSK001071'])
      expect(screen.queryByRole('button', { name }), name).toBeNull();
  });

  it('who left the app keeps only what is masked, and can only be deleted', async () => {
    customer = aCustomer(7, {
      appStatus: 'withdrawn',
      owned: [],
      withdrawnAt: '2026-06-05T01:00:00.000Z',
      birthOn: null,
    });
    page();
    expect((await part('Person')).getAllByText('hidden')).toHaveLength(3);
    for (const name of ['Show in full', 'Edit', 'Add vehicle'])
      expect(screen.queryByRole('button', { name }), name).toBeNull();
    expect(screen.getByRole('button', { name: 'Delete customer' })).toBeTruthy();
  });

  it('that is not there, or not in sight, shows this', async () => {
    customer = null;
    page();
    expect(await screen.findByText('Customer not found')).toBeTruthy();
  });
});
