import { posts } from '@headland/contracts/post';
import { barriers } from './world/barriers';
import { expect, test } from './world/journey';
import { capitals } from './world/names';
import { fits, phoneOf } from './world/phone';
import { imageFile } from './world/image-file';
import { en, ko } from './world/translate';

test('a post with two pictures is registered, and swiped through on a telephone', async ({ desk, clerk, tidy }) => {
  const title = `Rice harvest ${capitals(6)}`;
  const d = await (await desk('servicebusiness1', { language: 'en' })).open('/postRegi/0');
  const { page } = d;
  await page.getByLabel(en('post.field.title'), { exact: true }).fill(title);
  await page.getByRole('textbox', { name: en('post.field.content') }).click();
  await page.keyboard.type('A good year.');
  const files = page.locator('input[type=file][multiple]');

  await test.step('what is no picture is refused in words', async () => {
    await files.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
    await expect(page.getByText(en('error.IMAGE_INVALID')).first()).toBeVisible();
  });
  await files.setInputFiles([imageFile(1), imageFile(2)]);
  await expect(page.getByLabel(en('content.imageAlt', { n: 2 }))).toBeVisible();
  await page.getByLabel(en('content.imageAlt', { n: 2 })).fill('A tractor');
  await expect(page.getByRole('img', { name: 'A tractor' })).toBeVisible();
  // dragged to the first place
  await page.getByRole('img', { name: 'A tractor' }).dragTo(page.getByLabel(en('content.imageAlt', { n: 1 })));
  await expect(page.getByLabel(en('content.imageAlt', { n: 1 }))).toHaveValue('A tractor');
  await page.getByRole('button', { name: en('common.save'), exact: true }).click();
  await d.toasted(en('post.toast.created', { name: title }));
  const id = Number(page.url().split('/').at(-1));
  tidy(async () => void (await clerk.call(posts.remove, { params: { id } })));

  const { page: phone } = await desk(null, phoneOf('light'));
  await phone.goto('/postApp?lang=en');
  // what is shown while the list loads is replaced, also between finding a target and measuring it
  await expect(phone.getByRole('button').filter({ hasText: title })).toBeVisible();
  await fits(phone);
  expect(await barriers(phone, 'light')).toEqual([]);
  await phone.getByRole('button').filter({ hasText: title }).click();
  await expect(phone.getByRole('img', { name: 'A tractor' })).toBeVisible();
  await phone.getByRole('button', { name: en('appContent.next') }).click();
  await expect(phone.getByText(en('appContent.picture', { n: 2, of: 2 }))).toBeVisible();
  await fits(phone);
  expect(await barriers(phone, 'light')).toEqual([]);
  await phone.goBack();
  await expect(phone.getByRole('button').filter({ hasText: title })).toBeVisible();
});

test('who may only read posts registers none', async ({ desk }) => {
  const { page } = await (await desk('servicebusiness2')).open('/post');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('button', { name: ko('post.new') })).toHaveCount(0);
  await page.goto('/postRegi/0');
  await expect(page).toHaveURL(/\/dash/u);
});
