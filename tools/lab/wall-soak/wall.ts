import type { CDPSession, Page } from 'playwright-core';
import type { WallPicture } from '@headland/contracts/wall';
import { StopWith } from '../../src/run/stop-with';
import { launchBrowser } from '../bench/parts/page-harness';
import type { Demo } from './product';
import type { Reading } from './growth';

interface Run {
  minutes: number;
  turnSeconds: number;
}
const readEveryMs = 60_000;

/** A display at 1920 × 1080 whose playlist turns as fast as asked: all else is the product as it is. */
export async function watchWall(
  demo: Demo,
  { minutes, turnSeconds }: Run,
  log: (line: string) => void,
): Promise<{ readings: Reading[]; browser: string }> {
  const browser = await launchBrowser({ frameLimit: true });
  try {
    const context = await browser.newContext({ viewport: { width: 1920, height: 1080 }, serviceWorkers: 'block' });
    const page = await context.newPage();
    const problems: string[] = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await page.addInitScript(countTurns);
    await hurry(page, turnSeconds);
    await page.goto(`${demo.url}/wall?token=${demo.kiosk}`);
    await page.locator('main[data-view]').waitFor({ timeout: 60_000 });
    const cdp = await context.newCDPSession(page);
    const layers = await countLayers(cdp);
    const readings: Reading[] = [];
    for (let minute = 0; minute <= minutes; minute++) {
      if (minute > 0) await new Promise((done) => setTimeout(done, readEveryMs));
      const reading = await read(page, cdp, minute, layers);
      readings.push(reading);
      log(JSON.stringify(reading));
      if (problems.length > 0) throw new StopWith(`the page of the wall failed: ${problems.join('; ')}`);
    }
    return { readings, browser: browser.version() };
  } finally {
    await browser.close();
  }
}

/** All views, each for part of a second: no configuration allows less than ten. */
async function hurry(page: Page, seconds: number): Promise<void> {
  await page.route('**/api/wall?**', async (route) => {
    const response = await route.fetch().catch(() => null);
    if (response === null) return route.abort();
    const body = (await response.json()) as { data: WallPicture | null };
    if (body.data?.settings) {
      const views = ['tour', 'sos', 'faults', 'figures', 'consumables'] as const;
      body.data.settings.playlist = views.map((view) => ({ view, seconds }));
      body.data.consumables ??= { total: 0, rows: [] };
    }
    await route.fulfill({ response, json: body });
  });
}

/** Counts changes of the view, which the page states in an attribute. Runs before its scripts. */
const countTurns = `window.turns = 0;
new MutationObserver(() => window.turns++).observe(document, { subtree: true, attributes: true, attributeFilter: ['data-view'] });`;

async function countLayers(cdp: CDPSession): Promise<() => number> {
  let count = 0;
  cdp.on('LayerTree.layerTreeDidChange', ({ layers }) => (count = layers?.length ?? count));
  await cdp.send('LayerTree.enable');
  return () => count;
}

async function read(page: Page, cdp: CDPSession, minute: number, layers: () => number): Promise<Reading> {
  await cdp.send('HeapProfiler.enable');
  for (let i = 0; i < 3; i++) await cdp.send('HeapProfiler.collectGarbage');
  await cdp.send('HeapProfiler.disable');
  const { usedSize, backingStorageSize = 0 } = (await cdp.send('Runtime.getHeapUsage')) as {
    usedSize: number;
    backingStorageSize?: number;
  };
  const { nodes, jsEventListeners } = await cdp.send('Memory.getDOMCounters');
  return {
    minute,
    turns: (await page.evaluate('window.turns')) as number,
    heapMb: Math.round(((usedSize + backingStorageSize) / 2 ** 20) * 100) / 100,
    nodes,
    listeners: jsEventListeners,
    layers: layers(),
  };
}
