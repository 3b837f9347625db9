import { diagnosis } from '@headland/contracts/diagnosis';
import {
  type FlashFile,
  type FlashFrame,
  type FlashRun,
  type Preflight,
  type ProgramStatement,
  reprogram,
} from '@headland/contracts/reprogram';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import type { Live } from '../../lib/live/live';
import { answer } from '../../testing/fake-back-end';
import { aFrame, aPreflight, aProgram, aRun, aServiceDetail } from '../../testing/programs';
import { renderPage } from '../../testing/render-page';
import { ReprogramDetailPage } from './reprogram-detail.page';

let runs: FlashRun[];
let checked: Preflight;
let uploaded: FlashFile | Problem;
/** the statement of each upload */
let statements: Partial<ProgramStatement>[];
let file: Partial<FlashFile>;
let detail: ReturnType<typeof aServiceDetail>;
let confirmed: unknown[];
let started: unknown[];
let cancelled: number[];
/** state of a run after a request to cancel; null: cancelled */
let asked: Partial<FlashRun> | null;
const stated = {
  by: 'Kim Minsu',
  at: '2026-11-20T01:00:00.000Z',
  confirmedBy: null,
  confirmedAt: null,
  mayConfirm: true,
};
const answers = [
  answer(diagnosis.get, ({ params }) => {
    if (params.id !== 7) throw new Problem('NOT_FOUND');
    return detail;
  }),
  answer(reprogram.runs, () => ({ rows: runs, total: runs.length })),
  answer(reprogram.files, () => ({
    rows: [aProgram(3), aProgram(4, { name: 'urea.ddr', format: 'ddr', target: 'dcu' })],
    total: 2,
  })),
  answer(reprogram.file, ({ params }) => aProgram(params.id, file)),
  answer(reprogram.confirm, ({ params, body }) => {
    confirmed.push({ id: params.id, ...body });
    file = {
      stated: { ...stated, confirmedBy: 'Lee Sora', confirmedAt: '2026-11-21T01:00:00.000Z', mayConfirm: false },
    };
    return aProgram(params.id, file);
  }),
  answer(reprogram.upload, ({ query }) => {
    statements.push(query);
    if (uploaded instanceof Problem && Object.keys(query).length === 0) throw uploaded;
    if (uploaded instanceof Problem) return aProgram(3, query);
    return uploaded;
  }),
  answer(reprogram.preflight, () => checked),
  answer(reprogram.start, ({ params, body }) => {
    started.push({ id: params.id, ...body });
    runs = [aRun(9, { state: 'offered', blocksThere: 0, have: [] })];
    return runs[0] as FlashRun;
  }),
  answer(reprogram.cancel, ({ params }) => {
    cancelled.push(params.runId);
    runs = [aRun(params.runId, asked ?? { state: 'cancelled', mayCancel: false, endedAt: '2026-11-21T01:02:00.000Z' })];
    return runs[0] as FlashRun;
  }),
];
beforeEach(() => {
  [runs, started, cancelled, statements, confirmed] = [[], [], [], [], []];
  file = {};
  asked = null;
  checked = aPreflight();
  detail = aServiceDetail(7);
  uploaded = aProgram(3);
});
const open = (at = '/reProgramDetail/7', as?: { groupType: string; role: 'ADMIN' | 'STAFF' }) =>
  renderPage(<ReprogramDetailPage />, { answers, at, path: '/reProgramDetail/$number', ...(as ? { as } : {}) });
/** An event as the stream sends it. */
const push = ({ client }: Live, frame: FlashFrame) => act(() => client.onFlash.forEach((ear) => ear(frame)));
const give = async (name: string) =>
  fireEvent.change(await screen.findByLabelText('Choose a file'), { target: { files: [new File(['S0'], name)] } });

describe('a program', () => {
  it('from the library is chosen by its row, and stays chosen in the address', async () => {
    const { router } = open();
    fireEvent.click(await screen.findByText('engine-3.ulp'));
    await waitFor(() => expect(router.state.location.search).toEqual({ file: '3' }));
    const chosen = await screen.findByRole('region', { name: 'Selected file' });
    for (const text of ['HL-D24', 'CAL-D24-0412', 'SW-3.2.1', 'ab'.repeat(32)])
      expect(within(chosen).getByText(text), text).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Another file' }));
    await screen.findByText('urea.ddr');
  });

  it('that is uploaded is chosen', async () => {
    const { router } = open();
    await give('engine.ulp');
    await waitFor(() => expect(router.state.location.search).toEqual({ file: '3' }));
  });

  it.each([
    [{ fault: 'checksum', line: 3, byte: 0 }, 'Line 3: Record checksum mismatch. Nothing was stored.'],
    [{ fault: 'noEnd', line: 0, byte: 0 }, 'The whole file: End record missing. Nothing was stored.'],
    [
      { fault: 'crc', line: 0, byte: 112, header: 'acme-ulp', profile: 3 },
      'Byte 112: Checksum mismatch. Read as acme-ulp of file formats v3. Nothing was stored.',
    ],
  ])('that is bad shows where and why: %o', async (values, text) => {
    uploaded = new Problem('PROGRAM_INVALID', values);
    open();
    await give('engine.s19');
    expect((await screen.findByRole('alert')).textContent).toBe(text);
  });

  it('that does not name its target is asked about, and goes up with what is stated', async () => {
    uploaded = new Problem(
      'E0001',
      {},
      { target: 'field.req', variant: 'field.req', calibration: 'field.req', version: 'field.req' },
    );
    const { router } = open();
    await give('maker.ulp');
    const form = within(await screen.findByRole('form', { name: 'Enter file data: maker.ulp' }));
    expect(form.getByLabelText<HTMLSelectElement>(/Target/u).value).toBe('ecu');
    fireEvent.change(form.getByLabelText(/variant/u), { target: { value: 'HL-D24' } });
    fireEvent.change(form.getByLabelText(/Version/u), { target: { value: '버전' } });
    fireEvent.click(form.getByRole('button', { name: 'Upload with these values' }));
    await form.findByText('Calibration is required.');
    expect(form.getByText('Use English letters, digits and punctuation.')).toBeDefined();
    fireEvent.change(form.getByLabelText(/Calibration/u), { target: { value: 'CAL-D24-0412' } });
    fireEvent.change(form.getByLabelText(/Version/u), { target: { value: 'SW 3.2' } });
    fireEvent.click(form.getByRole('button', { name: 'Upload with these values' }));
    await waitFor(() =>
      expect(statements).toEqual([
        {},
        { target: 'ecu', variant: 'HL-D24', calibration: 'CAL-D24-0412', version: 'SW 3.2' },
      ]),
    );
    await waitFor(() => expect(router.state.location.search).toEqual({ file: '3' }));
  });

  it('of which somebody else has stated what it is for is confirmed as it is shown', async () => {
    file = { stated };
    open('/reProgramDetail/7?file=3');
    const chosen = within(await screen.findByRole('region', { name: 'Selected file' }));
    expect(
      chosen.getByText(
        'Entered by hand (not read from the file) · Kim Minsu · Awaiting confirmation by another account',
      ),
    ).toBeDefined();
    fireEvent.click(chosen.getByRole('button', { name: 'Confirm these values' }));
    await chosen.findByText('Entered by hand (not read from the file) · Kim Minsu · confirmed by Lee Sora');
    expect(confirmed).toEqual([
      { id: 3, target: 'ecu', variant: 'HL-D24', calibration: 'CAL-D24-0412', version: 'SW-3.2.1' },
    ]);
    expect(chosen.queryByRole('button', { name: 'Confirm these values' })).toBeNull();
  });

  it('of which one has stated oneself what it is for waits for another account', async () => {
    file = { stated: { ...stated, mayConfirm: false } };
    checked = aPreflight({}, { confirmed: { ok: false, value: null } });
    open('/reProgramDetail/7?file=3');
    await screen.findByText('An account other than the author must confirm the values.');
    expect(screen.queryByRole('button', { name: 'Confirm these values' })).toBeNull();
    expect(
      within((await screen.findByText('Entered values confirmed')).closest('li') as HTMLElement).getByText('Not OK'),
    ).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Reprogram' }).disabled).toBe(true);
  });

  it('of another kind is not even sent', async () => {
    uploaded = new Problem('INTERNAL');
    open();
    await give('holiday.jpg');
    expect((await screen.findByRole('alert')).textContent).toBe('Only .ulp, .ddr or .s19 files. Nothing was stored.');
  });
});

describe('the pre-flight', () => {
  it('names the member who is in session with the machine', async () => {
    checked = aPreflight({}, { noSession: { ok: false, value: null } });
    const holder = {
      sessionId: 3,
      kind: 'remote' as const,
      state: 'connected' as const,
      by: 'Lee Sora',
      organization: 'Nami',
      since: '2026-11-21T01:00:00.000Z',
      mine: false,
    };
    detail = { ...detail, vehicle: { ...detail.vehicle, holder } };
    open('/reProgramDetail/7?file=3');
    expect(await screen.findByText(/In use by Lee Sora, Nami, since 2026-11-21/u)).toBeDefined();
  });

  it('names the checks that fail and those that are unknown, and does not continue', async () => {
    checked = aPreflight({}, { battery: { ok: false, value: 12.3 }, variant: { ok: null, value: null } });
    open('/reProgramDetail/7?file=3');
    await screen.findByText('Now SW-3.1.0 → new SW-3.2.1');
    const item = (name: string) => within(screen.getByText(name).closest('li') as HTMLElement);
    expect(item('Battery at least 12.4 V').getByText('Not OK')).toBeDefined();
    expect(item('Battery at least 12.4 V').getByText('12.3')).toBeDefined();
    expect(item('Hardware variant matches').getByText('Unknown')).toBeDefined();
    expect(item('Vehicle stationary').getByText('OK')).toBeDefined();
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Reprogram' }).disabled).toBe(true);
  });

  it('wants a tick for the version that is there already', async () => {
    checked = aPreflight({ sameVersion: true });
    open('/reProgramDetail/7?file=3');
    const go = await screen.findByRole<HTMLButtonElement>('button', { name: 'Reprogram' });
    expect(go.disabled).toBe(true);
    fireEvent.click(screen.getByLabelText('Write the same version again'));
    await waitFor(() => expect(go.disabled).toBe(false));
  });

  it('then requires the end of the VIN and the check box, and starts with them', async () => {
    open('/reProgramDetail/7?file=3');
    const go = await screen.findByRole<HTMLButtonElement>('button', { name: 'Reprogram' });
    await waitFor(() => expect(go.disabled).toBe(false));
    fireEvent.click(go);
    const dialog = within(await screen.findByRole('dialog', { name: 'Reprogram the ECU of HDLT6A11NSK001007' }));
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: 'Reprogram' });
    fireEvent.change(dialog.getByLabelText(/Last 4 of the VIN/u), { target: { value: '1008' } });
    fireEvent.click(dialog.getByLabelText('The vehicle is parked safely; the key stays on for about 12 min'));
    expect(dialog.getByText('Does not match the VIN.')).toBeDefined();
    expect(confirm.disabled).toBe(true);
    fireEvent.change(dialog.getByLabelText(/Last 4 of the VIN/u), { target: { value: '1007' } });
    expect(confirm.disabled).toBe(false);
    fireEvent.click(confirm);
    await waitFor(() =>
      expect(started).toEqual([{ id: 7, fileId: 3, vinEnd: '1007', standsSafe: true, again: false }]),
    );
    await screen.findByRole('region', { name: 'Progress' });
  });
});

describe('a run', () => {
  it.each([
    ['is checked', { state: 'checking', blocksThere: 100, have: [[0, 99]] }],
    ['was sent whole', { state: 'transferring', blocksThere: 90, have: [[0, 89]], allSent: true }],
  ] satisfies [string, Partial<FlashRun>][])(
    'that %s is asked to cancel, and the device has the last word',
    async (_, sent) => {
      runs = [aRun(9, sent)];
      const { live } = open();
      fireEvent.click(await screen.findByRole('button', { name: 'Cancel reprogramming' }));
      const dialog = within(await screen.findByRole('dialog', { name: 'Cancel reprogramming HDLT6A11NSK001007' }));
      expect(dialog.getByText(/If programming has already started, it runs to completion/u)).toBeDefined();
      asked = { state: sent.state, reason: 'cancelAsked' };
      fireEvent.click(dialog.getByRole('button', { name: 'Cancel reprogramming' }));
      await screen.findByText('Cancellation requested; waiting for the device');
      await screen.findByText('Cancellation requested; waiting for the device.');
      expect(cancelled).toEqual([9]);
      push(live, aFrame(aRun(9, { state: 'programming', progress: 0.1 })));
      await screen.findByText('10 %');
      expect(screen.queryByText('Cancellation requested; waiting for the device.')).toBeNull();
    },
  );

  it('shows how far it has come, and may be cancelled until it is programmed', async () => {
    runs = [aRun(9)];
    open();
    const run = within(await screen.findByRole('region', { name: 'Progress' }));
    expect(run.getByText('30 / 100')).toBeDefined();
    expect(run.getByRole('img', { name: 'Blocks received by the device: 30 / 100' })).toBeDefined();
    expect(run.getByText(/Transferring/u, { selector: 'li' }).getAttribute('aria-current')).toBe('step');
    fireEvent.click(run.getByRole('button', { name: 'Cancel reprogramming' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancel reprogramming HDLT6A11NSK001007' }));
    fireEvent.click(dialog.getByRole('button', { name: 'Cancel reprogramming' }));
    await waitFor(() => expect(cancelled).toEqual([9]));
    expect(within(await screen.findByRole('region', { name: 'Result' })).getByText('Canceled')).toBeDefined();
  });

  it('that is paused shows this and goes on by itself', async () => {
    runs = [aRun(9, { state: 'paused', pauses: 1, rollOutId: 12 })];
    const { live } = open();
    await screen.findByText('Paused at 30/100; resumes automatically');
    expect(screen.getByRole('link', { name: '#12' }).getAttribute('href')).toBe('/reProgramRollOut/12');
    expect(live.subscriptions.merged().vehicles).toEqual([7]);
    push(live, aFrame(aRun(9, { state: 'transferring', pauses: 1, blocksThere: 60, have: [[0, 59]] })));
    await screen.findByText('60 / 100');
    expect(screen.queryByText(/Paused at/u)).toBeNull();
    // one of another vehicle, and one that arrives after the end was read
    push(live, aFrame(aRun(9, { vehicleId: 8, blocksThere: 70 })));
    push(live, aFrame(aRun(9, { state: 'programming', progress: 0.4 })));
    await screen.findByText('40 %');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Cancel reprogramming' }).disabled).toBe(true);
    push(live, aFrame(aRun(9, { state: 'done', runningVersion: 'SW-3.2.1', endedAt: '2026-11-21T01:20:00.000Z' })));
    const result = within(await screen.findByRole('region', { name: 'Result' }));
    expect(result.getByText('Done')).toBeDefined();
    push(live, aFrame(aRun(9, { blocksThere: 30 })));
    expect(screen.queryByRole('region', { name: 'Progress' })).toBeNull();
  });

  it('of somebody else, and one that is programmed, cannot be cancelled, and shows why', async () => {
    runs = [aRun(9, { mayCancel: false })];
    const first = open();
    expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Cancel reprogramming' })).title).toBe(
      'Only the user who started it or an administrator can cancel.',
    );
    first.unmount();
    runs = [aRun(9, { state: 'programming', progress: 0.4, mayCancel: false })];
    open();
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Cancel reprogramming' });
    expect([button.disabled, button.title]).toEqual([true, 'Cannot be canceled while programming.']);
    expect(screen.getByText('40 %')).toBeDefined();
  });

  it('that failed shows in words why, what runs and what to do; trying again begins at the pre-flight', async () => {
    runs = [
      aRun(9, {
        state: 'failed',
        reason: 'verify',
        runningVersion: 'SW-3.1.0',
        rolledBack: true,
        endedAt: '2026-11-21T01:20:00.000Z',
        mayCancel: false,
      }),
    ];
    const { router } = open();
    const result = within(await screen.findByRole('region', { name: 'Result' }));
    expect(result.getByText('The controller did not report the new version.')).toBeDefined();
    expect(result.getByText('Rolled back to the previous version.')).toBeDefined();
    expect(result.getByText(/What to do: Cycle the key/u)).toBeDefined();
    fireEvent.click(result.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(router.state.location.search).toEqual({ file: '3' }));
    await screen.findByText('Now SW-3.1.0 → new SW-3.2.1');
  });
});

describe('who may only read', () => {
  it('sees the run and the last result, and nothing to begin one with', async () => {
    runs = [aRun(9)];
    const first = open('/reProgramDetail/7', { groupType: 'HEAD_OFFICE', role: 'STAFF' });
    await screen.findByRole('region', { name: 'Progress' });
    expect(screen.queryByRole('button', { name: 'Cancel reprogramming' })).toBeNull();
    first.unmount();
    runs = [
      aRun(9, { state: 'done', runningVersion: 'SW-3.2.1', endedAt: '2026-11-21T01:20:00.000Z', mayCancel: false }),
    ];
    open('/reProgramDetail/7', { groupType: 'HEAD_OFFICE', role: 'STAFF' });
    await screen.findByRole('region', { name: 'Result' });
    expect(screen.queryByRole('region', { name: '1. File' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Reprogram' })).toBeNull();
  });

  it('shows when the vehicle does not exist', async () => {
    open('/reProgramDetail/8');
    await screen.findByText('Vehicle not found');
  });
});
