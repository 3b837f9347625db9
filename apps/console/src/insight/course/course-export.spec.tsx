import { type ExportBody, exports, type OwnExport } from '@headland/contracts/export';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { savedFiles } from '../../testing/saved-files';
import { CourseExport, type CourseExportProps } from './course-export';

let own: OwnExport[];
let asked: ExportBody[];
let refusal: Problem | null;
let saved: { name: string }[];
const change = (more: Partial<OwnExport>): void => void (own = own.map((e, i) => (i === 0 ? { ...e, ...more } : e)));
const answers = [
  answer(exports.own, ({ query }) => own.filter((e) => query.list.includes(e.list))),
  answer(exports.create, ({ body }) => {
    if (refusal !== null) throw refusal;
    asked.push(body);
    own = [made({ id: 10 + own.length, list: body.list, filter: body.filter }), ...own];
    return own[0] as OwnExport;
  }),
  answer(exports.cancel, ({ params }) => {
    own = own.map((e) => (e.id === params.id ? { ...e, state: 'cancelled' } : e));
    return own.find((e) => e.id === params.id) as OwnExport;
  }),
  answer(exports.file, ({ params }) => ({ name: `raw-${params.id}.xlsx`, bytes: new TextEncoder().encode('PK') })),
];
const day = { from: '2026-11-20', to: '2026-11-21' };
const filter = { subject: 'models', id: '7', ...day, vehicleId: '42' };
const made = (more: Partial<OwnExport>): OwnExport => ({
  ...{
    id: 1,
    list: 'courseSamples',
    format: 'xlsx',
    state: 'queued',
    total: 17_280,
    written: 0,
    name: 'raw.xlsx',
    filter,
  },
  ...{ createdAt: '2026-11-22T00:00:00.000Z', endsAt: '2026-11-23T00:00:00.000Z', problem: null },
  ...more,
});
const show = (props: Partial<CourseExportProps> = {}) =>
  renderPage(<CourseExport subject="models" id={7} vehicleId={42} {...day} {...props} />, { answers });
const button = (name: RegExp) => screen.findByRole('button', { name });
const bar = () => screen.queryByRole('progressbar', { name: 'Excel file progress' });

beforeEach(() => {
  own = [];
  asked = [];
  refusal = null;
  saved = savedFiles();
});

it('starts, shows how far it is, and saves the file when it is ready', async () => {
  show();
  fireEvent.click(await button(/10-second raw data/));
  await screen.findByText('Queued.');
  expect(asked).toEqual([{ list: 'courseSamples', filter, columns: [], units: 'km', format: 'xlsx' }]);
  change({ state: 'running', written: 8_640 });
  await screen.findByText('8,640 of about 17,280 rows · 50%', undefined, { timeout: 5_000 });
  expect(bar()?.getAttribute('aria-valuenow')).toBe('50');
  expect(saved).toEqual([]);
  change({ state: 'ready', written: 17_000, total: 17_000 });
  await waitFor(() => expect(saved.map((f) => f.name)).toEqual(['raw-10.xlsx']), { timeout: 5_000 });
  expect(bar()).toBeNull();
  expect(screen.getByText(/17,000 rows · available until/)).toBeTruthy();
});

it('saves one that was ready before it was seen under way', async () => {
  show();
  fireEvent.click(await button(/10-second raw data/));
  await waitFor(() => expect(own).toHaveLength(1));
  change({ state: 'ready', total: 3, written: 3 });
  await waitFor(() => expect(saved).toHaveLength(1), { timeout: 5_000 });
});

it('finds one again after a reload, and does not save by itself what was ready then', async () => {
  own = [
    made({ id: 5, state: 'running', written: 100 }),
    made({ id: 4, state: 'ready', filter: { ...filter, id: '8' } }),
  ];
  show();
  await screen.findByText(/100 of about 17,280 rows/);
  change({ state: 'ready', total: 17_280 });
  await waitFor(() => expect(saved.map((f) => f.name)).toEqual(['raw-5.xlsx']), { timeout: 5_000 });
});

it('offers what is ready', async () => {
  own = [made({ id: 6, state: 'ready', total: 1, written: 1 })];
  show();
  const download = await button(/Download/);
  expect(screen.getByText(/^1 row · /)).toBeTruthy();
  expect(saved).toEqual([]);
  fireEvent.click(download);
  await waitFor(() => expect(saved.map((f) => f.name)).toEqual(['raw-6.xlsx']));
});

it('is cancelled', async () => {
  own = [made({ id: 5, state: 'running', written: 100 })];
  show();
  fireEvent.click(await button(/Cancel/));
  await waitFor(() => expect(bar()).toBeNull());
  expect((await button(/10-second raw data/)).hasAttribute('disabled')).toBe(false);
  expect(saved).toEqual([]);
});

it('shows why one failed, with its reference', async () => {
  own = [made({ state: 'failed', problem: { code: 'INTERNAL', values: {}, reference: '0a1b2c3d' } })];
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('0a1b2c3d');
  expect(await button(/Create again/)).toBeTruthy();
});

it('shows that a period has too many rows', async () => {
  refusal = new Problem('EXPORT_TOO_LARGE', { total: 1_000_001, limit: 1_000_000 }, { period: 'field.shorterPeriod' });
  show({ vehicleId: undefined });
  fireEvent.click(await button(/5-minute means/));
  expect((await screen.findByRole('alert')).textContent).toContain('1,000,000');
});
