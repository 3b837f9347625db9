import { appChat, type AskBody, ChatEvent } from '@headland/contracts/app-gpt-chat';
import { customerTerms, type CustomerTerm } from '@headland/contracts/customer-terms';
import type { Envelope } from '@headland/contracts/endpoint';
import { AppSessions } from '../ownership/app-members/app-sessions';
import { asApp } from './app';
import { Refused, type TestServer } from './server';

export interface Chatter {
  id: number;
  token: string;
  phone: string;
}
let chatters = 0;
/** A customer with the app and an open session. Not through the door, which admits sixty a minute. */
export async function makeChatter(
  server: TestServer,
  { name = '김민수', terms = ['service', 'privacy', 'location'] }: { name?: string; terms?: CustomerTerm[] } = {},
): Promise<Chatter> {
  const number = String(++chatters).padStart(4, '0');
  const phone = `010-7000-${number}`;
  const [row] = await server.database.query<{ id: number }[]>(
    `INSERT INTO customer (name, phone, login_id, app_status, joined_at) VALUES ($1, $2, $3, 'registered', now()) RETURNING id`,
    [name, phone, `chatter${number}`],
  );
  const id = row?.id ?? 0;
  await server.database.query(
    `INSERT INTO customer_terms (customer_id, term, version, agreed, way, given_on)
     SELECT $1, t.term, t.version, t.term = ANY($3), 'app', current_date FROM jsonb_to_recordset($2::jsonb) AS t(term text, version text)`,
    [id, JSON.stringify(customerTerms), terms],
  );
  return { id, phone, token: await openSession(server, id) };
}
export async function openSession(server: TestServer, customerId: number): Promise<string> {
  const sessions = server.app.get(AppSessions, { strict: false });
  return (await sessions.open(server.database, customerId, { address: '127.0.0.1', agent: null })).accessToken;
}

/** An open answer: its events as they come. */
export interface OpenAnswer {
  response: Response;
  events: AsyncGenerator<ChatEvent>;
  /** closes the connection, as an app that goes away */
  leave: () => void;
}

/** Asks, and reads the stream event by event. Throws `Refused` for an answer that is none. */
export async function openAnswer(server: TestServer, token: string, body: AskBody): Promise<OpenAnswer> {
  const leaving = new AbortController();
  const response = await fetch(`${server.url}${appChat.ask.path}?timeZone=UTC`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...asApp(token) },
    body: JSON.stringify(body),
    signal: leaving.signal,
  });
  if (!response.ok) {
    const envelope = (await response.json()) as Envelope;
    if (envelope.success) throw new Error('an answer that is no stream');
    throw new Refused(response.status, envelope.error);
  }
  return { response, events: eventsOf(response), leave: () => leaving.abort() };
}

/** All events of an answer. */
export async function ask(server: TestServer, token: string, question: string | AskBody): Promise<ChatEvent[]> {
  const { events } = await openAnswer(server, token, typeof question === 'string' ? { question } : question);
  const all: ChatEvent[] = [];
  for await (const event of events) all.push(event);
  return all;
}

export const textOf = (events: readonly ChatEvent[]): string =>
  events.map((e) => (e.event === 'token' ? e.data.text : '')).join('');

async function* eventsOf(response: Response): AsyncGenerator<ChatEvent> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of response.body ?? []) {
    rest += decoder.decode(bytes as Uint8Array, { stream: true });
    const blocks = rest.split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, event, data] = /^event: (\w+)\ndata: (.*)$/u.exec(block) ?? [];
      // a comment that keeps the connection open
      if (event === undefined || data === undefined) continue;
      yield ChatEvent.parse({ event, data: JSON.parse(data) as unknown });
    }
  }
}
