import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import type { ClientToServer, ServerToClient, ViewportSubscription } from '@headland/contracts/live';
import { io, type Socket } from 'socket.io-client';
import { inCheckout } from '../../src/run/checkout';
import { fleetBounds } from '../bench/load/load-message';
import { CostMeter, costOf } from '../bench/measure/process-cost';
import { Consoles } from '../bench/parts/consoles';
import { Load } from '../bench/parts/load';
import { setOwnProgram } from '../bench/parts/part';
import { fleetSecret, mosquittoHash } from '../bench/targets/product-fleet';
import { ask, questions } from './ask';
import { partOf, type Product, tokenOf } from './product';

/** Devices of the fleet that report while the map is looked at, and their messages a second together. */
const reporting = { devices: 500, ratePerS: 500 };
const watched = 20;
/** How long each state of the map is looked at. */
const lookS = 20;
/** So long the jobs process is left to itself after its start. */
const jobsMs = 60_000;
/** What a process of a large fleet may need to be ready. */
const readyMs = 600_000;

export interface Started {
  name: string;
  readyS: number;
  cpuS: number;
  /** proportional set size once it was ready, and the most resident memory until then */
  bytes: number;
  mostBytes: number;
}
export interface Picture {
  asker: string;
  view: string;
  frames: number;
  bytes: number;
  p50: number;
  p95: number;
}
export interface Looked {
  what: string;
  /** seconds of processor a second */
  cpu: { api: number; postgres: number; ingest: number };
  /** from the sending of a position to a console: of a watched vehicle, and in a frame of the map */
  vehicle: [p50: number | null, p99: number | null];
  map: [p50: number | null, p99: number | null];
  /** of a list meanwhile */
  listP95: number;
  /** bytes a second of all consoles */
  bytesPerS: number;
}
export interface MapMeasured {
  started: Started[];
  pictures: Picture[];
  loads: Looked[];
  after: { name: string; bytes: number }[];
}

/** The screens of a map: the country, a province, a town, streets. */
const views: Record<string, NonNullable<ViewportSubscription['map']>> = {
  country: { zoom: 7, south: 33, west: 124, north: 39, east: 132 },
  province: { zoom: 10, south: 35.5, west: 126.5, north: 36.4, east: 128.2 },
  town: { zoom: 13, south: 36, west: 127, north: 36.15, east: 127.3 },
  streets: { zoom: 16, south: 36, west: 127, north: 36.02, east: 127.04 },
};

/** Starts every process with this fleet, one after the other, opens the map as several askers see it, and lets some hundred devices report while consoles look at it. */
export async function measureMap(product: Product): Promise<MapMeasured> {
  const { log, pids, url } = product;
  // the consoles and the devices are parts of the bench
  setOwnProgram(inCheckout('tools/dist/bench.js'));
  const devices = await letConnect(product);
  const started: Started[] = [];
  const parts: Record<string, { pid: number; stop: () => Promise<void> }> = {};
  for (const name of ['broker', 'api', 'ingest', 'alerts'] as const) {
    const { pid, part } = await startMeasured(product, name, started);
    parts[name] = { pid, stop: () => part.stop() };
    if (name === 'api') pids.api = pid;
  }
  const pictures: Picture[] = [];
  for (const asker of ['HEAD_OFFICE', 'REGION']) {
    const token = await tokenOf(asker, product);
    for (const [view, map] of Object.entries(views)) {
      const picture = { asker, view, ...(await lookAt(url, token, map, product.times)) };
      pictures.push(picture);
      log(`${asker} ${view}: p50 ${picture.p50.toFixed(0)}, p95 ${picture.p95.toFixed(0)} ms, ${picture.bytes} bytes`);
    }
  }
  const loads = await underLoad(product, devices, {
    api: pids.api,
    postgres: pids.postgres,
    ingest: parts['ingest']?.pid ?? 0,
  });
  const after = Object.entries(parts).map(([name, { pid }]) => ({ name, bytes: costOf(pid).rssBytes }));
  // last, since its first round takes up the whole fleet
  const jobs = await startMeasured(product, 'jobs', started);
  await wait(jobsMs);
  after.push({ name: `jobs, ${jobsMs / 1000} s later`, bytes: mostOf(jobs.pid) });
  await jobs.part.stop();
  for (const name of ['alerts', 'ingest', 'api', 'broker']) await parts[name]?.stop();
  return { started, pictures, loads, after };
}

/** Some machines that have a device get a secret that is known here. */
async function letConnect({ pool }: Product): Promise<{ id: string; vehicleId: number }[]> {
  const { rows } = await pool.query<{ id: string; vehicleId: number }>(
    `SELECT d.id, v.id AS "vehicleId" FROM device d JOIN vehicle v ON v.device_id = d.id WHERE d.id LIKE 'LG-%' AND d.status = 'in_use' ORDER BY d.id LIMIT $1`,
    [reporting.devices],
  );
  await pool.query('UPDATE device SET secret_hash = $2 WHERE id = ANY($1)', [
    rows.map((r) => r.id),
    mosquittoHash(fleetSecret),
  ]);
  return rows;
}

async function startMeasured(
  product: Product,
  name: 'broker' | 'api' | 'ingest' | 'alerts' | 'jobs',
  started: Started[],
): Promise<{ pid: number; part: ReturnType<typeof partOf> }> {
  let pid = 0;
  const part = partOf(
    product,
    name,
    (of) => (pid = of),
    name === 'jobs' ? { MQTT_PASSWORD_FILE_OUT: `${product.dataDir}/passwords` } : {},
  );
  const began = performance.now();
  part.start();
  await part.ready(readyMs);
  const cost = costOf(pid);
  const one = {
    name,
    readyS: (performance.now() - began) / 1000,
    cpuS: cost.cpuS,
    bytes: cost.rssBytes,
    mostBytes: mostOf(pid),
  };
  started.push(one);
  product.log(
    `${name}: ready in ${one.readyS.toFixed(1)} s, processor ${one.cpuS.toFixed(1)} s, ${mb(one.bytes)} MB, at most ${mb(one.mostBytes)} MB`,
  );
  return { pid, part };
}

/** The most memory that a process had resident. */
function mostOf(pid: number): number {
  const kib = /^VmHWM:\s+(\d+) kB/mu.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib ?? 0) * 1024;
}
const mb = (bytes: number): string => (bytes / 1e6).toFixed(0);

/** From the subscription of a view to its last frame: the counts follow it. */
async function lookAt(
  url: string,
  token: string,
  map: NonNullable<ViewportSubscription['map']>,
  times: number,
): Promise<Omit<Picture, 'asker' | 'view'>> {
  const took: number[] = [];
  let [frames, bytes] = [0, 0];
  for (let i = -2; i < times; i++) {
    const socket: Socket<ServerToClient, ClientToServer> = io(url, {
      transports: ['websocket'],
      forceNew: true,
      auth: { token },
    });
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    [frames, bytes] = [0, 0];
    socket.on('map', (frame) => {
      frames++;
      bytes += frame.byteLength;
    });
    const counted = new Promise((resolve) => socket.once('counts', resolve));
    const began = performance.now();
    socket.emit('look', { map, vehicles: [] });
    await counted;
    if (i >= 0) took.push(performance.now() - began);
    socket.disconnect();
  }
  took.sort((a, b) => a - b);
  const at = (share: number): number => took[Math.min(took.length - 1, Math.floor(took.length * share))] ?? 0;
  return { frames, bytes, p50: at(0.5), p95: at(0.95) };
}

/** Twelve consoles of two scopes over four zooms, one of which watches vehicles; without messages, and with those of the devices. */
async function underLoad(
  product: Product,
  devices: { id: string; vehicleId: number }[],
  pids: Record<'api' | 'postgres' | 'ingest', number>,
): Promise<Looked[]> {
  const { url, dataDir, log } = product;
  const [office, region] = [await tokenOf('HEAD_OFFICE', product), await tokenOf('REGION', product)];
  const plan = (token: string, count: number, look: ViewportSubscription, measuring = 0) =>
    Consoles.connect(dataDir, { url, token, count, look, measuring });
  const bounds = { zoom: 16, ...fleetBounds(reporting.devices) };
  const near = { map: bounds, vehicles: devices.slice(0, watched).map((d) => d.vehicleId) };
  const others = await Promise.all([
    ...(['country', 'province', 'town'] as const).map((view) =>
      plan(office, 2, { map: views[view] ?? null, vehicles: [] }),
    ),
    ...(['country', 'province', 'town'] as const).map((view) =>
      plan(region, 2, { map: views[view] ?? null, vehicles: [] }),
    ),
  ]);
  const measuring = await plan(office, 1, near, 1);
  const load = await Load.connect(dataDir, {
    mqttUrl: product.services.mqttUrl,
    kind: 'telemetry',
    boot: Math.floor(Date.now() / 1000),
    devices: devices.map((d, index) => ({ id: d.id, index, username: d.id, password: fleetSecret })),
    mode: { how: 'paced', ratePerS: reporting.ratePerS },
  });
  const list = questions.find((q) => q.name === 'status, one VIN');
  const loads: Looked[] = [];
  const look = async (what: string): Promise<void> => {
    for (const each of [measuring, ...others]) each.reset();
    const meter = new CostMeter({ api: [pids.api], postgres: [pids.postgres], ingest: [pids.ingest] });
    await wait(lookS * 1000);
    const { cpuS, elapsedS } = meter.stop();
    const seen = await measuring.report();
    const bytes = await Promise.all(others.map(async (o) => (await o.report()).bytes));
    const answered = list === undefined ? null : await ask(url, office, list, product.times);
    const both = (h: { percentileMs: (p: number) => number | null }): [number | null, number | null] => [
      h.percentileMs(0.5),
      h.percentileMs(0.99),
    ];
    const one: Looked = {
      what,
      cpu: { api: cpuS.api / elapsedS, postgres: cpuS.postgres / elapsedS, ingest: cpuS.ingest / elapsedS },
      vehicle: both(seen.latency.vehicle),
      map: both(seen.latency.map),
      listP95: answered?.p95 ?? 0,
      bytesPerS: (bytes.reduce((a, b) => a + b, seen.bytes) / elapsedS) | 0,
    };
    loads.push(one);
    log(`${what}: ${JSON.stringify(one)}`);
  };
  await look('nothing reports');
  load.start();
  await wait(10_000);
  await look(`${reporting.ratePerS} messages a second`);
  await load.finish();
  for (const each of [measuring, ...others]) await each.close();
  return loads;
}
