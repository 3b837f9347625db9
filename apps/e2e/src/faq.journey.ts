import { appContent } from '@headland/contracts/app-content';
import { faqs } from '@headland/contracts/faq';
import { ask } from './world/api';
import { barriers } from './world/barriers';
import { expect, test } from './world/journey';
import { capitals } from './world/names';
import { fits, phoneOf } from './world/phone';
import { en, ko } from './world/translate';

test('a question takes a place of its category, is moved by keys, and is found in the app', async ({
  desk,
  clerk,
  tidy,
}) => {
  const title = `How do I fold the mirrors ${capitals(6)}`;
  const d = await (await desk('headoffice1', { language: 'en' })).open('/faq');
  const { page } = d;
  const save = page.getByRole('button', { name: en('common.save'), exact: true });
  await page
    .getByRole('button', { name: en('faq.new'), exact: true })
    .first()
    .click();
  // until the form is loaded the list is shown, which has a filter of the title's name
  await page.getByRole('textbox', { name: en('faq.field.content') }).click();
  await page.keyboard.type('By hand.');
  await page.getByLabel(en('faq.field.title'), { exact: true }).fill(title);
  await page.getByLabel(en('faq.field.category'), { exact: true }).selectOption('other');
  const place = page.getByRole('textbox', { name: en('faq.field.displayOrder') });
  await place.fill('0');
  await save.click();
  await expect(page.getByText(en('field.order')).first()).toBeVisible();
  await place.fill('1');
  await save.click();
  await d.toasted(en('faq.toast.created', { name: title }));
  const id = Number(page.url().split('/').at(-1));
  tidy(async () => void (await clerk.call(faqs.remove, { params: { id } })));

  await test.step('moved down by a key', async () => {
    await d.open('/faq?category=other');
    const row = page.getByRole('row').filter({ hasText: title });
    await row.focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(async () => (await clerk.call(faqs.get, { params: { id } })).displayOrder).toBe(2);
  });

  await test.step('found by its answer on a telephone, with others of its category', async () => {
    const { page: phone } = await desk(null, phoneOf('dark'));
    await phone.goto('/faqApp?lang=en');
    await phone.getByText(en('appContent.other'), { exact: true }).first().click();
    await expect(phone.getByRole('listitem').filter({ hasText: title })).toBeVisible();
    await phone.getByRole('searchbox').fill(title.slice(-6));
    await phone.getByRole('button', { name: en('appContent.find'), exact: true }).click();
    await expect(phone.getByRole('listitem')).toHaveCount(1);
    await fits(phone);
    expect(await barriers(phone, 'dark')).toEqual([]);
    await phone.getByRole('listitem').getByRole('button').click();
    await expect(phone.getByText('By hand.')).toBeVisible();
    await expect(phone.getByRole('region', { name: en('appContent.related') })).toBeVisible();
    await fits(phone);
    expect(await barriers(phone, 'dark')).toEqual([]);
    await phone.goBack();
    await expect(phone.getByRole('searchbox')).toHaveValue(title.slice(-6));
  });

  await test.step('hidden with others, it is gone from the app', async () => {
    await d.open(`/faq?title=${title.slice(-6)}`);
    await page.getByRole('row').nth(1).getByRole('checkbox').check({ force: true });
    await page.getByRole('button', { name: en('content.hide'), exact: true }).click();
    await d.toasted(en('content.hidden', { n: 1 }));
    expect((await ask(appContent.faqs, { query: { text: title.slice(-6) } })).page.total).toBe(0);
  });
});

test('who may only read questions moves none', async ({ desk }) => {
  const { page } = await (await desk('headoffice2')).open('/faq');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('button', { name: ko('faq.new') })).toHaveCount(0);
  await expect(page.locator('[data-move]')).toHaveCount(0);
  await page.goto('/faqRegi/1');
  await expect(page).toHaveURL(/\/dash/u);
});
