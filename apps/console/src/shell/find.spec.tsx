import { infoCheck, type InfoCard, type InfoHits } from '@headland/contracts/info-check';
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
const nothing: InfoHits = {
  ...{ vehicles: [], devices: [], customers: [], organizations: [], members: [] },
  ...{ content: [], banners: [], questions: [] },
};
let hits: InfoHits;
let looked: string[];
let card: InfoCard | null;
beforeEach(() => {
  looked = [];
  hits = {
    ...nothing,
    vehicles: [{ id: 7, vin: vehicle.vin, model: 'HX-65', deviceId: device.deviceId, state: 'work' as const }],
    devices: [{ id: 4, deviceId: device.deviceId, sim: device.sim, activation: device.activation, vin: vehicle.vin }],
    customers: [{ id: 3, name: 'K*m', phone: '010-****-1234', vehicles: 1 }],
    organizations: [{ id: 9, name: 'Naju agency', type: 'AGENCY', parent: 'North' }],
    members: [{ id: 5, name: 'Lee Jiwon', loginId: 'jiwon', phone: '01044556677', organization: 'Naju agency' }],
    banners: [{ id: 5, name: 'Autumn check', status: 'doing' as const }],
    questions: [{ id: 9, question: 'Oil?', askedAt: '2026-11-20T03:00:00Z', customer: { id: 3, name: 'K*m' } }],
  };
  card = { device: null, owner: null, vehicles: [vehicle] };
});
const answers = [
  answer(infoCheck.find, ({ query }) => {
    looked.push(query.text);
    return hits;
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
    await type('4');
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
    for (const name of ['Vehicles', 'Devices', 'Customers', 'Organizations', 'Users'])
      expect(list.getByRole('group', { name })).toBeTruthy();
    expect(list.getByRole('option', { name: /Lee Jiwon/u }).textContent).toContain('010-4455-6677');
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
    ['Naju agency', '/organization?org=9'],
    ['Lee Jiwon', '/organization?tab=users&user=5'],
  ])('opens the screen of what has one: %s', async (text, address) => {
    const { router } = show();
    await type('4711');
    fireEvent.click(await screen.findByText(text));
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
    fireEvent.click(await screen.findByText(vehicle.vin));
    const dialog = within(await screen.findByRole('dialog', { name: vehicle.vin }));
    for (const text of ['No device installed', 'Unsold', 'No customer registered', 'No open faults'])
      expect(dialog.getByText(text)).toBeTruthy();
  });

  it('shows this where a hit is gone meanwhile', async () => {
    card = null;
    show();
    await type('4711');
    fireEvent.click(await screen.findByText(vehicle.vin));
    expect(await within(await screen.findByRole('dialog')).findByRole('alert')).toBeTruthy();
  });

  it('leaves parts out that one may not read', async () => {
    // a business partner may not read devices
    show('BIZ', 'ADMIN');
    await type('4711');
    fireEvent.click(await screen.findByText(vehicle.vin));
    const dialog = within(await screen.findByRole('dialog', { name: vehicle.vin }));
    expect(await dialog.findByText('Naju agency')).toBeTruthy();
    expect(dialog.queryByText('Devices')).toBeNull();
  });

  it('asks the server for a member who lacks the right to look up, which answers what else there is', async () => {
    hits = nothing;
    show('PRODUCTION', 'STAFF');
    await type('4711');
    expect(await screen.findByText(/No results for/u)).toBeTruthy();
    expect(screen.queryByText(/three characters/u)).toBeNull();
    await type('Dashb');
    expect(await screen.findByRole('option', { name: /Dashboard/u })).toBeTruthy();
  });

  it('finds parts of the shop by the name of the language', async () => {
    hits = { ...nothing, content: [{ kind: 'part', id: 6, code: 'HL-6', nameKo: '오일 필터', nameEn: 'Oil filter' }] };
    const { router } = show('SERVICE_BUSINESS');
    await type('HL');
    const option = await screen.findByRole('option', { name: /Oil filter\s*HL-6/u });
    fireEvent.click(option);
    await waitFor(() => expect(router.state.location.pathname).toBe('/partDisplay/6'));
  });

  it('keeps what was walked to, when hits come in above it', async () => {
    let release = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (release = resolve));
    const late = answer(infoCheck.find, () => waiting.then(() => hits));
    const { router } = renderPage(<Find />, { answers: [late] });
    // a typing mistake fits less than what the server finds
    const box = await type('dasboard');
    expect(await screen.findByRole('option', { name: /Dashboard/u, selected: true })).toBeTruthy();
    fireEvent.keyDown(box, { key: 'ArrowDown' });
    release();
    await waitFor(() => expect(screen.getAllByRole('option').length).toBeGreaterThan(1));
    expect(box.getAttribute('aria-activedescendant')).toBe('hit-dash');
    fireEvent.keyDown(box, { key: 'Enter' });
    await waitFor(() => expect(router.state.location.pathname).toBe('/dash'));
  });

  it('clears on Esc, then closes and gives the focus back', async () => {
    renderPage(
      <>
        <button type="button">before</button>
        <Find />
      </>,
      { answers },
    );
    const button = await screen.findByText('before');
    button.focus();
    fireEvent.keyDown(button, { key: 'k', code: 'KeyK', ctrlKey: true });
    const box = screen.getByRole<HTMLInputElement>('combobox');
    expect(document.activeElement).toBe(box);
    fireEvent.change(box, { target: { value: 'dash' } });
    await screen.findByRole('option', { name: /Dashboard/u });
    fireEvent.keyDown(box, { key: 'Escape' });
    expect([box.value, box.getAttribute('aria-expanded')]).toEqual(['', 'true']);
    fireEvent.keyDown(box, { key: 'Escape' });
    expect(box.getAttribute('aria-expanded')).toBe('false');
    expect(document.activeElement).toBe(button);
  });

  it('is opened by / where no filter takes it, and not while one types', async () => {
    const page = (filter: boolean) => (
      <>
        <div id="main">{filter && <form role="search" />}</div>
        <textarea aria-label="note" />
        <Find />
      </>
    );
    const { unmount } = renderPage(page(true), { answers });
    const box = await screen.findByRole('combobox');
    fireEvent.keyDown(document.body, { key: '/' });
    expect(document.activeElement).not.toBe(box);
    unmount();
    renderPage(page(false), { answers });
    const other = await screen.findByRole('combobox');
    fireEvent.keyDown(screen.getByLabelText('note'), { key: '/' });
    expect(document.activeElement).not.toBe(other);
    fireEvent.keyDown(document.body, { key: '/' });
    expect(document.activeElement).toBe(other);
  });

  it('is in Korean', async () => {
    show('HEAD_OFFICE', 'ADMIN', 'ko');
    await type('4711');
    for (const title of ['차량', '단말기', '고객'])
      expect((await screen.findAllByText(title)).length).toBeGreaterThan(0);
  });
});
