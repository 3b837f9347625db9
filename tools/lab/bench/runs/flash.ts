import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Envelope } from '@headland/contracts/endpoint';
import { type FlashFile, reprogram } from '@headland/contracts/reprogram';
import { accessHeader } from '@headland/contracts/session';
import { packContainer } from '@headland/domain/reprogram/firmware';
import pg from 'pg';
import { StopWith } from '../../../src/run/stop-with';
import type { BarePlan, FromBare, FromTerminals, TerminalsPlan } from '../load/programs-plan';
import { inPairs } from '../measure/pairs';
import { CostMeter } from '../measure/process-cost';
import { nextBoot, settle } from '../parts/drive';
import { messageOf, type Part, startOwnPart, until } from '../parts/part';
import { figure, plain } from '../report';
import type { ProductTarget } from '../targets/product-target';
import type { Bench, BenchContext } from './context';

const terminals = 20;
const fileBytes = 4 * 1024 * 1024;
const version = 'SW-9.0.0';
/** What the server sends for one request at the most. */
const atOnce = 256;
const withinMs = 120_000;

interface Run {
  mbPerS: number;
  /** ms of CPU for a megabyte that arrived */
  cpuMs: { server: number; database: number; broker: number };
}

/** One program to many machines at once, compared with the same blocks sent to the same broker without requests. */
export const flash: Bench = async (context) => {
  const product = await context.product();
  const pool = new pg.Pool({ connectionString: product.databaseUrl, max: 2 });
  pool.on('error', () => undefined);
  try {
    const file = await upload(product);
    context.log('  one of each to get warm, not counted');
    await bare(context, product);
    await programs(context, product, pool, file);
    const runs = await inPairs(
      context.pairs,
      () => programs(context, product, pool, file),
      () => bare(context, product),
    );
    const bench = 'flash';
    const cpu = (of: keyof Run['cpuMs']): number[] => runs.product.map((r) => r.cpuMs[of]);
    return [
      figure({
        bench,
        name: `a program of 4 MB to ${terminals} machines at once`,
        unit: 'MB/s',
        product: runs.product.map((r) => r.mbPerS),
        limit: runs.limit.map((r) => r.mbPerS),
        limitIs: 'broker alone',
        goal: [{ of: 'ratio', at: 'least', than: 0.7 }],
      }),
      figure({ bench, name: 'server CPU a megabyte', unit: 'ms', product: cpu('server') }),
      figure({ bench, name: 'database CPU a megabyte', unit: 'ms', product: cpu('database') }),
      figure({
        bench,
        name: 'broker CPU a megabyte',
        unit: 'ms',
        product: cpu('broker'),
        limit: runs.limit.map((r) => r.cpuMs.broker),
        limitIs: 'broker alone',
      }),
    ];
  } finally {
    await pool.end();
  }
};

async function programs(context: BenchContext, product: ProductTarget, pool: pg.Pool, file: FlashFile): Promise<Run> {
  await settle(product);
  await parked(pool, await product.vehicleIds(terminals));
  const part = await connected(context, product, file.bytes);
  try {
    const offered = messageOf<FromTerminals>(part, (m) => m.type === 'offered', withinMs);
    await startAll(product, pool, file.id);
    await offered;
    const there = messageOf<FromTerminals>(part, (m) => m.type === 'there', withinMs);
    const meter = new CostMeter({ ...product.pids });
    part.child.send({ type: 'go' });
    const run = runOf(await there, file.bytes, meter.stop());
    const ended = async (): Promise<boolean> =>
      (await pool.query('SELECT 1 FROM flash_run WHERE ended_at IS NULL LIMIT 1')).rowCount === 0;
    await until('all programs to end', ended, { withinMs, parts: [part] });
    const { rows } = await pool.query<{ wrong: number; sent: number }>(
      `SELECT count(*) FILTER (WHERE state <> 'done')::int AS wrong, sum(blocks_sent)::int AS sent FROM (SELECT * FROM flash_run ORDER BY id DESC LIMIT ${terminals}) r`,
    );
    const blocks = Math.ceil(file.bytes / 4096) * terminals;
    if (rows[0]?.wrong !== 0 || rows[0].sent !== blocks)
      context.note(`flash: ${rows[0]?.wrong} programs did not end well; ${rows[0]?.sent} blocks sent of ${blocks}`);
    context.log(
      `  product: ${plain(run.mbPerS)} MB/s, CPU ms/MB ${plain(run.cpuMs.server)} server, ${plain(run.cpuMs.database)} database, ${plain(run.cpuMs.broker)} broker`,
    );
    return run;
  } finally {
    await part.stop(1_000);
  }
}

async function bare(context: BenchContext, product: ProductTarget): Promise<Run> {
  await settle(product);
  const part = await connected(context, product, fileBytes);
  const { url, username, password } = product.serverLine;
  const devices = (await product.devices(terminals)).map((d) => d.id);
  const plan: BarePlan = { mqttUrl: url, username, password, devices, size: fileBytes, inFlight: atOnce * terminals };
  const publisher = startOwnPart('bare', {
    dir: (await context.machine()).dir,
    args: [await planFile(context, 'bare', plan)],
  });
  try {
    await messageOf<FromBare>(publisher, (m) => m.type === 'connected');
    const there = messageOf<FromTerminals>(part, (m) => m.type === 'there', withinMs);
    const meter = new CostMeter({ ...product.pids });
    part.child.send({ type: 'expect' });
    publisher.child.send({ type: 'go' });
    const run = runOf(await there, fileBytes, meter.stop());
    context.log(`  limit: ${plain(run.mbPerS)} MB/s, CPU ms/MB ${plain(run.cpuMs.broker)} broker`);
    return run;
  } finally {
    await Promise.all([part.stop(1_000), publisher.stop(1_000)]);
  }
}

function runOf(
  there: FromTerminals,
  bytes: number,
  { cpuS }: { cpuS: Record<'server' | 'database' | 'broker', number> },
): Run {
  if (there.type !== 'there' || there.whole !== terminals)
    throw new StopWith(
      `flash: ${there.type === 'there' ? there.whole : 0} of ${terminals} terminals hold what was offered`,
    );
  const megabytes = (bytes * terminals) / 1e6;
  const per = (seconds: number): number => (seconds * 1000) / megabytes;
  return {
    mbPerS: megabytes / there.seconds,
    cpuMs: { server: per(cpuS.server), database: per(cpuS.database), broker: per(cpuS.broker) },
  };
}

async function connected(context: BenchContext, product: ProductTarget, size: number): Promise<Part> {
  const plan: TerminalsPlan = {
    mqttUrl: product.mqttUrl,
    boot: nextBoot(),
    devices: await product.devices(terminals),
    size,
    atOnce,
  };
  const part = startOwnPart('terminals', {
    dir: (await context.machine()).dir,
    args: [await planFile(context, 'terminals', plan)],
  });
  await messageOf<FromTerminals>(part, (m) => m.type === 'connected');
  return part;
}

async function planFile(context: BenchContext, name: string, plan: object): Promise<string> {
  const file = join((await context.machine()).dir, `plan-${name}.json`);
  writeFileSync(file, JSON.stringify(plan));
  return file;
}

async function upload(product: ProductTarget): Promise<FlashFile> {
  // with its container it has the announced length
  const data = Uint8Array.from({ length: fileBytes - 128 }, (_, i) => (i * 31 + (i >> 8)) & 0xff);
  const form = new FormData();
  form.set(
    'file',
    new File(
      [new Uint8Array(packContainer('ulp', { variant: 'HL-D24', calibration: 'CAL-D24-0900', version }, data))],
      'bench.ulp',
    ),
  );
  return ask<FlashFile>(product, reprogram.upload.path, { method: 'POST', body: form });
}

async function startAll(product: ProductTarget, pool: pg.Pool, fileId: number): Promise<void> {
  const ids = await product.vehicleIds(terminals);
  const { rows } = await pool.query<{ id: number; vin: string }>('SELECT id, vin FROM vehicle WHERE id = ANY($1)', [
    ids,
  ]);
  for (const { id, vin } of rows) {
    const body = JSON.stringify({ fileId, vinEnd: vin.slice(-4), standsSafe: true, again: true });
    await ask(product, reprogram.start.path.replace(':id', String(id)), {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json' },
    });
  }
}

/** State of a session and its telemetry: connected, parked, key on, of the hardware that the program is for. */
async function parked(pool: pg.Pool, ids: readonly number[]): Promise<void> {
  await pool.query(
    `INSERT INTO vehicle_state AS s (vehicle_id, device_key, online, engine, rpm, speed, ts, last_seen_at, open_sos, signals)
     SELECT v.id, d.key, true, true, 0, 0, now(), now(), 0, '{"battery": 12.8}' FROM vehicle v JOIN device d ON d.id = v.device_id WHERE v.id = ANY($1)
     ON CONFLICT (vehicle_id) DO UPDATE SET online = true, engine = true, rpm = 0, speed = 0, ts = now(), last_seen_at = now(), open_sos = 0, signals = excluded.signals`,
    [ids],
  );
  await pool.query(
    `INSERT INTO diagnosis_session (token, vehicle_id, device_id, device_key, organization_id, kind, state, by_user, by_name, by_organization, opened_at, ended_at, heard_at, seen_at, acted_at, info)
     SELECT gen_random_uuid(), v.id, d.id, d.key, v.organization_id, 'remote', 'disconnected', (SELECT min(id) FROM user_account), 'Bench', 'Bench', now() - interval '1 hour', now() - interval '1 hour',
       now() - interval '1 hour', now() - interval '1 hour', now() - interval '1 hour', '{"hw_variant": "HL-D24", "ecu_sw_sequence": "SW-3.1.0", "ecu_calibration_id": "CAL-D24-0388"}'
     FROM vehicle v JOIN device d ON d.id = v.device_id WHERE v.id = ANY($1)`,
    [ids],
  );
}

async function ask<T>(product: ProductTarget, path: string, request: RequestInit): Promise<T> {
  const { token } = product.consoles(null);
  const answer = await fetch(product.apiUrl + path, {
    ...request,
    headers: { ...request.headers, [accessHeader]: token ?? '' },
  });
  const envelope = (await answer.json()) as Envelope<T>;
  if (!envelope.success)
    throw new StopWith(`${path}: ${envelope.error.code} ${JSON.stringify(envelope.error.values ?? {})}`);
  return envelope.data;
}
