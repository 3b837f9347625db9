import { afterService, type CloseJobBody, type EditJobBody, type ServiceJob } from '@headland/contracts/after-service';
import { faults } from '@headland/contracts/fault';
import { images } from '@headland/contracts/file';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { Problem } from '../../lib/call';
import { aFaultOfJob, aJob } from '../../testing/after-service';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { aReport } from '../../testing/subjects';
import { JobReport } from './job-report';

let job: ServiceJob | null;
let edits: EditJobBody[];
let closes: z.output<typeof CloseJobBody>[];
let completed: [id: number, version: number | undefined, repairedOn: string | undefined][];
let refuse: Problem | null;
let accepted: boolean;
let pictures: ['add' | 'remove', number | undefined][];
const picture = 'P'.repeat(22);
const answers = [
  answer(afterService.job, () => ({ job, faults: [aFaultOfJob(8)] })),
  answer(afterService.editJob, ({ body }) => {
    if (refuse) throw refuse;
    edits.push(body);
    const { faultId, ...rest } = body;
    job = aJob(31, { ...rest, version: body.version + 1, fault: faultId === null ? null : aFaultOfJob(faultId) });
    return job;
  }),
  answer(afterService.closeJob, ({ body }) => {
    if (refuse) throw refuse;
    closes.push(body);
    job = aJob(31, {
      ...body,
      version: body.version + 1,
      state: 'closed',
      closedAt: '2026-11-21T04:00:00.000Z',
      closedBy: 'Kim Minsu',
    });
    return { job, completable: accepted ? { id: 8, version: 2, code: 'E0410' } : null };
  }),
  answer(faults.complete, ({ params, body }) => {
    if (refuse) throw refuse;
    completed.push([params.id, body.version, body.repairedOn]);
    return aReport(params.id, { status: 'repairCompleted' });
  }),
  answer(images.upload, () => ({ id: picture, name: 'pump.png', width: 800, height: 600, bytes: 9000 })),
  answer(afterService.addImage, ({ body }) => {
    pictures.push(['add', body.version]);
    if (refuse) throw refuse;
    return [];
  }),
  answer(afterService.removeImage, ({ query }) => {
    pictures.push(['remove', query?.version]);
    if (refuse) throw refuse;
    return [];
  }),
];
beforeEach(() => {
  job = aJob(31, { state: 'inProgress', parts: [{ partCode: 'INJ100', count: 1 }] });
  [edits, closes, completed, refuse, accepted, pictures] = [[], [], [], null, false, []];
});
const page = (testRuns = false, as?: { groupType: string; role: 'ADMIN' | 'STAFF' }) =>
  renderPage(<JobReport vehicle={{ id: 1, vin: 'HDLT6A11NSK001001' }} testRuns={testRuns} />, {
    answers,
    at: '/x',
    ...(as ? { as } : {}),
  });
const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

describe('the sheet of a job', () => {
  it('is written with its parts, as numbers, under the version that it was read in', async () => {
    page();
    await screen.findByLabelText('Symptom');
    type(/Work done/u, 'Injector 2 replaced');
    type(/Labor/u, '90');
    type(/Linked fault/u, '8');
    fireEvent.click(screen.getByRole('button', { name: /Add part/u }));
    const codes = screen.getAllByLabelText('Part number');
    fireEvent.change(codes[0] as HTMLElement, { target: { value: 'INJ100' } });
    fireEvent.change(codes[1] as HTMLElement, { target: { value: 'sea20' } });
    fireEvent.change(screen.getAllByLabelText('Quantity')[1] as HTMLElement, { target: { value: '4' } });
    save();
    await waitFor(() => expect(edits).toHaveLength(1));
    expect(edits[0]).toMatchObject({
      version: 3,
      workDone: 'Injector 2 replaced',
      labourMinutes: 90,
      faultId: 8,
      parts: [
        { partCode: 'INJ100', count: 1 },
        { partCode: 'SEA20', count: 4 },
      ],
    });
    expect(await screen.findByText('Job sheet saved')).toBeTruthy();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true));
  });

  it('shows the error of a part at its cell', async () => {
    page();
    await screen.findByLabelText('Symptom');
    type('Quantity', '0');
    save();
    expect(await screen.findByText('Enter a positive number of at least 1 digit.')).toBeTruthy();
    expect(edits).toEqual([]);
  });

  it('that somebody else has saved meanwhile is not overwritten: the difference is shown, and what was typed stays', async () => {
    page();
    await screen.findByLabelText('Symptom');
    type('Symptom', 'mine');
    refuse = new Problem('CHANGED_MEANWHILE', { by: 'Lee Jiho', at: '2026-11-21T03:00:00.000Z' }, {}, null, 409);
    job = aJob(31, { version: 4, symptom: 'theirs' });
    save();
    fireEvent.click(await screen.findByRole('button', { name: 'Show difference' }));
    await waitFor(() => expect(screen.getByRole('row', { name: /Symptom/u }).textContent).toBe('Symptomtheirsmine'));
    expect(screen.getByLabelText('Symptom')).toHaveProperty('value', 'mine');
    refuse = null;
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
    await waitFor(() => expect(screen.getByLabelText('Symptom')).toHaveProperty('value', 'theirs'));
  });

  it('is closed with its result, and locked', async () => {
    page();
    fireEvent.click(await screen.findByRole('button', { name: 'Close job' }));
    const dialog = await screen.findByRole('dialog', { name: 'Close job 31 on HDLT6A11NSK001001?' });
    const close = within(dialog).getByRole('button', { name: 'Close job' });
    fireEvent.change(within(dialog).getByLabelText('Work done'), { target: { value: 'done' } });
    fireEvent.click(close);
    expect(await within(dialog).findByText('Result is required.')).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Repaired' }));
    fireEvent.click(close);
    await waitFor(() => expect(closes).toEqual([{ version: 3, workDone: 'done', result: 'repaired' }]));
    expect(await screen.findByText(/^Closed by Kim Minsu/u)).toBeTruthy();
    expect(screen.queryByLabelText('Symptom')).toBeNull();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('button', { name: 'Start job' })).toBeTruthy();
  });

  it('offers to complete the accepted fault that it was about', async () => {
    accepted = true;
    page();
    fireEvent.click(await screen.findByRole('button', { name: 'Close job' }));
    const dialog = await screen.findByRole('dialog');
    fireEvent.change(within(dialog).getByLabelText('Work done'), { target: { value: 'done' } });
    fireEvent.click(within(dialog).getByRole('radio', { name: 'Repaired' }));
    fireEvent.click(within(dialog).getByRole('button', { name: 'Close job' }));
    const offer = await screen.findByRole('dialog', { name: 'Also complete fault E0410 as repaired?' });
    expect(completed).toEqual([]);
    const day = within(offer).getByLabelText<HTMLInputElement>('Repair date');
    expect(day.value).toBe(job?.visitOn);
    fireEvent.change(day, { target: { value: '2026-11-19' } });
    const complete = within(offer).getByRole('button', { name: 'Repair completed' });
    refuse = new Problem('E0001', {}, { repairedOn: 'field.repairedOn' });
    fireEvent.click(complete);
    expect(await within(offer).findByText(/must be between the day of the fault and today/u)).toBeTruthy();
    refuse = null;
    fireEvent.change(day, { target: { value: '2026-11-20' } });
    fireEvent.click(complete);
    await waitFor(() => expect(completed).toEqual([[8, 2, '2026-11-20']]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('is not closed with something unsaved, nor while a test runs', async () => {
    page(true);
    const close = await screen.findByRole('button', { name: 'Close job' });
    expect(close).toHaveProperty('disabled', true);
    expect(close.getAttribute('title')).toBe('Not possible while a test is running.');
    type('Symptom', 'more');
    expect(close.getAttribute('title')).toBe('Save the job sheet first.');
  });

  it('is read only for who may not serve', async () => {
    page(false, { groupType: 'HEAD_OFFICE', role: 'STAFF' });
    expect(await screen.findByText('The engine runs rough when it is cold.')).toBeTruthy();
    for (const name of ['Save', 'Close job', 'Start job', 'Add an image'])
      expect(screen.queryByRole('button', { name })).toBeNull();
    expect(screen.getByRole('button', { name: 'Job sheet PDF' })).toBeTruthy();
  });

  it('adds a picture to the version that was seen: after a conflict with a colleague it can be sent again', async () => {
    page();
    fireEvent.click(await screen.findByRole('button', { name: 'Add an image' }));
    const dialog = await screen.findByRole('dialog', { name: 'Add an image' });
    const input = within(dialog).getByLabelText(/^Image/u, { selector: 'input' });
    fireEvent.change(input, { target: { files: [new File(['pump'], 'pump.png', { type: 'image/png' })] } });
    const add = within(dialog).getByRole('button', { name: 'Add an image' });
    await waitFor(() => expect(add).toHaveProperty('disabled', false));
    const values = { by: 'Lee Jiho', at: '2026-11-21T03:00:00.000Z', what: 'serviceJob.changed', version: 705 };
    refuse = new Problem('CHANGED_MEANWHILE', values, {}, null, 409);
    fireEvent.click(add);
    expect(await within(dialog).findByText(/Lee Jiho.*Service job changed/u)).toBeTruthy();
    refuse = null;
    fireEvent.click(add);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(pictures).toEqual([
      ['add', 700],
      ['add', 705],
    ]);
  });

  it('removes a picture from the version that was seen, and shows what a colleague changed since', async () => {
    job = aJob(31, {
      state: 'inProgress',
      images: [{ id: picture, alt: 'the pump', at: '2026-11-21T02:00:00.000Z', by: 'Lee Jiho' }],
    });
    page();
    fireEvent.click(await screen.findByRole('button', { name: 'the pump' }));
    refuse = new Problem(
      'CHANGED_MEANWHILE',
      { by: 'Lee Jiho', at: '2026-11-21T03:00:00.000Z', what: 'serviceJob.changed', version: 705 },
      {},
      null,
      409,
    );
    fireEvent.click(
      within(await screen.findByRole('dialog', { name: 'the pump' })).getByRole('button', { name: 'Remove the image' }),
    );
    expect(await screen.findByText(/Lee Jiho.*Service job changed/u)).toBeTruthy();
    expect(pictures).toEqual([['remove', 700]]);
  });

  it('begins with a job where there is none', async () => {
    job = null;
    page();
    fireEvent.click(await screen.findByRole('button', { name: 'Start job' }));
    expect(await screen.findByRole('dialog', { name: 'Start a job on HDLT6A11NSK001001' })).toBeTruthy();
  });
});
