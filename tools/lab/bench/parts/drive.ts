import pg from 'pg';
import type { ViewportSubscription } from '@headland/contracts/live';
import { CostMeter } from '../measure/process-cost';
import type { PublisherDevice } from '../load/publisher-plan';
import type { Target } from '../targets/target';
import { Consoles, type SeenByConsoles } from './consoles';
import { Load, type LoadReport } from './load';

export interface DriveOptions {
  dir: string;
  devices: number;
  seconds: number;
  warmUpS: number;
  consoles: number;
  look: ViewportSubscription | null;
  /** messages a second; null: as fast as they are committed */
  ratePerS: number | null;
  /** with no rate: messages that may be on their way, uncommitted */
  window?: number;
  /** runs beside the load, once it is warm */
  meanwhile?: (consoles: Consoles) => Promise<void>;
  /** how many of the consoles measure (default: all) */
  measuring?: number;
  /** Deliberate overload: messages that are still in flight at the end are not waited for. */
  drainWithinMs?: number;
}

export interface DriveResult {
  /** committed a second over the measured stretch */
  committedPerS: number;
  /** µs of CPU for each committed message */
  cpuUsPerMessage: { server: number; broker: number; database: number };
  walBytesPerMessage: number;
  /** share of a core over the measured stretch */
  cores: { server: number; broker: number; database: number; publisher: number };
  seen: SeenByConsoles;
  load: LoadReport;
  sent: number;
  /** sent and not committed after the drain; anything but 0 is a loss */
  missing: number;
  drainS: number;
}

/**
 * One run against one side: connect, warm up, measure, stop, wait until everything is committed, count. The run at full speed is closed by
 * the commits, not by the broker's PUBACKs: the broker accepts four times what can be committed, and its growing queue would be measured instead.
 */
export async function drive(target: Target, options: DriveOptions): Promise<DriveResult> {
  const boot = nextBoot();
  const devices: PublisherDevice[] = await target.devices(options.devices);
  const consoles = await Consoles.connect(options.dir, {
    ...target.consoles(options.look),
    count: options.consoles,
    measuring: options.measuring ?? options.consoles,
  });
  const mode =
    options.ratePerS === null ? ({ how: 'allowed' } as const) : ({ how: 'paced', ratePerS: options.ratePerS } as const);
  let load: Load | null = null;
  try {
    load = await Load.connect(options.dir, {
      mqttUrl: target.mqttUrl,
      kind: 'telemetry',
      boot,
      devices,
      mode,
      listen: target.name === 'product',
    });
    await target.committed(boot);
    load.start();
    const flow = options.ratePerS === null ? keepFull(target, load, boot, options.window ?? 16_000) : null;
    await sleep(options.warmUpS * 1000);

    consoles.reset();
    const walFrom = await walBytes(target);
    const meter = new CostMeter({ ...target.pids, publisher: [load.pid] });
    const from = { count: await target.committed(boot), atMs: performance.now() };
    await Promise.all([sleep(options.seconds * 1000), options.meanwhile?.(consoles)]);
    const to = { count: await target.committed(boot), atMs: performance.now() };
    const cost = meter.stop();
    const wal = (await walBytes(target)) - walFrom;
    const seen = await consoles.report();

    load.stop();
    await flow?.stop();
    // what was sent and already written to the sockets when it stopped
    await sleep(250);
    const stoppedMs = performance.now();
    const sent = load.counts.sent;
    const endMs = stoppedMs + (options.drainWithinMs ?? 60_000);
    while ((await target.committed(boot)) < sent && performance.now() < endMs) await sleep(100);
    const drainS = (performance.now() - stoppedMs) / 1000;
    const missing = sent - (await target.committedExactly(boot));
    const report = await load.finish();
    load = null;

    const messages = to.count - from.count;
    const per = (cpuS: number): number => (cpuS * 1e6) / messages;
    const share = (cpuS: number): number => cpuS / cost.elapsedS;
    return {
      committedPerS: (messages * 1000) / (to.atMs - from.atMs),
      cpuUsPerMessage: {
        server: per(cost.cpuS.server),
        broker: per(cost.cpuS.broker),
        database: per(cost.cpuS.database),
      },
      walBytesPerMessage: wal / messages,
      cores: {
        server: share(cost.cpuS.server),
        broker: share(cost.cpuS.broker),
        database: share(cost.cpuS.database),
        publisher: share(cost.cpuS.publisher),
      },
      seen,
      load: report,
      sent,
      missing,
      drainS,
    };
  } finally {
    await load?.abort();
    await consoles.close();
  }
}

/** Waits until the processes of a side have nothing left to do (roll-ups, vacuum), so that they do not disturb the other side's turn. */
export async function settle(target: Target, options: { cores?: number; withinMs?: number } = {}): Promise<void> {
  const end = performance.now() + (options.withinMs ?? 30_000);
  for (;;) {
    const meter = new CostMeter({ all: [...target.pids.server, ...target.pids.broker, ...target.pids.database] });
    await sleep(1000);
    const { cpuS, elapsedS } = meter.stop();
    if (cpuS.all / elapsedS < (options.cores ?? 0.15) || performance.now() > end) return;
  }
}

/** Bytes that the database server has written to its log since it was made. */
async function walBytes(target: Target): Promise<number> {
  const client = new pg.Client(target.databaseUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ bytes: string }>("SELECT pg_current_wal_insert_lsn() - '0/0' AS bytes");
    return Number(rows[0]?.bytes);
  } finally {
    await client.end();
  }
}

let lastBoot = 0;
/** Greater than any boot before it, also those of an earlier benchmark on the same database. */
export function nextBoot(): number {
  lastBoot = Math.max(lastBoot + 1, Math.floor(Date.now() / 1000));
  return lastBoot;
}

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Keeps `window` messages on their way until it is stopped. */
function keepFull(target: Target, load: Load, boot: number, window: number): { stop: () => Promise<void> } {
  let going = true;
  const loop = (async () => {
    while (going) {
      load.allow((await target.committed(boot)) + window);
      await sleep(100);
    }
  })();
  return {
    stop: async () => {
      going = false;
      await loop;
    },
  };
}
