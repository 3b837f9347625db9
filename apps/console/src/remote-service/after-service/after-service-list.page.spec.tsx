import {
  afterService,
  type AfterServiceFilter,
  type AfterServiceRow,
  type StartJobBody,
} from '@headland/contracts/after-service';
import { models } from '@headland/contracts/model';
import { organizations } from '@headland/contracts/organization';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { Problem } from '../../lib/call';
import { aFaultOfJob, aJob, anAfterServiceRow } from '../../testing/after-service';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { aHolder } from '../../testing/service';
import { AfterServiceListPage } from './after-service-list.page';

let asked: AfterServiceFilter[];
let started: z.output<typeof StartJobBody>[];
let refuse: Problem | null;
let rows: AfterServiceRow[];
const answers = [
  answer(afterService.list, ({ query }) => {
    asked.push(query);
    return { rows, total: rows.length };
  }),
  answer(afterService.job, () => ({ job: null, faults: [aFaultOfJob(8)] })),
  answer(afterService.startJob, ({ body }) => {
    if (refuse) throw refuse;
    started.push(body);
    return aJob(32);
  }),
  answer(models.names, () => [{ id: 6, name: 'HL 6-110', type: 'premium' as const }]),
  answer(organizations.tree, () => [
    { id: 9, name: 'Naju agency', type: 'AGENCY' as const, parentId: null, lat: null, lon: null },
  ]),
];
const job = {
  id: 31,
  state: 'inProgress' as const,
  symptom: 'rough idle',
  fault: { id: 8, code: 'E0410' },
  by: 'Lee Jiho',
};
beforeEach(() => {
  [asked, started, refuse] = [[], [], null];
  rows = [
    anAfterServiceRow(1),
    anAfterServiceRow(2, { job, holder: aHolder({ kind: 'afterService' }) }),
    anAfterServiceRow(3, { job: { ...job, id: 30, state: 'closed' } }),
  ];
});
const page = (at = '/afterService', as?: { groupType: string; role: 'ADMIN' | 'STAFF' }) =>
  renderPage(<AfterServiceListPage />, { answers, at, path: '/afterService', ...(as ? { as } : {}) });

describe('the list of after-sales service', () => {
  it('shows the newest job of each machine, and leads to it and to its history', async () => {
    const { router } = page();
    const row = await screen.findByRole('row', { name: /001002/u });
    for (const text of ['31', 'In progress', 'rough idle', 'E0410', 'Lee Jiho', 'Lee Jiho, Head office', 'Naju agency'])
      expect(within(row).getByText(text), text).toBeTruthy();
    expect(within(row).getByRole('link', { name: 'History of HDLT6A11NSK001002' }).getAttribute('href')).toBe(
      '/afterServiceHistory/2',
    );
    expect(asked[0]).toMatchObject({ online: true, sort: 'lastSessionAt', job: [] });
    fireEvent.click(within(row).getByText('HDLT6A11NSK001002'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/afterServiceDetail/2'));
  });

  it('is filtered by the state of the job and sorted by its number, in the address', async () => {
    const { router } = page('/afterService?job=open&sort=jobNo&order=asc');
    await screen.findByRole('table');
    expect(asked.at(-1)).toMatchObject({ job: ['open'], sort: 'jobNo', order: 'asc' });
    expect(router.state.location.search).toMatchObject({ job: 'open' });
  });

  it('starts a job where none is open, with the fault report that it is about', async () => {
    page();
    const row = await screen.findByRole('row', { name: /001001/u });
    expect(
      within(screen.getByRole('row', { name: /001002/u })).queryByRole('button', { name: /Start a job/u }),
    ).toBeNull();
    expect(
      within(screen.getByRole('row', { name: /001003/u })).getByRole('button', { name: /Start a job/u }),
    ).toBeTruthy();
    fireEvent.click(within(row).getByRole('button', { name: 'Start a job on HDLT6A11NSK001001' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Start job' }));
    expect(await within(dialog).findByText('Symptom is required.')).toBeTruthy();
    fireEvent.change(within(dialog).getByLabelText('Symptom'), { target: { value: 'no pull' } });
    await within(dialog).findByRole('option', { name: /E0410/u });
    fireEvent.change(within(dialog).getByLabelText(/Linked fault/u), { target: { value: '8' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Start job' }));
    await waitFor(() =>
      expect(started).toEqual([
        { symptom: 'no pull', faultId: 8, visitOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/u) as string },
      ]),
    );
    expect(await screen.findByText('Job 32 started')).toBeTruthy();
  });

  it('names who was faster', async () => {
    refuse = new Problem('JOB_ALREADY_OPEN', { id: 31, by: 'Lee Jiho' }, {}, null, 409);
    page();
    fireEvent.click(await screen.findByRole('button', { name: 'Start a job on HDLT6A11NSK001001' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByLabelText('Symptom'), { target: { value: 'no pull' } });
    fireEvent.click(within(dialog).getByRole('button', { name: 'Start job' }));
    expect((await within(dialog).findByRole('alert')).textContent).toContain('Lee Jiho');
    expect(within(dialog).getByLabelText('Symptom')).toHaveProperty('value', 'no pull');
  });

  it('has no button for who only reads', async () => {
    page('/afterService', { groupType: 'HEAD_OFFICE', role: 'STAFF' });
    await screen.findByRole('row', { name: /001001/u });
    expect(screen.queryByRole('button', { name: /Start a job/u })).toBeNull();
  });
});
