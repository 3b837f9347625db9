import { diagnosis, type ServiceDetail, type SessionView } from '@headland/contracts/diagnosis';
import type { Endpoint, Envelope } from '@headland/contracts/endpoint';
import { accessHeader } from '@headland/contracts/session';
import { StopWith } from '../../../src/run/stop-with';
import { until } from '../parts/part';

export interface OpenSession {
  sessionId: number;
  vehicleId: number;
}

/**
 * Connects to each of these vehicles as an engineer does and records its items. Throws StopWith for one that cannot be
 * reached.
 */
export async function openSessions(
  at: { apiUrl: string; token: string },
  vehicleIds: readonly number[],
  watch: { items: readonly string[]; period: 500 | 1000 },
): Promise<OpenSession[]> {
  const reachable = async (id: number): Promise<boolean> => {
    const { checks } = await ask<ServiceDetail>(at, diagnosis.get, { id });
    return checks.every((c) => c.ok);
  };
  const open: OpenSession[] = [];
  for (const vehicleId of vehicleIds) {
    await until(`vehicle ${vehicleId} to be reachable`, () => reachable(vehicleId), { withinMs: 20_000 });
    const { id } = await ask<SessionView>(at, diagnosis.connect, { id: vehicleId }, { kind: 'remote' });
    open.push({ sessionId: id, vehicleId });
  }
  const view = ({ sessionId }: OpenSession): Promise<SessionView> =>
    ask<SessionView>(at, diagnosis.session, { sessionId });
  for (const session of open) {
    await until('the terminal to answer', async () => (await view(session)).state === 'connected', {
      withinMs: 10_000,
    });
    await ask(at, diagnosis.ask, { sessionId: session.sessionId }, { op: 'watch', ...watch });
  }
  for (const session of open)
    await until('the terminal to measure', async () => (await view(session)).pending === null, { withinMs: 10_000 });
  return open;
}

/** Ends the sessions, so that the machines are free for the next measurement. */
export async function closeSessions(
  at: { apiUrl: string; token: string },
  sessions: readonly OpenSession[],
): Promise<void> {
  for (const { sessionId } of sessions) await ask(at, diagnosis.ask, { sessionId }, { op: 'disconnect' });
  for (const { sessionId } of sessions) {
    const ended = async (): Promise<boolean> =>
      (await ask<SessionView>(at, diagnosis.session, { sessionId })).endedAt !== null;
    await until('the terminal to let go', ended, { withinMs: 10_000 });
  }
}

async function ask<T>(
  { apiUrl, token }: { apiUrl: string; token: string },
  endpoint: Endpoint,
  params: Record<string, number>,
  body?: object,
): Promise<T> {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => String(params[name]));
  const response = await fetch(apiUrl + path, {
    method: endpoint.method,
    headers: { [accessHeader]: token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const envelope = (await response.json()) as Envelope<T>;
  if (!envelope.success)
    throw new StopWith(`${endpoint.method} ${path}: ${envelope.error.code} ${JSON.stringify(envelope.error)}`);
  return envelope.data;
}
