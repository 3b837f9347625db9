import { models } from '@headland/contracts/model';
import { organizations } from '@headland/contracts/organization';
import { reprogram } from '@headland/contracts/reprogram';
import { type RollOutBody, type RollOutChoice, type RollOutDetail, rollOuts } from '@headland/contracts/roll-out';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { answer } from '../../testing/fake-back-end';
import { aProgram, aReprogramRow } from '../../testing/programs';
import { renderPage } from '../../testing/render-page';
import { aRollOut, rowOf } from '../../testing/roll-outs';
import { ReprogramListPage } from '../reprogram/reprogram-list.page';
import { RollOutFormPage } from './roll-out-form.page';

let asked: RollOutChoice[];
let saved: RollOutBody[];
let refuse: Problem | null;
let draft: Partial<RollOutDetail>;
const answers = [
  answer(models.names, () => [{ id: 1, name: 'HL 6-110', type: 'premium' as const }]),
  answer(organizations.tree, () => []),
  answer(reprogram.list, () => ({ rows: [aReprogramRow(1), aReprogramRow(2)], total: 2 })),
  answer(reprogram.files, () => ({ rows: [aProgram(3)], total: 1 })),
  answer(reprogram.file, () => aProgram(3)),
  answer(rollOuts.list, () => ({ rows: [rowOf(aRollOut(4, { state: 'running', wave: 1 }))], total: 1 })),
  answer(rollOuts.get, () => aRollOut(4, draft)),
  answer(rollOuts.preview, ({ body }) => {
    asked.push(body);
    return {
      matches: { fits: 100, sameVersion: 3, variant: 2, calibration: 1, unknown: 9 },
      taken: body.withUnknown ? 109 : 100,
    };
  }),
  answer(rollOuts.create, ({ body }) => {
    if (refuse) throw refuse;
    saved.push(body);
    return aRollOut(4, { state: 'draft' });
  }),
  answer(rollOuts.change, ({ body }) => {
    if (refuse) throw refuse;
    saved.push(body);
    return aRollOut(4, { state: 'draft' });
  }),
];
beforeEach(() => {
  asked = [];
  saved = [];
  refuse = null;
  draft = {
    ...{ state: 'draft', own: true, may: ['change', 'send', 'cancel'] },
    ...{ vehicleIds: [1, 2], shares: [40, 60], holdHours: 6 },
  };
});
const open = (at = '/reProgramRollOutRegi/0') =>
  renderPage(<RollOutFormPage />, { answers, at, path: '/reProgramRollOutRegi/$number' });
const type = (label: string, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label), { target: { value } });
const chooseProgram = async (): Promise<void> => void fireEvent.click(await screen.findByText('engine-3.ulp'));
const save = (): void => void fireEvent.click(screen.getByRole('button', { name: 'Save' }));

describe('drafting a roll-out', () => {
  it('shows how the choice goes with the program and how large the waves are, before anything is saved', async () => {
    open();
    expect(await screen.findByText('Choose the program first.')).toBeDefined();
    await chooseProgram();
    expect(await screen.findByText('100 vehicles will be programmed')).toBeDefined();
    const matches = within(screen.getByRole('region', { name: 'Compatibility of the selected vehicles' }));
    expect(matches.getByText('Other hardware').textContent).toBe('Other hardware 2');
    expect(await screen.findByText('Vehicles by wave: 5 → 19 → 29 → 47')).toBeDefined();
    fireEvent.click(screen.getByRole('checkbox', { name: /never read/u }));
    expect(await screen.findByText('109 vehicles will be programmed')).toBeDefined();
    type('Part of the VIN optional', 'NSK');
    await waitFor(() =>
      expect(asked.at(-1)).toMatchObject({
        fileId: 3,
        vehicleIds: [],
        filter: { vin: 'NSK', model: [] },
        withUnknown: true,
      }),
    );
  });

  it('sends what was chosen, and goes to the page of the draft', async () => {
    const { router } = open();
    await chooseProgram();
    type('Name', 'Cold start');
    type('First wave (vehicles)', '3');
    type('Share 1 of the rest', '50');
    type('Share 2 of the rest', '50');
    fireEvent.click(screen.getByRole('button', { name: 'Remove share 3' }));
    fireEvent.click(screen.getByRole('radio', { name: /set time/u }));
    type('Hold time (h)', '4');
    save();
    await waitFor(() => expect(router.state.location.pathname).toBe('/reProgramRollOut/4'));
    expect(saved).toMatchObject([
      {
        name: 'Cold start',
        fileId: 3,
        firstGroup: 3,
        shares: [50, 50],
        holdHours: 4,
        stopShare: 10,
        vehicleIds: [],
        withUnknown: false,
      },
    ]);
    expect(new Date(saved[0]?.validUntil ?? 0).getHours()).toBe(23);
  });

  it('shows what is wrong with it at its field, and what the server refuses too', async () => {
    open();
    await screen.findByText('engine-3.ulp');
    type('Share 1 of the rest', '30');
    type('Stop at failure rate (%)', '0');
    save();
    expect(await screen.findByText('The shares must add up to 100.')).toBeDefined();
    expect(screen.getByText('Enter 1 to 100.')).toBeDefined();
    expect(screen.getByText('Total 110%')).toBeDefined();
    expect(saved).toEqual([]);
    type('Share 1 of the rest', '20');
    type('Stop at failure rate (%)', '20');
    type('Name', 'Cold start');
    await chooseProgram();
    refuse = new Problem('E0001', {}, { vehicleIds: 'field.rollOutNone' });
    save();
    expect(await screen.findByText('The program matches none of these vehicles.')).toBeDefined();
  });

  it('begins with the rows that were ticked in the list', async () => {
    const { router } = renderPage(<ReprogramListPage />, { answers, at: '/reProgram' });
    for (const n of [1, 2])
      fireEvent.click(
        within((await screen.findByText(`HDLT6A11NSK00100${n}`)).closest('tr') as HTMLElement).getByRole('checkbox'),
      );
    fireEvent.click(screen.getByRole('button', { name: 'Roll out to selected vehicles' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/reProgramRollOutRegi/0'));
    expect(router.state.location.search).toEqual({ ids: '1,2' });
  });

  it('accepts ticked rows as they are, or a filter instead', async () => {
    open('/reProgramRollOutRegi/0?ids=1,2');
    expect(await screen.findByText('2 vehicles selected in the list')).toBeDefined();
    await chooseProgram();
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ vehicleIds: [1, 2] }));
    fireEvent.click(screen.getByRole('button', { name: 'Select by filter instead' }));
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ vehicleIds: [], filter: { model: [] } }));
  });

  it('edits the own draft with the version that was read', async () => {
    open('/reProgramRollOutRegi/4');
    await screen.findByDisplayValue('Cold start');
    expect(screen.getByDisplayValue('60')).toBeDefined();
    expect(screen.getByDisplayValue('6')).toBeDefined();
    type('Name', 'Warm start');
    save();
    await waitFor(() =>
      expect(saved).toMatchObject([
        { name: 'Warm start', version: 2, vehicleIds: [1, 2], shares: [40, 60], holdHours: 6 },
      ]),
    );
  });
});

describe('a draft that was changed meanwhile', () => {
  it('begins with what is saved now, not with what was read before', async () => {
    const { router } = open('/reProgramRollOutRegi/4');
    await screen.findByDisplayValue('Cold start');
    await act(() => router.navigate({ to: '/elsewhere' as never }));
    draft = { ...draft, name: 'Saved meanwhile', version: 3 };
    await act(() => router.navigate({ to: '/reProgramRollOutRegi/4' as never }));
    expect((await screen.findByLabelText<HTMLInputElement>('Name')).value).toBe('Saved meanwhile');
  });

  it('shows what differs, in words, and keeps what is typed until it is reloaded', async () => {
    open('/reProgramRollOutRegi/4');
    await screen.findByDisplayValue('Cold start');
    type('Name', 'Mine');
    fireEvent.click(screen.getByRole('button', { name: 'Select by filter instead' }));
    type('Part of the VIN optional', 'NSK');
    draft = { ...draft, version: 3, name: 'Theirs', holdHours: null, file: { ...aProgram(5), name: 'engine-5.ulp' } };
    refuse = new Problem('CHANGED_MEANWHILE', { by: 'Kim', at: '2026-11-21T03:00:00.000Z' }, {}, null, 409);
    save();
    fireEvent.click(await screen.findByRole('button', { name: 'Show difference' }));
    const rows = async () => (await screen.findAllByRole('row')).map((r) => r.textContent);
    await waitFor(async () => expect(await rows()).toContain('NameTheirsMine'));
    expect(await rows()).toEqual(
      expect.arrayContaining([
        'Programengine-5.ulpengine-3.ulp',
        'Vehicles2 vehicles selected in the list–',
        'Part of the VIN–NSK',
        expect.stringMatching(/^Next wave/u),
      ]),
    );
    refuse = null;
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Theirs'));
  });
});

describe('the list of roll-outs', () => {
  it('is a tab of reprogramming; a row opens its page', async () => {
    const { router } = renderPage(<ReprogramListPage />, { answers, at: '/reProgram' });
    fireEvent.click(await screen.findByRole('tab', { name: 'Roll-outs' }));
    const row = within((await screen.findByText('Cold start')).closest('tr') as HTMLElement);
    for (const text of ['Running', 'ECU SW-3.2.1', '1 / 2']) expect(row.getByText(text), text).toBeDefined();
    fireEvent.click(row.getByText('Cold start'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/reProgramRollOut/4'));
  });

  it('has no way to a new one, and no ticks, for a member who may only read', async () => {
    const as = { groupType: 'HEAD_OFFICE', role: 'STAFF' } as const;
    const shown = renderPage(<ReprogramListPage />, { answers, at: '/reProgram?tab=rollOuts', as });
    await screen.findByText('Cold start');
    expect(screen.queryByRole('button', { name: 'New roll-out' })).toBeNull();
    shown.unmount();
    renderPage(<ReprogramListPage />, { answers, at: '/reProgram', as });
    await screen.findByText('HDLT6A11NSK001001');
    expect(screen.queryAllByRole('checkbox')).toEqual([]);
  });
});
