import { StopWith } from '../../../src/run/stop-with';
import { SosDevice } from '../load/sos-device';
import type { Histogram } from '../measure/histogram';
import { hasDeviceProxy } from '../../../src/run/device-proxy';
import { type BrokerKind, brokerKinds, hasMosquitto, startDeviceProxy } from '../parts/broker';
import { drive, nextBoot, settle, sleep } from '../parts/drive';
import { Load } from '../parts/load';
import { figure, plain, type Figure } from '../report';
import type { ProductTarget } from '../targets/product-target';
import type { Bench, BenchContext } from './context';
import { p } from './steps';

/** Of the measured device, one after the other. */
const presses = 200;
const warmUpPresses = 20;
/** In flight, of the flooding device. */
const inFlight = 600;
/** Telemetry of other devices meanwhile: well below the maximum, so that its rate is reached without the flood. */
const telemetryPerS = 500;
const telemetryDevices = 200;

/**
 * SOS as a terminal sends them, which keeps each until `down/ack`; the same without waiting for `down/ack`; invalid
 * messages as fast as the broker accepts them.
 */
const floods = {
  none: { name: 'alone', load: null },
  presses: { name: 'presses', load: { kind: 'sos', until: 'committed' } },
  heedless: { name: 'presses without waiting for down/ack', load: { kind: 'sos', until: 'puback' } },
  garbage: { name: 'garbage', load: { kind: 'garbage', until: 'puback' } },
} as const;
type Flood = keyof typeof floods;
/** What goes on beside the measured device: a flood of another one, work of the product, or nothing. */
interface Beside {
  name: string;
  load: { kind: 'sos' | 'garbage'; until: 'committed' | 'puback' } | null;
  /** begins; answers how to end it, and whether it went on until then */
  work?: () => { end: () => Promise<{ wasRunning: boolean }> };
}
export interface Stretch {
  calls: Histogram;
  committedPerS: number;
}

/**
 * The SOS of one device while another sends as fast as it can, compared with the same SOS alone; and the telemetry of
 * the others.
 */
export const fairness: Bench = async (context) => {
  const figures: Figure[] = [];
  for (const kind of brokerKinds) {
    if (kind === 'mosquitto' && !hasMosquitto())
      context.note('fairness: Mosquitto is not installed, the built-in broker alone was measured');
    else figures.push(...(await withBroker(context, kind)));
  }
  return figures;
};

async function withBroker(context: BenchContext, kind: BrokerKind): Promise<Figure[]> {
  const product = await asDevicesReachIt(context, await context.product(kind));
  const runs: Record<Flood, Stretch[]> = { none: [], presses: [], heedless: [], garbage: [] };
  for (let pair = 0; pair < context.pairs; pair++)
    for (const flood of Object.keys(runs) as Flood[]) runs[flood].push(await stretch(context, product, floods[flood]));
  const bench = 'fairness';
  const beside = (flood: Flood, of: (s: Stretch) => number) => ({
    product: runs[flood].map(of),
    limit: runs.none.map(of),
    limitIs: 'alone',
  });
  return (['presses', 'heedless', 'garbage'] as const).flatMap((flood) => {
    const name = `${kind === 'mosquitto' ? 'Mosquitto' : 'built-in broker'}, beside ${floods[flood].name}`;
    return [
      figure({
        bench,
        name: `${name}: p50 of another's SOS to its down/ack`,
        unit: 'ms',
        ...beside(flood, (s) => p(s.calls, 0.5)),
      }),
      figure({
        bench,
        name: `${name}: p99 of another's SOS to its down/ack`,
        unit: 'ms',
        ...beside(flood, (s) => p(s.calls, 0.99)),
        goal: [{ of: 'ratio', at: 'most', than: 1.5 }],
        isHeadline: kind === 'mosquitto',
      }),
      figure({
        bench,
        name: `${name}: telemetry of others committed`,
        unit: 'messages/s',
        ...beside(flood, (s) => s.committedPerS),
        goal: [{ of: 'ratio', at: 'least', than: 0.95 }],
      }),
    ];
  });
}

/** Mosquitto as in the composition, with infra/haproxy before it. */
async function asDevicesReachIt(context: BenchContext, product: ProductTarget): Promise<ProductTarget> {
  if (product.brokerKind === 'embedded') return product;
  if (hasDeviceProxy())
    return { ...product, mqttUrl: await startDeviceProxy((await context.machine()).dir, product.mqttUrl) };
  context.note('fairness: there is no HAProxy that can limit a connection, Mosquitto was measured without it');
  return product;
}

/** The SOS of one device, one after the other, and what is committed of the telemetry of others. */
export async function stretch(context: BenchContext, product: ProductTarget, beside: Beside): Promise<Stretch> {
  await settle(product);
  const { dir } = await context.machine();
  const [quiet, wild] = await product.sosDevices(2);
  if (quiet === undefined || wild === undefined) throw new StopWith('no devices');
  const boot = nextBoot();
  const of = beside.load;
  const load =
    of === null
      ? null
      : await Load.connect(dir, {
          mqttUrl: product.mqttUrl,
          kind: of.kind,
          boot,
          devices: [wild],
          mode: { how: 'window', inFlight, until: of.until },
          listen: true,
        });
  const caller = await SosDevice.connect(product.mqttUrl, quiet, boot);
  const what = `SOS, ${product.brokerKind}, ${beside.name}`;
  let calls: Histogram | null = null;
  let sent = 0;
  try {
    const { committedPerS, missing } = await drive(product, {
      dir,
      devices: telemetryDevices,
      seconds: 1,
      warmUpS: context.warmUpS,
      consoles: 1,
      look: null,
      ratePerS: telemetryPerS,
      drainWithinMs: 120_000,
      meanwhile: async () => {
        load?.start();
        const work = beside.work?.();
        await caller.press(warmUpPresses);
        calls = await caller.press(presses);
        load?.stop();
        if ((await work?.end())?.wasRunning === false) context.note(`${what}: it ended before the last SOS`);
        await sleep(250);
        sent = load?.counts.sent ?? 0;
      },
    });
    if (calls === null) throw new StopWith('no SOS was sent');
    const acknowledged: Histogram = calls;
    if (acknowledged.count < presses)
      context.note(`${what}: ${presses - acknowledged.count} of ${presses} presses were not acknowledged in time`);
    if (missing > 0) context.note(`${what}: ${missing} messages of telemetry were sent and not committed`);
    await settle(product, { withinMs: 120_000 });
    if (of?.kind === 'sos' && of.until === 'committed') {
      const kept = await product.pressesOf(wild.id, boot);
      if (kept !== sent) context.note(`${what}: ${kept} of ${sent} presses of the flood are in the database`);
    }
    context.log(
      `  ${what}: SOS p50 ${plain(p(acknowledged, 0.5))}, p99 ${plain(p(acknowledged, 0.99))} ms; ${plain(committedPerS)} messages/s of telemetry${sent > 0 ? `; ${sent} of the flood` : ''}`,
    );
    return { calls: acknowledged, committedPerS };
  } finally {
    await caller.end();
    await load?.abort();
    await product.closeSosCalls();
  }
}
