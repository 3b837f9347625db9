import type { CDPSession, Page } from 'playwright-core';
import { StopWith } from '../../../src/run/stop-with';
import { inPairs } from '../measure/pairs';
import { scriptPerUpdate, traceCategories, type TraceEvent } from '../measure/script-time';
import { launchBrowser, servePages } from '../parts/page-harness';
import { figure, plain } from '../report';
import type { Bench } from './context';

interface Streamed {
  intervalsMs: number[];
  updates: number;
}
interface Run {
  frameP95Ms: number;
  dropped: number;
  scriptMs: number[];
  /** from its first to its last moment, waiting for a processor included */
  wallMs: number[];
}

const frameMs = 1000 / 60;
/** An update is drawn within a few frames; later script is not its own. */
const updateMs = 150;
const tenMinutes = 1_200;

/** Nine charts of ten items with two hours in view while a row comes each half second, against nine bare plots of the same library. */
export const charts: Bench = async (context) => {
  const site = await servePages();
  const browser = await launchBrowser({ frameLimit: true });
  try {
    const page = await browser.newPage({ viewport: { width: 1920, height: 1080 }, deviceScaleFactor: 1 });
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.goto(`${site.url}charts.html`);
    await page.waitForFunction("document.title === 'ready'");
    const once = async (kind: 'product' | 'bare'): Promise<Run> => {
      await page.evaluate(`show('${kind}')`);
      await browser.startTracing(page, { categories: traceCategories });
      const { intervalsMs, updates } = (await page.evaluate(`stream(${context.seconds})`)) as Streamed;
      const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
      if (problems.length > 0) throw new StopWith(`the page of the charts failed: ${problems.join('; ')}`);
      const scriptOf = (clock: 'wall' | 'processor'): number[] =>
        scriptPerUpdate(traceEvents, 'update', updateMs, clock);
      const scriptMs = scriptOf('processor');
      const wallMs = scriptOf('wall');
      if (scriptMs.length < updates / 2)
        throw new StopWith(`the trace has ${scriptMs.length} updates where there were ${updates}`);
      const run = {
        frameP95Ms: tenths(percentile(intervalsMs, 0.95)),
        dropped: droppedOf(intervalsMs),
        scriptMs,
        wallMs,
      };
      context.log(
        `  ${kind}: frame p95 ${plain(run.frameP95Ms)} ms, ${run.dropped} dropped, script p95 ${plain(percentile(scriptMs, 0.95))} ms (${plain(percentile(wallMs, 0.95))} by the wall clock) of ${updates} updates`,
      );
      return run;
    };
    const runs = await inPairs(
      context.pairs,
      () => once('product'),
      () => once('bare'),
    );
    const grownMb = await growth(page);
    context.log(`  ten minutes of rows: heap ${plain(grownMb)} MB larger`);
    const of = (pick: (r: Run) => number) => ({
      product: runs.product.map(pick),
      limit: runs.limit.map(pick),
      limitIs: 'nine bare plots',
    });
    const bench = 'charts';
    return [
      figure({
        bench,
        name: 'frame p95, nine charts × 10 items, two hours at 0.5 s in view while streaming, 60 frames/s at most, 1920 × 1080',
        unit: 'ms',
        ...of((r) => r.frameP95Ms),
        goal: [{ of: 'value', at: 'most', than: 16.7 }],
      }),
      figure({ bench, name: `dropped frames in ${context.seconds} s`, unit: '', ...of((r) => r.dropped) }),
      figure({
        bench,
        name: 'script of an update of all nine charts and the values beside, p95 of processor time',
        unit: 'ms',
        ...of((r) => percentile(r.scriptMs, 0.95)),
        goal: [{ of: 'value', at: 'most', than: 3 }],
        isHeadline: true,
      }),
      figure({
        bench,
        name: 'script of an update, p50 of processor time',
        unit: 'ms',
        ...of((r) => percentile(r.scriptMs, 0.5)),
      }),
      figure({
        bench,
        name: 'script of an update by the wall clock, waiting for a processor included, p95',
        unit: 'ms',
        ...of((r) => percentile(r.wallMs, 0.95)),
      }),
      figure({
        bench,
        name: 'heap after ten more minutes of rows, growth',
        unit: 'MB',
        product: [grownMb],
        goal: [{ of: 'value', at: 'most', than: 1 }],
      }),
    ];
  } finally {
    await browser.close();
    site.close();
  }
};

/** MB by which the page's heap grows over ten minutes of rows, once it keeps no more than before. */
async function growth(page: Page): Promise<number> {
  await page.evaluate("show('product')");
  const cdp = await page.context().newCDPSession(page);
  await page.evaluate(`advance(${tenMinutes})`);
  const before = await heapOf(cdp);
  await page.evaluate(`advance(${tenMinutes})`);
  return (await heapOf(cdp)) - before;
}

async function heapOf(cdp: CDPSession): Promise<number> {
  await cdp.send('HeapProfiler.enable');
  for (let i = 0; i < 3; i++) await cdp.send('HeapProfiler.collectGarbage');
  const { usedSize, backingStorageSize = 0 } = (await cdp.send('Runtime.getHeapUsage')) as {
    usedSize: number;
    backingStorageSize?: number;
  };
  return (usedSize + backingStorageSize) / 2 ** 20;
}

const percentile = (values: readonly number[], share: number): number => {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? NaN;
};
const tenths = (ms: number): number => Math.round(ms * 10) / 10;
const droppedOf = (intervalsMs: readonly number[]): number =>
  intervalsMs.reduce((sum, ms) => sum + Math.max(0, Math.round(ms / frameMs) - 1), 0);
