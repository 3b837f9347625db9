import type { Page } from '@playwright/test';
import { Api } from './world/api';
import type { Desk } from './world/desk';
import { type Front, openFront } from './world/front';
import { expect, test as base } from './world/journey';
import { fields } from './world/machines';
import { readDemo } from './world/product';
import { ko, pattern } from './world/translate';

const test = base.extend<{ front: Front }>({
  // eslint-disable-next-line no-empty-pattern
  front: async ({}, use) => {
    const front = await openFront();
    await use(front);
    front.close();
  },
});

/** Until the worker answers for this page and has kept it, with its files. */
async function workerIsThere({ page }: Desk): Promise<void> {
  await expect.poll(() => page.evaluate(async () => (await caches.match('/')) !== undefined, undefined)).toBe(true);
  await page.reload();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
}

/** Paths of the answers that are kept in this browser, whoever read them. */
const keptPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const names = (await caches.keys()).filter((name) => name.startsWith('seen '));
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map((request) => new URL(request.url).pathname);
  });
const asOf = ({ page }: Desk) => page.getByRole('alert').filter({ hasText: pattern(ko('live.asOf')) });

test('without a connection the console opens with what was seen last, says of when it is, and lets nobody act', async ({
  desk,
  front,
  member,
  terminal,
}) => {
  const machine = await terminal(6);
  await machine.faults([{ code: 'E0324', spn: 100, fmi: 1, count: 1 }], [], fields.uiseong);
  const person = await member({ organization: '본사', role: 'ADMIN' });
  const d = await (await desk(person, { serviceWorkers: 'allow', baseURL: front.url })).open('/breakdown');
  const { page, context } = d;
  await workerIsThere(d);
  const row = page
    .locator('tbody')
    .getByRole('row')
    .filter({ hasText: machine.vin.slice(-6) });
  await expect(row).toBeVisible();
  await expect.poll(() => keptPaths(page)).toContain('/api/faults');
  await row.click();
  const accept = d.panel.getByRole('button', { name: ko('fault.act.accept'), exact: true });
  await expect(accept).toBeEnabled();

  await test.step('opened anew without a line', async () => {
    front.down();
    await context.setOffline(true);
    await page.reload();
    await expect(asOf(d)).toBeVisible();
    await expect(row).toBeVisible();
    await expect(accept).toBeDisabled();
    await expect(accept).toHaveAttribute('title', ko('live.noActs'));
  });

  await test.step('the line is back: everything is read again, and acts are possible', async () => {
    front.up();
    await context.setOffline(false);
    await expect(asOf(d)).toBeHidden();
    await d.isLive();
    await expect(accept).toBeEnabled();
  });
});

test('after a logout nothing of it is kept, and the next user of the browser never sees it', async ({
  desk,
  front,
  member,
}) => {
  const [first, second] = [
    await member({ organization: '본사', role: 'ADMIN' }),
    await member({ organization: '강원지역본부', role: 'ADMIN' }),
  ];
  const d = await (await desk(first, { serviceWorkers: 'allow', baseURL: front.url })).open('/breakdown');
  const { page } = d;
  await workerIsThere(d);
  await expect.poll(() => keptPaths(page)).toContain('/api/faults');

  await test.step('the first one leaves', async () => {
    await page.getByRole('button', { name: ko('shell.account') }).click();
    await page.getByRole('menuitem', { name: ko('shell.logout') }).click();
    await d
      .dialog(ko('shell.logoutTitle'))
      .getByRole('button', { name: ko('shell.logout') })
      .click();
    await expect(page).toHaveURL(/\/login/u);
    await expect.poll(() => keptPaths(page)).toEqual([]);
  });

  await test.step('the second one comes, and opens the same page without a line', async () => {
    const { login } = await Api.as(second);
    const { accessToken, refreshToken, id, name } = login;
    await page.evaluate((session) => localStorage.setItem('vuexStore', JSON.stringify({ language: 'ko', session })), {
      accessToken,
      refreshToken,
      id,
      name,
    });
    await d.open('/dash');
    await expect.poll(() => keptPaths(page)).toContain('/api/dash/now');
    front.down();
    await page.goto('/breakdown');
    await expect(page.getByText(ko('error.NETWORK')).first()).toBeVisible();
    await expect(page.locator('tbody').getByRole('row')).toHaveCount(0);
    // its dashboard has read faults, too: what is kept is of this one session
    const sessions = await page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith('seen ')));
    expect(sessions).toHaveLength(1);
  });
});

test('a new deployment is there at the next navigation; a page whose code is gone reloads once', async ({
  desk,
  front,
  member,
}) => {
  const person = await member({ organization: '본사', role: 'ADMIN' });
  const d = await (await desk(person, { serviceWorkers: 'allow', baseURL: front.url })).open('/dash');
  const { page } = d;
  await workerIsThere(d);
  await d.isLive();
  let loads = 0;
  page.on('load', () => loads++);
  front.deploy();
  await d.menu.getByRole('link', { name: ko('screen.breakdown') }).click();
  await expect(page.getByRole('heading', { name: ko('screen.breakdown'), level: 1 })).toBeVisible();
  expect(loads).toBe(1);
  expect(await page.evaluate(() => document.lastChild?.nodeType === Node.COMMENT_NODE)).toBe(true);
  // and it is the new page that is kept
  await expect
    .poll(() => page.evaluate(async () => (await (await caches.match('/'))?.text())?.endsWith('build -->') ?? false))
    .toBe(true);
});

test('a wall display that is switched on while the server is away waits for it, and shows itself then', async ({
  desk,
  front,
}) => {
  const d = await desk(null, { serviceWorkers: 'allow', baseURL: front.url });
  const { page } = d;
  await page.goto(`/wall?token=${readDemo().kiosk}`);
  await expect(page.locator('main[data-view]')).toBeVisible();
  await workerIsThere(d);
  await expect(page.locator('main[data-view]')).toBeVisible();
  front.down();
  await page.reload();
  await expect(page.getByText(ko('wall.connecting'))).toBeVisible();
  front.up();
  await expect(page.locator('main[data-view]')).toBeVisible();
  expect(await keptPaths(page), 'nothing of what it shows').toEqual([]);
});
