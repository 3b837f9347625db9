import { downTopic, upTopic } from '@headland/contracts/device/envelope';
import { sample, telemetryUp } from '@headland/testing/builders/up';
import mqtt from 'mqtt';
import { deviceName, deviceNames, fleetSecret } from '../world/registry';
import { until } from '../world/program';
import type { World } from '../world/world';
import { closeAccount } from './close-account';
import { eventful, fleetOf, untilTaken } from './parts';
import type { Scenario } from './scenario';

const dayMs = 86_400_000;
const keepDays = 7;
const count = 20;
/** Sends only what is past retention. */
const old = deviceName(2 * count);

/** Daily partitions of telemetry in bad states: detached, impossible to create, past their retention. */
export const partitions: Scenario = {
  number: 16,
  name: 'partitions',
  fault: `yesterday and the day before detached while late data of them comes; days that cannot be made, since a reader holds the default partition; data older than the ${keepDays} days that are kept`,
  pass: 'nothing is put aside; everything within retention is stored once, in its day; what is past it is accepted and deleted; the default partition is empty in the end',
  devices: 2 * count + 1,
  async run(stage) {
    const world = await stage.world({
      roles: ['ingest', 'alerts', 'jobs'],
      serverEnv: { TELEMETRY_KEEP_DAYS: String(keepDays) },
    });
    const { pool } = world;
    const late = (hours: number) => ({ ...eventful, backlog: { share: 1, messages: stage.pick(80, 20), hours } });
    const first = await world.fleet(fleetOf(stage, count, { ratePerS: 100, behaviour: late(48) }));
    await untilTaken(first, 300);

    for (const daysAgo of [1, 2]) {
      const day = new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);
      await pool.query('SELECT ensure_telemetry_day($1)', [day]);
      await pool.query(`ALTER TABLE telemetry DETACH PARTITION telemetry_${day.replaceAll('-', '')}`);
    }
    await until('late data of the days that are gone', async () => (await inDefault(world)) > 0, { withinMs: 90_000 });
    stage.figure('rows beside their day, detached', await inDefault(world));

    const reader = await pool.connect();
    await reader.query('BEGIN');
    await reader.query('LOCK TABLE telemetry_default IN ACCESS SHARE MODE');
    const before = await inDefault(world);
    const second = await world.fleet(
      fleetOf(stage, count, {
        devices: deviceNames(count, count),
        ratePerS: 100,
        seed: stage.seed + 1,
        behaviour: late(24 * (keepDays - 1)),
      }),
      'second',
    );
    await until('data of days that cannot be made', async () => (await inDefault(world)) > before, {
      withinMs: 90_000,
    });
    const pastRetention = stage.pick(200, 50);
    await sendOld(world, pastRetention);
    stage.figure('rows beside their day, not to be made', (await inDefault(world)) - before);
    await reader.query('COMMIT');
    reader.release();
    for (const fleet of [first, second]) await fleet.drain(120_000);

    // as at any start, rows outside their day are moved at once, or deleted
    await world.server('jobs').program.stop();
    await world.server('jobs').start();
    await until('the default partition to be empty', async () => (await inDefault(world)) === 0, {
      withinMs: 60_000,
      everyMs: 250,
    });
    const { rows } = await pool.query<{ stored: number; taken: string }>(
      `SELECT (SELECT count(*)::int FROM telemetry t WHERE t.device_key = d.key) AS stored, s.received::text AS taken FROM device d JOIN device_stream s ON s.device_key = d.key WHERE d.id = $1`,
      [old],
    );
    stage.figure('past retention, accepted', pastRetention);
    stage.check(
      'what is past retention is accepted, and deleted',
      rows[0]?.stored === 0 && rows[0].taken === `{[1,${pastRetention + 1})}`,
      JSON.stringify(rows),
    );
    const { findings } = await closeAccount(stage, world, {
      fleets: [
        { fleet: first, promise: 'kept' },
        { fleet: second, promise: 'kept' },
      ],
    });
    return { findings };
  },
};

const inDefault = async (world: World): Promise<number> =>
  (await world.pool.query<{ n: number }>('SELECT count(*)::int AS n FROM telemetry_default')).rows[0]?.n ?? 0;

/** Telemetry of twenty days ago, until `down/ack` has named it all. */
async function sendOld(world: World, messages: number): Promise<void> {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${world.broker.devicePort}`, {
    clientId: old,
    username: old,
    password: fleetSecret,
  });
  world.atItsEnd(() => client.end(true));
  let upTo = 0;
  client.on(
    'message',
    (_topic, payload) => (upTo = Math.max(upTo, (JSON.parse(payload.toString()) as { upTo: number }).upTo)),
  );
  await client.subscribeAsync(downTopic(old, 'ack'), { qos: 1 });
  for (let seq = 1; seq <= messages; seq++) {
    const ts = Date.now() - 20 * dayMs + seq * 1_000;
    await client.publishAsync(
      upTopic(old, 'telemetry'),
      JSON.stringify(telemetryUp({ seq, ts, samples: [sample({ ts })] })),
      { qos: 1 },
    );
  }
  await until('what is past retention to be acknowledged', () => upTo >= messages, { withinMs: 60_000 });
  await client.endAsync();
}
