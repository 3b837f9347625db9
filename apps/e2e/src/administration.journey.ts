import { apiKeys } from '@headland/contracts/administration';
import { apiKeyHeader, factory } from '@headland/contracts/factory';
import { kiosks } from '@headland/contracts/kiosk';
import { ask, Refused } from './world/api';
import { expect, test } from './world/journey';
import { letters } from './world/names';
import { productUrl } from './world/product';
import { en, ko } from './world/translate';

const organization = '국내영업본부';

test('a wall display opens by the link that its token was issued with, and is out as soon as it is revoked', async ({
  desk,
  member,
  clerk,
  tidy,
}) => {
  const admin = await member({ organization, role: 'ADMIN' });
  const name = `Wall ${letters()}`;
  tidy(async () => {
    for (const { id, revokedAt } of (await clerk.call(kiosks.list)).filter((k) => k.name === name))
      if (revokedAt === null) await clerk.call(kiosks.revoke, { params: { id } });
  });
  const d = await (await desk(admin)).open('/memberHistory?tab=kiosks');
  const row = d.page.getByRole('row').filter({ hasText: name });

  await d.page.getByRole('button', { name: ko('kiosk.issue'), exact: true }).click();
  const form = d.dialog(ko('kiosk.issueTitle'));
  await form.getByLabel(ko('kiosk.name'), { exact: true }).fill(name);
  await d.chooseOrganization(form, ko('kiosk.scope'), '강원지역본부');
  await form.getByRole('button', { name: ko('secret.issue'), exact: true }).click();
  const issued = d.dialog(ko('kiosk.issued', { name }));
  await expect(issued.getByRole('note')).toContainText(ko('secret.once'));
  const token = await issued.getByLabel(ko('kiosk.token'), { exact: true }).inputValue();
  const address = await issued.getByLabel(ko('kiosk.address'), { exact: true }).inputValue();
  expect(address).toContain(token);
  await issued.getByRole('button', { name: ko('common.close'), exact: true }).click();
  await expect(row).toContainText(ko('secret.live'));
  await expect(d.page.getByText(token), 'it is not shown again').toHaveCount(0);

  const wall = await desk(null, { viewport: { width: 1920, height: 1080 } });
  await wall.page.goto(address);
  await expect(wall.page).toHaveURL(`${productUrl()}/wall`);
  await expect(wall.page.getByText(ko('live.live'))).toBeVisible();
  await expect(wall.page.getByRole('heading', { name })).toBeVisible();
  await expect(wall.page.getByText(ko('wall.noSos')), 'nothing of the other regions').toBeVisible();

  await test.step('it is configured: the display follows without a reload', async () => {
    await wall.page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await row.getByRole('button', { name: ko('kiosk.edit') }).click();
    const settings = d.dialog(ko('kiosk.editTitle', { name }));
    await settings.getByLabel(ko('kiosk.language'), { exact: true }).selectOption('en');
    await settings.getByLabel(ko('kiosk.theme'), { exact: true }).selectOption('light');
    await settings.getByLabel(ko('kiosk.view'), { exact: true }).selectOption('figures');
    await settings.getByRole('button', { name: ko('common.save'), exact: true }).click();
    await d.toasted(ko('kiosk.saved'));
    await expect(wall.page.getByText(en('wall.overdue'))).toBeVisible();
    await expect(wall.page.locator('html')).toHaveAttribute('data-theme', 'light');
    await expect(wall.page.locator('html')).toHaveAttribute('lang', 'en');
    expect(await wall.page.evaluate(() => 'sameDocument' in window)).toBe(true);
  });

  await test.step('its token is replaced: the former one is out, the new one opens the same display', async () => {
    await row.getByRole('button', { name: ko('kiosk.rotate') }).click();
    await d
      .dialog(ko('kiosk.rotateTitle', { name }))
      .getByRole('button', { name: ko('kiosk.rotate'), exact: true })
      .click();
    const again = d.dialog(ko('kiosk.issued', { name }));
    const replaced = await again.getByLabel(ko('kiosk.address'), { exact: true }).inputValue();
    await again.getByRole('button', { name: ko('common.close'), exact: true }).click();
    await expect(wall.page.getByText(en('wall.signedOut'))).toBeVisible();
    await wall.page.goto(replaced);
    await expect(wall.page.getByText(en('wall.overdue'))).toBeVisible();
  });

  await row.getByRole('button', { name: ko('secret.revoke') }).click();
  await d
    .dialog(ko('kiosk.revokeTitle', { name }))
    .getByRole('button', { name: ko('secret.revoke'), exact: true })
    .click();
  await expect(wall.page.getByText(en('wall.signedOut'))).toBeVisible();
  await d.toasted(ko('kiosk.revoked'));
  await expect(row).toContainText(ko('secret.revoked'));
  await wall.page.reload();
  await expect(wall.page.getByText(en('wall.signedOut'))).toBeVisible();
});

test('a key of the factory interface works from its issue until it is revoked', async ({
  desk,
  member,
  clerk,
  tidy,
}) => {
  const admin = await member({ organization, role: 'ADMIN' });
  const name = `Line ${letters()}`;
  tidy(async () => {
    for (const { id, revokedAt } of (await clerk.call(apiKeys.list)).filter((k) => k.name === name))
      if (revokedAt === null) await clerk.call(apiKeys.revoke, { params: { id } });
  });
  const asked = (key: string): Promise<string | number> =>
    ask(factory.key, {}, { [apiKeyHeader]: key }).then(
      (answer) => answer.name,
      (error: unknown) => (error instanceof Refused ? error.status : Promise.reject(error as Error)),
    );
  const d = await (await desk(admin, { language: 'en' })).open('/memberHistory?tab=keys');
  const row = d.page.getByRole('row').filter({ hasText: name });

  // an empty list offers the button again
  await d.page
    .getByRole('button', { name: en('apiKey.issue'), exact: true })
    .first()
    .click();
  const form = d.dialog(en('apiKey.issueTitle'));
  await form.getByLabel(en('apiKey.name'), { exact: true }).fill(name);
  await form.getByRole('button', { name: en('secret.issue'), exact: true }).click();
  const issued = d.dialog(en('apiKey.issued', { name }));
  const key = await issued.getByLabel(en('apiKey.key'), { exact: true }).inputValue();
  await issued.getByRole('button', { name: en('common.close'), exact: true }).click();
  await expect(row).toContainText(en('apiKey.never'));
  await expect(row).toContainText(`${key.slice(0, 4)}`);

  expect(await asked(key)).toBe(name);
  expect(await asked(`${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`), 'a wrong one').toBe(401);
  await d.page.reload();
  await expect(row).toContainText(en('secret.live'));
  await expect(row).not.toContainText(en('apiKey.never'));

  await row.getByRole('button', { name: en('secret.revoke') }).click();
  await d
    .dialog(en('apiKey.revokeTitle', { name }))
    .getByRole('button', { name: en('secret.revoke'), exact: true })
    .click();
  await d.toasted(en('apiKey.revoked'));
  expect(await asked(key)).toBe(401);
  await expect(row).toContainText(en('secret.revoked'));
  await expect(row.getByRole('button')).toHaveCount(0);
});

test('an unreadable message of a terminal is in the quarantine, byte for byte', async ({ desk, member, terminal }) => {
  const admin = await member({ organization, role: 'ADMIN' });
  const machine = await terminal(4);
  const { id } = machine.device;
  const broken = `{"v":1,"boot":7,"seq":"${letters()}`;
  const d = await (await desk(admin)).open('/memberHistory?tab=quarantine');
  const { page } = d;
  const filter = page.getByRole('search').getByLabel(ko('quarantine.device'));
  await filter.fill(id);
  await filter.press('Enter');
  await expect(page).toHaveURL(new RegExp(`device=${id}`, 'u'));
  const rows = page.getByRole('row').filter({ hasText: ko('quarantineReason.undecodable') });

  // rows that arrive while the list is open wait above it
  await machine.garbage('telemetry', broken);
  await expect(async () => {
    const more = page.getByRole('button', { name: ko('live.new', { n: 1 }) });
    if (await more.isVisible()) await more.click();
    await expect(rows.first()).toContainText(id, { timeout: 1_000 });
    await rows.first().click();
    await expect(d.panel.getByLabel(ko('quarantine.text'), { exact: true })).toContainText(broken.slice(-8), {
      timeout: 1_000,
    });
  }).toPass({ timeout: 60_000 });
  await expect(d.panel).toContainText(ko('quarantine.bytes', { n: broken.length }));
  await expect(d.panel).toContainText(machine.vin);
  await expect(d.panel.getByLabel(ko('quarantine.hex'), { exact: true })).toContainText(
    Buffer.from(broken.slice(0, 8))
      .toString('hex')
      .replace(/(..)(?=.)/gu, '$1 '),
  );
});
