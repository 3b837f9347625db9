import type { Page } from '@playwright/test';
import { barriers, barriersInBothThemes } from '../world/barriers';
import type { DeskOptions } from '../world/desk';
import { expect, test } from '../world/journey';
import { hidden, twoWays } from '../world/reflow';
import { makeFaults, raiseSos } from './incidents';
import { shopOf, stopsOf, visit } from './stops';

const only = process.env.SHEET_ONLY === undefined ? null : new RegExp(process.env.SHEET_ONLY, 'u');
const look = { theme: 'light', reducedMotion: 'reduce' } as const;
/** Each size is a walk of its own: one of them can be done again alone (playwright -g). */
const walks: { name: string; size: DeskOptions; see: (page: Page) => Promise<string[]> }[] = [
  { name: 'in both themes', size: {}, see: barriersInBothThemes },
  {
    name: 'on a phone',
    size: { viewport: { width: 390, height: 844 }, hasTouch: true },
    see: (page) => barriers(page, 'light'),
  },
  {
    name: 'at 200 %',
    size: { viewport: { width: 720, height: 450 } },
    see: async (page) => [...(await hidden(page)), ...(await twoWays(page))],
  },
];

for (const { name, size, see } of walks)
  test(`every screen, panel and dialog ${name}`, async ({ desk, terminal, clerk, member }) => {
    const machines = await makeFaults(terminal);
    await raiseSos(machines);
    const stops = (await stopsOf(clerk, await shopOf(member), machines[2].vin)).filter(
      (stop) => only?.test(stop.name) ?? true,
    );
    const desks = {
      headoffice1: await desk('headoffice1', { ...look, ...size }),
      servicebusiness1: await desk('servicebusiness1', { ...look, ...size }),
    };
    const found: string[] = [];
    for (const stop of stops) {
      const { page, t } = desks[stop.as];
      const seen = async (): Promise<string[]> => {
        await visit(page, stop, t);
        return see(page);
      };
      const what = await seen().catch((error: unknown) => [`could not be opened: ${String(error).split('\n')[0]}`]);
      for (const line of what) console.log(`${stop.name}: ${line}`);
      found.push(...what.map((line) => `${stop.name}: ${line}`));
    }
    expect(found).toEqual([]);
  });
