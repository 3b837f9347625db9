import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { session } from '@headland/contracts/session';
import { SessionModule } from '../people/session/session.module';
import { startServer, type TestServer } from '../testing/server';
import { LayerList, mapFilesPath, missingMapFiles, readBaseMaps } from './map-layers';
import { TileAddress } from './tile-address';

const name = { ko: '지도', en: 'Map' };
const osm = { attribution: '© OpenStreetMap contributors', attributionUrl: 'https://www.openstreetmap.org/copyright' };
const photo = {
  ...{ id: 'photo', name: { ko: '위성 지도', en: 'Satellite' }, kind: 'raster', attribution: 'Somebody' },
  ...{
    url: 'https://photo.test:8443/{z}/{x}/{y}.jpg?key=1',
    darkUrl: 'https://dark.test/{z}/{x}/{y}.jpg',
    maxZoom: 17,
  },
};
const korea = { id: 'korea', name, kind: 'pmtiles', file: 'korea.pmtiles', ...osm };
const world = { id: 'world', name, kind: 'pmtiles', url: 'https://maps.test/world.pmtiles', ...osm };

let folder: string;
const leave = (list: unknown) => writeFileSync(join(folder, 'layers.json'), JSON.stringify(list));
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'headland-maps-'))));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the address of raster tiles', () => {
  it.each([
    ['https://tile.test/{z}/{x}/{y}.png', true],
    ['http://10.0.0.5:8080/a/{z}/{y}/{x}?key=abc', true],
    ['https://tile.test/{z}/{x}/{y}{r}.png', true],
    ['https://{s}.tile.test/{z}/{x}/{y}.png', false],
    ['https://tile.test/{z}/{x}/{y}.png?k={key}', false],
    ['https://tile.test/{z}/{x}.png', false],
    ['/tiles/{z}/{x}/{y}.png', false],
    ['javascript:{z}/{x}/{y}', false],
  ])('%s: %s', (url, fits) => expect(TileAddress.safeParse(url).success).toBe(fits));
});

describe('the list of base maps', () => {
  it.each([
    ['nothing', { layers: [] }, null],
    ['all kinds', { default: 'korea', layers: [photo, korea, world] }, null],
    ['the outline first', { default: 'outline', layers: [korea] }, null],
    ['a first one that is not there', { default: 'europe', layers: [korea] }, 'no layer has the id europe'],
    ['one twice', { layers: [korea, korea] }, 'korea is listed twice'],
    ['the built-in one', { layers: [{ ...korea, id: 'outline' }] }, 'built-in'],
    ['a misspelt key', { layers: [{ ...korea, atribution: 'x' }] }, 'atribution'],
    ['no attribution', { layers: [{ ...korea, attribution: '' }] }, 'attribution'],
    ['a file elsewhere', { layers: [{ ...korea, file: '../secrets/jwt.pmtiles' }] }, 'name of a .pmtiles file'],
    ['file and address', { layers: [{ ...korea, url: world.url }] }, 'either file or url'],
    ['neither', { layers: [{ ...korea, file: undefined }] }, 'either file or url'],
    ['an unknown kind', { layers: [{ ...korea, kind: 'wms' }] }, 'kind'],
    ['an address without z', { layers: [{ ...photo, url: 'https://photo.test/{x}/{y}' }] }, 'with {z}, {x} and {y}'],
  ])('%s', (_, list, refused) => {
    const parsed = LayerList.safeParse(list);
    expect(parsed.success).toBe(refused === null);
    if (refused !== null) expect(JSON.stringify(parsed.error?.issues)).toContain(refused);
  });

  it('names its file and each wrong value at the start', () => {
    leave({ layers: [{ ...korea, kind: 'pmtiles', file: 'korea.mbtiles' }] });
    expect(() => readBaseMaps({ MAP_DIR: folder })).toThrow(
      /layers\.json is not right:\n {2}layers\.0\.file: must be/u,
    );
    writeFileSync(join(folder, 'layers.json'), '{ "layers": [');
    expect(() => readBaseMaps({ MAP_DIR: folder })).toThrow(/layers\.json is not JSON/u);
  });

  it('may be missing, and MAP_TILE_URL is one more layer, first unless the list says otherwise', () => {
    rmSync(join(folder, 'layers.json'), { force: true });
    const single = { MAP_TILE_URL: 'https://tiles.test/{z}/{x}/{y}.png', MAP_ATTRIBUTION: 'Somebody' };
    expect(readBaseMaps({ MAP_DIR: folder })).toEqual({ layers: [], first: null, files: [] });
    expect(readBaseMaps(single)).toMatchObject({ first: 'tiles', layers: [{ id: 'tiles', attribution: 'Somebody' }] });
    leave({ layers: [korea] });
    expect(readBaseMaps({ MAP_DIR: folder }).first).toBeNull();
    expect(readBaseMaps({ MAP_DIR: folder, ...single }).layers.map(({ id }) => id)).toEqual(['korea', 'tiles']);
    leave({ default: 'korea', layers: [korea] });
    expect(readBaseMaps({ MAP_DIR: folder, ...single }).first).toBe('korea');
  });

  it('tells the log of a file that is not there', () => {
    leave({ layers: [{ ...korea, file: 'away.pmtiles' }, world] });
    expect(missingMapFiles({ MAP_DIR: folder })).toEqual([expect.stringContaining('away.pmtiles')]);
  });
});

describe('a server with base maps', () => {
  const bytes = Buffer.from(Array.from({ length: 5000 }, (_, i) => i % 251));
  let server: TestServer;
  const get = (file: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${server.url}${mapFilesPath}/${file}`, { headers, method });
  beforeAll(async () => {
    leave({ default: 'korea', layers: [photo, korea, world, { ...korea, id: 'later', file: 'later.pmtiles' }] });
    writeFileSync(join(folder, 'korea.pmtiles'), bytes);
    writeFileSync(join(folder, 'other.pmtiles'), 'not listed');
    server = await startServer([SessionModule], { config: { MAP_DIR: folder } });
  });
  afterAll(() => server.stop());

  it('tells consoles what they are and which is first', async () => {
    const { mapLayers, mapLayer } = await server.call(session.config, {}, null);
    expect(mapLayer).toBe('korea');
    expect(mapLayers).toMatchObject([
      { id: 'photo', kind: 'raster', url: photo.url, darkUrl: photo.darkUrl, maxZoom: 17, attributionUrl: null },
      { id: 'korea', kind: 'pmtiles', url: `${mapFilesPath}/korea.pmtiles`, ...osm },
      { id: 'world', kind: 'pmtiles', url: world.url },
      { id: 'later' },
    ]);
  });

  it('lets consoles load from the listed hosts and no others', async () => {
    const policy = (await get('korea.pmtiles')).headers.get('content-security-policy') ?? '';
    const directive = (of: string) => new RegExp(`${of} ([^;]*)`, 'u').exec(policy)?.[1]?.split(' ');
    expect(directive('img-src')).toEqual(["'self'", 'data:', 'blob:', 'https://photo.test:8443', 'https://dark.test']);
    expect(directive('connect-src')).toEqual(["'self'", 'ws:', 'wss:', 'https://maps.test']);
  });

  it.each([
    ['bytes=0-99', 206, 0, 100],
    ['bytes=4990-', 206, 4990, 5000],
    ['bytes=-10', 206, 4990, 5000],
    ['bytes=4000-16383', 206, 4000, 5000],
    ['bytes=5000-5001', 416, 0, 0],
  ])('answers the range %s with %i', async (range, status, from, to) => {
    const answer = await get('korea.pmtiles', { range, 'accept-encoding': 'gzip, br' });
    expect(answer.status).toBe(status);
    if (status === 416) return expect(answer.headers.get('content-range')).toBe('bytes */5000');
    expect(answer.headers.get('content-range')).toBe(`bytes ${from}-${to - 1}/5000`);
    expect(answer.headers.get('content-encoding')).toBeNull();
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(bytes.subarray(from, to));
  });

  it('says that it has ranges, and gives each content a strong tag', async () => {
    const head = await get('korea.pmtiles', {}, 'HEAD');
    expect(head.headers.get('accept-ranges')).toBe('bytes');
    expect(head.headers.get('content-type')).toBe('application/vnd.pmtiles');
    const tag = head.headers.get('etag');
    expect(tag).toMatch(/^"[^"]+"$/u);
    writeFileSync(join(folder, 'korea.pmtiles'), bytes.subarray(0, 4999));
    expect((await get('korea.pmtiles', { range: 'bytes=0-9' })).headers.get('etag')).not.toBe(tag);
    writeFileSync(join(folder, 'korea.pmtiles'), bytes);
  });

  it.each(['other.pmtiles', 'layers.json', 'later.pmtiles', '..%2fkorea.pmtiles', ''])(
    'does not give %j away, which is not listed or not there',
    async (file) => {
      const answer = await get(file);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toMatchObject({ success: false, error: { code: 'NOT_FOUND' } });
    },
  );

  it('only reads', async () => expect((await get('korea.pmtiles', {}, 'POST')).status).toBe(404));
});

it('without base maps a console loads from its own server alone', async () => {
  const server = await startServer([SessionModule]);
  const policy = (await fetch(`${server.url}/api/config`)).headers.get('content-security-policy');
  expect(policy).toContain("img-src 'self' data: blob:;");
  expect(policy).toMatch(/connect-src 'self' ws: wss:(?:;|$)/u);
  expect((await fetch(`${server.url}${mapFilesPath}/korea.pmtiles`)).status).toBe(404);
  await server.stop();
});
