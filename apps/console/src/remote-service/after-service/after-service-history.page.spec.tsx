import { afterService, type JobFilter, type WriteFilter } from '@headland/contracts/after-service';
import { diagnosis } from '@headland/contracts/diagnosis';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { aCode, aFaultOfJob, aJob, aJobRow, aWrite } from '../../testing/after-service';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { aRecordingRow, aServiceDetail, aServiceRow } from '../../testing/service';
import { AfterServiceHistoryPage } from './after-service-history.page';

let jobsAsked: JobFilter[];
let writesAsked: WriteFilter[];
const part = aWrite(71, {
  item: 'partReplacement',
  cylinder: null,
  part: 'dpf',
  partCode: 'DPF2301',
  serial: '1234567',
  hours: 0,
  old: null,
  new: null,
  readBack: null,
  approvedBy: 'Park Jihun',
  learned: [{ item: 'sootLoad', before: 41, after: 0 }],
});
const answers = [
  answer(diagnosis.get, () => aServiceDetail(aServiceRow(1))),
  answer(diagnosis.history, () => ({ rows: [aRecordingRow(8)], total: 1 })),
  answer(afterService.jobs, ({ query }) => {
    jobsAsked.push(query);
    return {
      rows: [
        aJobRow(
          31,
          { state: 'closed', result: 'repaired', parts: [{ partCode: 'INJ100', count: 2 }], fault: aFaultOfJob(8) },
          1,
        ),
      ],
      total: 1,
    };
  }),
  answer(afterService.get, ({ params }) =>
    aJob(params.jobId, { state: 'closed', result: 'repaired', workDone: 'Injector 2 replaced' }),
  ),
  answer(afterService.writes, ({ query }) => {
    writesAsked.push(query);
    return { rows: [aWrite(70), part], total: 2 };
  }),
];
beforeEach(() => void ([jobsAsked, writesAsked] = [[], []]));
const page = (search = '') =>
  renderPage(<AfterServiceHistoryPage />, {
    answers,
    at: `/afterServiceHistory/1${search}`,
    path: '/afterServiceHistory/$number',
  });

describe('the history of after-sales service', () => {
  it('begins with sessions and tests; another tab leaves their filter behind', async () => {
    const { router } = page('?kind=monitoring');
    await screen.findByText(/Data monitoring|Monitoring/u);
    fireEvent.click(screen.getByRole('tab', { name: 'Jobs' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'jobs' }));
    expect(await screen.findByRole('row', { name: /2 × INJ100/u })).toBeTruthy();
  });

  it('shows a job with what was written under it, as a sheet that can be printed', async () => {
    page('?tab=jobs&id=31');
    const panel = await screen.findByRole('complementary', { name: 'Job 31' });
    expect(panel.textContent).toContain('Injector 2 replaced');
    expect(await within(panel).findByRole('article', { name: 'Injector code · Cylinder 02' })).toBeTruthy();
    await waitFor(() => expect(writesAsked).toEqual([expect.objectContaining({ jobId: 31 })]));
    for (const name of ['Job sheet PDF', 'Print']) expect(within(panel).getByRole('button', { name })).toBeTruthy();
    expect(document.querySelector('[data-print-sheet]')?.textContent).toContain('Injector 2 replaced');
  });

  it('is filtered by the state of jobs and a part', async () => {
    page('?tab=jobs&state=closed&part=INJ');
    await waitFor(() =>
      expect(jobsAsked.at(-1)).toMatchObject({ state: ['closed'], part: 'INJ', sort: 'startedAt', order: 'desc' }),
    );
  });

  it('shows of every write the old and the new, who, and the second person', async () => {
    page('?tab=writes');
    const code = await screen.findByRole('row', { name: new RegExp(aCode(9), 'u') });
    for (const text of [aCode(2), 'Written', 'Kim Minsu'])
      expect(within(code).getAllByText(text).length, text).toBeGreaterThan(0);
    const reset = screen.getByRole('row', { name: /particulate filter/u });
    for (const text of ['DPF2301', '1234567', 'Soot load 41 g', 'Soot load 0 g', 'Park Jihun'])
      expect(within(reset).getByText(text), text).toBeTruthy();
  });

  it('leads from a write to its run and to its job', async () => {
    const { router } = page('?tab=writes&id=70');
    const panel = await screen.findByRole('complementary', { name: 'Injector code · Cylinder 02' });
    expect(within(panel).getByRole('link', { name: 'Show run' }).getAttribute('href')).toBe(
      '/afterServiceHistory/1?id=561',
    );
    fireEvent.click(within(panel).getByRole('link', { name: 'Job 31' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ tab: 'jobs', id: '31' }));
  });
});
