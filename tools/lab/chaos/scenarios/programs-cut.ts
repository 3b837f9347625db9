import { createHash } from 'node:crypto';
import type { Envelope } from '@headland/contracts/endpoint';
import { type FlashFile, type FlashRun, reprogram } from '@headland/contracts/reprogram';
import { accessHeader } from '@headland/contracts/session';
import { packContainer } from '@headland/domain/reprogram/firmware';
import { codesIn } from '../../../src/run/sent-codes';
import { StopWith } from '../../../src/run/stop-with';
import type { Finding } from '../account/compare';
import { MemberSession } from '../consoles/member-session';
import type { Fleet } from '../world/fleet';
import { pause, until } from '../world/program';
import { deviceNames } from '../world/registry';
import type { World } from '../world/world';
import { round } from './close-account';
import { fleetOf } from './parts';
import type { Scenario } from './scenario';

const machines = 20;
const version = 'SW-4.0.0';

/** A controller must never be left half written: everything else may die meanwhile. */
export const programsCut: Scenario = {
  number: 14,
  name: 'programs cut off',
  fault: `${machines} machines are being programmed; kill -9 of the api and of the process that serves blocks, a restart of the broker, kill -9 again while controllers check and write`,
  pass: 'every program ends once, as done, with the id that the controller reads back; what each terminal received hashes to what was offered; nothing of it was dropped by the broker',
  devices: machines,
  async run(stage) {
    const world = await stage.world({ roles: ['ingest', 'alerts', 'api', 'jobs'] });
    const api = world.server('api');
    const ingest = world.server('ingest');
    const member = await MemberSession.open(api.url, 'duty', codesIn(world.pool));
    const fleet = await world.fleet(
      fleetOf(stage, machines, {
        ratePerS: null,
        behaviour: { faultsPerDay: 0, sosPerDay: 0 },
        programs: { publicKey: await publicKey(member), speed: 10 },
      }),
    );
    const devices = deviceNames(machines);
    for (const device of devices) await fleet.park(device);
    await seenParked(world);
    const data = Uint8Array.from({ length: stage.pick(4, 1) * 1024 * 1024 }, () => stage.random.whole(0, 255));
    const bytes = Buffer.from(packContainer('ulp', { variant: 'HL-D24', calibration: 'CAL-D24-0412', version }, data));
    const program = await upload(member, bytes);

    const startedMs = performance.now();
    await startAll(world, member, program.id, devices);
    await transferred(world, 0.2);
    await Promise.all([ingest.program.kill(), api.program.kill()]);
    await pause(stage.pick(3_000, 300)); // requests meanwhile reach no server
    await Promise.all([ingest.start(), api.start()]);
    await transferred(world, 0.5);
    await world.broker.program.stop();
    await world.broker.start();
    await until(
      'a controller to be written',
      async () => (await runsOf(world)).some((r) => ['checking', 'programming', 'done', 'failed'].includes(r.state)),
      {
        withinMs: 120_000,
      },
    );
    await ingest.program.kill();
    await ingest.start();
    await until('every program to end', async () => (await runsOf(world)).every((r) => r.ended), {
      withinMs: 180_000,
      everyMs: 100,
    });
    stage.figure('all ended in s', round((performance.now() - startedMs) / 1000));

    const runs = await runsOf(world);
    const findings = [
      ...endings(runs),
      ...(await onBoard(fleet, devices, createHash('sha256').update(bytes).digest('hex'))),
    ];
    const blocks = runs.reduce((sum, r) => sum + r.blocks, 0);
    const sent = runs.reduce((sum, r) => sum + r.sent, 0);
    stage.figure('programs', runs.length);
    stage.figure('blocks', blocks);
    stage.figure('blocks sent', sent);
    stage.figure(
      'pauses',
      runs.reduce((sum, r) => sum + r.pauses, 0),
    );
    stage.check(
      'no file went out with a block too few',
      runs.every((r) => r.sent >= r.blocks),
      `${sent} blocks sent of ${blocks}`,
    );
    const dropped = await world.broker.dropped();
    stage.check('the broker dropped nothing', dropped === 0, `${dropped} dropped`);
    return { findings };
  },
};

interface Run {
  device: string;
  state: string;
  reason: string | null;
  running: string | null;
  ended: boolean;
  blocks: number;
  there: number;
  sent: number;
  pauses: number;
  ends: number;
}

async function runsOf(world: World): Promise<Run[]> {
  const { rows } = await world.pool.query<Run>(
    `SELECT device_id AS device, state, reason, running_version AS running, ended_at IS NOT NULL AS ended, blocks, blocks_sent AS sent, pauses,
       (SELECT COALESCE(sum((h->>1)::int - (h->>0)::int + 1), 0)::int FROM jsonb_array_elements(have) h) AS there,
       (SELECT count(*)::int FROM event_log e WHERE e.name = 'flash.changed' AND (e.payload->>'runId')::int = r.id AND e.payload->>'state' IN ('done', 'failed', 'refused', 'cancelled', 'expired')) AS ends
     FROM flash_run r ORDER BY id`,
  );
  return rows;
}

async function publicKey(member: MemberSession): Promise<string> {
  const { data } = await member.ask<{ pem: string }>(reprogram.key);
  if (data === null) throw new StopWith('the server does not publish its public key');
  return data.pem;
}

/** Each machine was identified in a session, and is parked with its key on: preconditions of a start. */
async function seenParked(world: World): Promise<void> {
  const info = { hw_variant: 'HL-D24', ecu_sw_sequence: 'SW-3.1.0', ecu_calibration_id: 'CAL-D24-0388' };
  await world.pool.query(
    `INSERT INTO diagnosis_session (token, vehicle_id, device_id, device_key, organization_id, kind, state, by_user, by_name, by_organization, opened_at, ended_at, heard_at, seen_at, acted_at, info, live)
     SELECT gen_random_uuid(), v.id, d.id, d.key, v.organization_id, 'remote', 'disconnected', (SELECT min(id) FROM user_account), 'duty', 'Office', now(), now(), now(), now(), now(), $1, $2
     FROM vehicle v JOIN device d ON d.id = v.device_id`,
    [info, { key: 1, 'engine.rpm': 0, battery: 12.8, speed: 0 }],
  );
}

async function upload(member: MemberSession, bytes: Buffer): Promise<FlashFile> {
  const form = new FormData();
  form.set('file', new File([new Uint8Array(bytes)], 'engine.ulp'));
  const answer = await fetch(member.url + reprogram.upload.path, {
    method: 'POST',
    headers: { [accessHeader]: member.token },
    body: form,
  });
  const envelope = (await answer.json()) as Envelope<FlashFile>;
  if (!envelope.success) throw new StopWith(`the program was refused: ${envelope.error.code}`);
  return envelope.data;
}

async function startAll(
  world: World,
  member: MemberSession,
  fileId: number,
  devices: readonly string[],
): Promise<void> {
  const { rows } = await world.pool.query<{ id: number; vin: string }>(
    'SELECT id, vin FROM vehicle WHERE device_id = ANY($1) ORDER BY id',
    [devices],
  );
  for (const { id, vin } of rows) {
    const start = (): Promise<{ code: string | null; values: Record<string, unknown> }> =>
      member.ask<FlashRun>(reprogram.start, {
        params: { id },
        body: { fileId, vinEnd: vin.slice(-4), standsSafe: true },
      });
    // a device that has just come may not be known yet
    let started = await start();
    await until(
      `an offer to ${vin}`,
      async () => started.code !== 'FLASH_NOT_READY' || (started = await start()).code !== 'FLASH_NOT_READY',
      {
        withinMs: 30_000,
        everyMs: 250,
        explain: () => JSON.stringify(started.values),
      },
    );
    if (started.code !== null)
      throw new StopWith(`no offer to ${vin}: ${started.code} ${JSON.stringify(started.values)}`);
  }
}

async function transferred(world: World, share: number): Promise<void> {
  const isSo = async (): Promise<boolean> => {
    const runs = await runsOf(world);
    return runs.reduce((sum, r) => sum + r.there, 0) >= share * runs.reduce((sum, r) => sum + r.blocks, 0);
  };
  await until(`${share * 100} % of all blocks to be there`, isSo, { withinMs: 120_000, everyMs: 20 });
}

function endings(runs: readonly Run[]): Finding[] {
  const wrong = runs.filter((r) => r.state !== 'done' || r.running !== version || r.ends !== 1);
  const missing = machines - runs.length;
  return [
    ...finding(
      'wrong',
      'ends of programs',
      wrong.map(
        (r) => `${r.device}: ${r.state} ${r.reason ?? ''} with ${r.running ?? 'nothing'}, ended ${r.ends} times`,
      ),
    ),
    ...finding(
      'missing',
      'programs',
      Array.from({ length: missing }, () => 'a machine without one'),
    ),
  ];
}

/** As reported by the machines themselves. */
async function onBoard(fleet: Fleet, devices: readonly string[], sha256: string): Promise<Finding[]> {
  const wrong: string[] = [];
  for (const device of devices) {
    const { runs, program } = await fleet.software(device);
    if (runs.ecu.version !== version) wrong.push(`${device} runs ${runs.ecu.version}`);
    else if (program?.sha256 !== sha256) wrong.push(`${device} received ${program?.sha256 ?? 'nothing'}`);
  }
  return finding('wrong', 'programs on board', wrong);
}

const finding = (what: Finding['what'], subject: string, examples: string[]): Finding[] =>
  examples.length === 0 ? [] : [{ what, subject, count: examples.length, examples: examples.slice(0, 4) }];
