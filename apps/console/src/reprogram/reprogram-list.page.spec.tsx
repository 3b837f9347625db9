import { models } from '@headland/contracts/model';
import { reprogram, type ReprogramFilter, type ReprogramRow } from '@headland/contracts/reprogram';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../testing/fake-back-end';
import { aReprogramRow } from '../testing/programs';
import { renderPage } from '../testing/render-page';
import { ReprogramListPage } from './reprogram-list.page';

let rows: ReprogramRow[];
let asked: ReprogramFilter[];
const answers = [
  answer(reprogram.list, ({ query }) => {
    asked.push(query);
    return { rows, total: rows.length };
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
  rows = [aReprogramRow(1, { lastFlash: 'failed', lastFlashAt: '2026-11-20T01:00:00.000Z' }), aReprogramRow(2, { online: false, holder, ecuSoftware: null })];
  asked = [];
});
const open = (at = '/reProgram') => renderPage(<ReprogramListPage />, { answers, at });

describe('the list of vehicles that may be programmed', () => {
  it('shows what the controllers run, the last program, and who holds one; those online first', async () => {
    open();
    const row = await screen.findByRole('row', { name: /HDLT6A11NSK001001/u });
    for (const text of ['SW-3.1.0', 'CAL-D24-0388', 'Failed', 'Free', 'Online', 'Naju agency', '12.6']) expect(within(row).getByText(text), text).toBeDefined();
    const held = screen.getByRole('row', { name: /HDLT6A11NSK001002/u });
    for (const text of ['Park Jihun, Nami', 'Offline']) expect(within(held).getByText(text), text).toBeDefined();
    expect(asked[0]).toMatchObject({ online: true, sort: 'lastSessionAt', order: 'desc' });
  });

  it('asks for all where the address says so, and keeps what is chosen in the address', async () => {
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
