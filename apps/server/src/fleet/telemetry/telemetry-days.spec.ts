import { CommandBus } from '@nestjs/cqrs';
import { Test } from '@nestjs/testing';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sample, telemetryUp } from '@headland/testing/builders/up';
import { DeviceDirectory } from '../devices/device-directory.reads';
import { readConfig } from '../../platform/config';
import { Health } from '../../platform/health';
import { SingleDuties } from '../../platform/jobs/single-duties';
import { DataErrors } from '../../platform/mqtt/data-errors';
import { GarbageGate } from '../../platform/mqtt/garbage-gate';
import { Publisher } from '../../platform/mqtt/publisher';
import { held } from '../../testing/alerts';
import { freshDatabase, type FreshDatabase } from '../../testing/database';
import { makeOrganizations, makeVehicle, type MadeVehicle } from '../../testing/world';
import { StandBy } from '../../platform/jobs/stand-by';
import { TelemetryIngest } from './telemetry-ingest';
import { TelemetryMaintenance } from './telemetry-maintenance';

const log = pino({ level: 'silent' });
const dayMs = 86_400_000;
let fresh: FreshDatabase;
let devices: DeviceDirectory;
let ingest: TelemetryIngest;
let maintenance: TelemetryMaintenance;
let vehicle: MadeVehicle;
let seq = 0;

beforeEach(async () => {
  fresh = await freshDatabase();
  vehicle = await makeVehicle(fresh.dataSource, (await makeOrganizations(fresh.dataSource)).nami);
  const config = readConfig({
    RUN: 'jobs',
    DATABASE_URL: fresh.url,
    MQTT_URL: 'mqtt://127.0.0.1:1',
    MQTT_PASSWORD: 'not used',
    JWT_SECRET: 'x'.repeat(32),
    TELEMETRY_KEEP_DAYS: '10',
  });
  const health = new Health(fresh.dataSource);
  devices = new DeviceDirectory(fresh.dataSource, config, log);
  await devices.start();
  const commands = (await Test.createTestingModule({ providers: [CommandBus] }).compile()).get(CommandBus);
  ingest = new TelemetryIngest(
    fresh.dataSource,
    config,
    log,
    devices,
    commands,
    health,
    new Publisher(config, log),
    new DataErrors(log, health),
    new GarbageGate(fresh.dataSource, log),
    new StandBy(config, log),
  );
  maintenance = new TelemetryMaintenance(
    new SingleDuties(config, log),
    fresh.dataSource,
    config,
    () => new Date(),
    log,
  );
});
afterEach(async () => {
  await ingest.onApplicationShutdown();
  await devices.onApplicationShutdown();
  await fresh.drop();
});

const at = (daysAgo: number): number => Date.now() - daysAgo * dayMs;
const day = (daysAgo: number): string => new Date(at(daysAgo)).toISOString().slice(0, 10);
const partition = (daysAgo: number): string => `telemetry_${day(daysAgo).replaceAll('-', '')}`;
const send = (daysAgo: number): Promise<void> => {
  const ts = at(daysAgo);
  return ingest.commit([
    held(vehicle.deviceId, 'telemetry', telemetryUp({ seq: ++seq, ts, samples: [sample({ ts })] })),
  ]);
};
const places = async (): Promise<string[]> =>
  (
    await fresh.dataSource.query<{ place: string }[]>(
      // without the number of its shard
      "SELECT substring(tableoid::regclass::text, '^telemetry_(?:default|\\d{8})') AS place FROM telemetry ORDER BY seq",
    )
  ).map((r) => r.place);
const quarantined = async (): Promise<unknown[]> => fresh.dataSource.query('SELECT reason, detail FROM quarantine');

/** A row of a day that has no partition, as late data leaves it when its day was dropped or detached. */
async function stray(daysAgo: number): Promise<void> {
  await fresh.dataSource.query(
    'INSERT INTO telemetry (device_key, ts, device_ts, received_at, boot, seq) VALUES ($1, $2, 0, now(), 9, 0)',
    [vehicle.deviceKey, new Date(at(daysAgo))],
  );
}

describe('a day of telemetry', () => {
  it('is written also where rows of it lie in the default partition, which move into it', async () => {
    await stray(2);
    expect(await places()).toEqual(['telemetry_default']);
    await send(2);
    expect(await places()).toEqual([partition(2), partition(2)]);
    expect(await quarantined()).toEqual([]);
  });

  it('that was detached is attached again with what came meanwhile', async () => {
    await send(2);
    await fresh.dataSource.query(`ALTER TABLE telemetry DETACH PARTITION ${partition(2)}`);
    await send(2);
    expect(await places()).toEqual(['telemetry_default']);
    expect(await maintenance.run()).toBe(true);
    expect(await places()).toEqual([partition(2), partition(2)]);
  });

  it('older than the retention is taken, and goes with it', async () => {
    await send(20);
    expect(await maintenance.run()).toBe(true);
    await send(20);
    expect(await places()).toEqual(['telemetry_default']);
    expect(await maintenance.run()).toBe(true);
    expect(await places()).toEqual([]);
    expect(await quarantined()).toEqual([]);
  });

  it('whose partition cannot be made now is written all the same, and moved later', async () => {
    const reader = fresh.dataSource.createQueryRunner();
    await reader.query('BEGIN');
    await reader.query('LOCK TABLE telemetry_default IN ACCESS SHARE MODE');
    await send(2);
    expect(await places()).toEqual(['telemetry_default']);
    await reader.query('COMMIT');
    await reader.release();
    expect(await maintenance.run()).toBe(true);
    expect(await places()).toEqual([partition(2)]);
    expect(await quarantined()).toEqual([]);
  });

  it('past its retention is dropped, and the others stay', async () => {
    await fresh.dataSource.query('SELECT ensure_telemetry_day($1), ensure_telemetry_day($2)', [day(11), day(10)]);
    expect(await maintenance.run()).toBe(true);
    const [found] = await fresh.dataSource.query<object[]>(
      'SELECT to_regclass($1) IS NULL AS dropped, to_regclass($2) IS NOT NULL AS kept',
      [partition(11), partition(10)],
    );
    expect(found).toEqual({ dropped: true, kept: true });
  });

  it('gets its rows out of the default partition by the line of the runbook', async () => {
    const runbook = readFileSync(join(import.meta.dirname, '../../../../../docs/operations.md'), 'utf8');
    const line = /^\| `headland_telemetry_default_partition_rows`.*`(SELECT [^`]+)`/mu.exec(runbook)?.[1];
    await stray(2);
    await stray(3);
    await fresh.dataSource.query(line ?? 'no line');
    expect((await places()).sort()).toEqual([partition(3), partition(2)].sort());
  });
});
