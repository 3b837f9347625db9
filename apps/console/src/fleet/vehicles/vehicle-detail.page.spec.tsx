import { models } from '@headland/contracts/model';
import { type EngineDay, type RemoteStart, vehicles } from '@headland/contracts/vehicle';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { vehicleDetail, vehicleNow } from '../../testing/vehicles';
import { VehicleDetailPage } from './vehicle-detail.page';

const minuteAgo = (n: number) => new Date(Date.now() - n * 60_000).toISOString();
let vehicle = vehicleDetail(7);
let started: RemoteStart | null = null;
const days: EngineDay[] = [
  { day: '2026-11-19', hours: 3.5, reading: 1203.5, correction: 1000, reset: false },
  { day: '2026-11-20', hours: null, reading: null, correction: 1000, reset: false },
  { day: '2026-11-21', hours: 2, reading: 1205.5, correction: 1000, reset: true },
];
let redating: { id: number; name: string; share: number }[];
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
    return {
      rows:
        query.kind === 'sos'
          ? []
          : [{ number: 12, at: minuteAgo(5), name: 'engine.started', by: null, note: null, screen: null, changes: [] }],
      total: query.kind === 'sos' ? 0 : 31,
    };
  }),
  answer(vehicles.hours, () => days),
  answer(vehicles.sos, () => [
    {
      id: 5,
      type: 'button' as const,
      status: 'raised' as const,
      raisedAt: minuteAgo(4),
      presses: 2,
      place: null,
      handler: null,
      closedAt: null,
      resolution: null,
    },
  ]),
  answer(vehicles.consumables, () => [
    {
      ...{
        id: 1,
        name: 'Engine oil',
        maintenance: 'replace' as const,
        number: 3,
        usedHours: 231,
        cycleHours: 250,
        usedDays: 120,
        cycleDays: 365,
      },
      ...{ percent: 92.4, state: 'imminent' as const, since: minuteAgo(60) },
    },
  ]),
  answer(vehicles.ownership, () => [
    {
      id: 1,
      soldOn: '2025-04-01',
      dealer: { id: 9, name: 'Naju agency' },
      customer: { id: 3, name: '김*수', phone: '010-****-1234' },
      registeredBy: 'Kim',
      cancelledAt: null,
      cancelReason: null,
    },
  ]),
  answer(vehicles.installations, () => [
    {
      id: 1,
      deviceId: 'HDKR-7',
      deviceKey: 7,
      matchedOn: '2025-03-01',
      matchedBy: 'Kim',
      endedAt: null,
      endedBy: null,
      reason: null,
    },
  ]),
  answer(models.redating, () => redating),
  answer(vehicles.lastStart, () => started),
  answer(vehicles.remoteStart, ({ body }) => {
    started = {
      id: 1,
      command: body.command,
      state: 'requested',
      requestedAt: new Date().toISOString(),
      dueAt: new Date(Date.now() + 100_000).toISOString(),
      endedAt: null,
      failure: null,
      by: 'Kim',
    };
    return started;
  }),
  answer(vehicles.customer, () => ({ id: 4, name: 'Kim Minsu', phone: '010-5555-9999' })),
  answer(vehicles.days, () => []),
  answer(vehicles.track, () => ({ points: [], marks: [], trips: [] })),
];
const show = (search = '', as?: { groupType: string; role: 'ADMIN' | 'STAFF' }, id = '7') =>
  renderPage(<VehicleDetailPage />, {
    answers,
    at: `/statusDetail/${id}${search}`,
    path: '/statusDetail/$number',
    ...(as ? { as } : {}),
  });

beforeEach(() => {
  vehicle = vehicleDetail(7);
  asked = [];
  redating = [];
  started = null;
});

it('shows every value now, and the next one as it is pushed', async () => {
  const page = show();
  await screen.findByRole('heading', { name: 'HDLT6A11NSK007' });
  expect(await screen.findByText('1,840')).toBeTruthy();
  expect(page.live.subscriptions.merged().vehicles).toContain(7);
  act(() => {
    const now = vehicleNow(7, { values: { rpm: 2010 } });
    page.live.vehicles.set(7, { now, at: Date.now() });
    for (const ear of page.live.client.onVehicle) ear(now);
  });
  expect(await screen.findByText('2,010')).toBeTruthy();
  expect(screen.getByRole('img', { name: /Roll 3.2°/ })).toBeTruthy();
});

it('shows what was read when that is newer than the last push, and the next push again', async () => {
  const page = show();
  await screen.findByText('1,840');
  const push = (rpm: number, at: number, lastSeenAt: string) =>
    act(() => {
      const now = vehicleNow(7, { values: { rpm }, lastSeenAt });
      page.live.vehicles.set(7, { now, at });
      for (const ear of page.live.client.onVehicle) ear(now);
    });
  // brought before this page has read anything, but by a vehicle that was seen later
  push(2010, 0, new Date(Date.now() + 1_000).toISOString());
  expect(await screen.findByText('2,010')).toBeTruthy();
  // the stream stands still, and the page reads again
  const lastSeenAt = new Date(Date.now() + 2_000).toISOString();
  vehicle = vehicleDetail(7, { now: vehicleNow(7, { values: { rpm: 1500 }, lastSeenAt }) });
  await act(() => page.cache.invalidateQueries());
  expect(await screen.findByText('1,500')).toBeTruthy();
  push(1600, Date.now(), lastSeenAt);
  expect(await screen.findByText('1,600')).toBeTruthy();
});

it('marks values of a running engine as soon as it has stopped, and not those measured with a stopped engine', async () => {
  vehicle = vehicleDetail(7, {
    state: 'off',
    now: vehicleNow(7, { state: 'off', engine: 'off', values: { rpm: 818, oilPressure: 240, coolant: 84 } }),
  });
  const page = show();
  expect(await screen.findByText('818')).toBeTruthy();
  expect(screen.getAllByText(/^before the engine stopped, \d\d:\d\d:\d\d/u)).toHaveLength(2);
  act(() => {
    const now = vehicleNow(7, { state: 'off', engine: 'off', values: { rpm: 0, oilPressure: 0, coolant: 83 } });
    page.live.vehicles.set(7, { now, at: Date.now() });
    for (const ear of page.live.client.onVehicle) ear(now);
  });
  await waitFor(() => expect(screen.queryByText('818')).toBeNull());
  expect(screen.queryByText(/^before the engine stopped/u)).toBeNull();
});

it('shows how old values are once three intervals are missed', async () => {
  vehicle = vehicleDetail(7, {
    state: 'offline',
    online: false,
    lastSeenAt: minuteAgo(9),
    now: vehicleNow(7, { ts: minuteAgo(9), state: 'offline', online: false }),
  });
  show();
  expect(await screen.findByText(/No communication for more than three reporting intervals/)).toBeTruthy();
});

it.each([
  ['without a device', { deviceId: null, state: 'never' as const }, 'No device installed'],
  ['that has never reported', { state: 'never' as const }, 'No data received yet'],
])('shows it for a vehicle %s', async (_, more, text) => {
  vehicle = vehicleDetail(7, {
    ...more,
    lastSeenAt: null,
    now: vehicleNow(7, { state: 'never', ts: null, lastSeenAt: null, values: {}, tilt: null }),
  });
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
  await screen.findByText('Key turned on');
  expect(page.router.state.location.search).toMatchObject({ tab: 'history' });
  fireEvent.click(screen.getByRole('button', { name: 'Next page' }));
  await waitFor(() => expect(asked).toContainEqual({ kind: undefined, page: 2 }));
  fireEvent.click(screen.getByRole('radio', { name: 'SOS' }));
  await screen.findByText('No history');
  expect(asked.at(-1)).toEqual({ kind: 'sos', page: 1 });
});

it('names which day has no track', async () => {
  show('?tab=track&day=2026-01-04');
  expect(await screen.findByText('No position data on 2026-01-04')).toBeTruthy();
  expect(screen.getAllByRole('columnheader').map((h) => h.textContent)).toEqual([
    'Su',
    'Mo',
    'Tu',
    'We',
    'Th',
    'Fr',
    'Sa',
  ]);
});

it('shows the same for an unknown vehicle and one out of scope', async () => {
  show('', undefined, '8');
  expect(await screen.findByText('Vehicle not found')).toBeTruthy();
});

it('shows the engine hours day by day, and which reading is corrected', async () => {
  show('?tab=hours');
  await screen.findByText('Engine hours of the last 31 days');
  expect(screen.getByText('5.5')).toBeTruthy();
  const [newest, silent, oldest] = screen.getAllByRole('row').slice(1);
  expect(within(newest as HTMLElement).getByText('Meter replaced')).toBeTruthy();
  expect(within(newest as HTMLElement).getByText(/Meter reading 205.5 h, corrected by \+1,000.0 h/)).toBeTruthy();
  expect(within(silent as HTMLElement).getByText('No data')).toBeTruthy();
  expect(
    within(oldest as HTMLElement)
      .getByRole('link', { name: '2026-11-19' })
      .getAttribute('href'),
  ).toBe('/statusDetail/7?tab=track&day=2026-11-19');
});

it('shows calls and consumables in their tabs, calls only to those who may read them', async () => {
  const page = show('?tab=sos');
  await screen.findByText('Raised', { selector: 'span' });
  fireEvent.click(screen.getByRole('tab', { name: 'Consumables' }));
  const row = (await screen.findByText('Engine oil')).closest('tr') as HTMLElement;
  expect(within(row).getByText('Due soon')).toBeTruthy();
  expect(within(row).getByText('92')).toBeTruthy();
  page.unmount();
  show('?tab=sos', { groupType: 'PRODUCTION', role: 'STAFF' });
  await screen.findByRole('tab', { name: 'Now' });
  expect(screen.queryByRole('tab', { name: 'SOS calls' })).toBeNull();
});

it('shows that a changed set of its model is not applied yet', async () => {
  redating = [
    { id: 6, name: 'HL 6-110', share: 0.625 },
    { id: 8, name: 'HL 4-58', share: 0.1 },
  ];
  show('?tab=consumables');
  expect(
    await screen.findByText(/The consumable set of HL 6-110 was changed: 62% of its vehicles are recalculated/u),
  ).toBeTruthy();
  expect(screen.queryByText(/HL 4-58/u)).toBeNull();
});

it('shows its customer in full on request to a member who may see it, and whether the terms are agreed to', async () => {
  vehicle = vehicleDetail(7, {
    soldOn: '2025-04-01',
    terms: 'outdated',
    customer: { id: 4, name: 'K*m', phone: '010-****-9999' },
  });
  const page = show('?tab=info');
  const owner = await screen.findByRole('region', { name: 'Customer' });
  expect(within(owner).getByText('Agreed to an earlier version')).toBeTruthy();
  fireEvent.click(within(owner).getByRole('button', { name: 'Show in full' }));
  expect(await within(owner).findByText('010-5555-9999')).toBeTruthy();
  page.unmount();
  show('?tab=info', { groupType: 'PRODUCTION', role: 'STAFF' });
  await screen.findByRole('region', { name: 'Customer' });
  expect(screen.queryByRole('button', { name: 'Show in full' })).toBeNull();
});

it('lists owners and devices in its information tab; a device links to its page only where devices may be read', async () => {
  const page = show('?tab=info');
  expect(await screen.findByText('010-****-1234')).toBeTruthy();
  const devices = screen.getByRole('region', { name: 'Device history' });
  expect((await within(devices).findByRole('link', { name: 'HDKR-7' })).getAttribute('href')).toBe('/deviceDetail/7');
  page.unmount();
  show('?tab=info', { groupType: 'REGION', role: 'STAFF' });
  expect(screen.queryByRole('link', { name: 'HDKR-7' })).toBeNull();
});

describe('remote start', () => {
  const parked = () =>
    vehicleDetail(7, {
      remoteControl: 'startClimate',
      state: 'off',
      engine: 'off',
      now: vehicleNow(7, { state: 'off', engine: 'off', work: null, values: { speed: 0 } }),
    });

  it('waits for the report of the terminal once its engine had its time, and calls that no failure', async () => {
    vehicle = parked();
    const ago = (s: number): string => new Date(Date.now() - s * 1000).toISOString();
    started = {
      id: 1,
      command: 'start',
      state: 'requested',
      requestedAt: ago(40),
      dueAt: ago(-60),
      endedAt: null,
      failure: null,
      by: 'Kim',
    };
    show();
    expect(await screen.findByText(/Waiting for the device report: \d+ s at most/u)).toBeTruthy();
  });

  it('asks for a confirmation that nobody is near, and shows the result', async () => {
    vehicle = parked();
    const page = show();
    fireEvent.click(await screen.findByRole('button', { name: 'Remote start' }));
    const dialog = screen.getByRole('dialog', { name: 'Start the engine of HDLT6A11NSK007?' });
    const confirm = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Start the engine' });
    expect(confirm.disabled).toBe(true);
    fireEvent.click(within(dialog).getByRole('checkbox', { name: 'Nobody is within reach of the machine.' }));
    fireEvent.click(confirm);
    expect(await screen.findByText(/Remote start requested/)).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
    started = {
      ...(started as unknown as RemoteStart),
      state: 'failed',
      failure: 'timeout',
      endedAt: new Date().toISOString(),
    };
    act(() =>
      page.emit({
        number: 9,
        at: new Date().toISOString(),
        name: 'control.failed',
        payload: { vehicleId: 7, deviceId: 'HDKR-7', requestId: 1, command: 'start', reason: 'timeout' },
        by: null,
      }),
    );
    expect(await screen.findByText(/did not report a running engine/)).toBeTruthy();
  });

  it('shows what forbids it, and is not there for models or people that cannot', async () => {
    vehicle = vehicleDetail(7, { remoteControl: 'start' });
    const first = show();
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Remote start' });
    expect([button.disabled, button.title]).toEqual([
      true,
      'Remote start is not possible. The engine is already running.',
    ]);
    expect(screen.queryByRole('button', { name: 'Start with climate' })).toBeNull();
    first.unmount();
    vehicle = parked();
    const second = show('', { groupType: 'HEAD_OFFICE', role: 'STAFF' });
    await screen.findByRole('tab', { name: 'Now' });
    expect(screen.queryByRole('button', { name: /start|Edit/i })).toBeNull();
    second.unmount();
    vehicle = { ...parked(), remoteControl: 'none' };
    show();
    expect((await screen.findByRole('button', { name: 'Edit' })).textContent).toBe('Edit');
    expect(screen.queryByRole('button', { name: 'Remote start' })).toBeNull();
  });
});
