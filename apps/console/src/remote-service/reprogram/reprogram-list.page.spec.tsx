import type { CatalogueVersion } from '@headland/contracts/versioned-file';
import { models } from '@headland/contracts/model';
import { programProfiles } from '@headland/contracts/profile';
import { reprogram, type ReprogramFilter, type ReprogramRow } from '@headland/contracts/reprogram';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { answer } from '../../testing/fake-back-end';
import { aReprogramRow } from '../../testing/programs';
import { renderPage } from '../../testing/render-page';
import { ReprogramListPage } from './reprogram-list.page';

let rows: ReprogramRow[];
let asked: ReprogramFilter[];
let used: [number, number][];
let refused: Problem | null;
const aVersion = (more: Partial<CatalogueVersion>): CatalogueVersion => ({
  version: 2,
  fileName: 'maker.json',
  loadedAt: '2026-11-20T01:00:00.000Z',
  loadedBy: 'Kim Minsu',
  inUse: false,
  usedAt: null,
  usedBy: null,
  changes: [
    { code: 'acme-ulp', fields: ['checks'] },
    { code: 'bolt-ddr', fields: ['removed'] },
    { code: 'calibrations', fields: ['calibrations'] },
  ],
  ...more,
});
const versions = [
  aVersion({}),
  aVersion({ version: 1, fileName: null, loadedAt: null, loadedBy: null, inUse: true, changes: [] }),
];
const answers = [
  answer(reprogram.list, ({ query }) => {
    asked.push(query);
    return { rows, total: rows.length };
  }),
  answer(programProfiles.versions, () => versions),
  answer(programProfiles.load, () => {
    if (refused !== null) throw refused;
    return aVersion({ version: 3 });
  }),
  answer(programProfiles.use, ({ params, body }) => {
    used.push([params.version, body.inUse]);
    return aVersion({});
  }),
  answer(models.names, () => [{ id: 1, name: 'HL 6-110', type: 'premium' as const }]),
];
beforeEach(() => {
  const holder = {
    sessionId: 4,
    kind: 'remote' as const,
    state: 'connected' as const,
    by: 'Park Jihun',
    organization: 'Nami',
    since: new Date().toISOString(),
    mine: false,
  };
  rows = [
    aReprogramRow(1, { lastFlash: 'failed', lastFlashAt: '2026-11-20T01:00:00.000Z' }),
    aReprogramRow(2, { online: false, holder, ecuSoftware: null }),
  ];
  [asked, used, refused] = [[], [], null];
});
const open = (at = '/reProgram', as?: { groupType: string; role: 'ADMIN' | 'STAFF' }) =>
  renderPage(<ReprogramListPage />, { answers, at, ...(as ? { as } : {}) });

describe('the list of vehicles that may be programmed', () => {
  it('shows what the controllers run, the last program, and who holds one; those online first', async () => {
    open();
    const row = await screen.findByRole('row', { name: /HDLT6A11NSK001001/u });
    for (const text of ['SW-3.1.0', 'CAL-D24-0388', 'Failed', 'None', 'Online', 'Naju agency', '12.6'])
      expect(within(row).getByText(text), text).toBeDefined();
    const held = screen.getByRole('row', { name: /HDLT6A11NSK001002/u });
    for (const text of ['Park Jihun, Nami', 'Offline']) expect(within(held).getByText(text), text).toBeDefined();
    expect(asked[0]).toMatchObject({ online: true, sort: 'lastSessionAt', order: 'desc' });
  });

  it('requests all where the address has it, and keeps what is chosen in the address', async () => {
    const { router } = open('/reProgram?online=all');
    await waitFor(() => expect(asked.at(-1)?.online).toBeUndefined());
    fireEvent.change(await screen.findByLabelText('Session'), { target: { value: 'true' } });
    await waitFor(() => expect(asked.at(-1)?.held).toBe(true));
    expect(router.state.location.search).toMatchObject({ held: 'true', online: 'all' });
  });

  it('opens the page of a vehicle, and its history from the row', async () => {
    const { router } = open();
    const row = await screen.findByRole('row', { name: /HDLT6A11NSK001001/u });
    fireEvent.click(within(row).getByRole('link', { name: 'History of HDLT6A11NSK001001' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/reProgramHistory/1'));
  });
});

describe('how programs are read', () => {
  it('is changed after a look at what changes', async () => {
    open('/reProgram?tab=formats');
    fireEvent.click(await screen.findByRole('button', { name: 'Activate' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Activate v2 instead of v1' }));
    expect(dialog.getByText('acme-ulp').closest('li')?.textContent).toBe('acme-ulp checks');
    expect(dialog.getByText('bolt-ddr').closest('li')?.textContent).toBe('bolt-ddr removed');
    expect(dialog.getByText('Calibration rules')).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Activate' }));
    await waitFor(() => expect(used).toEqual([[2, 1]]));
  });

  it('is refused with every place that is wrong in the file', async () => {
    refused = new Problem('PROFILE_REFUSED', {
      n: 2,
      problems: 'headers.acme-ulp.magic: one byte\nheaders.b.id: wrong',
    });
    open('/reProgram?tab=formats');
    fireEvent.change(await screen.findByLabelText('Load a file', { selector: 'input' }), {
      target: { files: [new File(['{}'], 'maker.json')] },
    });
    const dialog = within(await screen.findByRole('dialog', { name: 'Not loaded' }));
    expect(dialog.getByText('The file was not saved: 2 errors.')).toBeTruthy();
    expect(dialog.getAllByRole('listitem').map((li) => li.textContent)).toEqual([
      'headers.acme-ulp.magic: one byte',
      'headers.b.id: wrong',
    ]);
  });

  it('is read only without U, and no tab without R on administration, also by its address', async () => {
    const { unmount } = open('/reProgram?tab=formats', { groupType: 'HEAD_OFFICE', role: 'STAFF' });
    expect(await screen.findByText('maker.json')).toBeTruthy();
    for (const name of ['Activate', 'Load a file']) expect(screen.queryByRole('button', { name })).toBeNull();
    unmount();
    open('/reProgram?tab=formats', { groupType: 'DEALER', role: 'ADMIN' });
    expect(await screen.findByRole('row', { name: /HDLT6A11NSK001001/u })).toBeTruthy();
    expect(screen.queryByRole('tab', { name: 'File formats' })).toBeNull();
  });
});
