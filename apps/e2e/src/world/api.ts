import type { Answer, Endpoint, Envelope, Input } from '@headland/contracts/endpoint';
import { accessHeader, type LoggedIn } from '@headland/contracts/session';
import { logIn } from '@headland/testing/log-in';
import { type DemoAccount, productUrl, readDemo } from './product';

/** One account at the product's own API: for facts that no screen shows, and to leave everything tidy behind a journey. */
export class Api {
  private constructor(
    readonly login: LoggedIn,
    readonly member: DemoAccount,
  ) {}

  /** A login ends the session that the same account has elsewhere. */
  static async as(id: string): Promise<Api> {
    const member = account(id);
    return new Api(await logIn(productUrl(), member), member);
  }

  call = <E extends Endpoint>(endpoint: E, input?: Input<E>, timeZone?: string): Promise<Answer<E>> =>
    request(endpoint, (input ?? {}) as Sent, { [accessHeader]: this.login.accessToken }, timeZone);
}

export function account(id: string): DemoAccount {
  const found = readDemo().accounts.find((a) => a.id === id);
  if (found === undefined) throw new Error(`The demo has no account ${id}.`);
  return found;
}

/** What the API answered instead of success. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    what: string,
  ) {
    super(`${what}: ${status} ${code}`);
  }
}

interface Sent {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
}

async function request<E extends Endpoint>(
  endpoint: E,
  { params = {}, query = {}, body }: Sent,
  headers: Record<string, string>,
  timeZone = 'Asia/Seoul',
): Promise<Answer<E>> {
  const url = new URL(
    endpoint.path.replace(/:(\w+)/gu, (_, name: string) => encodeURIComponent(String(params[name]))),
    productUrl(),
  );
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) url.searchParams.append(name, String(one));
  url.searchParams.set('timeZone', timeZone);
  const response = await fetch(url, {
    method: endpoint.method,
    headers: { accept: 'application/json', ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const envelope = (await response.json()) as Envelope;
  if (!envelope.success) throw new Refused(response.status, envelope.error.code, `${endpoint.method} ${endpoint.path}`);
  return (endpoint.page === true ? { rows: envelope.data, page: envelope.page } : envelope.data) as Answer<E>;
}
