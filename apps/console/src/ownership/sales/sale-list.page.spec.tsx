import { models } from '@headland/contracts/model';
import { organizations } from '@headland/contracts/organization';
import { type SaleFilter, sales } from '@headland/contracts/sale';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { aSaleRow } from '../../testing/sales';
import { savedFiles } from '../../testing/saved-files';
import { SaleListPage } from './sale-list.page';

let saved: ReturnType<typeof savedFiles>;

let asked: SaleFilter[];
let rows: ReturnType<typeof aSaleRow>[];
const answers = [
  answer(sales.list, ({ query }) => {
    asked.push(query);
    return { rows, total: rows.length };
  }),
  answer(sales.template, () => ({ name: 'sales-template.xlsx', bytes: new Uint8Array([1, 2]) })),
  answer(models.names, () => [{ id: 6, name: 'HL 6-110', type: 'premium' as const }]),
  answer(organizations.tree, () => [
    { id: 9, name: 'Naju agency', type: 'AGENCY' as const, parentId: null, lat: null, lon: null },
  ]),
];
beforeEach(() => {
  asked = [];
  saved = savedFiles();
  rows = [
    aSaleRow(1),
    aSaleRow(2, { soldOn: null, state: 'unsold', customer: null, registeredBy: null, registeredAt: null }),
  ];
});
const page = (
  as: { groupType: string; role: 'ADMIN' | 'STAFF' } = { groupType: 'SALES', role: 'ADMIN' },
  at = '/sale',
) => renderPage(<SaleListPage />, { answers, at, path: '/sale', as });

describe('the list of sales', () => {
  it('shows vehicles with their sale, the customer masked, and leads to each', async () => {
    const { router } = page();
    const table = await screen.findByRole('table', { name: 'Sales' });
    for (const text of [
      'HDLT6A11NSK001001',
      'HL 6-110',
      'Sold',
      'K*m',
      '010-****-1234',
      'Not in the app',
      'Park Jihun',
      'Unsold',
    ])
      expect(within(table).getAllByText(text).length, text).toBeGreaterThan(0);
    fireEvent.click(within(table).getByText('HDLT6A11NSK001002'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/saleDetail/2'));
  });

  it('filters by the address and applies what is chosen', async () => {
    page(undefined, '/sale?state=sold&vin=HDLT');
    await screen.findByRole('table');
    expect(asked[0]).toMatchObject({ state: 'sold', vin: 'HDLT', sort: 'soldOn', order: 'desc' });
    fireEvent.change(screen.getByRole('combobox', { name: /Status/u }), { target: { value: 'unsold' } });
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ state: 'unsold' }));
  });

  it('offers the template to a member who may read, the upload to one who may sell', async () => {
    page({ groupType: 'SALES', role: 'STAFF' });
    await screen.findByRole('table');
    expect(screen.queryByRole('button', { name: 'Bulk upload' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Excel template' }));
    await waitFor(() => expect(saved).toEqual([{ name: 'sales-template.xlsx', type: sales.template.stream }]));
  });

  it('does not open the upload by its address to a member who may not sell', async () => {
    page({ groupType: 'SALES', role: 'STAFF' }, '/sale?upload=new');
    expect(await screen.findByRole('table', { name: 'Sales' })).toBeTruthy();
  });

  it('filters by a customer’s name only for a member who may read customers', async () => {
    page({ groupType: 'PRODUCTION', role: 'ADMIN' });
    await screen.findByRole('table');
    expect(screen.queryByRole('textbox', { name: /Customer/u })).toBeNull();
  });

  it('opens the upload', async () => {
    const { router } = page();
    fireEvent.click(await screen.findByRole('button', { name: 'Bulk upload' }));
    expect(await screen.findByText('Drop the file here, or choose it')).toBeTruthy();
    expect(router.state.location.search).toEqual({ upload: 'new' });
  });
});
