import { organizations } from '@headland/contracts/organization';
import { type SaleBody, type SaleDetail, sales } from '@headland/contracts/sale';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { noteServerTime } from '../../lib/clock';
import { dayText } from '../../lib/time';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { aSale, anUnsold } from '../../testing/sales';
import { SaleDetailPage } from './sale-detail.page';

let sale: SaleDetail | null;
let sent: SaleBody[];
let cancelled: string[];
let refuse: Problem | null;
let looked: number;
let redated: { name: string; dueOn: string | null; newDueOn: string | null }[];
const answers = [
  answer(sales.get, () => {
    if (!sale) throw new Problem('NOT_FOUND', {}, {}, 'r', 404);
    return sale;
  }),
  answer(sales.history, () => ({
    rows: [
      {
        number: 7,
        at: '2026-06-02T01:00:00.000Z',
        name: 'record.changed',
        by: 'Park Jihun',
        reason: 'Typed wrong',
        changes: [{ field: 'soldOn', from: '2026-05-31', to: '2026-06-01' }],
      },
    ],
    total: 1,
  })),
  answer(sales.customer, () => {
    looked++;
    return { id: 4, name: 'Kim Minsu', phone: '010-5555-1234' };
  }),
  answer(sales.customers, ({ query }) =>
    query.text === 'Hong' ? [{ id: 12, name: 'H*g', phone: '010-****-9999', vehicles: 1 }] : [],
  ),
  answer(sales.preview, () => redated),
  answer(sales.change, ({ body }) => {
    sent.push(body);
    if (refuse) throw refuse;
    return (sale = aSale(1, { soldOn: body.soldOn, memo: body.memo, version: body.version + 1 }));
  }),
  answer(sales.cancel, ({ body }) => {
    cancelled.push(body.reason);
    if (refuse) throw refuse;
    return (sale = anUnsold(1));
  }),
  answer(organizations.tree, () => [
    { id: 1, name: 'South', type: 'REGION' as const, parentId: null, lat: null, lon: null },
    { id: 9, name: 'Naju agency', type: 'AGENCY' as const, parentId: 1, lat: null, lon: null },
  ]),
];
beforeEach(() => {
  sale = aSale(1);
  [sent, cancelled, refuse, looked, redated] = [[], [], null, 0, []];
});
const page = (
  as: { groupType: string; role: 'ADMIN' | 'STAFF' } = { groupType: 'HEAD_OFFICE', role: 'ADMIN' },
  number: number | string = 1,
) => renderPage(<SaleDetailPage />, { answers, at: `/saleDetail/${number}`, path: '/saleDetail/$number', as });
const part = async (name: string) => within(await screen.findByRole('region', { name }));
/** the form, which is there once the sale has been read again */
const formOf = async () => {
  await screen.findByLabelText('Sale date');
  return part('Sale');
};
const button = (name: string) => screen.findByRole('button', { name });

describe('one sale', () => {
  it('shows sale, customer, vehicle, dealer and history', async () => {
    page();
    const about = await part('Sale');
    for (const text of ['Sold', '2026-06-01', 'Park Jihun', 'With front loader'])
      expect(about.getByText(text), text).toBeTruthy();
    expect((await part('Customer')).getByText('K*m')).toBeTruthy();
    expect((await part('Vehicle')).getByRole('link', { name: 'HL 6-110' }).getAttribute('href')).toBe('/modelDetail/6');
    expect((await part('Dealer')).getByText('ND77')).toBeTruthy();
    const history = await part('Change history');
    expect(await history.findByText('Typed wrong')).toBeTruthy();
    expect(history.getByText('Sale date')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Open unit' }).getAttribute('href')).toBe('/productionDetail/1');
  });

  it('shows the customer in full on request to a member who may see it', async () => {
    page();
    const customer = await part('Customer');
    expect(looked).toBe(0);
    fireEvent.click(customer.getByRole('button', { name: 'Show in full' }));
    expect(await customer.findByText('010-5555-1234')).toBeTruthy();
    expect(looked).toBe(1);
  });

  it('offers nothing to those who only read, and no customer to those who may not', async () => {
    page({ groupType: 'PRODUCTION', role: 'ADMIN' });
    await screen.findByRole('heading', { level: 1 });
    for (const name of ['Edit', 'Cancel sale', 'Show in full'])
      expect(screen.queryByRole('button', { name }), name).toBeNull();
  });

  it('out of scope and unknown look alike', async () => {
    sale = null;
    page();
    expect(await screen.findByText('Vehicle not found')).toBeTruthy();
    page(undefined, 'x');
    await waitFor(() => expect(screen.getAllByText('Vehicle not found')).toHaveLength(2));
  });
});

describe('selling', () => {
  it('takes the day that has begun since the form was opened', async () => {
    sale = anUnsold(1, { shippedOn: '2026-05-20' });
    page();
    fireEvent.click(await button('Register sale'));
    const form = await formOf();
    const tomorrow = Date.now() + 86_400_000;
    noteServerTime(tomorrow);
    try {
      fireEvent.change(form.getByLabelText('Sale date'), { target: { value: dayText(tomorrow) } });
      const find = form.getByRole('combobox', { name: /Customer/u });
      fireEvent.focus(find);
      fireEvent.change(find, { target: { value: 'Hong' } });
      fireEvent.click(await form.findByRole('option', { name: /H\*g/u }));
      fireEvent.click(form.getByRole('button', { name: 'Register sale' }));
      await waitFor(() => expect(sent).toMatchObject([{ soldOn: dayText(tomorrow) }]));
    } finally {
      noteServerTime(Date.now());
    }
  });
  it('at its field, with the server’s message', async () => {
    sale = anUnsold(1, { shippedOn: '2026-05-20' });
    page();
    fireEvent.click(await button('Register sale'));
    const form = await formOf();
    fireEvent.change(form.getByLabelText('Sale date'), { target: { value: '2026-05-19' } });
    fireEvent.click(form.getByRole('button', { name: 'Register sale' }));
    expect((await form.findByRole('alert')).textContent).toContain('Must not be before the shipment date.');
    fireEvent.change(form.getByLabelText('Sale date'), { target: { value: '2026-05-21' } });
    const find = form.getByRole('combobox', { name: /Customer/u });
    fireEvent.focus(find);
    fireEvent.change(find, { target: { value: 'Hong' } });
    fireEvent.click(await form.findByRole('option', { name: /H\*g/u }));
    fireEvent.click(form.getByRole('button', { name: 'Register sale' }));
    await waitFor(() =>
      expect(sent).toEqual([{ version: 3, soldOn: '2026-05-21', dealerId: 9, customerId: 12, memo: '' }]),
    );
    expect(await screen.findByText('HDLT6A11NSK001001 sold.')).toBeTruthy();
    expect(await button('Edit')).toBeTruthy();
  });
});

describe('changing a sale', () => {
  it('to another date shows what that re-dates before it does', async () => {
    redated = [{ name: 'Engine oil', dueOn: '2027-06-01', newDueOn: '2027-07-01' }];
    page();
    fireEvent.click(await button('Edit'));
    const form = await formOf();
    fireEvent.change(form.getByLabelText('Sale date'), { target: { value: '2026-07-01' } });
    fireEvent.click(form.getByRole('button', { name: 'Save' }));
    const dialog = within(await screen.findByRole('dialog'));
    expect(dialog.getByText('Engine oil')).toBeTruthy();
    expect(dialog.getByText('2027-07-01')).toBeTruthy();
    expect(sent).toEqual([]);
    fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toMatchObject([{ soldOn: '2026-07-01', customerId: 4 }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('begins with what is saved now, not with what the page has read', async () => {
    page();
    const edit = await button('Edit');
    sale = aSale(1, { memo: 'Saved meanwhile', version: 4 });
    fireEvent.click(edit);
    const memo = await (await part('Sale')).findByLabelText<HTMLTextAreaElement>(/Memo/u);
    expect(memo.value).toBe('Saved meanwhile');
    fireEvent.change(memo, { target: { value: 'Repainted' } });
    fireEvent.click(await button('Save'));
    await waitFor(() => expect(sent).toMatchObject([{ memo: 'Repainted', version: 4 }]));
  });

  it('of another field asks nothing', async () => {
    page();
    fireEvent.click(await button('Edit'));
    const form = await formOf();
    fireEvent.change(form.getByLabelText(/Memo/u), { target: { value: 'Repainted' } });
    fireEvent.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent).toMatchObject([{ memo: 'Repainted', soldOn: '2026-06-01' }]));
  });

  it('that somebody else changed meanwhile shows the difference and reloads', async () => {
    page();
    fireEvent.click(await button('Edit'));
    const form = await formOf();
    fireEvent.change(form.getByLabelText(/Memo/u), { target: { value: 'Mine' } });
    refuse = new Problem('CHANGED_MEANWHILE', { by: 'Lee', at: '2026-06-03T01:00:00.000Z' }, {}, 'r', 409);
    sale = aSale(1, { memo: 'Theirs', version: 4 });
    fireEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText(/Lee changed this/u)).toBeTruthy();
    fireEvent.click(form.getByRole('button', { name: 'Show difference' }));
    expect(await form.findByRole('cell', { name: 'Theirs' })).toBeTruthy();
    fireEvent.click(form.getByRole('button', { name: 'Reload' }));
    await waitFor(() => expect((form.getByLabelText(/Memo/u) as HTMLTextAreaElement).value).toBe('Theirs'));
  });
});

describe('cancelling a sale', () => {
  it('requires a reason', async () => {
    page();
    fireEvent.click(await button('Cancel sale'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel the sale of HDLT6A11NSK001001?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel sale' }));
    expect(await dialog.findByText('Reason is required.')).toBeTruthy();
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'Contract ended' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel sale' }));
    await waitFor(() => expect(cancelled).toEqual(['Contract ended']));
    expect(await button('Register sale')).toBeTruthy();
  });

  it('waits while a call is open, and shows why', async () => {
    sale = aSale(1, { openSos: true });
    page();
    const cancel = await button('Cancel sale');
    expect([(cancel as HTMLButtonElement).disabled, cancel.title]).toEqual([
      true,
      'Not possible while an SOS is open.',
    ]);
  });

  it('waits for the decision on a transfer that both customers agreed to, and shows this', async () => {
    sale = aSale(1, { transferAwaiting: true });
    page();
    const cancel = await button('Cancel sale');
    expect([(cancel as HTMLButtonElement).disabled, cancel.title]).toEqual([
      true,
      'An ownership transfer awaits approval. Approve or reject it first.',
    ]);
  });
});
