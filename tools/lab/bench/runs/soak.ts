import { costOf } from '../measure/process-cost';
import { slopeOf } from '../measure/pairs';
import { Consoles, type SeenByConsoles } from '../parts/consoles';
import { Load } from '../parts/load';
import { nextBoot, settle, sleep } from '../parts/drive';
import { figure, plain, type Figure } from '../report';
import type { BenchContext } from './context';
import { ceilingOf, fleet, lookAt, p, screens } from './steps';

/** Messages that the broker may hand out unacknowledged, each at most this big in our memory, and what else a process may grow by. */
const receiveMaximum = 4000;
const perMessageBytes = 4096;
const elseMb = 150;
const everyMs = 5000;
const drainWithinMs = 120_000;
/** Consoles log in anew this often: an access token does not outlive the run. */
const loginEveryMs = 10 * 60_000;

interface Reading {
  atS: number;
  mb: Record<string, number>;
  sent: number;
  /** sent and not committed yet */
  waiting: number;
}

/**
 * Telemetry for hours at `share` of what the product can commit. Above 1 what it cannot take stays with the broker, whose queue has an end: messages that the
 * broker drops are the devices' to send again (down/ack names them), and what must hold is our own memory. Below 1 everything is committed, too, and nothing piles up.
 */
export async function soak(context: BenchContext, minutes: number, share: number): Promise<Figure[]> {
  const product = await context.product();
  const ceiling = await ceilingOf(context, 'product');
  await settle(product);
  const ratePerS = Math.round(ceiling * share);
  const overload = share >= 1;
  const bench = overload ? 'soak' : `soak at ${share} of the ceiling`;
  const names = Object.keys(product.processes);
  const idle = memoryOf(product.processes);
  const boot = nextBoot();
  const look = lookAt(fleet, (await product.vehicleIds(fleet)).slice(0, 20));
  // of each stretch between two logins
  const seen: SeenByConsoles[] = [];
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
  context.log(`  ${ratePerS}/s for ${minutes} minutes, ${share} × the ${plain(ceiling)}/s that it commits`);
  try {
    await product.committed(boot);
    load.start();
    while (performance.now() < endMs) {
      await sleep(Math.min(everyMs, endMs - performance.now()));
      readings.push({
        atS: (performance.now() - startMs) / 1000,
        mb: memoryOf(product.processes),
        sent: load.counts.sent,
        waiting: load.counts.sent - (await product.committed(boot)),
      });
      if (readings.length % 12 === 0)
        context.log(
          `  ${plain((readings.at(-1)?.atS ?? 0) / 60)} min: ${readings.at(-1)?.sent} sent, ${readings.at(-1)?.waiting} wait; ${names.map((n) => `${n} ${plain(readings.at(-1)?.mb[n] ?? NaN)} MB`).join(', ')}`,
        );
      if (performance.now() > loginMs) {
        loginMs += loginEveryMs;
        seen.push(await ends.report());
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
    // what was sent and already written to the sockets when it stopped
    await sleep(250);
    seen.push(await ends.report());
    const away = screens - (seen.at(-1)?.connected ?? 0);
    if (away > 0) context.note(`${bench}: ${away} of ${screens} consoles were not connected at the end`);
    const drainedMs = performance.now() + drainWithinMs;
    if (!overload)
      while ((await product.committed(boot)) < load.counts.sent && performance.now() < drainedMs) await sleep(100);
    const report = await load.finish();
    if (report.counts.lostConnections > 0)
      context.note(`${bench}: ${report.counts.lostConnections} device connections were lost`);
  } finally {
    await load.abort();
    await ends.close();
  }

  const rows = await product.committedExactly(boot);
  // the first third fills caches and the collector's heap; after it nothing may grow
  const settled = readings.filter((r) => r.atS > (minutes * 60) / 3);
  const last = readings.at(-1);
  const ours = ['ingest', 'alerts', 'api', 'jobs'];
  const allowedMb = (receiveMaximum * perMessageBytes) / 1e6 + elseMb;
  const sent = load.counts.sent;
  context.note(
    `${bench}: ${minutes} minutes at ${ratePerS}/s: ${sent} sent, ${rows} committed${overload ? "; the rest waits in the broker's bounded queue or was dropped by it, for the devices to send again" : ''}`,
  );
  const missing = {
    name: 'sent and not committed',
    unit: 'messages',
    product: [sent - rows],
    goal: [{ of: 'value', at: 'most', than: 0 } as const],
  };
  const waiting = settled.map((r) => r.waiting).sort((a, b) => a - b);
  return [
    figure({
      bench,
      name: overload ? 'committed under overload' : 'committed',
      unit: 'messages/s',
      product: [rows / (last?.atS ?? 1)],
    }),
    ...(overload
      ? []
      : [
          figure({ bench, ...missing }),
          figure({
            bench,
            name: 'sent and not committed yet, p95 of readings each 5 s in the last two thirds',
            unit: 'messages',
            product: [waiting[Math.floor(waiting.length * 0.95)] ?? NaN],
          }),
          ...[0.5, 0.99].map((at) =>
            figure({
              bench,
              name: `p${at * 100} of a watched vehicle, by ten minutes`,
              unit: 'ms',
              product: seen.map((s) => p(s.latency.vehicle, at)),
            }),
          ),
        ]),
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
