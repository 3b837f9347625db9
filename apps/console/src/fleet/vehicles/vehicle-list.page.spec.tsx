import { type ExportBody, exports } from '@headland/contracts/export';
import { organizations } from '@headland/contracts/organization';
import type { VehicleFilter } from '@headland/contracts/vehicle';
import { vehicles } from '@headland/contracts/vehicle';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { store } from '../../lib/session/store';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { vehicleNow, vehicleRow } from '../../testing/vehicles';
import { VehicleListPage } from './vehicle-list.page';

let rows = [vehicleRow(1), vehicleRow(2)];
let asked: VehicleFilter[] = [];
let refuse: Problem | null = null;
let exported: ExportBody | null = null;
const answers = [
  answer(vehicles.list, ({ query }) => {
    asked.push(query);
    if (refuse) throw refuse;
    const shown = rows.filter((r) => query.vin === undefined || r.vin.includes(query.vin));
    return { rows: shown, total: shown.length };
  }),
  answer(exports.create, ({ body }) => {
    exported = body;
    return {
      id: 1,
      list: body.list,
      format: body.format ?? ('xlsx' as const),
      state: 'queued' as const,
      total: 1,
      written: 0,
      name: 'status_20261121-1200.xlsx',
    };
  }),
  answer(exports.get, () => ({
    id: 1,
    list: 'vehicles' as const,
    format: 'xlsx' as const,
    state: 'queued' as const,
    total: 1,
    written: 0,
    name: 'status.xlsx',
  })),
  answer(vehicles.models, () => ['HL 4-58', 'HL 6-110']),
  answer(organizations.tree, () => [
    { id: 1, name: 'Head office', type: 'HEAD_OFFICE' as const, parentId: null, lat: null, lon: null },
    { id: 9, name: 'Naju agency', type: 'AGENCY' as const, parentId: 1, lat: null, lon: null },
  ]),
];
const show = (at = '/status', as?: { groupType: string; role: 'ADMIN' | 'STAFF' }) => {
  store.set({ screens: { 'status.view': 'list' } });
  return renderPage(<VehicleListPage />, { answers, at, ...(as ? { as } : {}) });
};

beforeEach(() => {
  rows = [vehicleRow(1), vehicleRow(2)];
  asked = [];
  refuse = null;
});

it('shows the vehicles and the stream’s updates', async () => {
  const page = show();
  const row = (await screen.findByText('HDLT6A11NSK001')).closest('tr') as HTMLElement;
  expect(within(row).getAllByText('Work').length).toBeGreaterThan(0);
  expect([...page.live.subscriptions.merged().vehicles].sort()).toEqual([1, 2]);
  act(() => {
    for (const ear of page.live.client.onVehicle)
      ear(vehicleNow(1, { state: 'drive', values: { engineHours: 512.3 }, openSos: 0 }));
  });
  await waitFor(() => expect(row.dataset.changed).toBeDefined());
  expect(within(row).getAllByText('Drive').length).toBeGreaterThan(0);
  expect(within(row).getByText('512.3')).toBeTruthy();
});

it('as a list by itself shows every column, and the VIN stays in sight', async () => {
  show();
  const row = (await screen.findByText('HDLT6A11NSK001')).closest('tr') as HTMLElement;
  const titles = screen.getAllByRole('columnheader').map((h) => h.textContent?.trim());
  for (const title of [
    'VIN',
    'Model',
    'Device',
    'Customer',
    'Dealer',
    'Release year',
    'Horsepower',
    'Transmission',
    'Matching date',
    'Sale date',
    'Engine',
    'Work',
    'Place',
    'Faults',
  ])
    expect(titles).toContainEqual(expect.stringContaining(title));
  expect(row.querySelector('[data-sticks]')?.textContent).toContain('HDLT6A11NSK001');
});

it('shows an open SOS before a fault, and a fault before the work state', async () => {
  rows = [
    vehicleRow(1, { openSos: 1, openFaults: 2, worstFault: 'critical' }),
    vehicleRow(2, { openFaults: 1, worstFault: 'major' }),
  ];
  show();
  const first = (await screen.findByText('HDLT6A11NSK001')).closest('tr') as HTMLElement;
  expect(within(first).getByText('SOS')).toBeTruthy();
  expect(screen.getByText('Work · Fault')).toBeTruthy();
});

it('keeps the filters in the address and sends them to the server', async () => {
  const page = show('/status?state=work&hoursFrom=100');
  await screen.findByText('HDLT6A11NSK001');
  expect(asked[0]).toMatchObject({ state: ['work'], hoursFrom: 100 });
  fireEvent.change(screen.getByLabelText('VIN'), { target: { value: 'SK002' } });
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  await waitFor(() =>
    expect(page.router.state.location.search).toMatchObject({ vin: 'SK002', state: 'work', hoursFrom: '100' }),
  );
  await waitFor(() => expect(screen.queryByText('HDLT6A11NSK001')).toBeNull());
  fireEvent.click(screen.getAllByRole('button', { name: 'Reset' }).at(-1) as HTMLElement);
  await screen.findByText('HDLT6A11NSK001');
  expect(page.router.state.location.search).toEqual({});
});

it('lets new rows wait behind a button', async () => {
  const page = show();
  await screen.findByText('HDLT6A11NSK001');
  await waitFor(() => expect(asked.length).toBeGreaterThan(1));
  rows = [vehicleRow(3), vehicleRow(1)];
  act(() =>
    page.emit({
      number: 5,
      at: new Date().toISOString(),
      name: 'device.connected',
      payload: { vehicleId: 3, deviceId: 'HDKR-3' },
      by: null,
    }),
  );
  const button = await screen.findByRole('button', { name: /1 new/ });
  expect(screen.queryByText('HDLT6A11NSK003')).toBeNull();
  fireEvent.click(button);
  await screen.findByText('HDLT6A11NSK003');
  expect(screen.queryByRole('button', { name: /new/ })).toBeNull();
});

it('shows why it is empty, and what failed', async () => {
  rows = [];
  show();
  await screen.findByText('No vehicles');
  refuse = new Problem('INTERNAL');
  fireEvent.click(screen.getByRole('button', { name: /SOS/ }));
  await screen.findByRole('alert');
  refuse = null;
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByText('No results for these filters');
});

it('filters by a customer’s name only where customers may be read', async () => {
  show('/status', { groupType: 'PRODUCTION', role: 'STAFF' });
  await screen.findByText('HDLT6A11NSK001');
  expect(screen.queryByLabelText('Customer')).toBeNull();
});

it('filters by engine, consumables, mileage and last start, in the units of the account', async () => {
  const page = show();
  await screen.findByText('HDLT6A11NSK001');
  expect(asked[0]).toMatchObject({ sort: 'startedAt', order: 'desc' });
  fireEvent.change(screen.getByLabelText('Engine'), { target: { value: 'true' } });
  fireEvent.change(screen.getByLabelText('Odometer from'), { target: { value: '1000' } });
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  await waitFor(() =>
    expect(page.router.state.location.search).toMatchObject({ engineOn: 'true', mileageFrom: '1000' }),
  );
  expect(asked.at(-1)).toMatchObject({ engineOn: true, mileageFrom: 1000 });
});

it('is filtered in miles by who reads miles', async () => {
  store.set({ units: 'mile' });
  show();
  await screen.findByText('HDLT6A11NSK001');
  const from = screen.getByLabelText<HTMLInputElement>('Odometer from');
  fireEvent.change(from, { target: { value: '1000' } });
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  await waitFor(() => expect(asked.at(-1)).toMatchObject({ mileageFrom: 1609.344 }));
  expect(from.value).toBe('1000');
});

it('marks a meter that is corrected', async () => {
  rows = [vehicleRow(1, { engineHours: 1700.5, hoursCorrection: 1200 })];
  show();
  const row = (await screen.findByText('HDLT6A11NSK001')).closest('tr') as HTMLElement;
  expect(within(row).getByText('Meter reading 500.5 h, corrected by +1,200.0 h.')).toBeTruthy();
});

it('gives the workbook of what it shows', async () => {
  show('/status?vin=SK001');
  await screen.findByText('HDLT6A11NSK001');
  fireEvent.click(screen.getByRole('button', { name: /Excel/ }));
  await waitFor(() => expect(exported).toMatchObject({ list: 'vehicles', filter: { vin: 'SK001' } }));
  expect(exported?.columns.slice(0, 3)).toEqual(['no', 'vin', 'model']);
});

it('names a section of the map where no map is beside the list, and drops it', async () => {
  show('/status?bbox=126,34,127,35');
  const drop = await screen.findByRole('button', { name: 'Remove In map view' });
  expect(asked.at(-1)?.bbox).toBeDefined();
  fireEvent.click(drop);
  await waitFor(() => expect(asked.at(-1)?.bbox).toBeUndefined());
  expect(screen.queryByRole('button', { name: 'Remove In map view' })).toBeNull();
});
