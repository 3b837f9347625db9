import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { get, request as begin, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { embeddedRoots } from '@headland/contracts/embedded-paths';
import express from 'express';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compressAnswers, serveConsole } from './console-files';

const script = `console.log('${'x'.repeat(4000)}');\n`;
const rows = { data: Array.from({ length: 200 }, (_, n) => ({ id: n, name: 'A tractor' })) };
let folder: string;
let server: Server;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'headland-console-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html>');
  writeFileSync(join(folder, 'embedded.html'), '<!doctype html><title>app</title>');
  writeFileSync(join(folder, 'assets', 'a.js'), script);
  writeFileSync(join(folder, 'assets', 'a.js.br'), brotliCompressSync(script));
  writeFileSync(join(folder, 'assets', 'a.js.gz'), gzipSync(script));
  writeFileSync(join(folder, 'assets', 'plain.js'), 'let a;');
  const app = express();
  app.use(compressAnswers);
  app.use('/api/rows', (_, response) => void response.json(rows));
  app.use('/api/few', (_, response) => void response.json({ data: [] }));
  app.use('/api/events', (_, response) => void response.type('text/event-stream').write('data: 1\n\n'));
  serveConsole(app, folder);
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const ask = async (path: string, encodings = 'gzip, deflate, br'): Promise<{ is: IncomingMessage; bytes: Buffer }> => {
  const request = get({
    port: (server.address() as AddressInfo).port,
    path,
    headers: { 'accept-encoding': encodings },
  });
  const [is] = (await once(request, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of is) chunks.push(chunk as Buffer);
  return { is, bytes: Buffer.concat(chunks) };
};

describe('a file of the console', () => {
  it.each([
    ['gzip, deflate, br', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['identity', undefined, (b: Buffer) => b],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ])('is sent for Accept-Encoding %s as %s', async (encodings, expected, unpack) => {
    const { is, bytes } = await ask('/assets/a.js', encodings);
    expect(is.statusCode).toBe(200);
    expect(is.headers['content-encoding']).toBe(expected);
    expect(is.headers).toMatchObject({
      'content-type': expect.stringMatching(/javascript/u) as string,
      vary: 'Accept-Encoding',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(unpack(bytes).toString()).toBe(script);
  });

  it('that the build left as it is comes as it is, and one that is not there is not found', async () => {
    const { is, bytes } = await ask('/assets/plain.js');
    expect([is.headers['content-encoding'], bytes.toString()]).toEqual([undefined, 'let a;']);
    expect((await ask('/assets/b.js')).is.statusCode).toBe(404);
  });
});

describe('an address of a page', () => {
  const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzaWQiOiJ4In0.c2lnbmF0dXJlLXg_eA';
  it.each([
    ['/reportApp?lang=ko', true],
    [`/reportDetailApp/7/${jwt}?month=2026-10`, true],
    ['/reportApplication', false],
    ['/dash', false],
    ['/RdiDownload/AbCdEfGhIjKlMnOpQrStUv', true],
  ])('%s is of the app’s web view: %s', async (path, embedded) => {
    const { is, bytes } = await ask(path);
    expect([is.statusCode, is.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(bytes.toString().includes('<title>app</title>')).toBe(embedded);
  });

  it('has a mark of its build, also for who asks without the page itself', async () => {
    const head = async (path: string): Promise<IncomingMessage> => {
      const request = begin({ port: (server.address() as AddressInfo).port, method: 'HEAD', path });
      request.end();
      const [is] = (await once(request, 'response')) as [IncomingMessage];
      return is.resume();
    };
    const { is } = await ask('/');
    expect(is.headers.etag).toBeTruthy();
    const { statusCode, headers } = await head('/');
    expect([statusCode, headers.etag]).toEqual([200, is.headers.etag]);
    expect((await head('/api/none')).statusCode).toBe(404);
  });

  it('is answered by nginx in the same way', () => {
    const locations = readFileSync(join(import.meta.dirname, '../../../../infra/nginx/locations.conf'), 'utf8');
    const [, pattern = ''] = /location ~ (\S+) \{\s+try_files \/embedded\.html/u.exec(locations) ?? [];
    for (const path of [...embeddedRoots, ...embeddedRoots.map((root) => `${root}/7/${jwt}`)])
      expect(new RegExp(pattern, 'u').test(path), path).toBe(true);
    for (const path of ['/reportApplication', '/dash', '/assets/reportApp.js', '/'])
      expect(new RegExp(pattern, 'u').test(path), path).toBe(false);
  });
});

describe('an answer of the interface', () => {
  it('above 1 KB is compressed, a short one is not', async () => {
    const { is, bytes } = await ask('/api/rows');
    expect(is.headers['content-encoding']).toBe('br');
    expect(JSON.parse(brotliDecompressSync(bytes).toString())).toEqual(rows);
    expect((await ask('/api/few')).is.headers['content-encoding']).toBeUndefined();
  });

  it('that is a stream of events arrives at once', async () => {
    const request = get({
      port: (server.address() as AddressInfo).port,
      path: '/api/events',
      headers: { 'accept-encoding': 'br' },
    });
    const [is] = (await once(request, 'response')) as [IncomingMessage];
    const [first] = (await once(is, 'data')) as [Buffer];
    expect([is.headers['content-encoding'], first.toString()]).toEqual([undefined, 'data: 1\n\n']);
    request.destroy();
  });
});
