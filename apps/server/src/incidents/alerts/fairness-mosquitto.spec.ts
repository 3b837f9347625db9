import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../testing/alerts';
import { type CallingMachine, makeCallingMachine, pressesOf, startAlerts } from '../../testing/alerts-process';
import { freshDatabase, type FreshDatabase } from '../../testing/database';
import { mosquittoPath, startMosquitto, type TestBroker } from '../../testing/mosquitto';
import { endClients } from '../../testing/mqtt-clients';
import { makeOrganizations, type Organizations } from '../../testing/world';

// Mosquitto accepts everything from a device: the server limits what is processed before another device's SOS.
let database: FreshDatabase;
let orgs: Organizations;
let broker: TestBroker;
let server: { close: () => Promise<void> };

beforeAll(async () => {
  if (mosquittoPath === '') return;
  database = await freshDatabase();
  orgs = await makeOrganizations(database.dataSource);
  broker = await startMosquitto();
  server = await startAlerts(database, broker.port);
});
afterAll(async () => {
  await server?.close();
  await endClients();
  await broker?.stop();
  await database?.drop();
});

const machine = (): Promise<CallingMachine> => makeCallingMachine(database, broker.port, orgs.nami);
const rows = (deviceId: string) => pressesOf(database, deviceId);

describe.skipIf(mosquittoPath === '')('beside a device that presses faster than can be committed, on Mosquitto', () => {
  it('another device’s SOS does not wait for its presses, and what was too much at once is taken when it is sent again', async () => {
    const [wild, other] = [await machine(), await machine()];
    const presses = 4_000;
    await Promise.all(Array.from({ length: presses }, (_, i) => wild.sos(i + 2)));
    await other.sos(2);
    const [, call] = await eventually(
      () => rows(other.id),
      (r) => r.length === 2,
      120_000,
    );
    // without a limit per device the first 2,000 were committed before anything else was read
    expect((await rows(wild.id)).filter((r) => r.id < (call?.id ?? 0)).length).toBeLessThan(presses / 2);
    // what exceeds the limit is neither committed nor named by a down/ack: a terminal sends it again
    const seqs = new Set(
      (
        await eventually(
          () => rows(wild.id),
          (r) => r.length > 1_000,
          120_000,
        )
      ).map((r) => r.seq),
    );
    const missing = Array.from({ length: presses }, (_, i) => presses + 1 - i)
      .filter((seq) => !seqs.has(seq))
      .slice(0, 10);
    await Promise.all(missing.map((seq) => wild.sos(seq)));
    await eventually(
      () => rows(wild.id),
      (r) => missing.every((seq) => r.some((row) => row.seq === seq)),
      120_000,
    );
    const all = (await rows(wild.id)).map((r) => r.seq);
    expect(new Set(all).size).toBe(all.length);
  }, 300_000);
});
