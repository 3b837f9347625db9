import { kiosks } from '@headland/contracts/kiosk';
import { sosAlerts } from '@headland/contracts/sos';
import { expect, test } from './world/journey';
import { fields } from './world/machines';
import { organizationId } from './world/members';
import { letters } from './world/names';
import { processOf, productUrl, readDemo } from './world/product';
import { ko, pattern } from './world/translate';

const screen = { width: 1920, height: 1080 };

test('the wall keeps its token to itself, shows a call, shows when data stops, and comes back by itself with the right picture', async ({
  desk,
  terminal,
  clerk,
}) => {
  const [first, second] = [await terminal(7), await terminal(2)];
  const d = await desk(null, { viewport: screen });
  const { page } = d;
  const stopped = page.getByRole('alert').filter({ hasText: pattern(ko('wall.stopped')) });
  // the map may show the same text beside its marker
  const inQueue = (vin: string) => page.getByText(`…${vin.slice(-6)}`, { exact: true });

  await test.step('the token leaves the address', async () => {
    await page.goto(`/wall?token=${readDemo().kiosk}`);
    await expect(page).toHaveURL(`${productUrl()}/wall`);
    await expect(page.getByText(ko('wall.noSos'))).toBeVisible();
    await page.reload();
    await expect(page.getByText(ko('wall.noSos'))).toBeVisible();
    const cut = await page
      .getByRole('heading', { level: 1 })
      .evaluateAll((all) => all.filter((e) => e.scrollHeight > e.clientHeight + 1).map((e) => e.textContent));
    expect(cut).toEqual([]);
  });

  await test.step('a call appears with what, who and where, and never a customer', async () => {
    await first.rollOver(fields.changnyeong);
    await expect(inQueue(first.vin)).toBeVisible();
    const { rows } = await clerk.call(sosAlerts.list, { query: { vin: first.vin } });
    const [call] = rows;
    await expect(page.getByText(ko('sosType.rollover')).first()).toBeVisible();
    await expect(page.getByText(call?.agency.name ?? '?').first()).toBeVisible();
    expect(call?.customer?.phone).toMatch(/\d/u);
    await expect(page.getByText(call?.customer?.phone ?? '?')).toHaveCount(0);
    await expect(page.getByText(call?.customer?.name ?? '?')).toHaveCount(0);
  });

  const frozen = processOf('api');
  await test.step('the api hangs: the wall shows that data has stopped', async () => {
    process.kill(frozen, 'SIGSTOP');
    await expect(stopped).toBeVisible();
  });

  await test.step('another call is raised meanwhile; the api dies and is started again: the wall is right by itself', async () => {
    await second.pressButton(fields.nonsan);
    process.kill(frozen, 'SIGKILL');
    await expect.poll(() => processOf('api')).not.toBe(frozen);
    await expect(inQueue(second.vin)).toBeVisible();
    await expect(inQueue(first.vin)).toHaveCount(1);
    await expect(inQueue(second.vin)).toHaveCount(1);
    await expect(stopped).toBeHidden();
    const { rows } = await clerk.call(sosAlerts.list, { query: { vin: first.vin } });
    await clerk.call(sosAlerts.acknowledge, { params: { id: rows[0]?.id ?? 0 } });
    await expect(page.getByText(ko('sosStatus.acknowledged')), 'events come again, too').toBeVisible();
  });
});

test('a wall without a right token shows this and shows nothing', async ({ desk }) => {
  const { page } = await desk(null, { viewport: screen });
  await page.goto('/wall');
  await expect(page.getByText(ko('wall.denied'))).toBeVisible();
  await page.goto('/wall?token=AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA');
  await expect(page).toHaveURL(`${productUrl()}/wall`);
  await expect(page.getByText(ko('wall.signedOut'))).toBeVisible();
});

test('the wall keeps its theme when the system changes its own, and on paper', async ({ desk }) => {
  const { page } = await desk(null, { viewport: screen });
  await page.goto('/login');
  await page.evaluate(() => localStorage.setItem('vuexStore', JSON.stringify({ theme: 'system' })));
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto(`/wall?token=${readDemo().kiosk}`);
  await expect(page.getByText(ko('live.live'))).toBeVisible();
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  // another page in the same browser shows that the change has arrived
  const login = await page.context().newPage();
  await login.goto('/login');
  for (const page_ of [page, login]) await page_.emulateMedia({ colorScheme: 'light' });
  await expect(login.locator('html')).toHaveAttribute('data-theme', 'light');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await page.emulateMedia({ media: 'print' });
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await expect(root).toHaveAttribute('data-theme', 'dark');
});

test('a wall that is started while an SOS waits shows it over every other view until it is acknowledged', async ({
  desk,
  terminal,
  clerk,
  tidy,
}) => {
  const machine = await terminal(7);
  await machine.rollOver(fields.changnyeong);
  await expect
    .poll(async () => (await clerk.call(sosAlerts.list, { query: { vin: machine.vin } })).rows.length)
    .toBe(1);
  const kiosk = await clerk.call(kiosks.issue, {
    body: {
      ...{ name: `Wall ${letters()}`, organizationId: await organizationId(clerk, '본사') },
      playlist: [{ view: 'figures', seconds: 60 }],
    },
  });
  tidy(() => clerk.call(kiosks.revoke, { params: { id: kiosk.id } }));
  const { page } = await desk(null, { viewport: screen });
  const view = page.locator('main[data-view]');
  await page.goto(`/wall?token=${kiosk.token}`);
  await expect(view).toHaveAttribute('data-view', 'tour');
  await expect(page.getByText(ko('sosType.rollover')).first()).toBeVisible();
  const [call] = (await clerk.call(sosAlerts.list, { query: { vin: machine.vin } })).rows;
  await clerk.call(sosAlerts.acknowledge, { params: { id: call?.id ?? 0 } });
  await expect(view, 'it is acknowledged: the playlist goes on').toHaveAttribute('data-view', 'figures');
});
