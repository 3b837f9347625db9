import { vehicles } from '@headland/contracts/vehicle';
import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { Problem } from '../lib/call';
import { answer } from '../testing/fake-back-end';
import { renderPage } from '../testing/render-page';
import { vehicleDetail, vehicleNow } from '../testing/vehicles';
import { VehicleDetailPage } from './vehicle-detail.page';

// The first page of a file is shown while its modules still load, beside other tests.
configure({ asyncUtilTimeout: 10_000 });

const minuteAgo = (n: number) => new Date(Date.now() - n * 60_000).toISOString();
let vehicle = vehicleDetail(7);
let asked: { kind: string | undefined; page: number }[] = [];
const answers = [
  answer(vehicles.get, ({ params }) => {
    if (params.id !== 7) throw new Problem('NOT_FOUND');
    return vehicle;
  }),
  answer(vehicles.recent, () => ({
    rpm: [
      [Date.now() - 60_000, 1700],
      [Date.now() - 30_000, 1800],
    ] as [number, number][],
  })),
  answer(vehicles.faults, () => [
    {
      id: 3,
      code: 'E0389',
      name: { ko: '요소수', en: 'Urea quality' },
      severity: 'major' as const,
      status: 'occurred' as const,
      lamp: 'AWL',
      count: 4,
      occurredAt: minuteAgo(90),
      lastAt: minuteAgo(3),
      clearedAt: null,
    },
  ]),
  answer(vehicles.history, ({ query }) => {
    asked.push({ kind: query.kind, page: query.page });
    return { rows: query.kind === 'sos' ? [] : [{ number: 12, at: minuteAgo(5), name: 'engine.started', by: null, note: null }], total: query.kind === 'sos' ? 0 : 31 };
  }),
  answer(vehicles.days, () => []),
  answer(vehicles.track, () => ({ points: [], marks: [], trips: [] })),
];
const show = (search = '', as?: { groupType: string; role: 'ADMIN' | 'STAFF' }, id = '7') =>
  renderPage(<VehicleDetailPage />, { answers, at: `/statusDetail/${id}${search}`, path: '/statusDetail/$number', ...(as ? { as } : {}) });

beforeEach(() => {
  vehicle = vehicleDetail(7);
  asked = [];
});

it('shows every value now, and the next one as it is pushed', async () => {
  const page = show();
  await screen.findByRole('heading', { name: 'HDLT6A11NSK007' });
  expect(await screen.findByText('1,840')).toBeTruthy();
  expect(page.live.looks.merged().vehicles).toContain(7);
  act(() => {
    const now = vehicleNow(7, { values: { rpm: 2010 } });
    page.live.vehicles.set(7, now);
    for (const ear of page.live.client.onVehicle) ear(now);
  });
  expect(await screen.findByText('2,010')).toBeTruthy();
  expect(screen.getByRole('img', { name: /Side X 3.2°/ })).toBeTruthy();
});

it('says how old values are once three intervals are missed', async () => {
  vehicle = vehicleDetail(7, { state: 'offline', online: false, lastSeenAt: minuteAgo(9), now: vehicleNow(7, { ts: minuteAgo(9), state: 'offline', online: false }) });
  show();
  expect(await screen.findByText(/Silent for more than three intervals/)).toBeTruthy();
});

it.each([
  ['without a device', { deviceId: null, state: 'never' as const }, 'No device is fitted'],
  ['that has never reported', { state: 'never' as const }, 'No data received yet'],
])('says so for a vehicle %s', async (_, more, text) => {
  vehicle = vehicleDetail(7, { ...more, lastSeenAt: null, now: vehicleNow(7, { state: 'never', ts: null, lastSeenAt: null, values: {}, tilt: null }) });
  show();
  expect(await screen.findByText(text)).toBeTruthy();
});

it('leads from open faults to the queue only where that may be read', async () => {
  vehicle = vehicleDetail(7, { openFaults: 2, worstFault: 'major' });
  const first = show();
  const link = await screen.findByRole('link', { name: /Open faults: 2/ });
  expect(link.getAttribute('href')).toBe('/breakdown?vin=HDLT6A11NSK007');
  first.unmount();
  show('', { groupType: 'PRODUCTION', role: 'STAFF' });
  await screen.findByText(/Open faults: 2/);
  expect(screen.queryByRole('link', { name: /Open faults/ })).toBeNull();
});

it('opens the tab that the address names, and writes the chosen one there', async () => {
  const page = show('?tab=faults');
  const row = (await screen.findByText('E0389')).closest('tr') as HTMLElement;
  expect(within(row).getByText('Urea quality')).toBeTruthy();
  fireEvent.click(screen.getByRole('tab', { name: 'History' }));
  await screen.findByText('Engine started');
  expect(page.router.state.location.search).toMatchObject({ tab: 'history' });
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(asked).toContainEqual({ kind: undefined, page: 2 }));
  fireEvent.click(screen.getByRole('radio', { name: 'SOS' }));
  await screen.findByText('Nothing is logged');
  expect(asked.at(-1)).toEqual({ kind: 'sos', page: 1 });
});

it('says which day has no track', async () => {
  show('?tab=track&day=2026-01-04');
  expect(await screen.findByText('No positions on 2026-01-04')).toBeTruthy();
  expect(screen.getAllByRole('columnheader').map((h) => h.textContent)).toEqual(['Su', 'Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa']);
});

it('does not tell an unknown vehicle from one out of scope', async () => {
  show('', undefined, '8');
  expect(await screen.findByText('There is no such vehicle')).toBeTruthy();
});
