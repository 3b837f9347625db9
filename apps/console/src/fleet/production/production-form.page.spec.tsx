import { devices } from '@headland/contracts/device';
import { organizations, type OrganizationNode } from '@headland/contracts/organization';
import { production, type ProductionBody, type ProductionDetail } from '@headland/contracts/production';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { aUnit } from '../../testing/units';
import { ProductionEditPage } from './production-form.page';

let unit: ProductionDetail;
let sent: ProductionBody[];
let refuse: Problem | null;
const node = (id: number, name: string, type: OrganizationNode['type']): OrganizationNode => ({
  id,
  name,
  type,
  parentId: id === 1 ? null : 1,
  lat: null,
  lon: null,
});
const answers = [
  answer(production.get, () => unit),
  answer(production.change, ({ body }) => {
    if (refuse) throw refuse;
    sent.push(body);
    return { ...unit, version: unit.version + 1 };
  }),
  answer(devices.unmatched, ({ query }) =>
    ['HDKR-2001', 'HDKR-2002']
      .filter((id) => id.includes(query.text.toUpperCase()))
      .map((deviceId, i) => ({ id: 200 + i, deviceId, type: i + 1, sim: null })),
  ),
  answer(organizations.tree, () => [
    node(1, 'Head office', 'HEAD_OFFICE'),
    node(9, 'Naju agency', 'AGENCY'),
    node(8, 'Gimje dealer', 'DEALER'),
  ]),
];
beforeEach(() => {
  unit = aUnit(1);
  sent = [];
  refuse = null;
});
const page = () =>
  renderPage(<ProductionEditPage />, {
    answers,
    at: '/productionModi/1',
    path: '/productionModi/$number',
    as: { groupType: 'PRODUCTION', role: 'ADMIN' },
  });
const field = (name: string | RegExp) => screen.findByLabelText<HTMLInputElement>(name);
const put = async (name: string | RegExp, value: string) => fireEvent.change(await field(name), { target: { value } });
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
const find = async (text: string, hit: string) => {
  const input = await field(/^Device ID/u);
  fireEvent.focus(input);
  fireEvent.change(input, { target: { value: text } });
  fireEvent.click(await screen.findByRole('option', { name: new RegExp(hit, 'u') }));
};
const chooseDealer = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name: /^Dealer/u }));
  fireEvent.click(await screen.findByRole('treeitem', { name: new RegExp(name, 'u') }));
};
const body = (over: Partial<ProductionBody>): ProductionBody => ({
  ...{
    version: 3,
    deviceId: 'HDKR-1001',
    matchedOn: '2026-11-02',
    releaseYear: 2026,
    horsepower: 110,
    transmission: '32F/32R',
  },
  ...{ shippedOn: null, dealerId: null, memo: '' },
  ...over,
});

describe('editing a unit', () => {
  it('sends what was typed and goes to its page; what the plant has set stays', async () => {
    const { router } = page();
    await put('Horsepower', '112');
    await put(/^Memo/u, 'Repainted');
    for (const name of [/^VIN/u, /^Model/u]) expect((await field(name)).disabled).toBe(true);
    await save();
    await waitFor(() => expect(sent).toEqual([body({ horsepower: 112, memo: 'Repainted' })]));
    await waitFor(() => expect(router.state.location.pathname).toBe('/productionDetail/1'));
    expect(screen.getByText('HDLT6A11NSK001001 saved.')).toBeTruthy();
  });

  it('shows what is wrong before it is sent, and focuses the first of it', async () => {
    page();
    await put('Release year', '26');
    await put('Horsepower', '0');
    await put('Transmission', '');
    await save();
    for (const text of [
      'Enter exactly 4 digits.',
      'Enter a positive number of at least 1 digit.',
      'Transmission is required.',
    ])
      expect(await screen.findByText(text), text).toBeTruthy();
    await waitFor(() => expect((document.activeElement as HTMLInputElement).name).toBe('releaseYear'));
    await put('Release year', '2026');
    await put('Horsepower', '110');
    await put('Transmission', 'KVT');
    await put(/^Shipment date/u, '2026-11-01');
    await save();
    expect(await screen.findByText('Must not be before the matching date.')).toBeTruthy();
    expect(screen.getByText('Dealer is required.')).toBeTruthy();
    expect(sent).toEqual([]);
  });

  it('ships to an agency or a dealer', async () => {
    page();
    await put(/^Shipment date/u, '2026-11-03');
    await chooseDealer('Naju');
    await save();
    await waitFor(() => expect(sent).toEqual([body({ shippedOn: '2026-11-03', dealerId: 9 })]));
  });

  it('undoes a shipment, but not that of a sold unit', async () => {
    unit = aUnit(1, { shippedOn: '2026-11-03', dealer: { id: 9, name: 'Naju agency' } });
    const first = page();
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel shipment' }));
    await save();
    await waitFor(() => expect(sent).toEqual([body({})]));
    first.unmount();
    unit = { ...unit, soldOn: '2026-11-10' };
    page();
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: /^Dealer/u })).disabled).toBe(true);
    expect(screen.queryByRole('button', { name: 'Cancel shipment' })).toBeNull();
    expect(screen.getByText('The dealer of a sold unit cannot be changed here.')).toBeTruthy();
  });
});

describe('the device', () => {
  it('is found among those that no vehicle has, installed today, and asked for once more where another one leaves', async () => {
    page();
    await find('2002', 'HDKR-2002');
    expect((await field('Matching date')).value).toMatch(/^\d{4}-\d{2}-\d{2}$/u);
    await put('Matching date', '2026-11-20');
    await save();
    const dialog = within(await screen.findByRole('dialog', { name: 'Replace the device of HDLT6A11NSK001001?' }));
    expect(dialog.getByText(/HDKR-1001 is replaced by HDKR-2002/u)).toBeTruthy();
    expect(sent).toEqual([]);
    await userEvent.click(dialog.getByRole('button', { name: 'Replace device' }));
    await waitFor(() => expect(sent).toEqual([body({ deviceId: 'HDKR-2002', matchedOn: '2026-11-20' })]));
  });

  it('is removed only after a confirmation, and Cancel keeps it', async () => {
    page();
    await field(/^Device ID/u);
    fireEvent.click(screen.getByRole('button', { name: /Device ID/u }));
    expect((await field(/^Matching date/u)).disabled).toBe(true);
    await save();
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove the device from HDLT6A11NSK001001?' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
    expect(sent).toEqual([]);
    await save();
    await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove device' }));
    await waitFor(() => expect(sent).toEqual([body({ deviceId: null, matchedOn: null })]));
  });

  it('that is in another unit meanwhile: shows in which', async () => {
    unit = aUnit(1, { deviceId: null, deviceStatus: null, matchedOn: null });
    refuse = new Problem(
      'DEVICE_IN_OTHER_UNIT',
      { vin: 'HDLT6A11NSK009999' },
      { deviceId: 'error.DEVICE_IN_OTHER_UNIT' },
      'r-2',
      409,
    );
    page();
    await find('', 'HDKR-2001');
    await save();
    expect(await screen.findByText('The device is installed in another vehicle (HDLT6A11NSK009999).')).toBeTruthy();
    // it has the focus, and offers others; what was chosen is not lost
    const device = screen.getByRole<HTMLInputElement>('combobox', { name: /^Device ID/u });
    await waitFor(() => expect(document.activeElement).toBe(device));
    fireEvent.keyDown(device, { key: 'Escape' });
    expect(device.value).toBe('HDKR-2001');
  });
});

it('changed by another member meanwhile: names them, shows the differences, and loads their values on Reload', async () => {
  page();
  await put('Transmission', 'KVT');
  refuse = new Problem('CHANGED_MEANWHILE', { by: 'Lee Seoyeon', at: '2026-11-20T05:00:00.000Z' }, {}, 'r-3', 409);
  await save();
  await screen.findByText(/Lee Seoyeon changed this at/u);
  unit = aUnit(1, { version: 4, transmission: '40F/40R' });
  fireEvent.click(screen.getByRole('button', { name: 'Show difference' }));
  const row = await screen.findByRole('row', { name: /Transmission/u });
  await waitFor(() => expect(row.textContent).toContain('40F/40R'));
  expect(row.textContent).toContain('KVT');
  fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
  await waitFor(async () => expect((await field('Transmission')).value).toBe('40F/40R'));
  refuse = null;
  await save();
  await waitFor(() => expect(sent).toEqual([body({ version: 4, transmission: '40F/40R' })]));
});
