import { addressSearch } from '@headland/contracts/address-search';
import type { Answer } from '@headland/contracts/endpoint';
import type { ViewportSubscription } from '@headland/contracts/live';
import type { Single } from '@headland/contracts/live-frame';
import type { MapLayer } from '@headland/contracts/map-layer';
import { session } from '@headland/contracts/session';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type ReactElement, useEffect, useRef } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { store } from '../../lib/session/store';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { LiveMap, type LiveMapProps, type MapHandle } from './live-map';
import { worldX, worldY } from './view';
import { tilesIn } from './viewport-query';

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

describe('the fleet on the map', () => {
  // jsdom lays nothing out
  beforeEach(() => {
    vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
    vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  });
  afterEach(() => vi.restoreAllMocks());

  const vehicle = (id: number, lat: number, lon: number): Single => ({
    ...{ id, lat, lon, heading: null, state: 'work', flags: 0 },
  });
  const tileOf = ({ lat, lon }: Single, zoom: number): string =>
    `${Math.floor(worldX(lon) * 2 ** (zoom - 2))}/${Math.floor(worldY(lat) * 2 ** (zoom - 2))}`;
  const open = (map: ReactElement) => {
    const { live } = renderPage(map, { answers: [answer(session.config, () => plain)] });
    const asked: NonNullable<ViewportSubscription['map']>[] = [];
    live.client.onSubscription.add(({ map: of }) => of && asked.push(of));
    /** What a server answers to the subscription: each of its tiles once. */
    const answerWith = (fleet: readonly Single[]) => {
      const of = asked.at(-1);
      if (of === undefined) throw new Error('nothing was asked for');
      act(() => {
        for (const key of tilesIn(of, of.zoom)) {
          const [x = 0, y = 0] = key.split('/').map(Number);
          const singles = fleet.filter((v) => tileOf(v, of.zoom) === key);
          for (const ear of live.client.onFrame) ear({ zoom: of.zoom, x, y, at: 0, singles, clusters: [] });
        }
      });
    };
    return { asked, answerWith };
  };
  const drawn = () => act(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));
  const inView = async () => {
    fireEvent.focus(await screen.findByRole('list', { name: 'Vehicles in view' }));
    const found = await screen.findAllByRole('button', { name: /^Vehicle \d/u });
    return found.map((b) => b.textContent?.slice(0, 9)).sort();
  };

  it('is there where the map comes to it with the zoom of the last question, of which nothing is sent twice', async () => {
    const fleet = [vehicle(1, -10, -60), vehicle(2, -10, -56.5)];
    const { asked, answerWith } = open(<LiveMap />);
    for (const zoom of [2, 5, 8]) {
      await waitFor(() => expect(asked.at(-1)?.zoom).toBe(zoom));
      answerWith(fleet);
    }
    await waitFor(() => expect(asked.length).toBeGreaterThan(3));
    expect(asked.map(({ zoom }) => zoom)).toEqual([2, 5, 8, 8]);
    await drawn();
    expect(await inView()).toEqual(['Vehicle 1', 'Vehicle 2']);
  });

  it('is found from the whole world at once, of which nothing is sent again while nothing moves', async () => {
    const map: { current: MapHandle | null } = { current: null };
    const { asked, answerWith } = open(<LiveMap ref={map} start={{ lat: 0, lon: 0, zoom: 2 }} />);
    await waitFor(() => expect(asked.at(-1)?.zoom).toBe(2));
    answerWith([vehicle(1, 36, 127), vehicle(2, 36.1, 127.1)]);
    act(() => map.current?.fitFleet());
    await waitFor(() => expect(asked.at(-1)?.zoom).toBe(5));
  });

  it('is there after a small move, where it was subscribed beside the view', async () => {
    const map: { current: MapHandle | null } = { current: null };
    // the next tile begins ten pixels to the right of the view
    const pixel = 360 / (256 * 2 ** 10);
    const border = (218 / 256) * 360 - 180;
    const start = { lat: 36, lon: border - 410 * pixel, zoom: 10 };
    const { asked, answerWith } = open(<LiveMap ref={map} start={start} />);
    await waitFor(() => expect(asked.at(-1)?.zoom).toBe(10));
    answerWith([vehicle(1, 36, border + 5 * pixel)]);
    await drawn();
    const { length } = asked;
    act(() => map.current?.flyTo({ ...start, lon: start.lon + 100 * pixel }));
    await waitFor(() => expect(asked.length).toBeGreaterThan(length));
    await drawn();
    expect(await inView()).toEqual(['Vehicle 1']);
  });

  it('goes where it was sent before it was there', async () => {
    const views: Parameters<NonNullable<LiveMapProps['onView']>>[0][] = [];
    const way = [
      { lat: 37.5, lon: 127 },
      { lat: 35.1, lon: 129 },
    ];
    const onView: LiveMapProps['onView'] = (view) => views.push(view);
    function Page() {
      const map = useRef<MapHandle>(null);
      useEffect(() => map.current?.fit(way), []);
      return <LiveMap ref={map} fleet={false} start={{ lat: 36, lon: 127, zoom: 13 }} onView={onView} />;
    }
    open(<Page />);
    await waitFor(() => expect(views.at(-1)?.zoom).toBeLessThan(13));
    const { west = 0, east = 0, south = 0, north = 0 } = views.at(-1) ?? {};
    for (const { lat, lon } of way) expect([west < lon, lon < east, south < lat, lat < north]).not.toContain(false);
  });
});
