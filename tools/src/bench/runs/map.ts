import { spawnSync } from 'node:child_process';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { chromium } from 'playwright-core';
import { StopWith } from '../../run/stop-with';
import { Histogram } from '../measure/histogram';
import { inPairs } from '../measure/pairs';
import { repositoryRoot } from '../parts/part';
import { figure, plain } from '../report';
import type { Bench, BenchContext } from './context';
import { p } from './steps';

const vehicles = 10_000;

interface Frames {
  intervalsMs: number[];
  scriptMs: number[];
}

/** The live map with ten thousand moving vehicles while it is panned, against a bare loop of as many sprites in the same page. */
export const map: Bench = async (context) => {
  const program = browserProgram();
  const folder = buildPage();
  const site = await serve(folder);
  // without the caps a frame takes what it costs; with them every frame would be a multiple of the screen's 16.7 ms
  const browser = await chromium.launch({
    executablePath: program,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-gpu-vsync',
      '--disable-frame-rate-limit',
    ],
  });
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 }, deviceScaleFactor: 1 });
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(site.url);
    await page.waitForFunction("document.title === 'ready'");
    const once = async (kind: 'product' | 'bare'): Promise<{ frame: Histogram; script: Histogram }> => {
      const frames = (await page.evaluate(`pan('${kind}', ${vehicles}, ${context.seconds})`)) as Frames;
      if (problems.length > 0) throw new StopWith(`the map harness failed: ${problems.join('; ')}`);
      return { frame: histogramOf(frames.intervalsMs), script: histogramOf(frames.scriptMs) };
    };
    const runs = await inPairs(
      context.pairs,
      () => once('product'),
      () => once('bare'),
    );
    tell(context, 'product', runs.product);
    tell(context, 'bare loop', runs.limit);
    const bench = 'map';
    const limitIs = 'bare sprite loop';
    const of = (what: 'frame' | 'script', share: number) => ({
      product: runs.product.map((r) => p(r[what], share)),
      limit: runs.limit.map((r) => p(r[what], share)),
      limitIs,
    });
    return [
      figure({
        bench,
        name: `frame p95 while panning over ${vehicles.toLocaleString('en-US')} moving vehicles, 1920 × 1080`,
        unit: 'ms',
        ...of('frame', 0.95),
        goal: [{ of: 'ratio', at: 'most', than: 1.5 }],
      }),
      figure({ bench, name: 'frame p50', unit: 'ms', ...of('frame', 0.5) }),
      figure({ bench, name: "the page's script in a frame, p95", unit: 'ms', ...of('script', 0.95) }),
    ];
  } finally {
    await browser.close();
    site.close();
  }
};

function tell(context: BenchContext, side: string, runs: { frame: Histogram }[]): void {
  context.say(`  ${side}: frame p95 ${runs.map((r) => plain(p(r.frame, 0.95))).join(', ')} ms`);
}

function histogramOf(valuesMs: number[]): Histogram {
  const h = new Histogram();
  for (const v of valuesMs) h.recordMs(v);
  return h;
}

function browserProgram(): string {
  const found = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    (path) => path !== undefined && existsSync(path),
  );
  if (found === undefined) throw new StopWith('The map benchmark needs Chromium: install it (apt install chromium) or name it in CHROMIUM.');
  return found;
}

/** The page is built anew each time: it is part of what is measured. */
function buildPage(): string {
  const root = repositoryRoot();
  const built = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--config', join(root, 'apps/console/bench/vite.config.ts'), '--logLevel', 'warn'],
    { cwd: join(root, 'apps/console'), encoding: 'utf8' },
  );
  if (built.status !== 0) throw new StopWith(`The map harness cannot be built:\n${built.stderr}`);
  return join(root, 'apps/console/bench/dist');
}

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

async function serve(folder: string): Promise<{ url: string; close: () => void }> {
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://x').pathname);
    const file = join(folder, path === '/' ? 'index.html' : path);
    if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream' });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`, close: () => server.close() };
}
