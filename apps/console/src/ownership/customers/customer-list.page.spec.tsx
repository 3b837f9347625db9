import { type CustomerFilter, customers } from '@headland/contracts/customer';
import { type ExportBody, exports } from '@headland/contracts/export';
import { organizations } from '@headland/contracts/organization';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aCustomer, aCustomerRow } from '../../testing/customers';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { CustomerListPage } from './customer-list.page';

let asked: CustomerFilter[];
let exported: ExportBody[];
let deleted: number[];
let rows: ReturnType<typeof aCustomerRow>[];
const answers = [
  answer(customers.list, ({ query }) => {
    asked.push(query);
    return { rows, total: rows.length };
  }),
  answer(customers.get, ({ params }) => aCustomer(params.id)),
  answer(customers.delete, ({ params }) => {
    deleted.push(params.id);
    return { deleted: true as const, unsold: [] };
  }),
  answer(organizations.tree, () => [
    { id: 9, name: 'Naju agency', type: 'AGENCY' as const, parentId: null, lat: null, lon: null },
  ]),
  answer(exports.create, ({ body }) => {
    exported.push(body);
    return {
      ...{ id: 1, list: 'customers' as const, format: 'xlsx' as const, state: 'queued' as const },
      ...{ total: 2, written: 0, name: 'customer.xlsx' },
    };
  }),
  answer(exports.get, () => ({
    id: 1,
    list: 'customers' as const,
    format: 'xlsx' as const,
    state: 'queued' as const,
    total: 2,
    written: 0,
    name: 'customer.xlsx',
  })),
];
beforeEach(() => {
  [asked, exported, deleted] = [[], [], []];
  rows = [
    aCustomerRow(1, { appSince: '2026-03-03T01:12:00.000Z' }),
    aCustomerRow(2, { name: 'G*e', appStatus: 'withdrawn', birthOn: null, address: null, requiredTerms: 'missing' }),
  ];
});
const page = (
  as: { groupType: string; role: 'ADMIN' | 'STAFF' } = { groupType: 'HEAD_OFFICE', role: 'ADMIN' },
  at = '/customer',
) => renderPage(<CustomerListPage />, { answers, at, as });
const row = async (name: string) => within((await screen.findByText(name)).closest('tr') as HTMLElement);

describe('the list of customers', () => {
  it('requests registered customers, newest first, and shows them masked with the day they joined the app', async () => {
    page();
    expect((await row('K*m')).getByText('010-****-1234')).toBeTruthy();
    expect(asked[0]).toMatchObject({ appStatus: 'registered', sort: 'registeredAt', order: 'desc' });
    expect((await row('K*m')).getByText('2026-03-03')).toBeTruthy();
    const gone = await row('G*e');
    expect(gone.getByText('Withdrawn')).toBeTruthy();
    expect(gone.getAllByText('***')).toHaveLength(2);
  });

  it('requests all of them without the app filter', async () => {
    page(undefined, '/customer?appStatus=all');
    await screen.findByText('K*m');
    expect(asked[0]?.appStatus).toBe('all');
  });

  it('finds by the end of a phone, hyphens or not, and shows what is too short', async () => {
    page();
    await screen.findByText('K*m');
    const phone = screen.getByLabelText('Phone');
    fireEvent.change(phone, { target: { value: '55-1234' } });
    fireEvent.keyDown(phone, { key: 'Enter' });
    await waitFor(() => expect(asked.at(-1)?.phone).toBe('551234'));
    fireEvent.change(phone, { target: { value: '12' } });
    fireEvent.keyDown(phone, { key: 'Enter' });
    expect(await screen.findByText('Enter digits without -.')).toBeTruthy();
    expect(asked.at(-1)?.phone).toBe('551234');
  });

  it('is exported for a purpose only', async () => {
    page();
    fireEvent.click(await screen.findByRole('button', { name: 'Excel' }));
    const dialog = within(await screen.findByRole('dialog'));
    fireEvent.click(dialog.getByRole('button', { name: 'Excel' }));
    expect(await dialog.findByRole('alert')).toBeTruthy();
    expect(exported).toEqual([]);
    fireEvent.change(dialog.getByLabelText('Purpose'), { target: { value: 'Autumn service letters' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Excel' }));
    await waitFor(() => expect(exported).toMatchObject([{ list: 'customers', purpose: 'Autumn service letters' }]));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('deletes a ticked one, after showing what is deleted with it', async () => {
    page();
    const tick = async (name: string) => fireEvent.click((await row(name)).getByRole('checkbox'));
    await tick('K*m');
    await tick('G*e');
    expect((await screen.findByRole('button', { name: /Delete/u })).title).toBe('Only one at a time');
    await tick('G*e');
    fireEvent.click(screen.getByRole('button', { name: /Delete/u }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText(/K\*m/u)).toBeTruthy();
    expect(deleted).toEqual([]);
    fireEvent.click(dialog.getByRole('button', { name: /Delete/u }));
    await waitFor(() => expect(deleted).toEqual([1]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('offers no ticks to those who may not delete', async () => {
    page({ groupType: 'REGION', role: 'STAFF' });
    await screen.findByText('K*m');
    expect(screen.queryAllByRole('checkbox')).toEqual([]);
  });

  it('lets those register who may', async () => {
    const { unmount } = page();
    expect(await screen.findByRole('button', { name: 'Register customer' })).toBeTruthy();
    unmount();
    page({ groupType: 'REGION', role: 'STAFF' });
    await screen.findByText('K*m');
    expect(screen.queryByRole('button', { name: 'Register customer' })).toBeNull();
  });
});
