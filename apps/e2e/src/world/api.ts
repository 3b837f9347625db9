import type { Answer, Endpoint, Envelope, Input } from '@headland/contracts/endpoint';
import { accessHeader, type LoggedIn } from '@headland/contracts/session';
import { logIn } from '@headland/testing/log-in';
import { type DemoAccount, productUrl, readDemo } from './product';
import { deskZone } from './zones';

/** An account of the demo, or a member that a journey has created (members.ts). */
export interface Person {
  id: string;
  password: string;
}

/** One account at the product's API: for facts that no screen shows, and to clean up after a journey. */
export class Api {
  private constructor(
    private readonly person: Person,
    private session: LoggedIn,
  ) {}

  /** A login ends the session of the same account elsewhere. */
  static async as(who: string | Person): Promise<Api> {
    const person = typeof who === 'string' ? account(who) : who;
    return new Api(person, await logIn(productUrl(), person));
  }

  get login(): LoggedIn {
    return this.session;
  }

  /** Logs in again when the access token has expired. */
  call = async <E extends Endpoint>(endpoint: E, input?: Input<E>, timeZone?: string): Promise<Answer<E>> => {
    try {
      return await this.once(endpoint, input, timeZone);
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'E0802') throw error;
      this.session = await logIn(productUrl(), this.person);
      return this.once(endpoint, input, timeZone);
    }
  };

  private once<E extends Endpoint>(endpoint: E, input?: Input<E>, timeZone?: string): Promise<Answer<E>> {
    return request(endpoint, (input ?? {}) as Sent, { [accessHeader]: this.session.accessToken }, timeZone);
  }
}

export function account(id: string): DemoAccount {
  const found = readDemo().accounts.find((a) => a.id === id);
  if (found === undefined) throw new Error(`The demo has no account ${id}.`);
  return found;
}

/** Calls a public endpoint, or one with these headers. */
export const ask = <E extends Endpoint>(
  endpoint: E,
  input?: Input<E>,
  headers: Record<string, string> = {},
): Promise<Answer<E>> => request(endpoint, (input ?? {}) as Sent, headers);

/** The error of an API response. */
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
  file?: File;
}

async function request<E extends Endpoint>(
  endpoint: E,
  { params = {}, query = {}, body, file }: Sent,
  headers: Record<string, string>,
  timeZone = deskZone,
): Promise<Answer<E>> {
  const url = new URL(
    endpoint.path.replace(/:(\w+)/gu, (_, name: string) => encodeURIComponent(String(params[name]))),
    productUrl(),
  );
  for (const [name, value] of Object.entries(query))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined) url.searchParams.append(name, String(one));
  url.searchParams.set('timeZone', timeZone);
  const response = await fetch(url, {
    method: endpoint.method,
    headers: {
      accept: 'application/json',
      ...headers,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...(file === undefined ? {} : { body: formOf(file) }),
  });
  const envelope = (await response.json()) as Envelope;
  if (!envelope.success) throw new Refused(response.status, envelope.error.code, `${endpoint.method} ${endpoint.path}`);
  return (endpoint.page === true ? { rows: envelope.data, page: envelope.page } : envelope.data) as Answer<E>;
}

function formOf(file: File): FormData {
  const form = new FormData();
  form.append('file', file);
  return form;
}
