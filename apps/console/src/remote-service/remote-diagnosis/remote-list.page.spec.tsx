import { diagnosis, type ServiceFilter, type ServiceRow } from '@headland/contracts/diagnosis';
import { models } from '@headland/contracts/model';
import { organizations } from '@headland/contracts/organization';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { aHolder, aServiceRow } from '../../testing/service';
import { vehicleNow } from '../../testing/vehicles';
import { RemoteListPage } from './remote-list.page';

let asked: ServiceFilter[];
let rows: ServiceRow[];
const answers = [
  answer(diagnosis.list, ({ query }) => {
    asked.push(query);
    return { rows, total: rows.length };
  }),
  answer(models.names, () => [{ id: 6, name: 'HL 6-110', type: 'premium' as const }]),
  answer(organizations.tree, () => [
    { id: 9, name: 'Naju agency', type: 'AGENCY' as const, parentId: null, lat: null, lon: null },
  ]),
];
beforeEach(() => {
  asked = [];
  rows = [
    aServiceRow(1),
    aServiceRow(2, { holder: aHolder() }),
    aServiceRow(3, { holder: aHolder({ mine: true, by: 'Kim Minsu' }) }),
  ];
});
const page = (at = '/remote') => renderPage(<RemoteListPage />, { answers, at, path: '/remote' });

describe('the list of remote diagnosis', () => {
  it('shows who holds a machine, and leads to it and to its history', async () => {
    const { router } = page();
    const table = await screen.findByRole('table', { name: 'Remote diagnosis' });
    expect(within(within(table).getByRole('row', { name: /001001/u })).getByText('None')).toBeTruthy();
    expect(within(within(table).getByRole('row', { name: /001002/u })).getByText('Lee Jiho, Head office')).toBeTruthy();
    expect(within(within(table).getByRole('row', { name: /001003/u })).getByText('Own session')).toBeTruthy();
    expect(within(table).getByRole('link', { name: 'History of HDLT6A11NSK001002' }).getAttribute('href')).toBe(
      '/remoteHistory/2',
    );
    fireEvent.click(within(table).getByText('HDLT6A11NSK001001'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/remoteDetail/1'));
  });

  it('distinguishes the key from the engine: a machine with its key on and its engine off can be connected', async () => {
    rows = [aServiceRow(1, { engine: 'off', key: 'on' }), aServiceRow(2, { engine: 'off', key: null })];
    page();
    const table = within(await screen.findByRole('table', { name: 'Remote diagnosis' }));
    const at = (title: string): number =>
      table.getAllByRole('columnheader').findIndex((th) => th.textContent.includes(title));
    const cells = (vin: RegExp) =>
      Array.from((table.getByRole('row', { name: vin }) as HTMLTableRowElement).cells, (c) => c.textContent);
    expect([cells(/001001/u)[at('Engine')], cells(/001001/u)[at('Key')]]).toEqual(['Off', 'On']);
    expect([cells(/001002/u)[at('Engine')], cells(/001002/u)[at('Key')]]).toEqual(['Off', '–']);
  });

  it('begins with the machines that are online, and requests all of them on demand', async () => {
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

  it('does not claim that there are no machines where none is online', async () => {
    rows = [];
    page();
    expect(
      await screen.findByText(
        'Vehicles with a connected device are listed here. Change the connection filter to see others.',
      ),
    ).toBeTruthy();
    expect(screen.queryByText(/registered/u)).toBeNull();
  });

  it('shows the key on a phone for online machines only', async () => {
    const wide = window.matchMedia;
    vi.stubGlobal('matchMedia', (media: string) => Object.assign(new EventTarget(), { media, matches: false }));
    try {
      rows = [aServiceRow(1, { key: 'on' }), aServiceRow(2, { key: 'on', online: false })];
      page();
      expect((await screen.findByRole('row', { name: /001001/u })).textContent).toContain('Key On');
      const away = screen.getByRole('row', { name: /001002/u }).textContent;
      expect([away.includes('Offline'), away.includes('Key')]).toEqual([true, false]);
    } finally {
      vi.stubGlobal('matchMedia', wide);
    }
  });

  it('follows connection and battery as they are pushed', async () => {
    const { live } = page();
    const row = await screen.findByRole('row', { name: /001001/u });
    act(() => {
      for (const ear of live.client.onVehicle)
        ear(vehicleNow(1, { online: false, key: 'off', values: { battery: 11.9 } }));
    });
    await waitFor(() => expect(within(row).getByText('Offline')).toBeTruthy());
    expect(row.textContent).toContain('11.9');
    expect(within(row).getByText('Off')).toBeTruthy();
  });
});
