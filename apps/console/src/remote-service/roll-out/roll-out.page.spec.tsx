import { rollOuts, type RollOutDetail, type RollOutVehicle } from '@headland/contracts/roll-out';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { aRollOut, aRollOutVehicle } from '../../testing/roll-outs';
import { RollOutPage } from './roll-out.page';

let rollOut: RollOutDetail;
let vehicles: RollOutVehicle[];
let sent: unknown[];
const act = (what: 'send' | 'approve' | 'decline' | 'pause' | 'resume' | 'cancel', after: Partial<RollOutDetail>) =>
  answer(rollOuts[what], ({ body }) => {
    sent.push([what, body]);
    rollOut = { ...rollOut, ...after };
    return rollOut;
  });
const answers = [
  answer(rollOuts.get, () => rollOut),
  answer(rollOuts.vehicles, ({ query }) => {
    const rows = vehicles.filter((v) => query.state.length === 0 || query.state.includes(v.state));
    return { rows, total: rows.length };
  }),
  act('send', { state: 'waitsForApproval', may: ['cancel'] }),
  act('approve', {
    state: 'running',
    may: ['pause', 'cancel'],
    approvedBy: 'Park Jihun',
    approvedAt: '2026-11-21T02:00:00.000Z',
    wave: 1,
  }),
  act('decline', { state: 'draft', may: ['cancel'] }),
  act('pause', { state: 'paused', pausedBy: 'person', may: ['resume', 'cancel'] }),
  act('resume', { state: 'running', pausedBy: null, may: ['pause', 'cancel'] }),
  act('cancel', { state: 'cancelled', may: [] }),
];
beforeEach(() => {
  rollOut = aRollOut(4);
  vehicles = [
    aRollOutVehicle(1, {
      state: 'done',
      attempts: 1,
      run: { id: 9, state: 'done', blocks: 100, blocksThere: 100, progress: 1 },
    }),
    aRollOutVehicle(2, {
      state: 'underWay',
      attempts: 1,
      run: { id: 10, state: 'transferring', blocks: 100, blocksThere: 40, progress: 0 },
    }),
    aRollOutVehicle(3, { state: 'waiting', reason: 'keyOn', online: false }),
    aRollOutVehicle(4, { state: 'failed', reason: 'verify', wave: 2, attempts: 1 }),
    aRollOutVehicle(5, { state: 'skipped', reason: 'moved', wave: 2 }),
  ];
  sent = [];
});
const open = () =>
  renderPage(<RollOutPage />, { answers, at: '/reProgramRollOut/4', path: '/reProgramRollOut/$number' });
/** By its text: a search by role through a whole table takes seconds. */
const rowOf = async (n: number) =>
  within((await screen.findByText(`HDLT6A11NSK00100${n}`)).closest('tr') as HTMLElement);
const press = async (name: string): Promise<void> => void fireEvent.click(await screen.findByRole('button', { name }));

describe('a roll-out', () => {
  it('shows its plan, its waves, and every vehicle with its run and what it waits for', async () => {
    rollOut = aRollOut(4, { state: 'running', wave: 1, may: [] });
    open();
    const summary = within(await screen.findByRole('region', { name: 'Summary' }));
    for (const text of [
      'ECU SW-3.2.1 · engine-3.ulp',
      '2 → 4',
      'When all vehicles of the current wave have finished',
      'Selected in the list',
    ])
      expect(summary.getByText(text), text).toBeDefined();
    expect((await rowOf(2)).getByText('40 %')).toBeDefined();
    expect((await rowOf(2)).getByText('Transferring').closest('a')?.getAttribute('href')).toBe('/reProgramDetail/2');
    expect((await rowOf(3)).getByText('Waiting for key on')).toBeDefined();
    expect((await rowOf(4)).getByText('The controller did not report the new version.')).toBeDefined();
    expect((await rowOf(5)).getByText('Moved to another organization')).toBeDefined();
    expect(within(screen.getByRole('region', { name: 'Waves' })).getByText('Wave 1')).toBeDefined();
  });

  it('is approved after the whole plan was shown, with the version that was seen', async () => {
    open();
    await press('Approve');
    const dialog = within(screen.getByRole('dialog', { name: 'Approve Cold start' }));
    expect(dialog.getByText(/SW-3\.2\.1 will be programmed into 6 vehicles/u)).toBeDefined();
    expect(dialog.getByText('2 → 4')).toBeDefined();
    fireEvent.click(dialog.getByRole('button', { name: 'Approve' }));
    await screen.findByText('Approved: the first wave starts');
    expect(sent).toEqual([['approve', { version: 2 }]]);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull());
    expect(screen.getByRole('button', { name: 'Pause' })).toBeDefined();
  });

  it.each<[string, string, string, Parameters<typeof aRollOut>[1]]>([
    ['Decline', 'decline', 'Decline Cold start', {}],
    ['Pause', 'pause', 'Pause Cold start', { state: 'running', may: ['pause', 'cancel'] }],
    ['Resume', 'resume', 'Resume Cold start', { state: 'paused', pausedBy: 'failures', may: ['resume', 'cancel'] }],
    ['Cancel the roll-out', 'cancel', 'Cancel Cold start', { state: 'running', may: ['pause', 'cancel'] }],
  ])('%s needs a reason', async (button, what, title, more) => {
    rollOut = aRollOut(4, { ...more });
    open();
    await press(button);
    const dialog = within(screen.getByRole('dialog', { name: title }));
    const confirm = dialog.getByRole<HTMLButtonElement>('button', { name: button });
    expect(confirm.disabled).toBe(true);
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'A cable was loose' } });
    fireEvent.click(confirm);
    const seen = what === 'resume' || what === 'decline' ? { version: rollOut.version } : {};
    await waitFor(() => expect(sent).toEqual([[what, { reason: 'A cable was loose', ...seen }]]));
  });

  it('is resumed by what was shown when the reason was begun, not by what came since', async () => {
    rollOut = aRollOut(4, { state: 'paused', pausedBy: 'person', may: ['resume', 'cancel'] });
    const { version } = rollOut;
    const shown = open();
    await press('Resume');
    rollOut = { ...rollOut, pausedBy: 'failures', version: version + 1, counts: { ...rollOut.counts, failed: 77 } };
    shown.emit({
      number: 9,
      at: '2026-11-21T03:00:00.000Z',
      name: 'rollOut.changed',
      payload: { rollOutId: 4, state: 'paused', step: 'stopped', wave: 1, reason: '1/1' },
      by: null,
    });
    const dialog = within(screen.getByRole('dialog', { name: 'Resume Cold start' }));
    expect(await dialog.findByText(/77/u)).toBeDefined();
    fireEvent.change(dialog.getByLabelText('Reason'), { target: { value: 'A cable was loose' } });
    fireEvent.click(dialog.getByRole('button', { name: 'Resume' }));
    await waitFor(() => expect(sent).toEqual([['resume', { reason: 'A cable was loose', version }]]));
  });

  it('shows why its author cannot approve it, and why it has stopped', async () => {
    rollOut = aRollOut(4, { own: true, may: ['cancel'] });
    const shown = open();
    expect(await screen.findByText(/The author cannot approve it/u)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull();
    rollOut = aRollOut(4, { state: 'paused', pausedBy: 'failures', may: ['resume', 'cancel'] });
    shown.emit({
      number: 9,
      at: '2026-11-21T03:00:00.000Z',
      name: 'rollOut.changed',
      payload: { rollOutId: 4, state: 'paused', step: 'stopped', wave: 1, reason: '1/1' },
      by: null,
    });
    expect(await screen.findByText(/Stopped automatically by its failure rate/u)).toBeDefined();
  });

  it('has no buttons for a member who may only read', async () => {
    rollOut = aRollOut(4, { may: [] });
    open();
    await screen.findByRole('region', { name: 'Summary' });
    for (const name of ['Approve', 'Decline', 'Cancel the roll-out', 'Edit draft'])
      expect(screen.queryByRole('button', { name }), name).toBeNull();
  });

  it('lists its vehicles by their state', async () => {
    open();
    await rowOf(1);
    fireEvent.click(screen.getByRole('button', { name: /Status/u }));
    fireEvent.click(await screen.findByRole('menuitemcheckbox', { name: 'Failed' }));
    await waitFor(() => expect(screen.queryByText('HDLT6A11NSK001001')).toBeNull());
    expect(screen.getByText('HDLT6A11NSK001004')).toBeDefined();
  });
});
