import { contentSearch } from '@headland/contracts/content-search';
import { infoCheck, type InfoCard } from '@headland/contracts/info-check';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../lib/call';
import { answer } from '../testing/fake-back-end';
import { renderPage } from '../testing/render-page';
import { Find } from './find';

const device = {
  id: 4,
  deviceId: 'HDKR-0004',
  status: 'in_use' as const,
  online: true,
  sim: '8982300000000004711',
  activation: '01299887766',
};
const vehicle: InfoCard['vehicles'][number] = {
  id: 7,
  vin: 'HDKR06TLEE4000007',
  model: 'HX-65',
  dealer: { id: 9, name: 'Naju agency' },
  device,
  soldOn: '2026-03-02',
  owner: { id: 3, name: 'K*m', phone: '010-****-1234' },
  openFaults: [{ id: 12, code: 'E0333', name: { ko: '요소수', en: 'Urea low' }, severity: 'critical' }],
};
let looked: string[];
let card: InfoCard | null;
beforeEach(() => {
  looked = [];
  card = { device: null, owner: null, vehicles: [vehicle] };
});
const answers = [
  answer(infoCheck.find, ({ query }) => {
    looked.push(query.text);
    return {
      vehicles: [{ id: 7, vin: vehicle.vin, model: 'HX-65', deviceId: device.deviceId, state: 'work' as const }],
      devices: [{ id: 4, deviceId: device.deviceId, sim: device.sim, activation: device.activation, vin: vehicle.vin }],
      customers: [{ id: 3, name: 'K*m', phone: '010-****-1234', vehicles: 1 }],
      banners: [{ id: 5, name: 'Autumn check', status: 'doing' as const }],
      questions: [{ id: 9, question: 'Oil?', askedAt: '2026-11-20T03:00:00Z', customer: { id: 3, name: 'K*m' } }],
    };
  }),
  answer(infoCheck.card, () => {
    if (card === null) throw new Problem('NOT_FOUND');
    return card;
  }),
];
const show = (groupType = 'HEAD_OFFICE', role: 'ADMIN' | 'STAFF' = 'ADMIN', language: 'ko' | 'en' = 'en') =>
  renderPage(<Find />, { answers, as: { groupType, role }, language });
const type = async (text: string) => {
  const box = await screen.findByRole('combobox');
  fireEvent.focus(box);
  fireEvent.change(box, { target: { value: text } });
  return box;
};

describe('the search of the shell', () => {
  it('finds vehicles, devices and customers from three characters on, and a hit opens its card with links', async () => {
    show();
    await type('47');
    expect(await screen.findByText(/three characters/u)).toBeTruthy();
    const box = await type('4711');
    const list = within(await screen.findByRole('listbox'));
    await waitFor(() =>
      expect(
        list
          .getAllByRole('option')
          .slice(0, 3)
          .map((o) => o.id),
      ).toEqual(['hit-vehicle-7', 'hit-device-4', 'hit-customer-3']),
    );
    for (const title of ['Vehicles', 'Devices', 'Customers']) expect(list.getByText(title)).toBeTruthy();
    expect(looked).toEqual(['4711']);
    // Enter that ends the composition of a Korean syllable
    fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.keyDown(box, { key: 'Enter' });
    const dialog = within(await screen.findByRole('dialog', { name: vehicle.vin }));
    for (const text of ['Naju agency', 'HDKR-0004', '2026-03-02', 'K*m', 'Urea low'])
      expect(dialog.getByText(text)).toBeTruthy();
    expect(dialog.getAllByRole('link').map((a) => a.getAttribute('href'))).toEqual([
      '/statusDetail/7',
      '/deviceDetail/4',
      '/saleDetail/7',
      '/customerDetail/3',
      '/breakdown?id=12',
    ]);
  });

  it.each([
    ['Autumn check', '/gptBanner?id=5'],
    ['Oil?', '/gptChatData?customerId=3&id=9'],
  ])('opens the screen of a banner or a question: %s', async (text, address) => {
    const { router } = show();
    await type('4711');
    fireEvent.mouseDown(await screen.findByText(text));
    await waitFor(() => expect(router.state.location.href).toBe(address));
  });

  it('shows what is not there: no device, no owner, no fault, not sold', async () => {
    card = {
      device: null,
      owner: null,
      vehicles: [{ ...vehicle, device: null, soldOn: null, owner: null, openFaults: [] }],
    };
    show();
    fireEvent.keyDown(await type('4711'), { key: 'x' });
    fireEvent.mouseDown(await screen.findByText(vehicle.vin));
    const dialog = within(await screen.findByRole('dialog', { name: vehicle.vin }));
    for (const text of ['No device installed', 'Unsold', 'No customer registered', 'No open faults'])
      expect(dialog.getByText(text)).toBeTruthy();
  });

  it('shows this where a hit is gone meanwhile', async () => {
    card = null;
    show();
    await type('4711');
    fireEvent.mouseDown(await screen.findByText(vehicle.vin));
    expect(await within(await screen.findByRole('dialog')).findByRole('alert')).toBeTruthy();
  });

  it('leaves parts out that one may not read', async () => {
    // a business partner may not read devices
    show('BIZ', 'ADMIN');
    await type('4711');
    fireEvent.mouseDown(await screen.findByText(vehicle.vin));
    const dialog = within(await screen.findByRole('dialog', { name: vehicle.vin }));
    expect(await dialog.findByText('Naju agency')).toBeTruthy();
    expect(dialog.queryByText('Devices')).toBeNull();
  });

  it('looks up nothing for a member who lacks the right to it, and finds screens all the same', async () => {
    show('PRODUCTION', 'STAFF');
    await type('4711');
    expect(await screen.findByText(/No results for/u)).toBeTruthy();
    expect(looked).toEqual([]);
    await type('Dashb');
    expect(await screen.findByRole('option', { name: /Dashboard/u })).toBeTruthy();
    expect(looked).toEqual([]);
  });

  it('finds parts of the shop by the name of the language, for who may read them', async () => {
    const part = { kind: 'part' as const, id: 6, code: 'HL-6', nameKo: '오일 필터', nameEn: 'Oil filter' };
    const parts = [answer(contentSearch.find, () => [part])];
    const { router } = renderPage(<Find />, {
      answers: [...answers, ...parts],
      as: { groupType: 'SERVICE_BUSINESS', role: 'ADMIN' },
    });
    await type('HL');
    const option = await screen.findByRole('option', { name: /Oil filter\s*HL-6/u });
    fireEvent.mouseDown(option);
    await waitFor(() => expect(router.state.location.pathname).toBe('/partDisplay/6'));
  });

  it('is in Korean', async () => {
    show('HEAD_OFFICE', 'ADMIN', 'ko');
    await type('4711');
    for (const title of ['차량', '단말기', '고객'])
      expect((await screen.findAllByText(title)).length).toBeGreaterThan(0);
  });
});
