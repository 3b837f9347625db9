import { afterEach, expect, it, vi } from 'vitest';
import { referenceHeader } from '@headland/contracts/endpoint';
import { exports as exporting } from '@headland/contracts/export';
import { send } from './call';

const holder = { access: () => 'token', refresh: () => null, took: () => undefined, language: () => 'en' as const };
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['breaks off', new TypeError('terminated'), { code: 'DOWNLOAD_BROKEN', reference: '7f3a90c1' }],
  ['takes too long', new DOMException('late', 'TimeoutError'), { code: 'TIMEOUT' }],
])('a file that %s is no file, and the error has the reference that it began with', async (_, error, expected) => {
  const headers = { [referenceHeader]: '7f3a90c1' };
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(new Uint8Array(9)),
    pull: (controller) => controller.error(error),
  });
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(body, { headers })));
  await expect(send(exporting.file, { params: { id: 7 } }, holder)).rejects.toMatchObject(expected);
});
