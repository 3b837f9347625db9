import { existsSync, mkdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { groupTypes, roles } from '@headland/contracts/access';
import { images } from '@headland/contracts/file';
import { can } from '@headland/domain/access';
import { dropFile, FileStore, keepFile } from '../../platform/files/file-store';
import { SessionModule } from '../../people/session/session.module';
import { refusal } from '../../testing/alerts';
import { Refused, startServer, type TestServer } from '../../testing/server';
import { makeAccount, makeOrganizations } from '../../testing/world';
import { ImagesModule } from './images.module';

let server: TestServer;
let writer: string;
let colleague: string;
let reader: string;

beforeAll(async () => {
  server = await startServer([SessionModule, ImagesModule]);
  const orgs = await makeOrganizations(server.database);
  const head = () => makeAccount(server.database, 'HEAD_OFFICE', 'ADMIN', orgs.headOffice);
  writer = await server.login(await head());
  colleague = await server.login(await head());
  const none = groupTypes
    .flatMap((group) => roles.map((role) => ({ group, role })))
    .find(({ group, role }) =>
      (['model', 'notice', 'post', 'gptBanner', 'category', 'shopBanner', 'parts'] as const).every(
        (f) => !can(group, role, `${f}:C`) && !can(group, role, `${f}:U`),
      ),
    );
  if (none === undefined) throw new Error('every role writes pictures');
  reader = await server.login(await makeAccount(server.database, none.group, none.role, orgs.nami));
});
afterAll(() => server.stop());

const upload = (bytes: Uint8Array, name: string, token = writer) =>
  server.call(
    images.upload,
    { file: { name, size: bytes.length, arrayBuffer: () => Promise.resolve(new Uint8Array(bytes).buffer) } },
    token,
  );
const get = (id: string, token = writer, size: 'full' | 'thumb' = 'full') =>
  server.call(images.get, { params: { id }, query: { size } }, token);
const shapeOf = async (bytes: ArrayBuffer) => {
  const { format, width, height, exif, icc, xmp } = await sharp(new Uint8Array(bytes)).metadata();
  return { format, width, height, about: exif ?? icc ?? xmp };
};
const plain = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: '#3a7' } });

describe('a picture', () => {
  it('has the type of its bytes, whatever its name is, and is stored as WebP', async () => {
    const png = await plain(200, 100).png().toBuffer();
    const stored = await upload(png, 'tractor.jpg');
    expect(stored).toMatchObject({ name: 'tractor.jpg', width: 200, height: 100 });
    const response = await server.send(images.get, { params: { id: stored.id } }, writer);
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(response.headers.get('content-disposition')).toBe('inline');
    const bytes = await response.arrayBuffer();
    expect(bytes.byteLength).toBe(stored.bytes);
    expect(await shapeOf(bytes)).toEqual({ format: 'webp', width: 200, height: 100, about: undefined });
  });

  it('is made small enough to send, upright, and without what the camera wrote', async () => {
    const jpeg = await plain(2400, 1200)
      .withExif({ IFD0: { Copyright: 'Kim Minsu' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '35/1 49/1 0/1' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await shapeOf(new Uint8Array(jpeg).buffer)).about).toBeDefined();
    const { id, width, height } = await upload(jpeg, 'IMG_1.jpg');
    expect([width, height]).toEqual([800, 1600]);
    const { bytes } = await get(id);
    expect(await shapeOf(bytes)).toEqual({ format: 'webp', width: 800, height: 1600, about: undefined });
    expect(Buffer.from(bytes).includes('Kim Minsu')).toBe(false);
    expect(await shapeOf((await get(id, writer, 'thumb')).bytes)).toMatchObject({
      format: 'webp',
      width: 160,
      height: 320,
    });
  });

  it('keeps what is transparent', async () => {
    const png = await sharp({
      create: { width: 40, height: 40, channels: 4, background: { r: 0, g: 0, b: 0, alpha: 0 } },
    })
      .png()
      .toBuffer();
    const { bytes } = await get((await upload(png, 'logo.png')).id);
    expect((await sharp(new Uint8Array(bytes)).metadata()).hasAlpha).toBe(true);
  });

  it('may be kept by a browser: it never changes under its id', async () => {
    const { id } = await upload(await plain(20, 20).png().toBuffer(), 'a.png');
    const first = await server.send(images.get, { params: { id } }, writer);
    expect(first.headers.get('cache-control')).toBe('private, max-age=31536000, immutable');
    const tag = first.headers.get('etag') ?? '';
    const again = await server.send(images.get, { params: { id } }, writer, { 'if-none-match': tag });
    expect([again.status, (await again.arrayBuffer()).byteLength]).toEqual([304, 0]);
    const thumb = await server.send(images.get, { params: { id }, query: { size: 'thumb' } }, writer, {
      'if-none-match': tag,
    });
    expect(thumb.status).toBe(200);
  });
});

describe('what is no picture', () => {
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
  );
  it.each([
    ['text that is called .png', () => Promise.resolve(Buffer.from('MZ not a picture at all')), 'a.png'],
    ['nothing', () => Promise.resolve(Buffer.alloc(0)), 'a.png'],
    ['an SVG', () => Promise.resolve(svg), 'a.png'],
    ['a GIF', () => plain(9, 9).gif().toBuffer(), 'a.jpg'],
    ['a WebP', () => plain(9, 9).webp().toBuffer(), 'a.jpg'],
    [
      'the head of a PNG and nothing behind it',
      async () => (await plain(900, 900).png().toBuffer()).subarray(0, 40),
      'a.png',
    ],
    ['half a JPEG', async () => (await noise(600).jpeg().toBuffer()).subarray(0, 9000), 'a.jpg'],
    ['20,000 × 20,000 pixels in 50 kB', () => Promise.resolve(bomb(20_000)), 'a.png'],
  ])('is refused: %s', async (_, bytes, name) => {
    const given = await bytes();
    expect(given.length).toBeLessThan(1_000_000);
    const before = process.memoryUsage().rss;
    expect(await refusal(upload(given, name))).toEqual([422, 'IMAGE_INVALID']);
    expect((process.memoryUsage().rss - before) / 1024 ** 2).toBeLessThan(100);
  });

  it('or what is more than 5 MB is not even read to its end', async () => {
    expect(await refusal(upload(Buffer.alloc(5 * 1024 ** 2 + 1, 1), 'a.jpg'))).toEqual([413, 'FILE_TOO_LARGE']);
  });

  it('leaves nothing behind', async () => {
    const count = () => server.database.query<{ n: number }[]>('SELECT count(*)::int AS n FROM stored_file');
    const before = await count();
    await expect(upload(Buffer.from('no'), 'a.png')).rejects.toThrow(Refused);
    expect(await count()).toEqual(before);
  });
});

describe('who sees a picture', () => {
  it('is who sent it, until a record keeps it; then every member', async () => {
    const { id } = await upload(await plain(30, 30).png().toBuffer(), 'a.png');
    expect(await refusal(get(id, colleague))).toEqual([404, 'NOT_FOUND']);
    await server.database.transaction((tx) => keepFile(tx, id, 'image', 'imageId'));
    expect((await get(id, colleague)).bytes.byteLength).toBeGreaterThan(20);
    expect((await get(id, reader, 'thumb')).bytes.byteLength).toBeGreaterThan(20);
    expect((await server.send(images.get, { params: { id } }, null)).status).toBe(401);
  });

  it('sends one only who writes records that have pictures', async () => {
    expect(await refusal(upload(await plain(30, 30).png().toBuffer(), 'a.png', reader))).toEqual([403, 'FORBIDDEN']);
  });

  it('requires one that exists', async () => {
    expect(await refusal(get('A'.repeat(22)))).toEqual([404, 'NOT_FOUND']);
    expect((await server.send(images.get, { params: { id: '../../../etc/passwd' } }, writer)).status).toBe(404);
  });
});

describe('the object store', () => {
  const day = 86_400_000;
  const age = (id: string, ms: number) =>
    server.database.query("UPDATE stored_file SET created_at = now() - $2 * interval '1 millisecond' WHERE id = $1", [
      id,
      ms,
    ]);
  const sweep = () => server.app.get(FileStore).sweep(new Date(Date.now() - day));
  const make = async (): Promise<string> => (await upload(await plain(30, 30).png().toBuffer(), 'a.png')).id;

  it('ends what no record took within a day, and nothing else', async () => {
    const [forgotten, young, kept, dropped] = [await make(), await make(), await make(), await make()];
    await server.database.transaction(async (tx) => {
      await keepFile(tx, kept, 'image', 'imageId');
      await keepFile(tx, dropped, 'image', 'imageId');
    });
    for (const id of [forgotten, kept, dropped]) await age(id, day + 60_000);
    await age(young, day - 60_000);
    // no longer referenced, but a form loaded earlier may still show it
    await server.database.transaction((tx) => dropFile(tx, dropped));
    await sweep();
    expect(await refusal(get(forgotten))).toEqual([404, 'NOT_FOUND']);
    for (const id of [young, kept, dropped])
      expect((await get(id, writer, 'thumb')).bytes.byteLength, id).toBeGreaterThan(20);
    await expect(
      server.database.transaction((tx) => keepFile(tx, forgotten, 'image', 'imageId')),
    ).rejects.toMatchObject({
      code: 'E0001',
      fields: { imageId: 'field.unknown' },
    });
    expect(existsSync(pathOf(forgotten))).toBe(false);
    expect(existsSync(`${pathOf(forgotten)}.thumb`)).toBe(false);
  });

  it('ends old bytes that have no row, and what was never finished', async () => {
    const kept = await make();
    await server.database.transaction((tx) => keepFile(tx, kept, 'image', 'imageId'));
    const paths = {
      stray: pathOf('stray_'.padEnd(22, 'x')),
      fresh: pathOf('fresh_'.padEnd(22, 'x')),
      part: `${pathOf(kept)}.part`,
    };
    for (const path of Object.values(paths)) {
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, 'bytes');
    }
    const old = new Date(Date.now() - 2 * day);
    for (const path of [paths.stray, paths.part, pathOf(kept)]) utimesSync(path, old, old);
    expect((await sweep()).orphans).toBe(2);
    expect([
      existsSync(paths.stray),
      existsSync(paths.part),
      existsSync(paths.fresh),
      existsSync(pathOf(kept)),
    ]).toEqual([false, false, true, true]);
  });
});

const pathOf = (id: string): string => join(server.config.DATA_DIR, 'files', id.slice(0, 2), id);

const noise = (side: number) =>
  sharp({
    create: {
      width: side,
      height: side,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 40 },
    },
  });

/** A PNG with one bit a pixel, all 0: small until it is decoded. */
function bomb(side: number): Buffer {
  const chunk = (type: string, data: Buffer): Buffer => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head[8] = 1;
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(Buffer.alloc(side * (side / 8 + 1)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
