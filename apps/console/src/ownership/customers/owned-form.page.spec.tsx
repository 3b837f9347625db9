import { type AddVehicleBody, type ChangeOwnedBody, customers } from '@headland/contracts/customer';
import { organizations } from '@headland/contracts/organization';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { aCustomer, anOwnedDetail } from '../../testing/customers';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { OwnedEditPage, OwnedRegistrationPage } from './owned-form.page';

const vin = 'HDLT6A11NSK001071';
let added: AddVehicleBody[];
let changed: ChangeOwnedBody[];
let refuse: Problem | null;
let customer: ReturnType<typeof aCustomer>;
const answers = [
  answer(organizations.tree, () => [
    { id: 1, name: 'South', type: 'REGION' as const, parentId: null, lat: null, lon: null },
    { id: 9, name: 'Naju agency', type: 'AGENCY' as const, parentId: 1, lat: null, lon: null },
  ]),
  answer(customers.get, () => customer),
  answer(customers.unsold, () => [
    {
      id: 71,
      vin,
      model: 'HL 6-110',
      dealer: { id: 9, name: 'Naju agency' },
      deviceId: 'HDKR-1001',
      shippedOn: '2026-05-20',
    },
  ]),
  answer(customers.addVehicle, ({ body }) => {
    added.push(body);
    if (refuse) throw refuse;
    return anOwnedDetail(71);
  }),
  answer(customers.vehicle, () => anOwnedDetail(71)),
  answer(customers.changeVehicle, ({ body }) => {
    changed.push(body);
    if (refuse) throw refuse;
    return anOwnedDetail(71, { version: 5 });
  }),
];
beforeEach(() => {
  [added, changed, refuse] = [[], [], null];
  customer = aCustomer(7);
});
const type = (label: string, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = (): void => void fireEvent.click(screen.getByRole('button', { name: 'Save' }));

describe('adding a vehicle', () => {
  const page = () =>
    renderPage(<OwnedRegistrationPage />, {
      answers,
      at: '/customerVehicleRegi/7',
      path: '/customerVehicleRegi/$number',
    });
  async function chosen() {
    const shown = page();
    const field = await screen.findByRole('combobox', { name: 'VIN' });
    fireEvent.focus(field);
    fireEvent.change(field, { target: { value: '1071' } });
    fireEvent.click(await screen.findByRole('option', { name: new RegExp(vin) }));
    await screen.findByText('HDKR-1001');
    return shown;
  }

  it('finds it by its VIN, shows what it is, and sells it', async () => {
    const { router } = await chosen();
    type('Sale date', '2026-06-01');
    fireEvent.change(screen.getByRole('textbox', { name: /Nickname/ }), { target: { value: 'Big one' } });
    save();
    await waitFor(() => expect(router.state.location.pathname).toBe('/customerDetail/7'));
    expect(added).toEqual([{ vin, soldOn: '2026-06-01', dealerId: 9, nickname: 'Big one', memo: '' }]);
  });

  it('not before its shipment, and not without a VIN', async () => {
    await chosen();
    type('Sale date', '2026-05-19');
    save();
    expect(await screen.findByText('Must not be before the shipment date.')).toBeTruthy();
    expect(added).toEqual([]);
  });

  it('shows when somebody was faster, and not who', async () => {
    await chosen();
    type('Sale date', '2026-06-01');
    refuse = new Problem('VEHICLE_OF_ANOTHER', {}, {}, 'r', 409);
    save();
    expect(await screen.findByText('Already registered to another customer.')).toBeTruthy();
  });

  it('to one who left the app is not possible', async () => {
    customer = aCustomer(7, { appStatus: 'withdrawn' });
    page();
    expect(await screen.findByText('This customer has left the app and can only be deleted.')).toBeTruthy();
  });
});

describe('changing a customer’s vehicle', () => {
  it('keeps the VIN, and reports another editor', async () => {
    renderPage(<OwnedEditPage />, { answers, at: '/customerVehicleModi/71', path: '/customerVehicleModi/$number' });
    await screen.findByRole('heading', { name: vin });
    expect(screen.queryByRole('combobox', { name: 'VIN' })).toBeNull();
    fireEvent.change(screen.getByRole('textbox', { name: /Nickname/ }), { target: { value: 'Small one' } });
    refuse = new Problem('CHANGED_MEANWHILE', { by: 'Park Jihun', at: '2026-06-02T01:00:00.000Z' }, {}, 'r', 409);
    save();
    fireEvent.click(await screen.findByRole('button', { name: 'Show difference' }));
    expect(await screen.findByText('Small one')).toBeTruthy();
    expect(changed).toMatchObject([{ version: 4, nickname: 'Small one', dealerId: 9 }]);
  });
});
