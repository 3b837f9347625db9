import {
  type Answer,
  type Download,
  type Endpoint,
  type Envelope,
  type Input,
  referenceHeader,
} from '@headland/contracts/endpoint';
import type { ErrorCode, ProblemValues } from '@headland/contracts/errors';
import { accessHeader, refreshHeader } from '@headland/contracts/session';
import { queryOptions } from '@tanstack/react-query';
import { noteServerTime, serverNow } from './clock';
import { asOfHeader, noteAnswer } from './kept';
import { timeZone } from './time';

/**
 * Why a request failed: a code of the catalogue (or NETWORK, TIMEOUT, DOWNLOAD_BROKEN), the values of its text, errors by field, and the
 * log's reference.
 */
export class Problem extends Error {
  constructor(
    readonly code: ErrorCode | 'NETWORK' | 'TIMEOUT' | 'DOWNLOAD_BROKEN' | (string & {}),
    readonly values: ProblemValues = {},
    readonly fields: Record<string, string> = {},
    readonly reference: string | null = null,
    readonly status = 0,
    /** values of a field's message, by the names of `fields` */
    readonly fieldValues: Record<string, ProblemValues> = {},
  ) {
    super(code);
  }
}

/** Responses that mean the session has ended. */
export const endings = ['E0105', 'E0803', 'NO_TOKEN', 'BAD_TOKEN'] as const;
export type EndCode = (typeof endings)[number];

/** The source of tokens. The console stores them in the browser, a wall display in memory. */
export interface TokenHolder {
  access: () => string | null;
  refresh: () => string | null;
  /** a response had a new access token */
  took: (accessToken: string) => void;
  /** the token `failed` has expired: refresh it. May be called concurrently; rejects if the refresh fails */
  renew: (failed: string) => Promise<void>;
  /** the session is over */
  ended: (code: EndCode) => void;
  language: () => 'ko' | 'en';
}

type CallInput<E> =
  Record<never, never> extends Input<E>
    ? [input?: Input<E>, signal?: AbortSignal]
    : [input: Input<E>, signal?: AbortSignal];
type QueryInput<E> = Record<never, never> extends Input<E> ? [input?: Input<E>] : [input: Input<E>];
interface Sent {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  file?: unknown;
}

const timeoutMs = 30_000;
/** Files, since the connection may be slow, and what works on thousands of records: given up, it would go on unseen. */
const longTimeoutMs = 300_000;

/** Number of pending requests, including a refresh and the retry after it: a reload of the page waits for zero. */
export const pendingCalls = (): number => underWay;
let underWay = 0;

/** The two clients of the server, over one source of tokens: `call` for actions, `query` for react-query. */
export function createCaller(holder: TokenHolder) {
  async function attempt(
    e: Endpoint,
    input: Sent,
    signal: AbortSignal | undefined,
    mayRenew: boolean,
  ): Promise<unknown> {
    const used = holder.access();
    try {
      return await send(e, input, holder, signal);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      if (error.code === 'E0802' && mayRenew && used !== null) {
        if (holder.access() === used) await holder.renew(used);
        return attempt(e, input, signal, false);
      }
      const ending = endings.find((code) => code === error.code);
      if (ending !== undefined) holder.ended(ending);
      throw error;
    }
  }
  const ask = async <E extends Endpoint>(e: E, input: unknown, signal?: AbortSignal): Promise<Answer<E>> => {
    underWay++;
    try {
      return (await attempt(e, (input ?? {}) as Sent, signal, true)) as Answer<E>;
    } finally {
      underWay--;
    }
  };
  const call = <E extends Endpoint>(e: E, ...[input, signal]: CallInput<E>): Promise<Answer<E>> =>
    ask(e, input, signal);
  const query = <E extends Endpoint>(e: E, ...[input]: QueryInput<E>) =>
    queryOptions({
      queryKey: [e.path, input ?? {}] as const,
      queryFn: ({ signal }): Promise<Answer<E>> => ask(e, input, signal),
    });
  return { call, query };
}

/** One request, one response; no retry. */
export async function send(
  e: Endpoint,
  input: Sent,
  holder: Pick<TokenHolder, 'access' | 'refresh' | 'took' | 'language'>,
  signal?: AbortSignal,
): Promise<unknown> {
  const response = await request(e, input, holder, signal);
  if (e.stream !== undefined && response.ok)
    return {
      bytes: await wholeOf(response),
      name: nameOf(response.headers.get('content-disposition')),
    } satisfies Download;
  const envelope = await envelopeOf(response);
  if (envelope.success) return e.page ? { rows: envelope.data, page: envelope.page } : envelope.data;
  const { code, values, fields, reference, records = [] } = envelope.error;
  const fieldValues = Object.fromEntries(
    records.map((r) => [[r.list, r.index, ...(r.field === '' ? [] : [r.field])].join('.'), r.values]),
  );
  throw new Problem(code, values ?? {}, fields ?? {}, reference, response.status, fieldValues);
}

/** A file that breaks off is no file: the server began with the reference that its log has then. */
async function wholeOf(response: Response): Promise<ArrayBuffer> {
  try {
    return await response.arrayBuffer();
  } catch (error) {
    const name = error instanceof DOMException ? error.name : '';
    if (name === 'AbortError') throw error;
    if (name === 'TimeoutError') throw new Problem('TIMEOUT');
    throw new Problem('DOWNLOAD_BROKEN', {}, {}, response.headers.get(referenceHeader));
  }
}

const nameOf = (disposition: string | null): string | null => {
  const encoded = /filename\*=UTF-8''([^;]+)/iu.exec(disposition ?? '')?.[1];
  return encoded === undefined
    ? (/filename="([^"]+)"/iu.exec(disposition ?? '')?.[1] ?? null)
    : decodeURIComponent(encoded);
};

async function request(
  e: Endpoint,
  input: Sent,
  holder: Pick<TokenHolder, 'access' | 'refresh' | 'took' | 'language'>,
  signal?: AbortSignal,
): Promise<Response> {
  const headers: Record<string, string> = {
    accept: e.stream ?? 'application/json',
    'accept-language': holder.language() === 'en' ? 'en-US' : 'ko-KR',
  };
  const access = holder.access();
  const refresh = holder.refresh();
  if (access !== null) headers[accessHeader] = access;
  if (refresh !== null) headers[refreshHeader] = refresh;
  const long = e.file !== undefined || e.stream !== undefined || e.bulk === true;
  const timeout = AbortSignal.timeout(long ? longTimeoutMs : timeoutMs);
  const body = bodyOf(input, headers);
  const began = performance.now();
  const address = addressOf(e, input);
  let response: Response;
  try {
    response = await fetch(address, {
      method: e.method,
      headers,
      body,
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      cache: 'no-store',
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Problem(timeout.aborted ? 'TIMEOUT' : 'NETWORK');
  }
  setClock(response.headers.get('date'), performance.now() - began);
  noteAnswer(address, response.headers.get(asOfHeader));
  const fresh = response.headers.get(accessHeader);
  if (fresh) holder.took(fresh);
  return response;
}

function bodyOf(input: Sent, headers: Record<string, string>): BodyInit | null {
  if (input.file !== undefined) {
    const form = new FormData();
    // the browser sets the content type, with the boundary
    form.set('file', input.file as File);
    return form;
  }
  if (input.body === undefined) return null;
  headers['content-type'] = 'application/json';
  return JSON.stringify(input.body);
}

/** The path with its parameters, and the query with the caller's time zone, which every request has. */
export function addressOf(e: Pick<Endpoint, 'path'>, input: Sent): string {
  const path = e.path.replace(/:(\w+)/gu, (_, name: string) => encodeURIComponent(String(input.params?.[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') search.append(name, String(one));
  }
  search.set('timeZone', timeZone);
  return `${path}?${search.toString()}`;
}

/**
 * Countdowns use the server's clock even before the stream connects: the date of a fast response corrects a desk that
 * is off by seconds.
 */
function setClock(date: string | null, tookMs: number): void {
  const at = Date.parse(date ?? '');
  if (tookMs < 2_000 && Math.abs(at - serverNow()) > 5_000) noteServerTime(at);
}

/** A proxy may respond with something else than our envelope: then only the status is known. */
async function envelopeOf(response: Response): Promise<Envelope> {
  try {
    const body = (await response.json()) as Partial<Envelope> | null;
    if (body?.success === true || (body?.success === false && body.error)) return body as Envelope;
  } catch {
    // not JSON
  }
  return {
    success: false,
    data: null,
    error: { code: response.status >= 500 ? 'UNAVAILABLE' : 'INTERNAL', message: response.statusText, reference: '' },
  };
}
