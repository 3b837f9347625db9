import { faults, type FaultRow } from '@headland/contracts/fault';
import { session } from '@headland/contracts/session';
import { sosCalls } from '@headland/contracts/sos';
import { vehicles } from '@headland/contracts/vehicle';
import { act, configure, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { answer } from '../testing/fake-back-end';
import { renderPage } from '../testing/render-page';
import { DashPage } from './dash.page';

// The first page of a file is shown while its modules still load, beside other tests.
configure({ asyncUtilTimeout: 10_000 });

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
  completion: null,
  escalationLevel: 0,
  escalatedTo: null,
  memo: null,
  customer: null,
  deliveryFailed: false,
};
let raised = 1;
const answers = [
  answer(vehicles.counts, () => ({
    vehicles: 211,
    online: 200,
    engineOn: 141,
    offline: 11,
    sosRaised: raised,
    sosOpen: 3,
    oldestRaisedAt: raised > 0 ? new Date(Date.now() - 42_000).toISOString() : null,
    faultsOccurred: { critical: 3, major: 12, minor: 0 },
    faultsOpen: { critical: 4, major: 20, minor: 1 },
  })),
  answer(sosCalls.list, () => ({ rows: [], total: 0 })),
  answer(faults.list, () => ({ rows: [report], total: 1 })),
  answer(session.member, () => []),
  answer(session.config, () => ({ version: '1', mapTileUrl: null, mapAttribution: null }) as never),
];
const show = (as?: { groupType: string; role: 'ADMIN' | 'STAFF' }) => renderPage(<DashPage />, { answers, at: '/dash', ...(as ? { as } : {}) });

beforeEach(() => {
  raised = 1;
  // What the map draws on is not there; that it is asked for is enough here.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});

it('leads each figure to its filtered list', async () => {
  show();
  const strip = await screen.findByRole('region', { name: 'The moment' });
  const hrefs = [...strip.querySelectorAll('a')].map((a) => [a.textContent, a.getAttribute('href')]);
  expect(hrefs).toEqual([
    ['1', '/sos?tab=queue&status=raised'],
    ['3', '/sos?tab=queue'],
    ['3Critical', '/breakdown?tab=queue&severity=critical&status=occurred'],
    ['12Major', '/breakdown?tab=queue&severity=major&status=occurred'],
    ['0Minor', '/breakdown?tab=queue&severity=minor&status=occurred'],
    ['141engine on', '/status?state=drive&state=work&state=idle'],
    ['200online', '/status?online=true'],
    ['11Offline', '/status?online=false'],
  ]);
  expect(strip.textContent).toMatch(/oldest \d\d:\d\d/u);
});

it('shows the figures without links, and no lists, to those who may not read them', async () => {
  show({ groupType: 'PRODUCTION', role: 'STAFF' });
  const strip = await screen.findByRole('region', { name: 'The moment' });
  expect([...strip.querySelectorAll('a')].every((a) => a.getAttribute('href')?.startsWith('/status'))).toBe(true);
  expect(strip.textContent).toContain('12Major');
  expect(screen.queryByText('Open SOS calls')).toBeNull();
  expect(screen.queryByText('Most urgent faults')).toBeNull();
});

it('counts with the stream and tells the last event first', async () => {
  const page = show();
  const ticker = await screen.findByRole('region', { name: 'Latest' });
  await waitFor(() => expect(ticker.textContent).toContain('E0389 Urea quality'));
  act(() => page.emit({ number: 9, at: new Date().toISOString(), name: 'fault.accepted', payload: { fault: { ...report, status: 'accepted', version: 2 } }, by: 'Lee' }));
  await waitFor(() => expect(ticker.querySelectorAll('li')[0]?.textContent).toContain('Accepted · E0389'));
  expect(ticker.querySelectorAll('li')).toHaveLength(2);
  act(() => {
    page.live.counts.value = { vehicles: 211, online: 199, engineOn: 150, offline: 12 };
    for (const ear of page.live.client.onCounts) ear(page.live.counts.value);
  });
  await waitFor(() => expect(screen.getByRole('region', { name: 'The moment' }).textContent).toContain('150engine on'));
});
