import { appBanners } from '@headland/contracts/app-gpt-banner';
import { appChat } from '@headland/contracts/app-gpt-chat';
import { gptBanners } from '@headland/contracts/gpt-banner';
import { infoCheck } from '@headland/contracts/info-check';
import { Refused } from './world/api';
import { expect, test } from './world/journey';
import { capitals } from './world/names';
import { AppOwner } from './world/owner';
import { en, ko } from './world/translate';

const today = () => new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul', dateStyle: 'short' }).format(new Date());
/** One pixel: smaller than recommended, which is advice. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

test('a banner is registered, shown in the app, suspended with the question, and copied as new', async ({
  desk,
  clerk,
  tidy,
}) => {
  const name = `E2E ${capitals(6)}`;
  tidy(async () => {
    const { rows } = await clerk.call(gptBanners.list, { query: { name } });
    for (const { id, version, status } of rows) {
      if (status === 'doing') await clerk.call(gptBanners.suspend, { params: { id }, body: { version } });
      await clerk.call(gptBanners.remove, { params: { id } });
    }
  });
  const owner = await AppOwner.join('박서준');
  const inApp = async () => (await owner.call(appBanners.list)).filter((b) => b.name === name);
  const d = await (await desk('daedong1', { language: 'en' })).open('/gptBanner');
  const { page } = d;
  const button = (label: string) => page.getByRole('button', { name: label, exact: true });
  const field = (label: string) => page.getByLabel(label, { exact: true });

  await test.step('the draft of a registration survives a reload', async () => {
    await button(en('gptBanner.new')).click();
    await expect(page).toHaveURL(/\/gptBannerRegi$/u);
    // until the form is loaded the list is shown, which has a filter of the same name
    await field(en('gptBanner.field.content')).fill('Ask about <b>winter</b> storage.');
    await field(en('gptBanner.field.name')).fill(name);
    await expect.poll(async () => JSON.stringify(await d.store())).toContain(name);
    await page.reload();
    await expect(field(en('gptBanner.field.name'))).toHaveValue(name);
  });

  await test.step('it is previewed as text, and saved with one picture', async () => {
    const preview = page.getByRole('figure', { name: en('gptBanner.preview') });
    await expect(preview).toContainText('Ask about <b>winter</b> storage.');
    await field(en('gptBanner.field.startOn')).fill(today());
    await field(en('gptBanner.field.endOn')).fill('2035-12-31');
    await field(en('gptBanner.field.url')).fill('http://www.example.com');
    const picture = { name: 'banner.png', mimeType: 'image/png', buffer: png };
    await page.locator('input[type=file]').setInputFiles(picture);
    await expect(preview.getByRole('img', { name })).toBeVisible();
    await expect(page.getByText(en('gptBanner.imageSmall', { width: 1, height: 1 }))).toBeVisible();
    await button(en('common.save')).click();
    await expect(page.getByText(en('field.https'))).toBeVisible();
    await field(en('gptBanner.field.url')).fill('https://www.example.com/winter');
    await button(en('common.save')).click();
    await d.toasted(en('gptBanner.toast.created', { name }));
    await expect(page).toHaveURL(/\/gptBanner$/u);
    expect(await inApp()).toMatchObject([{ content: 'Ask about <b>winter</b> storage.' }]);
  });

  await test.step('suspended from its form it leaves the app, and nothing of it can be changed', async () => {
    await page.getByRole('cell', { name, exact: true }).click();
    await expect(field(en('gptBanner.field.startOn'))).toBeDisabled();
    await button(en('gptBanner.suspend')).click();
    const dialog = d.dialog('Do you want suspend the banner?');
    await expect(dialog).toContainText(name);
    await dialog.getByRole('button', { name: en('gptBanner.suspend'), exact: true }).click();
    await expect(page.getByText(en('error.GPT_BANNER_SUSPENDED'))).toBeVisible();
    await expect(button(en('common.save'))).toHaveCount(0);
    expect(await inApp()).toEqual([]);
  });

  await test.step('its copy has everything but the period', async () => {
    await button(en('gptBanner.copy')).click();
    await expect(field(en('gptBanner.field.name'))).toHaveValue(name);
    await expect(field(en('gptBanner.field.startOn'))).toHaveValue('');
    await field(en('gptBanner.field.startOn')).fill('2034-01-01');
    await field(en('gptBanner.field.endOn')).fill('2034-01-31');
    await button(en('common.save')).click();
    await d.toasted(en('gptBanner.toast.created', { name }));
  });

  await test.step('both are deleted together', async () => {
    await d.open(`/gptBanner?name=${encodeURIComponent(name)}`);
    await expect(page.getByRole('cell', { name, exact: true })).toHaveCount(2);
    for (const box of await page.locator('tbody').getByRole('checkbox').all()) await box.check();
    await button(en('gptBanner.delete')).click();
    await d.toasted(en('gptBanner.toast.removed', { n: 2 }));
    await expect(page.getByRole('cell', { name, exact: true })).toHaveCount(0);
  });
});

test('staff read banners and change none; the service business team has no GPT service', async ({ desk, clerk }) => {
  const [banner] = (await clerk.call(gptBanners.list, { query: { status: 'doing' } })).rows;
  if (banner === undefined) throw new Error('the demo has no published banner');
  const reader = await (await desk('daedong2')).open(`/gptBanner?id=${banner.id}`);
  await expect(reader.panel).toContainText(banner.name);
  for (const label of [ko('gptBanner.new'), ko('gptBanner.suspend'), ko('gptBanner.delete')])
    await expect(reader.page.getByRole('button', { name: label, exact: true })).toHaveCount(0);
  await reader.page.goto('/gptBannerRegi');
  await expect(reader.page).toHaveURL(/\/dash/u);
  const other = await (await desk('servicebusiness1')).open('/dash');
  await expect(other.menu.getByText(ko('menu.gptService'))).toHaveCount(0);
  for (const path of ['/gptBanner', `/gptBannerModi/${banner.id}`, '/gptChatData']) {
    await other.page.goto(path);
    await expect(other.page).toHaveURL(/\/dash/u);
  }
});

test('a question of the app appears live, with the reason why it has no answer, and is found again', async ({
  desk,
  clerk,
}) => {
  const words = `E2E ${capitals(6)}`;
  const question = `<img src=x> ${words} 점검은 언제 하나요?`;
  const d = await (await desk('kioti1')).open('/gptChatData');
  const { page } = d;
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  const owner = await AppOwner.join('이하준');
  // the product of the journeys has no endpoint
  const no: unknown = await owner.call(appChat.ask, { body: { question } }).catch((error: unknown) => error);
  expect(no instanceof Refused && no.code).toBe('GPT_NOT_AVAILABLE');
  await page.getByRole('button', { name: ko('live.new', { n: 1 }), exact: true }).click();
  const row = page.getByRole('row').filter({ hasText: words });
  await expect(row).toContainText(ko('gptChatProblem.notConfigured'));
  await expect(row.locator('img')).toHaveCount(0);
  await row.click();
  await expect(d.panel).toContainText(question);
  await expect(d.panel).toContainText(ko('gptChat.noEarlier'));

  await d.panel.getByRole('link', { name: '이*준' }).click();
  await page.getByRole('link', { name: ko('gptChat.count', { n: 1 }), exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/gptChatData\\?customerId=${owner.id}`, 'u'));
  await expect(page.getByRole('row').filter({ hasText: words })).toBeVisible();
  const found = await clerk.call(infoCheck.find, { query: { text: words } });
  expect(found.questions.map((q) => q.customer.name)).toEqual(['이*준']);
  await page.keyboard.press('Control+k');
  await page.getByRole('banner').getByRole('combobox').fill(words);
  await page.getByRole('option').filter({ hasText: words }).click();
  await expect(d.panel).toContainText(question);
});
