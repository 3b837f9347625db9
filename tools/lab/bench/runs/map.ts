import { StopWith } from '../../../src/run/stop-with';
import { Histogram } from '../measure/histogram';
import { inPairs } from '../measure/pairs';
import { launchBrowser, servePages } from '../parts/page-harness';
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
  const site = await servePages();
  const browser = await launchBrowser({ frameLimit: false });
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
    logFrames(context, 'product', runs.product);
    logFrames(context, 'bare loop', runs.limit);
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

function logFrames(context: BenchContext, side: string, runs: { frame: Histogram }[]): void {
  context.log(`  ${side}: frame p95 ${runs.map((r) => plain(p(r.frame, 0.95))).join(', ')} ms`);
}

function histogramOf(valuesMs: number[]): Histogram {
  const h = new Histogram();
  for (const v of valuesMs) h.recordMs(v);
  return h;
}
