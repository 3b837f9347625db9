import { type DeviceRow, devices } from '@headland/contracts/device';
import { models } from '@headland/contracts/model';
import type { VehicleNow } from '@headland/contracts/shared-shapes';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../../testing/fake-back-end';
import { aDevice } from '../../testing/devices';
import { renderPage } from '../../testing/render-page';
import { DeviceListPage } from './device-list.page';
import { withNow } from './use-live-devices';

let rows: DeviceRow[];
let asked: unknown[];
const answers = [
  answer(devices.list, ({ query }) => {
    asked.push(query);
    return { rows, total: rows.length };
  }),
  answer(devices.firmwares, () => ['2.4.1', '2.3.7']),
  answer(models.names, () => [{ id: 1, name: 'HL 6-110', type: 'premium' as const }]),
];
beforeEach(() => {
  rows = [
    aDevice(1),
    aDevice(2, {
      online: false,
      vehicle: null,
      firmware: null,
      rssi: null,
      activation: null,
      skewMs: -41_000,
      lastSeenAt: null,
    }),
  ];
  asked = [];
});
const open = (at = '/device') => renderPage(<DeviceListPage />, { answers, at });

describe('the list of devices', () => {
  it('shows each with its numbers, its vehicle and its last contact', async () => {
    open();
    const row = await screen.findByRole('row', { name: /HDKR-00001/u });
    for (const text of [
      'Type 1',
      'In use',
      'Online',
      'HDLT6A11NSK001001',
      'HL 6-110',
      '2.4.1',
      '8982000000000001',
      '01055550001',
      '-71',
      '+0.1 s',
    ])
      expect(within(row).getByText(text), text).toBeDefined();
    const bare = screen.getByRole('row', { name: /HDKR-00002/u });
    for (const text of ['Offline', 'Not installed', '−41.0 s'])
      expect(within(bare).getByText(text), text).toBeDefined();
  });

  it('requests what its filters select, and keeps them in the address', async () => {
    const { router } = open();
    await userEvent.type(await screen.findByLabelText('SIM number'), '8982{Enter}');
    await userEvent.click(screen.getByRole('button', { name: /Clock skew above/u }));
    await userEvent.click(screen.getByRole('button', { name: /Firmware\s*All/u }));
    await userEvent.click(await screen.findByRole('menuitemcheckbox', { name: '2.3.7' }));
    await waitFor(() =>
      expect(asked.at(-1)).toMatchObject({
        sim: '8982',
        skewed: true,
        firmware: ['2.3.7'],
        sort: 'lastSeenAt',
        order: 'desc',
      }),
    );
    await waitFor(() => expect(router.state.location.href).toBe('/device?sim=8982&skewed=true&firmware=2.3.7'));
  });

  it('opens the page of a device, and that of its vehicle by its VIN', async () => {
    const { router, unmount } = open();
    fireEvent.click(await screen.findByText('HDKR-00001'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/deviceDetail/1'));
    unmount();
    const again = open();
    fireEvent.click(await screen.findByRole('link', { name: 'HDLT6A11NSK001001' }));
    await waitFor(() => expect(again.router.state.location.pathname).toBe('/statusDetail/101'));
  });

  it('shows a connection as it comes and goes, without another page moving', async () => {
    const { emit } = open();
    const row = await screen.findByRole('row', { name: /HDKR-00001/u });
    expect(within(row).getByText('Online')).toBeDefined();
    const before = asked.length;
    act(() =>
      emit({
        number: 9,
        at: '2026-11-20T05:00:00Z',
        name: 'device.disconnected',
        payload: { vehicleId: 101, deviceId: 'HDKR-00001' },
        by: null,
      }),
    );
    expect(await within(row).findByText('Offline')).toBeDefined();
    await waitFor(() => expect(asked.length).toBe(before + 1));
    act(() =>
      emit({
        number: 10,
        at: '2026-11-20T05:00:01Z',
        name: 'device.connected',
        payload: { vehicleId: null, deviceId: 'ELSEWHERE-1' },
        by: null,
      }),
    );
    expect(asked.length).toBe(before + 1);
  });

  it('shows when a device was last connected as its vehicle is', async () => {
    const { live } = open();
    await screen.findByText('HDKR-00001');
    const now = { id: 101, lastSeenAt: new Date(Date.now() - 4_000).toISOString(), skewMs: 55_000 } as VehicleNow;
    act(() => {
      for (const ear of live.client.onVehicle) ear(now);
    });
    expect(await screen.findByText('+55.0 s')).toBeDefined();
  });

  it('that is empty shows what belongs here', async () => {
    rows = [];
    open();
    expect(await screen.findByText('No devices yet')).toBeDefined();
  });
});

it('what is older than what was read changes nothing', () => {
  const row = aDevice(1);
  expect(withNow(row, { id: 101, lastSeenAt: '2026-11-20T04:00:00.000Z', skewMs: 5 } as VehicleNow)).toBe(row);
  expect(withNow(row, undefined)).toBe(row);
});
