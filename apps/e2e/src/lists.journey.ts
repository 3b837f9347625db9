import type { Page } from '@playwright/test';
import { expect, test } from './world/journey';
import { en } from './world/translate';

/** Where the first row of a list begins at most, from the top of a screen of 1440 × 900. */
const firstRowPx = 170;
/** The dashboard has no list, the queue of SOS has no table, and the table of the statistics is below their figures. */
const others = ['/dash', '/sos', '/operationData', '/driveData'];

/** Lists that have rows in every installation; others are measured by their filters and the height of a table's head. */
const everFilled = ['/production', '/model', '/device', '/organization', '/memberHistory'];
const headerPx = 33;

const menuPaths = (page: Page): Promise<string[]> =>
  page
    .getByRole('navigation', { name: en('shell.menu') })
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname));

test('the first row of every list is near the top', async ({ desk, member }) => {
  const admin = await member({ organization: '본사', role: 'ADMIN' });
  const { page } = await (await desk(admin, { language: 'en' })).open('/dash');
  const paths = (await menuPaths(page)).filter((path) => !others.includes(path));
  expect(paths.length).toBeGreaterThan(12);
  for (const path of paths)
    await test.step(path, async () => {
      await page.goto(path);
      const filters = page.getByRole('main').getByRole('search');
      await expect(filters).toBeVisible();
      // a bar above the page, as while a slow server is waited for, goes by itself
      await expect
        .poll(async () => {
          const box = await filters.boundingBox();
          return (box?.y ?? Infinity) + (box?.height ?? 0) + headerPx;
        }, 'the first row would begin there')
        .toBeLessThanOrEqual(firstRowPx);
      if (!everFilled.includes(path)) return;
      const row = page.locator('tbody').getByRole('row').first();
      await expect(row).toBeVisible();
      await expect
        .poll(async () => (await row.boundingBox())?.y, 'the first row begins there')
        .toBeLessThanOrEqual(firstRowPx);
    });
});

test('a filter that is cleared from its own menu stays until the menu is closed', async ({ desk }) => {
  const d = await desk('headoffice1', { language: 'en', viewport: { width: 1100, height: 800 } });
  const { page } = await d.open('/status?consumable=exceeded');
  const filter = page
    .getByRole('search')
    .getByRole('button', { name: new RegExp(`^${en('vehicle.consumable')}`, 'u') });
  await filter.click();
  const choice = page.getByRole('menuitemcheckbox', { name: en('cycleState.exceeded') });
  await choice.click();
  await expect(page).not.toHaveURL(/consumable/u);
  await expect(filter, 'its menu is open').toBeVisible();
  await page.keyboard.press('Escape');
  await expect(choice).toBeHidden();
  await expect(filter, 'the focus is back').toBeFocused();
  await page.getByRole('heading', { level: 1 }).click();
  await expect(filter, 'there is no room for it in the first line').toBeHidden();
});
