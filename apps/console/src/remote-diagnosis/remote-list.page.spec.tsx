import { diagnosis, type ServiceFilter, type ServiceRow } from '@headland/contracts/diagnosis';
import { models } from '@headland/contracts/model';
import { organizations } from '@headland/contracts/organization';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { answer } from '../testing/fake-back-end';
import { renderPage } from '../testing/render-page';
import { aHolder, aServiceRow } from '../testing/service';
import { vehicleNow } from '../testing/vehicles';
import { RemoteListPage } from './remote-list.page';

let asked: ServiceFilter[];
let rows: ServiceRow[];
const answers = [
  answer(diagnosis.list, ({ query }) => {
    asked.push(query);
    return { rows, total: rows.length };
  }),
  answer(models.names, () => [{ id: 6, name: 'HL 6-110', type: 'premium' as const }]),
  answer(organizations.tree, () => [{ id: 9, name: 'Naju agency', type: 'AGENCY' as const, parentId: null, lat: null, lon: null }]),
];
beforeEach(() => {
  asked = [];
  rows = [aServiceRow(1), aServiceRow(2, { holder: aHolder() }), aServiceRow(3, { holder: aHolder({ mine: true, by: 'Kim Minsu' }) })];
});
const page = (at = '/remote') => renderPage(<RemoteListPage />, { answers, at, path: '/remote' });

describe('the list of remote diagnosis', () => {
  it('shows who holds a machine, and leads to it and to its history', async () => {
    const { router } = page();
    const table = await screen.findByRole('table', { name: 'Remote diagnosis' });
    expect(within(within(table).getByRole('row', { name: /001001/u })).getByText('Free')).toBeTruthy();
    expect(within(within(table).getByRole('row', { name: /001002/u })).getByText('Lee Jiho, Head office')).toBeTruthy();
    expect(within(within(table).getByRole('row', { name: /001003/u })).getByText('Yours')).toBeTruthy();
    expect(within(table).getByRole('link', { name: 'History of HDLT6A11NSK001002' }).getAttribute('href')).toBe('/remoteHistory/2');
    fireEvent.click(within(table).getByText('HDLT6A11NSK001001'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/remoteDetail/1'));
  });

  it('begins with the machines that are online, and asks for all of them when told so', async () => {
    const { router } = page();
    await screen.findByRole('table');
    expect(asked[0]).toMatchObject({ online: true, sort: 'lastSessionAt', order: 'desc' });
    expect(asked.length).toBe(1);
    fireEvent.change(screen.getByRole('combobox', { name: /Connection/u }), { target: { value: '' } });
    await waitFor(() => expect(asked.at(-1)?.online).toBeUndefined());
    expect(router.state.location.search).toMatchObject({ online: 'all' });
    fireEvent.change(screen.getByRole('combobox', { name: /Session/u }), { target: { value: 'true' } });
    await waitFor(() => expect(asked.at(-1)).toMatchObject({ held: true }));
    expect(asked.at(-1)?.online).toBeUndefined();
  });

  it('follows connection and battery as they are pushed', async () => {
    const { live } = page();
    const row = await screen.findByRole('row', { name: /001001/u });
    act(() => {
      for (const ear of live.client.onVehicle) ear(vehicleNow(1, { online: false, values: { battery: 11.9 } }));
    });
    await waitFor(() => expect(within(row).getByText('Offline')).toBeTruthy());
    expect(row.textContent).toContain('11.9');
  });
});
