import { faults } from '@headland/contracts/fault';
import { accessHeader } from '@headland/contracts/session';
import { Histogram } from '../measure/histogram';
import { Consoles, type SeenByConsoles } from '../parts/consoles';
import { nextBoot, settle, sleep } from '../parts/drive';
import { Load } from '../parts/load';
import { figure, plain } from '../report';
import type { ProductTarget } from '../targets/product-target';
import type { Bench, BenchContext } from './context';
import { p } from './steps';

const openReports = 20_000;
const browsers = 200;
const faultsPerMinute = 1_000;
/** Vehicles that report, more than there are reports in a run: each reports one new code, once. */
const fleet = 1_200;
const warmUpS = 6;
/** Requests of the first page by newly opened consoles, a second. */
const pagesPerS = 5;

interface Run {
  seen: SeenByConsoles;
  page: Histogram;
}

/**
 * A fault queue of 20,000 open reports before 200 browsers while 1,000 new ones a minute arrive: from the publish of the machine to the event on each
 * browser, and the first page of a screen that is opened meanwhile. Once with browsers that only listen, once with browsers that read list and counts again after
 * events, as the product's console does: 0.2 to 1 s after the first of them.
 */
export const queue: Bench = async (context) => {
  const product = await context.product();
  await product.openFaults(openReports);
  const listening: Run[] = [];
  const reading: Run[] = [];
  try {
    for (let pair = 0; pair < context.pairs; pair++) {
      const first = pair % 2 === 0;
      for (const rereads of first ? [false, true] : [true, false])
        (rereads ? reading : listening).push(await once(context, product, rereads));
    }
  } finally {
    await product.noFaults();
  }
  const bench = 'queue';
  const what = `${openReports.toLocaleString('en-US')} open, ${faultsPerMinute.toLocaleString('en-US')} new a minute, ${browsers} browsers`;
  const side = (runs: Run[], how: string) => [
    ...([0.5, 0.95, 0.99] as const).map((at) =>
      figure({
        bench,
        name: `p${at * 100} publish to each browser, ${what} ${how}`,
        unit: 'ms',
        product: runs.map((r) => p(r.seen.latency.fault, at)),
        ...(at === 0.95 ? { goal: [{ of: 'value', at: 'most', than: 1_000 } as const] } : {}),
      }),
    ),
    figure({
      bench,
      name: `p95 of the first page meanwhile, ${browsers} browsers ${how}`,
      unit: 'ms',
      product: runs.map((r) => p(r.page, 0.95)),
    }),
  ];
  return [
    ...side(listening, 'listening'),
    ...side(reading, 'reading again'),
    figure({
      bench,
      name: 'lists and counts that the browsers read again',
      unit: '/s',
      product: reading.map((r) => r.seen.reread.count / r.seen.seconds),
    }),
    figure({
      bench,
      name: 'p95 of these answers',
      unit: 'ms',
      product: reading.map((r) => p(r.seen.rereadLatency, 0.95)),
    }),
  ];
};

let turn = 0;
async function once(context: BenchContext, product: ProductTarget, rereads: boolean): Promise<Run> {
  // logged in again: an access token expires within a few of these runs
  await product.login();
  await settle(product);
  const { dir } = await context.machine();
  const seconds = context.seconds < 10 ? 15 : 60;
  const plan = {
    ...product.consoles(null),
    count: browsers,
    measuring: browsers,
    rereads: rereads ? [`${faults.list.path}?size=20`, faults.counts.path] : [],
  };
  const ends = await Consoles.connect(dir, plan);
  try {
    const load = await Load.connect(dir, {
      mqttUrl: product.mqttUrl,
      kind: 'fault',
      // another code in each run: a repeated one opens no report
      code: `E0${390 + (turn++ % 50)}`,
      boot: nextBoot(),
      devices: await product.devices(fleet),
      mode: { how: 'paced', ratePerS: faultsPerMinute / 60 },
      limit: Math.round((faultsPerMinute / 60) * (seconds + warmUpS)),
      listen: true,
    });
    try {
      load.start();
      await sleep(warmUpS * 1000);
      ends.reset();
      const from = load.counts.sent;
      const page = await askFirstPages(product, seconds);
      const sent = load.counts.sent - from;
      const seen = await ends.report();
      const arrived = seen.latency.fault.count;
      context.log(
        `  ${rereads ? 'reading again' : 'listening'}: p50 ${plain(p(seen.latency.fault, 0.5))}, p95 ${plain(p(seen.latency.fault, 0.95))}, p99 ${plain(p(seen.latency.fault, 0.99))} ms (${arrived} received, ${sent} sent); first page p95 ${plain(p(page, 0.95))} ms; ${seen.reread.count} read again`,
      );
      // requests in flight at either end of the run belong to no console; more than a second's worth are an error
      if (Math.abs(arrived - sent * browsers) > (faultsPerMinute / 60) * 2 * browsers)
        context.note(`queue: ${sent} faults to ${browsers} browsers, ${arrived} of ${sent * browsers} were received`);
      if (seen.reread.failed > 0)
        context.note(
          `queue: ${seen.reread.failed} of ${seen.reread.count} reads were given up for the next or refused`,
        );
      if (seen.connected < browsers)
        context.note(`queue: ${browsers - seen.connected} of ${browsers} browsers were not connected at the end`);
      return { seen, page };
    } finally {
      await load.abort();
    }
  } finally {
    await ends.close();
  }
}

/** Another user opens the screen, on a schedule of its own. */
async function askFirstPages(product: ProductTarget, seconds: number): Promise<Histogram> {
  const page = new Histogram();
  const { token } = product.consoles(null);
  const endMs = performance.now() + seconds * 1000;
  for (let n = 0; performance.now() < endMs; n++) {
    const startMs = performance.now();
    const answer = await fetch(`${product.apiUrl}${faults.list.path}?size=20`, {
      headers: { [accessHeader]: token ?? '' },
    });
    const { data } = (await answer.json()) as { data: unknown[] | null };
    if (data?.length !== 20)
      throw new Error(`the first page of the queue has ${data?.length ?? 'no'} rows (${answer.status})`);
    page.recordMs(performance.now() - startMs);
    await sleep(Math.max(0, 1000 / pagesPerS - (performance.now() - startMs)));
  }
  return page;
}
