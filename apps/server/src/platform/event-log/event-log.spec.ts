import { setTimeout as wait } from 'node:timers/promises';
import pino from 'pino';
import { QueryFailedError, QueryRunnerAlreadyReleasedError, type DataSource } from 'typeorm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type FreshDatabase } from '../../testing/database';
import { ConfigSchema } from '../config';
import { SingleDuties } from '../jobs/single-duties';
import { system } from '../caller';
import { Change } from './change';
import { LogTail } from './log-tail';
import { logEnd, readLog, type LogRow } from './log-reader';
import { isConnectionFault, Policies } from './policies';

let fresh: FreshDatabase;
let database: DataSource;
let change: Change;

beforeAll(async () => {
  fresh = await freshDatabase();
  database = fresh.dataSource;
  change = new Change(database, () => new Date('2026-03-01T00:00:00Z'));
});
afterAll(() => fresh.drop());

const silent = pino({ level: 'silent' });
const tailFrom = (number: number, deliver: (rows: LogRow[]) => void): LogTail =>
  new LogTail(database, fresh.url, { begin: () => Promise.resolve({ number, at: null }), deliver }, silent);
const deviceOf = (row: LogRow): string => (row.payload as { deviceId: string }).deviceId;
const connect = (deviceId: string) =>
  change.run(system, async (_, emit) =>
    emit('device.connected', { vehicleId: null, deviceId }, { organizationId: null }),
  );

describe('the event log', () => {
  it('never lets a reader step over a number, however slowly writers commit', async () => {
    const seen: number[] = [];
    const tail = tailFrom(0, (rows) => void seen.push(...rows.map((r) => r.number)));
    await tail.start();
    const writers = 8;
    const each = 25;
    await Promise.all(
      Array.from({ length: writers }, async (_, w) => {
        for (let i = 0; i < each; i++) {
          await change.run(system, async (tx, emit) => {
            emit('device.connected', { vehicleId: null, deviceId: `W${w}-${i}00` }, { organizationId: null });
            // a slow transaction that has its id: with numbers assigned early it would commit behind higher ones
            await tx.query('SELECT pg_current_xact_id()');
            if ((w + i) % 5 === 0) await tx.query('SELECT pg_sleep(0.02)');
          });
        }
      }),
    );
    await until(() => seen.length === writers * each);
    await tail.stop();
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(new Set(seen).size).toBe(writers * each);
  });

  it('writes neither state nor event when the change fails', async () => {
    const before = await readLog(database, 0, 10_000);
    await expect(
      change.run(system, async (tx, emit) => {
        await tx.query("INSERT INTO customer (name) VALUES ('half')");
        emit('device.connected', { vehicleId: null, deviceId: 'HALF-1' }, { organizationId: null });
        throw new Error('in the middle');
      }),
    ).rejects.toThrow('in the middle');
    expect(await readLog(database, 0, 10_000)).toHaveLength(before.length);
    expect(await database.query("SELECT 1 FROM customer WHERE name = 'half'")).toHaveLength(0);
  });

  it('refuses a payload that the contract does not know', async () => {
    await expect(
      change.run(system, async (_, emit) =>
        emit('device.connected', { vehicleId: 'x' } as never, { organizationId: null }),
      ),
    ).rejects.toThrow();
  });

  it('hands a page again when its delivery failed, and misses nothing', async () => {
    const head = (await readLog(database, 0, 10_000)).at(-1)?.number ?? 0;
    const seen: string[] = [];
    let failures = 2;
    const tail = tailFrom(head, (rows) => {
      if (failures-- > 0) throw new Error('not yet');
      seen.push(...rows.map(deviceOf));
    });
    await tail.start();
    await connect('AGAIN-1');
    await connect('AGAIN-2');
    await until(() => seen.length === 2);
    await tail.stop();
    expect(seen).toEqual(['AGAIN-1', 'AGAIN-2']);
  });
});

describe('a policy', () => {
  it.each([
    ['refuses', () => database.query('SELECT * FROM a_table_that_is_gone')],
    ['has no connection left', () => Promise.reject(new Error('timeout exceeded when trying to connect'))],
  ])('passes over no event because the database %s, however often', async (_, fail) => {
    const head = (await readLog(database, 0, 10_000)).at(-1)?.number ?? 0;
    await database.query(
      "INSERT INTO log_reader (name, number) VALUES ('policies', $1) ON CONFLICT (name) DO UPDATE SET number = excluded.number",
      [head],
    );
    const config = ConfigSchema.parse({
      RUN: 'jobs',
      DATABASE_URL: fresh.url,
      MQTT_URL: 'mqtt://127.0.0.1:1',
      MQTT_PASSWORD: 'not-used-here',
      JWT_SECRET: 'x'.repeat(32),
    });
    const policies = new Policies(
      new SingleDuties(config, silent),
      database,
      config,
      silent,
      new Change(database, () => new Date()),
    );
    const seen: string[] = [];
    let refusals = 12;
    policies.register({
      name: 'remember who connected',
      on: ['device.connected'],
      run: async ({ payload }) => {
        // the first event alone: the page ends with the second, and is not handed again
        if (payload.deviceId === 'KEPT-1' && refusals > 0) {
          refusals--;
          await fail();
        }
        seen.push(payload.deviceId);
      },
    });
    await policies.start();
    await connect('KEPT-1');
    await connect('KEPT-2');
    await until(() => seen.length === 2);
    await policies.stop();
    expect(seen).toEqual(['KEPT-1', 'KEPT-2']);
  });
});

describe('a failed connection', () => {
  it.each([
    ['a pool without a free connection', { message: 'timeout exceeded when trying to connect' }],
    ['a connection that takes too long', { message: 'Connection terminated due to connection timeout' }],
    ['the same of a client without a pool', { message: 'timeout expired' }],
    ['a server that goes away', { message: 'Connection terminated unexpectedly' }],
    ['a connection that was closed', { message: 'Connection terminated' }],
    ['an answer that does not come', { message: 'Query read timeout' }],
    ['a client after its failure', { message: 'Client has encountered a connection error and is not queryable' }],
    ['a client after its end', { message: 'Client was closed and is not queryable' }],
    ['a refused connection', { message: 'connect ECONNREFUSED 127.0.0.1:5432', code: 'ECONNREFUSED' }],
    ['a reset connection', { message: 'read ECONNRESET', code: 'ECONNRESET' }],
    ['a host that does not answer', { code: 'ETIMEDOUT' }],
    ['a name that is not resolved', { code: 'EAI_AGAIN' }],
  ])('is not the fault of the event: %s', (_, error) =>
    expect(isConnectionFault(Object.assign(new Error(), error))).toBe(true),
  );

  it('is recognized in what TypeORM makes of it', () =>
    expect(
      isConnectionFault(new QueryFailedError('SELECT 1', [], new Error('Connection terminated unexpectedly'))),
    ).toBe(true));

  it('is recognized in the queries that follow on its connection', () =>
    expect(isConnectionFault(new QueryRunnerAlreadyReleasedError())).toBe(true));

  it.each([
    ['our own code', new TypeError('x is not a function')],
    ['a rule', new Error('organization 7 does not exist')],
    ['a text that names a connection', new Error('no text for: Connection terminated')],
    ['a missing file', Object.assign(new Error(), { code: 'ENOENT' })],
    ['data', Object.assign(new Error('Query read timeout'), { code: '23505' })],
    ['nothing', null],
  ])('is not: %s', (_, error) => expect(isConnectionFault(error)).toBe(false));
});

/**
 * A fail-over to a lagging standby: the last events are lost, and others reuse their numbers. `again` may bring the
 * log beyond its former end.
 */
async function anotherLog(lost: number, again: string[]): Promise<void> {
  const last = Date.parse((await logEnd(database)).at ?? '');
  await until(() => Date.now() > last + 1);
  await database.transaction(async (tx) => {
    const head = (await logEnd(tx)).number - lost;
    await tx.query('DELETE FROM event_log WHERE number > $1', [head]);
    await tx.query('UPDATE log_reader SET number = least(number, $1)', [head]);
    await tx.query("SELECT setval('event_number', $1)", [head]);
    for (const deviceId of again)
      await tx.query('SELECT append_events($1::jsonb, $2)', [
        JSON.stringify([{ name: 'device.connected', payload: { vehicleId: null, deviceId }, organizationId: null }]),
        new Date(),
      ]);
  });
}

describe('a log that has lost its newest events', () => {
  const lostEvents = async (): Promise<{ lost: number }[]> =>
    (
      await database.query<{ payload: { lost: number } }[]>(
        "SELECT payload FROM event_log WHERE name = 'system.eventsLost' ORDER BY number",
      )
    ).map((r) => r.payload);

  it.each([
    ['is lower than what was read', 1],
    ['has grown beyond what was read', 9],
  ])('and %s is noticed by its reader, which starts again', async (_, count) => {
    const now = new Change(database, () => new Date());
    const seen: string[] = [];
    const left: number[] = [];
    const tail = new LogTail(
      database,
      fresh.url,
      {
        begin: (read) => logEnd(database, read ?? undefined),
        deliver: (rows) => void seen.push(...rows.map(deviceOf)),
        onAnotherLog: (read, begin) => void left.push(read.number - begin.number),
      },
      silent,
    );
    for (const deviceId of ['OLD-0', 'OLD-1', 'OLD-2'])
      await now.run(system, async (_, emit) =>
        emit('device.connected', { vehicleId: null, deviceId }, { organizationId: null }),
      );
    await tail.start();
    for (const deviceId of ['LOST-1', 'LOST-2', 'LOST-3'])
      await now.run(system, async (_, emit) =>
        emit('device.connected', { vehicleId: null, deviceId }, { organizationId: null }),
      );
    await until(() => seen.length === 3);
    const names = Array.from({ length: count }, (_, i) => `NEW-${i}`);
    await anotherLog(3, names);
    await until(() => seen.length === 3 + count);
    await tail.stop();
    expect(seen).toEqual(['LOST-1', 'LOST-2', 'LOST-3', ...names]);
    expect(left).toEqual([3]);
  });

  it.each([
    ['read on', false],
    ['had ended with their session, as at a fail-over,', true],
  ])('has each of its events handled by policies that %s and reports once how many are lost', async (_, isEnded) => {
    const before = (await lostEvents()).length;
    const now = new Change(database, () => new Date());
    const policies = (): { run: Policies; seen: string[] } => {
      const seen: string[] = [];
      const config = ConfigSchema.parse({
        RUN: 'jobs',
        DATABASE_URL: fresh.url,
        MQTT_URL: 'mqtt://127.0.0.1:1',
        MQTT_PASSWORD: 'not-used-here',
        JWT_SECRET: 'x'.repeat(32),
      });
      const run = new Policies(new SingleDuties(config, silent), database, config, silent, now);
      run.register({
        name: 'note-what-connects',
        on: ['device.connected'],
        run: ({ payload }) => Promise.resolve(void seen.push(payload.deviceId)),
      });
      return { run, seen };
    };
    const { run, seen } = policies();
    await run.start();
    for (const deviceId of ['A', 'B', 'C', 'D'])
      await now.run(system, async (_, emit) =>
        emit('device.connected', { vehicleId: null, deviceId }, { organizationId: null }),
      );
    await until(() => seen.includes('D'));
    await untilAsync(
      async () =>
        Number(
          (await database.query<[{ number: string }]>("SELECT number FROM log_reader WHERE name = 'policies'"))[0]
            .number,
        ) === (await logEnd(database)).number,
    );
    if (isEnded) await run.stop();
    await anotherLog(2, ['E', 'F', 'G', 'H']);
    if (isEnded) await run.start();
    await until(() => seen.includes('H'));
    await untilAsync(async () => (await lostEvents()).length > before);
    await run.stop();
    expect(seen.slice(seen.indexOf('A'))).toEqual(['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']);
    expect((await lostEvents()).slice(before)).toMatchObject([{ lost: 2 }]);
  });
});

async function untilAsync(fact: () => Promise<boolean>): Promise<void> {
  while (!(await fact())) await wait(10);
}

/** Waits for a condition; the test's own timeout ends the wait. */
async function until(fact: () => boolean): Promise<void> {
  while (!fact()) await wait(10);
}
