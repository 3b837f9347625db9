import type { Answer, Endpoint, Envelope, Input } from '@headland/contracts/endpoint';
import type { Language } from '@headland/i18n/messages';

/** Why a request failed: a code of the catalogue, or NETWORK; `text` is the server's, in the language of the call. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    readonly text: string | null = null,
    readonly reference: string | null = null,
    /** of its text, for a page with a longer one */
    readonly values: Record<string, string | number> = {},
  ) {
    super(code);
  }
}

interface Asked {
  language: Language;
  /** the app's access token, for endpoints that take it in a header */
  token?: string | null;
  method?: 'GET' | 'POST';
  /** `default`: what anybody may see is kept and revalidated; none: nothing of it is kept */
  cache?: 'default';
  signal?: AbortSignal;
}
const timeoutMs = 30_000;
export const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'Asia/Seoul';

/**
 * One call of the app's API. The schemas of the endpoints are types here alone, since the library that they are written
 * in is larger than these pages: `ask<typeof appReports.list>(appReportPaths.list, {}, …)`.
 */
export async function ask<E extends Endpoint>(path: E['path'], input: Input<E>, asked: Asked): Promise<Answer<E>> {
  const body = (await (
    await send(path, input as object, asked, 'application/json')
  )
    .json()
    .catch(() => null)) as Envelope | null;
  if (body?.success === true)
    return (body.page === undefined ? body.data : { rows: body.data, page: body.page }) as Answer<E>;
  throw refusalOf(body);
}

/** A picture or file. */
export async function askFile<E extends Endpoint>(path: E['path'], input: Input<E>, asked: Asked): Promise<Blob> {
  const response = await send(path, input as object, asked, '*/*');
  if (!response.ok) throw refusalOf((await response.json().catch(() => null)) as Envelope | null);
  return response.blob();
}

/** The path with its parameters, and the query with the time zone, which every request has. */
export function addressOf(path: string, input: object): string {
  const { params = {}, query = {} } = input as Record<'params' | 'query', Record<string, unknown> | undefined>;
  const filled = path.replace(/:(\w+)/gu, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams({ timeZone });
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return `${filled}?${search.toString()}`;
}

async function send(path: string, input: object, { language, token, method, signal, cache }: Asked, accept: string) {
  const timeout = AbortSignal.timeout(timeoutMs);
  const { body } = input as { body?: unknown };
  try {
    return await fetch(addressOf(path, input), {
      method: method ?? 'GET',
      headers: {
        accept,
        'accept-language': language === 'en' ? 'en-US' : 'ko-KR',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
      cache: cache ?? 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new Refusal('NETWORK');
  }
}

/** A proxy may answer with something else than our envelope. */
const refusalOf = (body: Envelope | null): Refusal =>
  body?.success === false
    ? new Refusal(body.error.code, body.error.message, body.error.reference, body.error.values)
    : new Refusal('NETWORK');
