import {
  AppReport,
  AppReportVehicle,
  type AppReportVehicle as Vehicle,
  appReports,
} from '@headland/contracts/app-report';
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { forgetAppToken, takeAppToken } from './app-token';
import { EmbeddedApp } from './embedded-app';

const appToken = 'aaaaaaaa.bbbbbbbb.cccccccc';
const pathToken = 'dddddddd.eeeeeeee.ffffffff';
const newToken = 'gggggggg.hhhhhhhh.iiiiiiii';
const report = AppReport.parse(appReports.report.example);
const unknown: AppReport = {
  ...report,
  figures: Object.fromEntries(Object.keys(report.figures).map((name) => [name, null])) as AppReport['figures'],
  days: [],
  errors: [],
};
const [listed] = AppReportVehicle.array().parse(appReports.list.example) as [Vehicle];

/** A server of the test: what it answers to a path, and what it was asked. */
type Answer = { data: unknown; page?: object } | { code: string; message?: string } | 'away';
let answers: Record<string, Answer>;
let asked: { path: string; query: URLSearchParams; headers: Record<string, string> }[];

beforeEach(() => {
  [answers, asked] = [{}, []];
  vi.stubGlobal('fetch', (address: string, { headers }: { headers: Record<string, string> }) => {
    const url = new URL(address, 'http://localhost');
    asked.push({ path: url.pathname, query: url.searchParams, headers });
    const answer = answers[url.pathname];
    if (answer === 'away') return Promise.reject(new TypeError('Failed to fetch'));
    if (answer !== undefined && 'data' in answer)
      return Promise.resolve(Response.json({ success: true, error: null, ...answer }));
    const { code = 'NOT_FOUND', message = '없음' } = answer ?? {};
    return Promise.resolve(
      Response.json({ success: false, data: null, error: { code, message, reference: 'r1' } }, { status: 400 }),
    );
  });
});
afterEach(() => {
  cleanup();
  forgetAppToken();
  history.replaceState(null, '', '/');
});

const byPath = (token: string, vehicle = 4093): string => `/api/app/report/${vehicle}/${token}`;
function open(address: string): void {
  history.replaceState(null, '', address);
  takeAppToken();
  render(<EmbeddedApp />);
}
const oneVehicle = { data: [listed], page: { number: 1, size: 20, total: 1 } };

describe('the entry', () => {
  it('takes the token from the fragment and out of the address', async () => {
    answers['/api/app/reports'] = oneVehicle;
    open(`/reportApp?lang=en#${appToken}`);
    expect(await screen.findByRole('heading', { name: 'HL 6-110' })).toBeTruthy();
    expect(location.href).not.toContain(appToken);
    expect(asked[0]?.headers.authorization).toBe(`Bearer ${appToken}`);
    expect(asked[0]?.headers['accept-language']).toBe('en-US');
    for (const text of ['VIN ending in 004093', '1,201.4 h', '3,890.1 km']) expect(screen.getByText(text)).toBeTruthy();
  });

  it('leads to the report by a token of the machine', async () => {
    answers['/api/app/reports'] = oneVehicle;
    answers['/api/app/vehicles/4093/path-token'] = { data: { accessToken: pathToken, expiresAt: '' } };
    answers[byPath(pathToken)] = { data: report };
    open(`/reportApp?lang=en#${appToken}`);
    fireEvent.click(await screen.findByRole('button', { name: /^Report of HL 6-110, October 2026/u }));
    expect(await screen.findByText('156.7')).toBeTruthy();
    expect(`${location.pathname}${location.search}`).toBe(`/reportDetailApp/4093/${pathToken}?month=2026-10&lang=en`);
    expect(asked.at(-1)?.query.get('month')).toBe('2026-10');
  });

  it.each(['/reportApp?lang=en', '/reportDetailApp?lang=en', '/reportDetailApp/4093?lang=en', '/elsewhere?lang=en'])(
    'without a token (%s) sends no request and leads back to the app',
    async (address) => {
      open(address);
      expect(await screen.findByText('Open this page from the app.')).toBeTruthy();
      expect(asked).toEqual([]);
    },
  );

  it('shows that there is no machine', async () => {
    answers['/api/app/reports'] = { data: [], page: { number: 1, size: 20, total: 0 } };
    open(`/reportApp?lang=ko#${appToken}`);
    expect(await screen.findByText('등록된 차량이 없습니다.')).toBeTruthy();
  });
});

describe('a report', () => {
  const address = `/reportDetailApp/4093/${pathToken}?month=2026-10&lang=en`;

  it('compares with the month before, and has each share and band in text', async () => {
    answers[byPath(pathToken)] = { data: report };
    open(address);
    expect(await screen.findByText('21.6 h more than in September 2026')).toBeTruthy();
    for (const text of ['17%', '61%', '22%', '64.2', '1,640', 'E0389', 'Urea pressure low'])
      expect(screen.getByText(text)).toBeTruthy();
    expect(screen.getAllByRole('columnheader').map((cell) => cell.textContent)).toEqual([
      ...['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
    ]);
  });

  it('is in miles where the customer reads miles', async () => {
    answers[byPath(pathToken)] = { data: { ...report, units: 'mile' } };
    open(address);
    expect(await screen.findByText('256.4')).toBeTruthy();
    expect(screen.getByText('mi')).toBeTruthy();
  });

  it('of a month without data has dashes, and no 0', async () => {
    answers[byPath(pathToken)] = { data: unknown };
    open(address);
    expect(await screen.findByText('No data in this month.')).toBeTruthy();
    expect(screen.queryByText('No errors')).toBeNull();
    expect(screen.getAllByText('–')).toHaveLength(5 + 3 + 1 + 4 + 1);
  });

  it('is renewed when its token has run out, where the app’s token is known', async () => {
    answers[byPath(pathToken)] = { code: 'E0802' };
    answers['/api/app/vehicles/4093/path-token'] = { data: { accessToken: newToken, expiresAt: '' } };
    answers[byPath(newToken)] = { data: report };
    open(`${address}#${appToken}`);
    expect(await screen.findByText('156.7')).toBeTruthy();
    expect(location.pathname).toBe(`/reportDetailApp/4093/${newToken}`);
    expect(asked.map((a) => a.path)).toEqual([
      byPath(pathToken),
      '/api/app/vehicles/4093/path-token',
      byPath(newToken),
    ]);
  });

  it.each([
    ['E0802', 'This page has expired. Open it from the app again.'],
    ['BAD_TOKEN', 'Open this page from the app.'],
    ['NOT_FOUND', 'Not found'],
  ])('that is refused with %s shows this, without another try', async (code, text) => {
    answers[byPath(pathToken)] = { code };
    open(address);
    expect(await screen.findByText(text)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  it('may be tried again when the server is away', async () => {
    answers[byPath(pathToken)] = 'away';
    open(address);
    const retry = await screen.findByRole('button', { name: 'Retry' });
    answers[byPath(pathToken)] = { data: report };
    fireEvent.click(retry);
    expect(await screen.findByText('156.7')).toBeTruthy();
  });

  it('of another month, or in the other language, is no further step back', async () => {
    answers[byPath(pathToken)] = { data: report };
    open(address);
    await screen.findByText('156.7');
    const steps = history.length;
    fireEvent.click(screen.getByRole('button', { name: 'Previous month' }));
    await waitFor(() => expect(asked.at(-1)?.query.get('month')).toBe('2026-09'));
    fireEvent.click(screen.getByRole('radio', { name: '한국어' }));
    await waitFor(() => expect(asked.at(-1)?.headers['accept-language']).toBe('ko-KR'));
    expect(screen.getByRole('heading', { name: '월간 리포트' })).toBeTruthy();
    expect([history.length, new URLSearchParams(location.search).get('lang')]).toEqual([steps, 'ko']);
  });

  it('has its PDF at an address of its own', async () => {
    answers[byPath(pathToken)] = { data: report };
    open(address);
    const link = await screen.findByRole('link', { name: 'Download PDF' });
    expect(link.getAttribute('href')).toMatch(new RegExp(`^${byPath(pathToken)}/pdf\\?.*month=2026-10&lang=en$`, 'u'));
  });
});
