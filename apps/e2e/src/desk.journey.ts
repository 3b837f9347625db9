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
  await expect(d.toast(ko('sosBar.acknowledged', { vin: machine.vin }))).toBeVisible();
  await expect(d.sosBar).toBeHidden();
  await expect.poll(() => machine.panel.at(-1)?.status).toBe('acknowledged');
});
