import { addressSearch } from '@headland/contracts/address-search';
import type { Answer } from '@headland/contracts/endpoint';
import type { MapLayer } from '@headland/contracts/map-layer';
import { session } from '@headland/contracts/session';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { store } from '../../lib/session/store';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { LiveMap } from './live-map';

const photo: MapLayer = {
  ...{ id: 'photo', name: { ko: '위성 지도', en: 'Satellite' }, kind: 'raster', maxZoom: 17 },
  ...{
    url: 'https://photo.test/{z}/{x}/{y}',
    darkUrl: null,
    attribution: 'Somebody',
    attributionUrl: 'https://a.test/',
  },
};
const jeonju = { name: 'Jeonju, Jeonbuk, South Korea', lat: 35.8242, lon: 127.148 };
type Config = Answer<typeof session.config>;
const plain: Config = {
  ...{
    version: '1',
    development: false,
    signOn: null,
    queryMaxDays: 31,
    productTimeZone: 'Asia/Seoul',
    demoAccounts: [],
  },
  ...{ shopHost: 'https://shop.test', mapLayers: [], mapLayer: null, mapLink: null, addressSearch: false },
};
const show = (config: Partial<Config>, more: Parameters<typeof renderPage>[1]['answers'] = []) =>
  renderPage(<LiveMap fleet={false} start={{ lat: 36, lon: 127, zoom: 10 }} />, {
    answers: [answer(session.config, () => ({ ...plain, ...config })), ...more],
  });
const openLayers = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Layers' }));
  return screen.findByRole('menu');
};

it('without base maps shows the outline and offers no choice, nor a search without a geocoder', async () => {
  show({});
  const menu = await openLayers();
  expect(within(menu).getByRole('menuitemcheckbox', { name: 'Graticule' })).toBeTruthy();
  expect(within(menu).queryByRole('menuitemradio')).toBeNull();
  expect(screen.getByText(/Natural Earth/u)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Find an address' })).toBeNull();
});

it('begins with the one that the installation names, keeps what is chosen, and names whose data it is', async () => {
  show({ mapLayers: [photo], mapLayer: 'photo' });
  const source = await screen.findByRole('link', { name: 'Somebody' });
  expect(source.getAttribute('href')).toBe('https://a.test/');
  const menu = await openLayers();
  const choice = (name: string) => within(menu).getByRole('menuitemradio', { name });
  expect(choice('Satellite').getAttribute('aria-checked')).toBe('true');
  expect(
    within(menu).queryByRole('menuitemcheckbox'),
    'nothing of the outline can be shown on a photograph',
  ).toBeNull();
  await userEvent.click(choice('Outline'));
  await waitFor(() => expect(choice('Outline').getAttribute('aria-checked')).toBe('true'));
  expect(screen.getByText(/Natural Earth/u)).toBeTruthy();
  expect(store.get().screens['map.ground']).toBe('outline');
});

it('shows the outline to somebody who chose a layer that is configured no longer', async () => {
  store.set({ screens: { 'map.ground': 'gone' } });
  show({ mapLayers: [photo], mapLayer: 'photo' });
  const menu = await openLayers();
  expect((await within(menu).findByRole('menuitemradio', { name: 'Outline' })).getAttribute('aria-checked')).toBe(
    'true',
  );
});

it('finds an address on Enter, lists what there is, and closes with Escape', async () => {
  const asked: unknown[] = [];
  show({ addressSearch: true }, [
    answer(addressSearch.find, ({ query }) => {
      asked.push(query);
      return query.q === 'nowhere' ? [] : [jeonju, { ...jeonju, name: 'Jeonju Station', lat: 35.85 }];
    }),
  ]);
  await userEvent.click(await screen.findByRole('button', { name: 'Find an address' }));
  const field = screen.getByRole('textbox', { name: 'Find an address' });
  await userEvent.type(field, 'nowhere{Enter}');
  expect(await screen.findByText('Nothing was found.')).toBeTruthy();
  await userEvent.clear(field);
  await userEvent.type(field, '  Jeonju {Enter}');
  expect(await screen.findByRole('button', { name: 'Jeonju Station' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: jeonju.name }));
  expect(asked).toMatchObject([{ q: 'nowhere' }, { q: 'Jeonju' }]);
  await userEvent.type(field, '{Escape}');
  expect(screen.queryByRole('textbox', { name: 'Find an address' })).toBeNull();
});

it('measures until Escape, which closes nothing else', async () => {
  let closed = 0;
  window.addEventListener('keydown', () => (closed += 1), { once: true });
  show({});
  await userEvent.click(await screen.findByRole('button', { name: 'Measure distance' }));
  expect(screen.getByText(/Click points on the map/u)).toBeTruthy();
  await userEvent.keyboard('{Escape}');
  expect(screen.queryByText(/Click points on the map/u)).toBeNull();
  expect(closed).toBe(0);
});
