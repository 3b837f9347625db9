import { app } from '@headland/contracts/app';
import { appContent } from '@headland/contracts/app-content';
import { notices } from '@headland/contracts/notice';
import { ask } from './world/api';
import { barriers } from './world/barriers';
import { expect, test } from './world/journey';
import { capitals } from './world/names';
import { AppOwner } from './world/owner';
import { fits, phoneOf, slowLine } from './world/phone';
import { en, ko, translateTo } from './world/translate';

test('a notice is written with its preview, pushed once, read in the app, and deleted after two questions', async ({
  desk,
  clerk,
}) => {
  const title = `Winter service ${capitals(6)}`;
  const owner = await AppOwner.join('김겨울');
  await owner.call(app.setPushDevice, { body: { os: 'android' } });
  const d = await (await desk('headoffice1', { language: 'en' })).open('/notice');
  const { page } = d;
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const save = page.getByRole('button', { name: en('common.save'), exact: true });
  const editor = page.getByRole('textbox', { name: en('notice.field.content') });
  const preview = page.frameLocator('iframe').getByRole('article');

  await test.step('what is typed is shown by the page of the app, and survives a reload', async () => {
    await page
      .getByRole('button', { name: en('notice.new'), exact: true })
      .first()
      .click();
    await expect(editor).toBeVisible();
    await field(en('notice.field.title')).fill(title);
    await editor.click();
    await page.keyboard.type('Bring the machine warmed up.');
    await expect(preview.getByRole('heading', { name: title })).toBeVisible();
    await expect(preview).toContainText('Bring the machine warmed up.');
    await expect.poll(async () => JSON.stringify(await d.store())).toContain('warmed up');
    await page.reload();
    await expect(editor).toContainText('Bring the machine warmed up.');
  });

  await test.step('dates turned round are told at their field, and nothing is saved', async () => {
    await page.getByRole('radio', { name: en('posting.dates') }).click();
    await field(en('posting.startOn')).fill('2030-12-31');
    await field(en('posting.endOn')).fill('2030-12-01');
    await save.click();
    await expect(page.getByText(en('field.range')).first()).toBeVisible();
    expect((await clerk.call(notices.list, { query: { title } })).page.total).toBe(0);
    await page.getByRole('radio', { name: en('posting.noLimit') }).click();
  });

  const id = await test.step('published with a push', async () => {
    await page.getByText(en('notice.pushTick')).click();
    await save.click();
    await d.toasted(en('notice.toast.created', { name: title }));
    await expect(page).toHaveURL(/\/noticeDetail\/\d+/u);
    await expect(page.getByText(en('notice.pushState.sent')).first()).toBeVisible();
    await expect.poll(async () => (await owner.call(app.messages)).rows.map((m) => m.text)).toEqual([title]);
    return Number(page.url().split('/').at(-1));
  });

  await test.step('one who is shown is deleted after two questions', async () => {
    await page.getByRole('button', { name: en('notice.delete'), exact: true }).click();
    await d
      .dialog(en('notice.deleteTitle', { name: title }))
      .getByRole('button', { name: en('notice.delete'), exact: true })
      .click();
    expect((await ask(appContent.notice, { params: { id } })).title).toBe(title);
    await d
      .dialog(en('content.onGoing'))
      .getByRole('button', { name: en('content.deleteAnyway'), exact: true })
      .click();
    await expect(page).toHaveURL(/\/notice$/u);
    const phone = await desk(null, phoneOf('light'));
    await phone.page.goto(`/noticeDetailApp/${id}?lang=en`);
    await expect(phone.page.getByText(en('appContent.noticeEnded'))).toBeVisible();
  });
});

test('who may only read notices has no button for more, nor an address; an agency has none of it', async ({ desk }) => {
  const d = await (await desk('headoffice2')).open('/notice');
  const { page } = d;
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('button', { name: ko('notice.new') })).toHaveCount(0);
  await expect(page.getByRole('checkbox')).toHaveCount(0);
  await page.goto('/noticeRegi/0');
  await expect(page).toHaveURL(/\/dash/u);
  const agency = await (await desk('agency1')).open('/dash');
  await agency.page.goto('/notice');
  await expect(agency.page).toHaveURL(/\/dash/u);
});

for (const [language, theme] of [
  ['ko', 'light'],
  ['en', 'dark'],
] as const)
  test(`notices on a telephone with a slow line, ${language}, ${theme}`, async ({ desk }) => {
    const t = translateTo(language);
    const { page } = await desk(null, phoneOf(theme));
    await slowLine(page);
    const began = Date.now();
    await page.goto(`/noticeApp?lang=${language}`);
    const row = page.getByRole('listitem').getByRole('button');
    await expect(row.first()).toBeVisible();
    test.info().annotations.push({ type: 'first view', description: `${Date.now() - began} ms` });
    await fits(page);
    expect(await barriers(page, theme)).toEqual([]);
    const title = await row.first().locator('.title').innerText();
    await row.first().click();
    await expect(page.getByRole('heading', { level: 2, name: title })).toBeVisible();
    await fits(page);
    expect(await barriers(page, theme)).toEqual([]);
    await page.goBack();
    await expect(row.first()).toBeVisible();
    await page.goto(`/noticeDetailApp/999999?lang=${language}`);
    await expect(page.getByText(t('appContent.noticeEnded'))).toBeVisible();
  });
