import type { FromBareBroadcast, BareBroadcastPlan } from '../limit/bare-broadcast-plan';
import { StopWith } from '../../../src/run/stop-with';
import { CostMeter } from '../measure/process-cost';
import { Consoles } from '../parts/consoles';
import { drive, settle, sleep } from '../parts/drive';
import { messageOf, startOwnPart } from '../parts/part';
import { figure, plain } from '../report';
import type { Bench, BenchContext } from './context';
import { fleet, lookAt, p } from './steps';

const few = 20;
const many = 200;
const ratePerS = 1000;
/** The clock of /proc has ticks of 10 ms, and a broadcast costs a hundredth of a core: shorter runs are too coarse. */
const leastS = 20;

interface Room {
  /** share of a core of the process that serves the sockets */
  cores: number;
  framesPerConsolePerS: number;
  bytesPerConsolePerS: number;
  p99Ms: number;
}

/** Ten times the consoles in one conflated room: the frame is made once, so only the writing of it may grow. */
export const consoles: Bench = async (context) => {
  const seen: Record<'product' | 'limit', Map<number, Room[]>> = {
    product: new Map([
      [few, []],
      [many, []],
    ]),
    limit: new Map([
      [few, []],
      [many, []],
    ]),
  };
  for (let pair = 0; pair < context.pairs; pair++) {
    for (const count of pair % 2 === 0 ? [few, many] : [many, few]) {
      const product = await inProduct(context, count);
      seen.product.get(count)?.push(product);
      const bare = await inBareBroadcast(context, count, asMuchAs(product));
      seen.limit.get(count)?.push(bare);
      context.log(
        `  ${count} consoles: product ${plain(product.cores * 100)} % of a core, bare room ${plain(bare.cores * 100)} %; ${plain(product.framesPerConsolePerS)} frames/s each`,
      );
    }
  }
  const of = (side: 'product' | 'limit', count: number, pick: (r: Room) => number): number[] =>
    (seen[side].get(count) ?? []).map(pick);
  const growth = (side: 'product' | 'limit'): number[] =>
    of(side, many, (r) => r.cores).map((c, i) => c / (of(side, few, (r) => r.cores)[i] ?? NaN));
  const bench = 'consoles';
  const limitIs = 'bare Socket.IO room';
  const both = (count: number, pick: (r: Room) => number) => ({
    product: of('product', count, pick),
    limit: of('limit', count, pick),
    limitIs,
  });
  return [
    figure({
      bench,
      name: `CPU of the api process, ${many} consoles against ${few}`,
      unit: '×',
      product: growth('product'),
      limit: growth('limit'),
      limitIs,
      goal: [{ of: 'value', at: 'most', than: 3 }],
    }),
    ...[few, many].flatMap((count) => [
      figure({
        bench,
        name: `${count} consoles, ${fleet} vehicles in view, ${ratePerS} messages/s: CPU of the api process`,
        unit: '% of a core',
        ...both(count, (r) => r.cores * 100),
      }),
      figure({
        bench,
        name: `${count} consoles: frames each`,
        unit: '/s',
        ...both(count, (r) => r.framesPerConsolePerS),
      }),
      figure({
        bench,
        name: `${count} consoles: traffic each`,
        unit: 'KB/s',
        ...both(count, (r) => r.bytesPerConsolePerS / 1000),
      }),
      figure({
        bench,
        name: `${count} consoles: p99 publish to map frame`,
        unit: 'ms',
        product: of('product', count, (r) => r.p99Ms),
      }),
    ]),
  ];
};

/** As many frames a second, and as large, as the product sent to each console: 16 bytes a vehicle. */
function asMuchAs(product: Room): BareBroadcastPlan {
  const vehicles = Math.round(product.bytesPerConsolePerS / product.framesPerConsolePerS / 16);
  if (!(vehicles > 0)) throw new StopWith('the consoles of the product received no map frames');
  return { vehicles, framesPerS: product.framesPerConsolePerS, volatile: true };
}

async function inProduct(context: BenchContext, count: number): Promise<Room> {
  const product = await context.product();
  await settle(product);
  const seconds = Math.max(leastS, context.seconds);
  let cores = NaN;
  const { seen } = await drive(product, {
    dir: (await context.machine()).dir,
    devices: fleet,
    seconds,
    warmUpS: context.warmUpS,
    consoles: count,
    measuring: Math.min(count, 5),
    look: lookAt(fleet),
    ratePerS,
    meanwhile: async () => {
      const meter = new CostMeter({ api: [product.processes['api'] ?? 0] });
      await sleep(seconds * 1000 - 50);
      const { cpuS, elapsedS } = meter.stop();
      cores = cpuS.api / elapsedS;
    },
  });
  return {
    cores,
    framesPerConsolePerS: seen.frames.map / count / seen.seconds,
    bytesPerConsolePerS: seen.bytes / count / seen.seconds,
    p99Ms: p(seen.latency.map, 0.99),
  };
}

async function inBareBroadcast(context: BenchContext, count: number, plan: BareBroadcastPlan): Promise<Room> {
  const room = startOwnPart('room', { dir: (await context.machine()).dir, plan });
  try {
    const ready = await messageOf<FromBareBroadcast>(room, (m) => m.type === 'ready');
    const ends = await Consoles.connect((await context.machine()).dir, {
      url: `http://127.0.0.1:${ready.type === 'ready' ? ready.port : 0}`,
      token: null,
      look: null,
      count,
      measuring: Math.min(count, 5),
    });
    try {
      await sleep(context.warmUpS * 1000);
      ends.reset();
      const meter = new CostMeter({ room: [room.pid] });
      await sleep(Math.max(leastS, context.seconds) * 1000);
      const { cpuS, elapsedS } = meter.stop();
      const seen = await ends.report();
      return {
        cores: cpuS.room / elapsedS,
        framesPerConsolePerS: seen.frames.map / count / seen.seconds,
        bytesPerConsolePerS: seen.bytes / count / seen.seconds,
        p99Ms: p(seen.latency.map, 0.99),
      };
    } finally {
      await ends.close();
    }
  } finally {
    await room.stop(500);
  }
}
