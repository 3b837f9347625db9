import { diagnosis } from '@headland/contracts/diagnosis';
import { type ExportBody, exports } from '@headland/contracts/export';
import { type FlashRunFilter, reprogram } from '@headland/contracts/reprogram';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../../testing/fake-back-end';
import { aPreflight, aRun, aServiceDetail } from '../../testing/programs';
import { renderPage } from '../../testing/render-page';
import { ReprogramHistoryPage } from './reprogram-history.page';

const failed = aRun(9, {
  state: 'failed',
  reason: 'hash',
  pauses: 2,
  endedAt: '2026-11-21T01:20:00.000Z',
  mayCancel: false,
});
let asked: (FlashRunFilter & { id: number })[];
let exported: ExportBody[];
const answers = [
  answer(diagnosis.get, ({ params }) => aServiceDetail(params.id)),
  answer(reprogram.runs, ({ params, query }) => {
    asked.push({ ...params, ...query });
    return { rows: [failed], total: 1 };
  }),
  answer(reprogram.run, () => failed),
  answer(reprogram.log, () => ({
    preflight: aPreflight({}, { battery: { ok: true, value: 12.6 } }),
    steps: [
      { number: 1, at: '2026-11-21T01:00:00.000Z', state: 'offered', reason: null, by: 'Kim Minsu' },
      { number: 2, at: '2026-11-21T01:20:00.000Z', state: 'failed', reason: 'hash', by: null },
    ],
  })),
  answer(exports.create, ({ body }) => {
    exported.push(body);
    return {
      ...{ id: 1, list: 'flashRuns' as const, format: 'xlsx' as const, state: 'queued' as const },
      ...{ total: 1, written: 0, name: 'x.xlsx' },
    };
  }),
];
beforeEach(() => {
  [asked, exported] = [[], []];
});
const open = (at = '/reProgramHistory/7') =>
  renderPage(<ReprogramHistoryPage />, { answers, at, path: '/reProgramHistory/$number' });

describe('the history of a vehicle', () => {
  it('lists its programs with result and reason, and requests what the filters select', async () => {
    open();
    const row = await screen.findByRole('row', { name: /engine-3\.ulp/u });
    for (const text of [
      'ECU',
      '.ulp',
      'SW-3.1.0',
      'SW-3.2.1',
      'Failed',
      'Hash mismatch of the received file.',
      'Kim Minsu',
      'Head office',
      '2',
    ])
      expect(within(row).getByText(text), text).toBeDefined();
    expect(asked[0]).toMatchObject({ id: 7, order: 'desc' });
    fireEvent.change(screen.getByLabelText('Target'), { target: { value: 'dcu' } });
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ id: 7, target: 'dcu' }));
  });

  it('opens one with its log and what was known of the machine', async () => {
    open('/reProgramHistory/7?id=9');
    const panel = within(await screen.findByRole('complementary'));
    await panel.findByText('Offered');
    for (const text of [
      'Pre-checks at the start',
      '12.6',
      'Battery at least 12.4 V',
      '· Hash mismatch of the received file.',
    ])
      expect(panel.getByText(text), text).toBeDefined();
  });

  it('is exported with its vehicle and its filter', async () => {
    open('/reProgramHistory/7?target=ecu');
    await screen.findByRole('row', { name: /engine-3\.ulp/u });
    fireEvent.click(screen.getByRole('button', { name: /Excel/u }));
    await waitFor(() => expect(exported[0]).toMatchObject({ list: 'flashRuns', filter: { id: '7', target: 'ecu' } }));
  });
});
