import { join } from 'node:path';
import { existsSync } from 'node:fs';
import pg from 'pg';
import type { Browser, Page } from 'playwright-core';
import { StopWith } from '../../../src/run/stop-with';
import type { FromMinimalStream } from '../limit/minimal-stream-plan';
import { Histogram } from '../measure/histogram';
import { inPairs } from '../measure/pairs';
import { startMosquitto } from '../parts/broker';
import { Consoles } from '../parts/consoles';
import { nextBoot, sleep } from '../parts/drive';
import { launchBrowser, servePages } from '../parts/page-harness';
import { messageOf, repositoryRoot, startOwnPart, until } from '../parts/part';
import { SessionTerminals } from '../parts/session-terminals';
import { figure, plain } from '../report';
import { pixelWatch, type SeenPixels } from '../screens/pixel-watch';
import { deviceName } from '../targets/minimal-target';
import type { Bench, BenchContext } from './context';
import { closeSessions, openSessions } from './sessions';
import { p } from './steps';

const machines = 50;
const items = [
  'engine.rpm',
  'engine.load',
  'engine.coolant',
  'engine.oilPressure',
  'rail.pressure',
  'fuel.rate',
  'air.boost',
  'exhaust.temp',
  'battery',
  'speed',
];
const period = 500;
/** Two rows a second come to the one page that is looked at: a run lasts so many times longer than that of a whole fleet. */
const longer = 3;

interface Side {
  run: (seconds: number) => Promise<{ pixels: Histogram; sockets: Histogram | null; rows: number }>;
  stop: () => Promise<void>;
}

/**
 * From the measurement of a row to the frame in which the engineer's chart shows it: fifty machines in sessions of ten items at
 * half a second, one of them in the built console in Chromium, the others' frames with a client of the console's library each.
 */
export const remote: Bench = async (context) => {
  const browser = await launchBrowser({ frameLimit: true });
  const sides: Side[] = [];
  try {
    const product = await startProduct(context, browser);
    sides.push(product);
    const limit = await startLimit(context, browser);
    sides.push(limit);
    const seconds = context.seconds * longer;
    const runs = await inPairs(
      context.pairs,
      () => runAndLog(context, 'product', product, seconds),
      () => runAndLog(context, 'minimal page', limit, seconds),
    );
    const bench = 'remote';
    const at = (share: number) => ({
      product: runs.product.map((r) => p(r.pixels, share)),
      limit: runs.limit.map((r) => p(r.pixels, share)),
      limitIs: 'one socket, one plot',
    });
    return [
      figure({
        bench,
        name: `sample to pixel p95, ${machines} sessions × ${items.length} items at 0.5 s`,
        unit: 'ms',
        ...at(0.95),
        goal: [{ of: 'value', at: 'most', than: 300 }],
      }),
      figure({ bench, name: 'sample to pixel p50', unit: 'ms', ...at(0.5) }),
      figure({ bench, name: 'sample to pixel p99', unit: 'ms', ...at(0.99) }),
      figure({
        bench,
        name: `sample to the sockets of the other ${machines - 1} consoles, p95`,
        unit: 'ms',
        product: runs.product.map((r) => (r.sockets === null ? NaN : p(r.sockets, 0.95))),
      }),
    ];
  } finally {
    for (const side of sides) await side.stop();
    await browser.close();
  }
};

async function runAndLog(context: BenchContext, name: string, side: Side, seconds: number): ReturnType<Side['run']> {
  await sleep(context.warmUpS * 1000);
  const seen = await side.run(seconds);
  context.log(
    `  ${name}: sample to pixel p50 ${plain(p(seen.pixels, 0.5))} ms, p95 ${plain(p(seen.pixels, 0.95))} ms, p99 ${plain(p(seen.pixels, 0.99))} ms of ${seen.pixels.count} rows; ${seen.rows} rows of all machines`,
  );
  return seen;
}

async function startProduct(context: BenchContext, browser: Browser): Promise<Side> {
  if (!existsSync(join(repositoryRoot(), 'apps/console/dist/index.html')))
    throw new StopWith('apps/console is not built: npm run build -w @headland/console');
  const product = await context.product();
  const { dir } = await context.machine();
  const { token } = product.consoles(null);
  if (token === null) throw new StopWith('the product has no console that is logged in');
  const boot = nextBoot();
  const devices = await product.devices(machines);
  const terminals = await SessionTerminals.connect(dir, {
    mqttUrl: product.mqttUrl,
    boot,
    devices,
    items,
    period,
    asked: true,
  });
  const at = { apiUrl: product.apiUrl, token };
  const sessions = await openSessions(at, await product.vehicleIds(machines), { items, period });
  const [watched, ...others] = sessions;
  if (watched === undefined) throw new StopWith('there is no session to be looked at');
  const consoles = await Consoles.connect(dir, {
    ...product.consoles(null),
    count: others.length,
    measuring: others.length,
    follow: others.map((s) => s.sessionId),
  });
  const page = await openConsole(browser, `${product.apiUrl}/remoteDetail/${watched.vehicleId}?tab=monitor`, token);
  const pool = new pg.Pool({ connectionString: product.databaseUrl, max: 1 });
  const stored = async (): Promise<number> =>
    Number(
      (
        await pool.query<{ n: string | null }>(
          'SELECT sum(row_count) AS n FROM diagnosis_recording WHERE session_id = ANY($1)',
          [sessions.map((s) => s.sessionId)],
        )
      ).rows[0]?.n ?? 0,
    );
  return {
    run: async (seconds) => {
      const before = await stored();
      consoles.reset();
      const pixels = await measure(page, terminals, context, seconds);
      const { rows, lostConnections } = await terminals.report();
      await until('all rows to be stored', async () => (await stored()) - before >= rows, { withinMs: 10_000 }).catch(
        async () =>
          context.note(`remote: ${rows - ((await stored()) - before)} of ${rows} rows were sent and not stored`),
      );
      if (lostConnections > 0) context.note(`remote: ${lostConnections} connections of terminals were lost`);
      const { latency } = await consoles.report();
      return { pixels, sockets: latency.rows, rows };
    },
    stop: async () => {
      await page.context().close();
      await closeSessions(at, sessions);
      await consoles.close();
      await terminals.close();
      await pool.end();
    },
  };
}

async function startLimit(context: BenchContext, browser: Browser): Promise<Side> {
  const machine = await context.machine();
  const broker = await startMosquitto(machine.dir, 'broker-stream', { kind: 'anybody' });
  const server = startOwnPart('stream', {
    dir: machine.dir,
    plan: { mqttUrl: broker.serverUrl, databaseUrl: await machine.database('minimal_stream') },
  });
  const ready = await messageOf<FromMinimalStream>(server, (m) => m.type === 'ready');
  const devices = Array.from({ length: machines }, (_, index) => ({ id: deviceName(index), index }));
  const terminals = await SessionTerminals.connect(machine.dir, {
    mqttUrl: broker.deviceUrl,
    boot: nextBoot(),
    devices,
    items,
    period,
    asked: false,
  });
  const site = await servePages();
  const page = await browser.newPage({ viewport: { width: 1920, height: 1080 }, deviceScaleFactor: 1 });
  await page.addInitScript(pixelWatch);
  await page.goto(
    `${site.url}live.html?url=${encodeURIComponent(`http://127.0.0.1:${ready.port}?device=${deviceName(0)}`)}`,
  );
  await page.waitForFunction("document.title === 'ready'");
  return {
    run: async (seconds) => {
      const pixels = await measure(page, terminals, context, seconds);
      return { pixels, sockets: null, rows: (await terminals.report()).rows };
    },
    stop: async () => {
      await page.close();
      site.close();
      await terminals.close();
      await server.stop();
      await broker.part.stop();
    },
  };
}

/** What the page has shown of the rows of so many seconds. Throws StopWith where it has shown far less than has come, or nothing has. */
async function measure(
  page: Page,
  terminals: SessionTerminals,
  context: BenchContext,
  seconds: number,
): Promise<Histogram> {
  await page.bringToFront();
  terminals.measure(true);
  await sleep(Math.min(2_000, context.warmUpS * 1000));
  await page.evaluate('pixels.take()');
  await sleep(seconds * 1000);
  terminals.measure(false);
  await sleep(1_000);
  const { shownMs, rows } = (await page.evaluate('pixels.take()')) as SeenPixels;
  const expected = (seconds * 1000) / period;
  if (shownMs.length < expected * 0.8)
    throw new StopWith(`the page has drawn ${shownMs.length} of ${expected} rows; ${rows} came to it`);
  const seen = new Histogram();
  for (const ms of shownMs) seen.recordMs(ms);
  return seen;
}

/** A page of the console, logged in, with nine charts for the ten items. */
async function openConsole(browser: Browser, url: string, token: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, deviceScaleFactor: 1 });
  const page = await context.newPage();
  const remembered = {
    session: { accessToken: token, refreshToken: '', id: 'bench', name: 'Bench' },
    language: 'en',
    screens: {
      'remote.watch': {
        items,
        charts: Object.fromEntries(items.map((item, i) => [item, Math.min(9, i + 1)])),
        period: String(period),
      },
    },
  };
  await page.addInitScript(`localStorage.setItem('vuexStore', ${JSON.stringify(JSON.stringify(remembered))})`);
  await page.addInitScript(pixelWatch);
  await page.goto(url);
  // not with waitForFunction: the console's content security policy lets no text be evaluated as code
  const ninth = page.locator('.uplot canvas').nth(8);
  await ninth.waitFor({ state: 'attached', timeout: 30_000 }).catch(async () => {
    throw new StopWith(`the console shows no charts:\n${(await page.evaluate('document.body.innerText')) as string}`);
  });
  return page;
}
