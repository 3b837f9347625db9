import { account } from './world/api';
import { expect, test } from './world/journey';
import { fields } from './world/machines';
import { screenTitle } from './world/screens';
import { en, ko } from './world/translate';

test('language and theme stay as they were chosen, over a reload and a logout', async ({ desk }) => {
  const d = await (await desk('sales2')).open('/dash');
  const { page } = d;
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-theme', 'light');
  await page.getByRole('button', { name: ko('shell.themeToDark') }).click();
  await d.chooseLanguage('English');
  const asChosen = async (): Promise<void> => {
    await expect(root).toHaveAttribute('data-theme', 'dark');
    await expect(root).toHaveAttribute('lang', 'en');
  };
  await asChosen();
  await expect(page).toHaveTitle(screenTitle(en, 'screen.dash'));
  await page.reload();
  await asChosen();
  await expect(page.getByRole('navigation', { name: en('shell.menu') })).toContainText(en('screen.breakdown'));
  await page.getByRole('button', { name: en('shell.account') }).click();
  await page.getByRole('menuitem', { name: en('shell.logout') }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: en('shell.logout') })
    .click();
  await expect(page.getByRole('button', { name: en('login.submit') })).toBeVisible();
  await asChosen();
});

test('the theme follows the system where that is chosen, and paper is light', async ({ desk }) => {
  const { page } = await (await desk('sales2')).open('/dash');
  const root = page.locator('html');
  await page.getByRole('button', { name: ko('shell.account') }).click();
  await page
    .getByRole('menu')
    .getByRole('radio', { name: ko('shell.theme.system') })
    .click();
  await page.keyboard.press('Escape');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(root).toHaveAttribute('data-theme', 'light');
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(root).toHaveAttribute('data-theme', 'dark');

  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await expect(root).toHaveAttribute('data-theme', 'light');
  await expect(page.getByRole('navigation', { name: ko('shell.menu') })).toBeHidden();
  const last = page.getByRole('main').getByRole('heading', { level: 2 }).last();
  const bottom = await last.evaluate((element) => element.getBoundingClientRect().bottom + window.scrollY);
  expect(
    await page.evaluate(() => document.documentElement.scrollHeight),
    'the sheet goes on to the last tile',
  ).toBeGreaterThan(bottom);
});

test('filters that do not fit into one line wait behind a button, unless one of them is on', async ({ desk }) => {
  const { page } = await (await desk('sales2')).open('/status');
  const filters = page.getByRole('search');
  const faulty = filters.getByRole('button', { name: ko('vehicle.openFault') });
  const consumables = filters.getByRole('button', { name: ko('vehicle.consumable') });
  const more = filters.getByRole('button', { name: /조건 더 보기/u });
  await expect(faulty).toBeVisible();
  await expect(consumables).toBeHidden();
  await more.press('Enter');
  await expect(consumables).toBeVisible();
  await consumables.click();
  await page.getByRole('menuitemcheckbox').first().click();
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(consumables, 'what narrows the list is in sight').toBeVisible();
  await expect(more).toBeHidden();
  await filters.getByRole('button', { name: ko('common.reset') }).click();
  await expect(consumables).toBeHidden();
});

test('on a phone the menu is a drawer, and a call can be acknowledged by touch', async ({ desk, terminal }) => {
  const machine = await terminal(3);
  const d = await desk('region1', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const { page } = d;
  await d.open('/dash');
  await expect(d.menu).toBeHidden();
  await page.getByRole('button', { name: ko('shell.menuToggle') }).tap();
  await d.menu.getByRole('link', { name: ko('screen.breakdown') }).tap();
  await expect(page).toHaveURL(/\/breakdown$/u);
  await expect(d.menu).toBeHidden();
  await expect(page.getByRole('heading', { name: ko('screen.breakdown'), level: 1 })).toBeVisible();
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth),
    'the page itself does not scroll sideways',
  ).toBeLessThanOrEqual(390);

  await machine.pressButton(fields.iksan);
  await expect(d.sosBar).toContainText(machine.vin);
  const acknowledge = d.sosBar.getByRole('button', { name: ko('sosBar.acknowledge') });
  const box = await acknowledge.boundingBox();
  expect(box?.height, 'high enough for a thumb').toBeGreaterThanOrEqual(32);
  expect((box?.x ?? 999) + (box?.width ?? 999), 'within the screen').toBeLessThanOrEqual(390);
  const where = d.sosBar.getByText(account('dealer1').organization).first().locator('..');
  expect(
    await where.evaluate((line) => line.scrollWidth <= line.clientWidth),
    'who must act and where can be read',
  ).toBe(true);
  await acknowledge.tap();
  await d.toasted(ko('sosBar.acknowledged', { vin: machine.vin }));
  await expect(d.sosBar).toBeHidden();
  await expect.poll(() => machine.panel.at(-1)?.status).toBe('acknowledged');
});
