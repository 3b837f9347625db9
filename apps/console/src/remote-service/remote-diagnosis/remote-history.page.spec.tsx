import { diagnosis, entryOf, type HistoryEntry, type HistoryFilter } from '@headland/contracts/diagnosis';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { Problem } from '../../lib/call';
import { aHistoryRow, aRun } from '../../testing/diagnosis';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { aServiceDetail, aServiceRow } from '../../testing/service';
import { RemoteHistoryPage } from './remote-history.page';

const pen: Record<string, unknown> = new Proxy<Record<string, unknown>>({}, { get: () => () => pen, set: () => true });
let asked: HistoryFilter[];
let curves: number[];
let reports: number[];
let files: HistoryFilter[];
const rows = [
  aHistoryRow(41),
  aHistoryRow(40, { result: 'pass', verdict: 'pass', startedAt: '2026-05-20T09:00:00.000Z' }),
  aHistoryRow(9, { kind: 'clear', test: null, result: null, verdict: null, decisive: null, codes: ['E0410'] }),
];
const entryOfTest: HistoryEntry = {
  row: aHistoryRow(41),
  vehicle: { id: 12, vin: 'HDLT6A11NSK001012', model: 'HL 6-110' },
  info: { ecu_sw_sequence: 'SW-3.1.0' },
  test: {
    run: aRun(41, { test: 'compres', verdict: 'fail', evidence: [aHistoryRow(41).decisive as never] }),
    as: {
      unit: 'ECU',
      risk: 'moves',
      steps: [],
      signals: [{ item: 'crank.rpm', unit: '1/min', band: null, limits: [140], perCylinder: false }],
      confirmed: ['area.clear'],
    },
  },
  faults: null,
  recording: null,
};
const answers = [
  answer(diagnosis.get, ({ params }) => aServiceDetail(aServiceRow(params.id))),
  answer(diagnosis.history, ({ query }) => {
    asked.push(query);
    const found = rows.filter((r) => query.kind.length === 0 || query.kind.includes(r.kind));
    return { rows: found, total: found.length };
  }),
  answer(diagnosis.entry, ({ params }) => {
    if (params.entry !== entryOf('test', 41)) throw new Problem('NOT_FOUND', {}, {}, 'r', 404);
    return entryOfTest;
  }),
  answer(diagnosis.curve, ({ params }) => {
    curves.push(params.testId);
    return { offsetMs: 0, parts: [{ t0: 1_000, period: 100, step: 0, items: ['crank.rpm'], rows: [[180], [120]] }] };
  }),
  answer(diagnosis.report, ({ params }) => {
    reports.push(params.entry);
    return { name: 'r.pdf', bytes: new Uint8Array([37]) };
  }),
  answer(diagnosis.historyCsv, ({ query }) => {
    files.push(query);
    return { name: 'h.csv', bytes: new Uint8Array([37]) };
  }),
];
beforeEach(() => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(pen as never);
  vi.stubGlobal('Path2D', function path() {
    return pen;
  });
  [asked, curves, reports, files] = [[], [], [], []];
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => undefined;
});
const page = (search = '') =>
  renderPage(<RemoteHistoryPage />, { answers, at: `/remoteHistory/12${search}`, path: '/remoteHistory/$number' });

it('lists the last 31 days with what decided each', async () => {
  page();
  const table = within(await screen.findByRole('table'));
  const [failed] = await table.findAllByRole('row', { name: /Compression/u });
  expect(within(failed as HTMLElement).getByText('120 rpm')).toBeTruthy();
  expect(within(failed as HTMLElement).getByText('≥ 140 rpm')).toBeTruthy();
  expect(table.getByText('E0410')).toBeTruthy();
  // without a period the server uses the latest days, and the filter shows them
  expect(asked[0]?.from).toBeUndefined();
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: /Period|Range|Days/u }).value).toBe('days31');
});

it('is had as CSV as it is filtered', async () => {
  page('?kind=clear');
  fireEvent.click(await screen.findByRole('button', { name: 'CSV' }));
  await waitFor(() => expect(files[0]?.kind).toEqual(['clear']));
});

it('opens a result with its evidence, its report, its print sheet, and another run of the same test over its curve', async () => {
  page(`?id=${entryOf('test', 41)}`);
  const panel = within(await screen.findByRole('complementary', { name: 'Compression' }));
  expect(panel.getByRole('table', { name: 'Evidence' })).toBeTruthy();
  expect(panel.getByText('SW-3.1.0')).toBeTruthy();
  fireEvent.click(panel.getByRole('button', { name: 'PDF report' }));
  await waitFor(() => expect(reports).toEqual([entryOf('test', 41)]));
  const print = vi.spyOn(window, 'print').mockImplementation(() => undefined);
  fireEvent.click(panel.getByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
  expect(document.querySelector('body > [data-print-sheet]')?.textContent).toContain('Remote test report: Compression');
  const compare = await panel.findByLabelText(/Compare with/u);
  fireEvent.change(compare, { target: { value: '40' } });
  await waitFor(() => expect(curves).toContain(40));
  expect(panel.getByText(/This run/u)).toBeTruthy();
});

it('shows when an entry is not there', async () => {
  page('?id=7');
  expect(await screen.findByText('Entry not found')).toBeTruthy();
});
