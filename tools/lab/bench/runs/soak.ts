import { costOf } from '../measure/process-cost';
import { slopeOf } from '../measure/pairs';
import { fleetBounds } from '../load/load-message';
import { Consoles } from '../parts/consoles';
import { Load } from '../parts/load';
import { nextBoot, settle, sleep } from '../parts/drive';
import { figure, plain, type Figure } from '../report';
import type { BenchContext } from './context';
import { ceilingOf, fleet, screens } from './steps';

/** Messages that the broker may hand out unacknowledged, each at most this big in our memory, and what else a process may grow by. */
const receiveMaximum = 4000;
const perMessageBytes = 4096;
const elseMb = 150;
const everyMs = 5000;
/** Consoles log in anew this often: an access token does not outlive the run. */
const loginEveryMs = 10 * 60_000;

interface Reading {
  atS: number;
  mb: Record<string, number>;
  sent: number;
}

/**
 * Twice what the product can commit, for half an hour. What it cannot take stays with the broker, whose queue has an end: messages that the
 * broker drops are the devices' to send again (down/ack names them). What must hold is our own memory.
 */
export async function soak(context: BenchContext, minutes: number): Promise<Figure[]> {
  const product = await context.product();
  const ceiling = await ceilingOf(context, 'product');
  await settle(product);
  const ratePerS = Math.round(ceiling * 2);
  const names = Object.keys(product.processes);
  const idle = memoryOf(product.processes);
  const boot = nextBoot();
  const look = { map: { zoom: 15, ...fleetBounds(fleet) }, vehicles: [] };
  let ends = await Consoles.connect((await context.machine()).dir, {
    ...product.consoles(look),
    count: screens,
    measuring: 1,
  });
  const load = await Load.connect((await context.machine()).dir, {
    mqttUrl: product.mqttUrl,
    kind: 'telemetry',
    boot,
    devices: await product.devices(fleet),
    mode: { how: 'paced', ratePerS },
    listen: true,
  });
  const readings: Reading[] = [];
  const startMs = performance.now();
  const endMs = startMs + minutes * 60_000;
  let loginMs = startMs + loginEveryMs;
  context.log(`  ${ratePerS}/s for ${minutes} minutes, twice the ${plain(ceiling)}/s that it commits`);
  try {
    load.start();
    while (performance.now() < endMs) {
      await sleep(Math.min(everyMs, endMs - performance.now()));
      readings.push({
        atS: (performance.now() - startMs) / 1000,
        mb: memoryOf(product.processes),
        sent: load.counts.sent,
      });
      if (readings.length % 12 === 0)
        context.log(
          `  ${plain((readings.at(-1)?.atS ?? 0) / 60)} min: ${names.map((n) => `${n} ${plain(readings.at(-1)?.mb[n] ?? NaN)} MB`).join(', ')}`,
        );
      if (performance.now() > loginMs) {
        loginMs += loginEveryMs;
        await ends.close();
        await product.login();
        ends = await Consoles.connect((await context.machine()).dir, {
          ...product.consoles(look),
          count: screens,
          measuring: 1,
        });
      }
    }
    load.stop();
    const seen = await ends.report();
    if (seen.connected !== screens)
      context.note(`soak: ${screens - seen.connected} of ${screens} consoles were not connected at the end`);
    const report = await load.finish();
    if (report.counts.lostConnections > 0)
      context.note(`soak: ${report.counts.lostConnections} device connections were lost`);
  } finally {
    await load.abort();
    await ends.close();
  }

  const rows = await product.committedExactly(boot);
  // the first third fills caches and the collector's heap; after it nothing may grow
  const settled = readings.filter((r) => r.atS > (minutes * 60) / 3);
  const last = readings.at(-1);
  const bench = 'soak';
  const ours = ['ingest', 'alerts', 'api', 'jobs'];
  const allowedMb = (receiveMaximum * perMessageBytes) / 1e6 + elseMb;
  context.note(
    `soak: ${minutes} minutes at ${ratePerS}/s: ${last?.sent ?? 0} sent, ${rows} committed; the rest waits in the broker's bounded queue or was dropped by it, for the devices to send again`,
  );
  return [
    figure({ bench, name: 'committed under overload', unit: 'messages/s', product: [rows / (last?.atS ?? 1)] }),
    ...ours.map((name) =>
      figure({
        bench,
        name: `${name}: most memory above idle`,
        unit: 'MB',
        product: [Math.max(...readings.map((r) => r.mb[name] ?? 0)) - (idle[name] ?? 0)],
        goal: [{ of: 'value', at: 'most', than: Math.round(allowedMb) }],
      }),
    ),
    ...ours.map((name) =>
      figure({
        bench,
        name: `${name}: slope of its memory in the last two thirds`,
        unit: 'MB/min',
        product: [slopeOf(settled.map((r) => ({ x: r.atS / 60, y: r.mb[name] ?? 0 })))],
        goal: [{ of: 'value', at: 'most', than: 0.5 }],
      }),
    ),
    ...['broker', 'postgres'].map((name) =>
      figure({ bench, name: `${name}: memory at the end`, unit: 'MB', product: [last?.mb[name] ?? NaN] }),
    ),
  ];
}

function memoryOf(processes: Record<string, number>): Record<string, number> {
  return Object.fromEntries(Object.entries(processes).map(([name, pid]) => [name, costOf(pid).rssBytes / 1e6]));
}
