import { screenTitle } from './world/screens';
import { account } from './world/api';
import { expect, test } from './world/journey';
import { secondStep } from './world/login';
import { en, ko } from './world/translate';

test.describe('login', () => {
  test('a wrong password is refused in both languages, the right one leads to the dashboard', async ({ desk }) => {
    const { page } = await desk(null);
    const head = account('headoffice1');
    await page.goto('/');
    await expect(page).toHaveURL(/\/login/u);
    await page.getByLabel(ko('login.id'), { exact: true }).fill(head.id);
    await page.getByLabel(ko('login.password'), { exact: true }).fill('wrong-password-1');
    await page.getByRole('button', { name: ko('login.submit'), exact: true }).click();
    await expect(page.getByRole('alert')).toContainText(ko('error.WRONG_CREDENTIALS'));

    await page.getByRole('radio', { name: 'English' }).click();
    await expect(page.getByRole('alert')).toContainText(en('error.WRONG_CREDENTIALS'));
    await page.getByLabel(en('login.password'), { exact: true }).fill(head.password);
    await page.getByRole('button', { name: en('login.submit'), exact: true }).click();
    await secondStep(page, en);
    await expect(page).toHaveURL(/\/dash$/u);
    await expect(page).toHaveTitle(screenTitle(en, 'screen.dash'));
  });

  test('a screen asked for before the login opens after it', async ({ desk }) => {
    const { page } = await desk(null);
    const region = account('region1');
    await page.goto('/sos');
    await expect(page).toHaveURL(/\/login\?.*redirect=/u);
    await page.getByLabel(ko('login.id'), { exact: true }).fill(region.id);
    await page.getByLabel(ko('login.password'), { exact: true }).fill(region.password);
    await page.keyboard.press('Enter');
    await secondStep(page, ko);
    await expect(page).toHaveURL(/\/sos$/u);
    await expect(page.getByRole('heading', { name: 'SOS', level: 1 })).toBeVisible();
  });

  test('who may not read SOS calls finds no way to them', async ({ desk }) => {
    const d = await desk('production2');
    await d.open('/dash');
    await expect(d.menu.getByRole('link', { name: ko('screen.dash') })).toBeVisible();
    await expect(d.menu.getByRole('link', { name: ko('screen.sos') })).toHaveCount(0);
    await Promise.all([d.toasted(ko('shell.forbidden', { screen: ko('screen.sos') })), d.page.goto('/sos')]);
    await expect(d.page).toHaveURL(/\/dash$/u);
  });

  test('logging out forgets the session and keeps what belongs to the desk', async ({ desk }) => {
    const d = await desk('sales1', { theme: 'dark' });
    await d.open('/dash');
    expect((await d.store()).session).not.toBeNull();
    const otherTab = await d.context.newPage();
    await otherTab.goto('/breakdown');
    await expect(otherTab.getByRole('heading', { name: ko('screen.breakdown'), level: 1 })).toBeVisible();
    await d.page.getByRole('button', { name: ko('shell.account') }).click();
    await d.page.getByRole('menuitem', { name: ko('shell.logout') }).click();
    await d.page
      .getByRole('dialog')
      .getByRole('button', { name: ko('shell.logout') })
      .click();
    await expect(d.page).toHaveURL(/\/login/u);
    await expect(d.page.getByRole('status').filter({ hasText: ko('login.reason.loggedOut') })).toBeVisible();
    const store = await d.store();
    expect(store).toMatchObject({ session: null, theme: 'dark', language: 'ko', drafts: {}, screens: {} });
    expect(JSON.stringify(store)).not.toContain('eyJ');
    await expect(otherTab).toHaveURL(/\/login/u);
    await d.page.goto('/dash');
    await expect(d.page).toHaveURL(/\/login/u);
  });

  test('a second login of the same account ends the first session and its stream, and shows why', async ({ desk }) => {
    const first = await desk('biz1', { language: 'en' });
    const socket = first.page.waitForEvent('websocket', (ws) => ws.url().includes('/socket.io'));
    await first.open('/dash');
    const closed = (await socket).waitForEvent('close');
    const second = await desk('biz1');
    await second.open('/dash');
    await expect(first.page).toHaveURL(/\/login/u);
    await expect(first.page.getByRole('status').filter({ hasText: en('login.reason.elsewhere') })).toBeVisible();
    await closed;
    expect((await first.store()).session).toBeNull();
    await second.isLive();
  });
});
