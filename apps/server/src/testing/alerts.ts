import type { Type } from '@nestjs/common';
import { Test } from '@nestjs/testing';
import type { FaultUp, SosUp, StatusUp } from '@headland/contracts/device/up';
import { upTopic, type UpKind } from '@headland/contracts/device/envelope';
import { AlertsIngest } from '../incidents/alerts/alerts-ingest';
import { CONFIG, type Config } from '../platform/config';
import { LOG, makeLog } from '../platform/log';
import { decodeUp } from '../platform/mqtt/decode';
import type { PendingMessage } from '../platform/mqtt/pending-message';
import { PlatformModule } from '../platform/platform.module';
import { Refused, type TestServer } from './server';

/** A message as the link hands it over. */
export function held(
  deviceId: string,
  kind: UpKind,
  message: unknown,
  receivedAt = Date.now(),
  more: Partial<PendingMessage> = {},
): PendingMessage {
  const topic = upTopic(deviceId, kind);
  const payload = Buffer.isBuffer(message) ? message : Buffer.from(JSON.stringify(message));
  return {
    topic,
    payload,
    decoded: decodeUp(topic, payload),
    retain: false,
    receivedAt,
    id: 1,
    generation: 0,
    ...more,
  };
}

/** Devices that send to a server's alerts process, each message in its own batch unless given together. */
export function devicesOf(server: TestServer): {
  send: (...batch: PendingMessage[]) => Promise<void>;
  sos: (deviceId: string, m: SosUp) => Promise<void>;
  fault: (deviceId: string, m: FaultUp) => Promise<void>;
  status: (deviceId: string, m: StatusUp) => Promise<void>;
} {
  const send = (...batch: PendingMessage[]): Promise<void> => server.app.get(AlertsIngest).commit(batch);
  return {
    send,
    sos: (deviceId, m) => send(held(deviceId, 'sos', m)),
    fault: (deviceId, m) => send(held(deviceId, 'fault', m)),
    status: (deviceId, m) => send(held(deviceId, 'status', m)),
  };
}

/** A second process on the same database: what a restart leaves or what runs beside it. */
export async function startProcess(
  config: Config,
  run: Config['RUN'],
  modules: Type[],
  more: Partial<Config> = {},
): Promise<{ close: () => Promise<void> }> {
  // its mailbox keeps the codes that specs log in with
  const own = { ...config, RUN: run, DEVELOPMENT: true, ...more };
  const testing = await Test.createTestingModule({ imports: [PlatformModule, ...modules] })
    .overrideProvider(CONFIG)
    .useValue(own)
    .overrideProvider(LOG)
    .useValue(makeLog(process.env.TEST_LOG_LEVEL ?? 'silent', run))
    .compile();
  const app = await testing.createNestApplication({ logger: false }).init();
  return { close: () => app.close() };
}

/** Waits for a fact of the database; fails with what it saw last. */
export async function eventually<T>(
  look: () => Promise<T>,
  holds: (seen: T) => boolean,
  withinMs = 60_000,
): Promise<T> {
  const until = Date.now() + withinMs;
  for (;;) {
    const seen = await look();
    if (holds(seen)) return seen;
    if (Date.now() > until) throw new Error(`not within ${withinMs} ms; last seen: ${JSON.stringify(seen)}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

/** Status and code of a refused call; 'allowed' where it was not refused. */
export const refusal = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => 'allowed',
    (refused: unknown) =>
      refused instanceof Refused ? [refused.status, refused.error.code] : Promise.reject(refused as Error),
  );
