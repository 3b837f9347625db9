import type { Endpoint, Envelope, Parsed, Reply, Streamed } from '@headland/contracts/endpoint';
import { errorStatus, type ErrorCode } from '@headland/contracts/errors';
import { Problem } from '../lib/call';

/**
 * A back end for tests and for looking at screens without a server. It is built from the endpoint objects: what a page sends is parsed as the
 * server would, and an answer must match the schema of the endpoint, so a fake that drifts from the contract fails here.
 */
export interface FakeAnswer {
  endpoint: Endpoint;
  handle: (input: never) => unknown;
}
export const answer = <E extends Endpoint>(
  endpoint: E,
  handle: (input: Parsed<E>) => Reply<E> | Promise<Reply<E>>,
): FakeAnswer => ({
  endpoint,
  handle: handle as FakeAnswer['handle'],
});

export interface FakeRequest {
  method: string;
  url: string;
  body: string | null;
}
export interface FakeResponse {
  status: number;
  body: Envelope;
  /** of a stream endpoint: what comes instead of the envelope */
  file?: { type: string; name: string | null; bytes: Uint8Array<ArrayBuffer> };
}

export function fakeBackEnd(answers: readonly FakeAnswer[]): (request: FakeRequest) => Promise<FakeResponse> {
  return async ({ method, url, body }) => {
    const { pathname, searchParams } = new URL(url, 'http://fake');
    // Literal segments before parameters: /sos/counts is not /sos/:id.
    const found = answers
      .map((a) => ({ ...a, params: match(a.endpoint, method, pathname) }))
      .filter((a) => a.params !== null)
      .sort((a, b) => Object.keys(a.params ?? {}).length - Object.keys(b.params ?? {}).length)[0];
    if (!found) return refused('NOT_FOUND', { path: `${method} ${pathname}` });
    const { endpoint, handle, params } = found;
    try {
      const query: Record<string, string | string[]> = {};
      for (const name of new Set(searchParams.keys())) {
        const all = searchParams.getAll(name);
        if (name !== 'timeZone') query[name] = all.length > 1 ? all : (all[0] ?? '');
      }
      const input = {
        params: endpoint.params?.parse(params),
        query: endpoint.query?.parse(query),
        body: endpoint.body?.parse(body === null ? {} : JSON.parse(body)),
      };
      const reply = (await handle(input as never)) as { rows: unknown[]; total: number };
      if (endpoint.stream !== undefined) {
        const { name, bytes } = reply as unknown as Streamed;
        if (Symbol.asyncIterator in bytes) throw new Error('a fake answers with a whole file');
        return {
          status: 200,
          body: { success: true, error: null, data: null },
          file: { type: endpoint.stream, name, bytes: new Uint8Array(bytes) },
        };
      }
      const q = input.query as { page?: number; size?: number } | undefined;
      if (endpoint.page)
        return {
          status: 200,
          body: {
            success: true,
            error: null,
            data: endpoint.data?.array().parse(reply.rows),
            page: { number: q?.page ?? 1, size: q?.size ?? 20, total: reply.total },
          },
        };
      return {
        status: endpoint.status ?? 200,
        body: { success: true, error: null, data: endpoint.data?.parse(reply) },
      };
    } catch (error) {
      if (error instanceof Problem) return refused(error.code as ErrorCode, error.values, error.fields);
      return refused('E0001', { because: `${method} ${pathname}: ${String(error)}` });
    }
  };
}

/** For tests: `vi.stubGlobal('fetch', fakeFetch(answers))`. */
export function fakeFetch(answers: readonly FakeAnswer[]): typeof fetch {
  const serve = fakeBackEnd(answers);
  return async (url, init) => {
    const { status, body, file } = await serve({
      method: init?.method ?? 'GET',
      url: String(url),
      body: typeof init?.body === 'string' ? init.body : null,
    });
    if (file) {
      const headers = new Headers({ 'content-type': file.type });
      if (file.name !== null) headers.set('content-disposition', `attachment; filename="${file.name}"`);
      return new Response(file.bytes, { status, headers });
    }
    return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
  };
}

function match(e: Endpoint, method: string, path: string): Record<string, string> | null {
  if (e.method !== method) return null;
  const wanted = e.path.split('/');
  const given = path.split('/');
  if (wanted.length !== given.length) return null;
  const params: Record<string, string> = {};
  for (const [i, part] of wanted.entries()) {
    if (part.startsWith(':')) params[part.slice(1)] = decodeURIComponent(given[i] ?? '');
    else if (part !== given[i]) return null;
  }
  return params;
}

function refused(
  code: ErrorCode,
  values: Record<string, string | number> = {},
  fields: Record<string, string> = {},
): FakeResponse {
  return {
    status: errorStatus[code] ?? 500,
    body: { success: false, data: null, error: { code, message: code, reference: 'fake-1', values, fields } },
  };
}
