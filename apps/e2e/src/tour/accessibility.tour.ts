import type { Page } from '@playwright/test';
import { barriers, barriersInBothThemes } from '../world/barriers';
import type { DeskOptions } from '../world/desk';
import { expect, test } from '../world/journey';
import { hidden, twoWays } from '../world/reflow';
import { makeFaults, raiseSos } from './incidents';
import { shopOf, stopsOf, visit } from './stops';

const only = process.env.SHEET_ONLY === undefined ? null : new RegExp(process.env.SHEET_ONLY, 'u');
const found: string[] = [];
const note = (where: string, what: readonly string[]): void => {
  for (const line of what) {
    found.push(`${where}: ${line}`);
    console.log(`${where}: ${line}`);
  }
};

test('every screen, panel and dialog', async ({ desk, terminal, clerk, member }) => {
  const machines = await makeFaults(terminal);
  await raiseSos(machines);
  const stops = (await stopsOf(clerk, await shopOf(member), machines[2].vin)).filter(
    ({ name }) => only?.test(name) ?? true,
  );
  const look = { theme: 'light', reducedMotion: 'reduce' } as const;

  const phone = { width: 390, height: 844 };
  await walk({}, async (page, name) => note(name, await barriersInBothThemes(page)));
  await walk({ viewport: phone, hasTouch: true }, async (page, name) =>
    note(`${name} at 390`, await barriers(page, 'light')),
  );
  await walk({ viewport: { width: 720, height: 450 } }, async (page, name) =>
    note(`${name} at 200 %`, [...(await hidden(page)), ...(await twoWays(page))]),
  );
  expect(found).toEqual([]);

  async function walk(size: DeskOptions, see: (page: Page, name: string) => Promise<void>): Promise<void> {
    const options = { ...look, ...size };
    const desks = {
      headoffice1: await desk('headoffice1', options),
      servicebusiness1: await desk('servicebusiness1', options),
    };
    for (const stop of stops) {
      const { page, t } = desks[stop.as];
      try {
        await visit(page, stop, t);
        await see(page, stop.name);
      } catch (error) {
        note(stop.name, [`could not be opened: ${String(error).split('\n')[0]}`]);
      }
    }
  }
});
