import { type DeviceDetail, devices } from '@headland/contracts/device';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { answer } from '../../testing/fake-back-end';
import { aDeviceInFull } from '../../testing/devices';
import { renderPage } from '../../testing/render-page';
import { DeviceFormPage } from './device-form.page';

let device: DeviceDetail;
let sent: unknown[];
let refuse: Problem | null;
const answers = [
  answer(devices.get, () => device),
  answer(devices.vehicles, ({ query }) =>
    query.text === '' || 'HDLT6A11NSK009999'.includes(query.text)
      ? [{ id: 99, vin: 'HDLT6A11NSK009999', model: 'HL 6-110', dealer: 'Naju agency' }]
      : [],
  ),
  answer(devices.change, ({ body }) => {
    sent.push(body);
    if (refuse) throw refuse;
    return device;
  }),
];
beforeEach(() => {
  device = aDeviceInFull(7);
  sent = [];
  refuse = null;
});
const open = () => renderPage(<DeviceFormPage />, { answers, at: '/deviceModi/7', path: '/deviceModi/$number' });
const fill = (label: string, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = (): Promise<void> => userEvent.click(screen.getByRole('button', { name: 'Save' }));

describe('the form of a device', () => {
  it('saves numbers, interval and type with the reason, and returns to the page', async () => {
    const { router } = open();
    await screen.findByLabelText('SIM number');
    fill('SIM number', '8982111122223333');
    fill('Activation number', '0101234567');
    fireEvent.click(screen.getByRole('radio', { name: '60 s' }));
    fireEvent.click(screen.getByRole('radio', { name: 'Type 2' }));
    fill('Reason for the change', 'New SIM');
    await save();
    await waitFor(() => expect(router.state.location.pathname).toBe('/deviceDetail/7'));
    expect(sent).toEqual([
      {
        version: 4,
        sim: '8982111122223333',
        activation: '0101234567',
        intervalSeconds: 60,
        type: 2,
        vehicleId: 107,
        reason: 'New SIM',
      },
    ]);
  });

  it('shows what is wrong under its field before anything is sent, and what the server found after it', async () => {
    open();
    await screen.findByLabelText('SIM number');
    fill('SIM number', '12');
    fill('Activation number', '010-1234-5678');
    await save();
    for (const text of ['Enter 10-20 digits.', 'Enter digits without -.', 'Reason for the change is required.'])
      expect(await screen.findByText(text)).toBeDefined();
    expect(sent).toEqual([]);
    refuse = new Problem('E0001', {}, { sim: 'field.simTaken' });
    fill('SIM number', '8982111122223333');
    fill('Activation number', '0101234567');
    fill('Reason for the change', 'x');
    await save();
    expect(await screen.findByText('This SIM number is already in use.')).toBeDefined();
  });

  it('moves the device to a vehicle that has none, found by its VIN', async () => {
    open();
    const field = await screen.findByRole<HTMLInputElement>('combobox', { name: /VIN/u });
    expect(field.value).toBe('HDLT6A11NSK001007');
    await userEvent.click(field);
    await userEvent.click(await screen.findByText('HDLT6A11NSK009999'));
    expect(screen.getByText('Removed from HDLT6A11NSK001007 and installed in HDLT6A11NSK009999.')).toBeDefined();
    fill('Reason for the change', 'Exchange');
    await save();
    await waitFor(() => expect(sent).toMatchObject([{ vehicleId: 99 }]));
  });

  it('takes the device out of its vehicle', async () => {
    open();
    await userEvent.click(await screen.findByRole('button', { name: /Clear VIN/u }));
    expect(screen.getByText('Removed from HDLT6A11NSK001007.')).toBeDefined();
    fill('Reason for the change', 'x');
    await save();
    await waitFor(() => expect(sent).toMatchObject([{ vehicleId: null }]));
  });

  it('keeps the vehicle while an SOS call is open', async () => {
    device = aDeviceInFull(7, { locked: 'sos' });
    open();
    expect((await screen.findByRole<HTMLInputElement>('combobox', { name: /VIN/u })).disabled).toBe(true);
    expect(screen.getByText(/while an SOS is open/u)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Save' })).toBeDefined();
  });

  it('of a device out of use saves nothing and shows why', async () => {
    device = aDeviceInFull(7, { status: 'not_in_use', locked: 'notInUse', vehicle: null });
    open();
    expect(await screen.findByText(/This device is unregistered/u)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });

  it('shows who was faster, what differs, and the newest on Reload', async () => {
    open();
    await screen.findByLabelText('SIM number');
    fill('SIM number', '8982111122223333');
    fill('Reason for the change', 'x');
    refuse = new Problem('CHANGED_MEANWHILE', { by: 'Lee Seoyeon', at: '2026-11-20T05:00:00.000Z' });
    await save();
    expect(await screen.findByText(/Lee Seoyeon changed this/u)).toBeDefined();
    device = aDeviceInFull(7, { version: 5, sim: '8982777700001111' });
    await userEvent.click(screen.getByRole('button', { name: 'Show difference' }));
    expect(await screen.findByText('8982777700001111')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Reload' }));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('SIM number').value).toBe('8982777700001111'));
    refuse = null;
    fill('Reason for the change', 'x');
    await save();
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ version: 5 }));
  });

  it('asks before leaving with unsaved input', async () => {
    const { router } = open();
    await screen.findByLabelText('SIM number');
    fill('SIM number', '8982111122223333');
    await userEvent.click(screen.getAllByRole('button', { name: 'Cancel' }).at(-1) as HTMLElement);
    expect(await screen.findByRole('dialog')).toBeDefined();
    expect(router.state.location.pathname).toBe('/deviceModi/7');
    await userEvent.click(screen.getByRole('button', { name: 'Leave without saving' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/deviceDetail/7'));
  });
});
