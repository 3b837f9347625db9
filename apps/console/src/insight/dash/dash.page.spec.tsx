import { faults, type FaultRow } from '@headland/contracts/fault';
import { organizations } from '@headland/contracts/organization';
import { session } from '@headland/contracts/session';
import { sosAlerts } from '@headland/contracts/sos';
import { dash } from '@headland/contracts/statistics';
import { plusDays } from '@headland/domain/zone-day';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '../../lib/call';
import { dayText } from '../../lib/time';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { DashPage } from './dash.page';

const report: FaultRow = {
  id: 4,
  version: 1,
  status: 'occurred',
  severity: 'critical',
  code: 'E0389',
  name: { ko: '요소수 품질 불량', en: 'Urea quality' },
  part: { ko: '요소수', en: 'Urea' },
  spn: null,
  fmi: null,
  lamp: null,
  count: 1,
  occurredAt: new Date(Date.now() - 600_000).toISOString(),
  lastAt: new Date().toISOString(),
  receivedAt: new Date(Date.now() - 600_000).toISOString(),
  clearedAt: null,
  vehicle: { id: 1, vin: 'HDLT6A11NSK001', model: 'HL 6-110', deviceId: 'D-1' },
  lat: null,
  lon: null,
  place: null,
  agency: { id: 9, name: 'Naju agency' },
  personInCharge: null,
  dueAt: null,
  acceptedAt: null,
  acceptedBy: null,
  completedAt: null,
  completedBy: null,
  escalationLevel: 0,
  escalatedTo: null,
  memo: null,
  customer: null,
  deliveryFailed: false,
  primaries: [],
  consequences: 0,
};
let raised = 1;
let broken: string | null = null;
let counting = false;
const asked: (number | undefined)[] = [];
const today = dayText(Date.now());
const days = Array.from({ length: 7 }, (_, i) => plusDays(today, i - 7));
const serve = <T,>(tile: string, data: T, organizationId: number | undefined): T => {
  if (broken === tile) throw new Problem('UNAVAILABLE');
  asked.push(organizationId);
  return data;
};
const answers = [
  answer(dash.now, ({ query }) =>
    serve(
      'now',
      {
        vehicles: 211,
        online: 200,
        engineOn: 141,
        offline: 11,
        sosRaised: raised,
        sosOpen: 3,
        oldestRaisedAt: raised > 0 ? new Date(Date.now() - 42_000).toISOString() : null,
        faultsOccurred: { critical: 3, major: 12, minor: 0 },
        faultsOpen: { critical: 4, major: 20, minor: 1 },
        transfersAwaiting: 6,
        oldestTransferAt: new Date(Date.now() - 4 * 86_400_000).toISOString(),
        consumablesExceeded: 128,
        consumablesImminent: 342,
      },
      query.organizationId,
    ),
  ),
  answer(dash.faults, ({ query }) =>
    serve(
      'faults',
      {
        days: days.map((day, i) => ({ day, occurred: i, accepted: 2, completed: 1 })),
        total: { occurred: 21, accepted: 14, completed: 7 },
        before: { occurred: 33, accepted: 10, completed: 7 },
        codes: [{ code: 'E0389', name: { ko: '요소수 품질 불량', en: 'Urea quality' }, count: 9 }],
        counting: false,
      },
      query.organizationId,
    ),
  ),
  answer(dash.sos, ({ query }) =>
    serve(
      'sos',
      {
        days: days.map((day) => ({ day, button: 1, rollover: 0, collision: 0 })),
        total: { button: 7, rollover: 0, collision: 0 },
        before: 3,
        resolved: 5,
        falseAlarms: 2,
        medianAcknowledgeSeconds: 34,
        medianResolveSeconds: null,
      },
      query.organizationId,
    ),
  ),
  answer(dash.members, ({ query }) =>
    serve(
      'members',
      {
        days: days.map((day) => ({ day, joined: 2, withdrawn: 0 })),
        joined: 14,
        withdrawn: 0,
        before: 14,
        registered: 3571,
      },
      query.organizationId,
    ),
  ),
  answer(dash.sales, ({ query }) =>
    serve(
      'sales',
      { days: days.map((day) => ({ day, sold: 1 })), total: 7, before: 5, models: [{ model: 'HL 6-110', sold: 7 }] },
      query.organizationId,
    ),
  ),
  answer(dash.mileage, ({ query }) =>
    serve(
      'mileage',
      {
        from: days[0] ?? '',
        to: days[6] ?? '',
        km: 412.6,
        before: 381.4,
        vehicles: [{ id: 8, vin: 'HDLT9B45NSK000288', model: 'HL 9-145', km: 412.6, hours: 31.5 }],
        counting: false,
      },
      query.organizationId,
    ),
  ),
  answer(dash.engines, ({ query }) =>
    serve(
      'engines',
      {
        days: days.map((day, i) =>
          counting && i === 6 ? { day, on: null, vehicles: null } : { day, on: 150, vehicles: 211 },
        ),
        before: 140,
        counting,
      },
      query.organizationId,
    ),
  ),
  answer(sosAlerts.list, () => ({ rows: [], total: 0 })),
  answer(faults.list, () => ({ rows: [report], total: 1 })),
  answer(session.member, () => []),
  answer(
    session.config,
    () => ({ version: '1', mapLayers: [], mapLayer: null, mapLink: null, addressSearch: false }) as never,
  ),
  answer(organizations.tree, () => [
    { id: 1, name: 'Head office', type: 'HEAD_OFFICE' as const, parentId: null, lat: null, lon: null },
    { id: 2, name: 'Jeonbuk region', type: 'REGION' as const, parentId: 1, lat: null, lon: null },
  ]),
];
const show = (as?: { groupType: string; role: 'ADMIN' | 'STAFF' }, at = '/dash') =>
  renderPage(<DashPage />, { answers, at, ...(as ? { as } : {}) });
const tile = (name: string): Promise<HTMLElement> => screen.findByRole('region', { name });

beforeEach(() => {
  raised = 1;
  broken = null;
  counting = false;
  asked.length = 0;
});

it('leads each figure to its filtered list', async () => {
  show();
  const strip = await screen.findByRole('region', { name: 'Now' });
  const hrefs = [...strip.querySelectorAll('a')].map((a) => [a.textContent, a.getAttribute('href')]);
  expect(hrefs).toEqual([
    ['1', '/sos?tab=queue&status=raised'],
    ['3', '/sos?tab=queue'],
    ['3Critical', '/breakdown?tab=queue&severity=critical&status=occurred'],
    ['12Major', '/breakdown?tab=queue&severity=major&status=occurred'],
    ['0Minor', '/breakdown?tab=queue&severity=minor&status=occurred'],
    ['141engine on', '/status?state=drive&state=work&state=idle'],
    ['200online', '/status?online=true'],
    ['11offline', '/status?online=false'],
    ['6', '/ownerTransfer?status=accepted'],
    ['128', '/expendable?state=exceeded'],
  ]);
  expect(strip.textContent).toMatch(/oldest \d\d:\d\d/u);
});

it('shows the figures without links to those who may not read them', async () => {
  show({ groupType: 'PRODUCTION', role: 'STAFF' });
  const strip = await screen.findByRole('region', { name: 'Now' });
  expect([...strip.querySelectorAll('a')].every((a) => a.getAttribute('href')?.startsWith('/status'))).toBe(true);
  expect(strip.textContent).toContain('12Major');
  expect(strip.textContent).toContain('128');
});

it('counts with the stream and shows the last event first', async () => {
  const page = show();
  const ticker = await screen.findByRole('region', { name: 'Latest' });
  await waitFor(() => expect(ticker.textContent).toContain('E0389 Urea quality'));
  act(() =>
    page.emit({
      number: 9,
      at: new Date().toISOString(),
      name: 'fault.accepted',
      payload: { fault: { ...report, status: 'accepted', version: 2 } },
      by: 'Lee',
    }),
  );
  await waitFor(() => expect(ticker.querySelectorAll('li')[0]?.textContent).toContain('Accepted · E0389'));
  expect(ticker.querySelectorAll('li')).toHaveLength(2);
  act(() => {
    page.live.counts.value = { vehicles: 211, online: 199, engineOn: 150, offline: 12 };
    for (const ear of page.live.client.onCounts) ear(page.live.counts.value);
  });
  await waitFor(() => expect(screen.getByRole('region', { name: 'Now' }).textContent).toContain('150engine on'));
});

describe('the six tiles', () => {
  afterEach(() => vi.useRealTimers());

  it('become others at midnight by themselves', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    show();
    await screen.findByText(`${days[0]} – ${days[6]} · as of ${days[6]}`);
    await waitFor(() => expect(asked).toHaveLength(7));
    vi.setSystemTime(new Date(`${plusDays(today, 1)}T00:00:01`));
    await screen.findByText(`${days[1]} – ${today} · as of ${today}`);
    // the strip is live, the tiles are asked for again
    await waitFor(() => expect(asked.length).toBeGreaterThanOrEqual(13));
  });

  it('show the week, their totals and the difference, and link to their lists', async () => {
    show();
    const faultsTile = await tile('Fault reports');
    await waitFor(() => expect(faultsTile.textContent).toContain('21'));
    expect(screen.getByText(`${days[0]} – ${days[6]} · as of ${days[6]}`)).toBeDefined();
    expect(within(faultsTile).getByText('12 reports fewer than in the previous 7 days')).toBeDefined();
    const href = (name: string, link: string): string | null =>
      within(screen.getByRole('region', { name })).getByRole('link', { name: link }).getAttribute('href');
    expect(href('Fault reports', 'Fault reports')).toMatch(/^\/breakdown\?tab=all&from=.*&to=/u);
    expect(href('Fault reports', 'E0389')).toMatch(/code=E0389/u);
    expect(href('Vehicle sales', 'Vehicle sales')).toBe(`/sale?state=sold&from=${days[0]}&to=${days[6]}`);
    expect(href('Highest mileage', 'HDLT9B45NSK000288')).toBe('/statusDetail/8');
    expect(href('New members', 'New members')).toBe('/customer?appStatus=registered&usesApp=true');
    const sos = await tile('SOS calls');
    expect(sos.textContent).toContain('Median to acknowledge 00:34 · to resolve –');
    expect(within(sos).getByText('4 calls more than in the previous 7 days')).toBeDefined();
    expect(within(await tile('New members')).getByText('same as in the previous 7 days')).toBeDefined();
    expect(
      within(await tile('Vehicles with engine on / off')).getByRole('img', {
        name: `${days[6]}: engine on in 150 vehicles, off in 61`,
      }).textContent,
    ).toContain('71%');
  });

  it('are there as tables, too', async () => {
    show();
    const sold = await tile('Vehicle sales');
    fireEvent.click(await within(sold).findByRole('button', { name: 'Vehicle sales as a table' }));
    const rows = within(within(sold).getByRole('table', { name: 'Vehicle sales' })).getAllByRole('row');
    expect(rows.map((r) => r.textContent)).toEqual([
      'Day / modelSold',
      ...days.map((d) => `${d}1`),
      'Total7',
      'HL 6-1107',
    ]);
    expect(within(sold).getByRole('button', { name: 'Vehicle sales as a chart' }).getAttribute('aria-pressed')).toBe(
      'true',
    );
  });

  it('show their totals without links to those who may not read the lists', async () => {
    show({ groupType: 'REGION', role: 'STAFF' });
    const mileage = await tile('Highest mileage');
    await waitFor(() => expect(mileage.textContent).toContain('412.6'));
    for (const name of ['Fault reports', 'Vehicle sales', 'Highest mileage', 'Vehicles with engine on / off'])
      expect(within(await tile(name)).queryAllByRole('link'), name).toEqual([]);
    // calls and customers are theirs to read
    expect(within(await tile('SOS calls')).getAllByRole('link')).toHaveLength(1);
  });

  it('fail one by one, and are tried again one by one', async () => {
    broken = 'members';
    show();
    const members = await tile('New members');
    const retry = await within(members).findByRole('button', { name: 'Retry' });
    expect((await tile('Vehicle sales')).textContent).not.toContain('Retry');
    broken = null;
    fireEvent.click(retry);
    await waitFor(() => expect(members.textContent).toContain('3,571'));
  });

  it('show that a day is not counted yet instead of a zero', async () => {
    counting = true;
    show();
    const engines = await tile('Vehicles with engine on / off');
    await within(engines).findByText('Being aggregated. It updates automatically.');
    expect(within(engines).getByRole('img', { name: /off in –/u }).textContent).toContain('–');
    expect(engines.querySelector(`[data-day="${days[6]}"]`)?.getAttribute('title')).toContain('not aggregated yet');
  });

  it('are of one organisation where one is chosen', async () => {
    const page = show();
    const choice = await screen.findByRole('button', { name: 'Organization: Head office' });
    await waitFor(() => expect(asked).toHaveLength(7));
    expect(new Set(asked)).toEqual(new Set([undefined]));
    asked.length = 0;
    fireEvent.click(choice);
    fireEvent.click(await screen.findByRole('treeitem', { name: /Jeonbuk region/u }));
    await waitFor(() => expect(page.router.state.location.searchStr).toBe('?organizationId=2'));
    await waitFor(() => expect(asked).toHaveLength(7));
    expect(new Set(asked)).toEqual(new Set([2]));
    const link = within(await tile('Vehicle sales')).getByRole('link', { name: 'Vehicle sales' });
    await waitFor(() => expect(link.getAttribute('href')).toContain('dealerId=2'));
    // as its figure is counted: by the dealer of the machine, not by the agency that has the report
    for (const name of ['Fault reports', 'E0389']) {
      const faultLink = within(await tile('Fault reports')).getByRole('link', { name });
      expect(faultLink.getAttribute('href')).toContain('dealerId=2');
      expect(faultLink.getAttribute('href')).not.toContain('agencyId');
    }
  });
});
