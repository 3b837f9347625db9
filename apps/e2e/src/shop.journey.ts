import { appShop } from '@headland/contracts/app-shop';
import { categories } from '@headland/contracts/category';
import { parts } from '@headland/contracts/part';
import { shopBanners } from '@headland/contracts/shop-banner';
import { barriersInBothThemes } from './world/barriers';
import { expect, test } from './world/journey';
import { Api } from './world/api';
import { capitals, letters } from './world/names';
import { AppOwner } from './world/owner';
import { imageFile } from './world/image-file';
import { en, ko } from './world/translate';

const host = 'https://shop.example.com';
const inShop = { organization: '서비스사업팀', role: 'ADMIN' } as const;
const hangul = (): string => Array.from(letters(), (l) => String.fromCodePoint(0xac00 + l.charCodeAt(0) * 28)).join('');

test('a part in a new category is in the app at its place, and goes with its category', async ({
  desk,
  clerk,
  member,
  terminal,
  tidy,
}) => {
  const owner = await AppOwner.join('이부품');
  const vehicleId = await owner.buy((await terminal(7)).vin, clerk);
  const staff = await Api.as(await member(inShop));
  const d = await (await desk(await member(inShop), { language: 'en' })).open('/category');
  const { page } = d;
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const save = page.getByRole('button', { name: en('common.save'), exact: true });
  const inApp = async () => {
    const shown = await owner.call(appShop.categories, { query: { vehicleId } });
    const found = shown.find(({ name }) => name === category.nameEn);
    return found && (await owner.call(appShop.parts, { params: { id: found.id }, query: { vehicleId } })).rows;
  };
  const category = { nameKo: `시험 ${hangul()}`, nameEn: `Journey ${capitals(6)}`, key: `e2e_${letters()}` };

  const accessible = async (): Promise<void> => expect(await barriersInBothThemes(page)).toEqual([]);

  await test.step('names are checked by the button first', async () => {
    await expect(page.getByRole('row').nth(1)).toBeVisible();
    await accessible();
    await page
      .getByRole('button', { name: en('category.new'), exact: true })
      .first()
      .click();
    await field(en('category.field.key')).fill(category.key);
    await field(en('category.field.nameKo')).fill(category.nameKo);
    await field(en('category.field.nameEn')).fill(category.nameEn);
    await page.locator('input[type=file]').setInputFiles(imageFile());
    await expect(page.getByLabel(en('content.imageAlt', { n: 1 }))).toBeVisible();
    await save.click();
    await expect(page.getByText(en('field.catDup')).first()).toBeVisible();
    await page.getByRole('button', { name: en('category.check'), exact: true }).click();
    await expect(page.getByText(en('category.namesFree'))).toBeVisible();
    await page.getByRole('button', { name: en('shop.last'), exact: true }).click();
    await save.click();
    await d.toasted(en('category.toast.created', { name: category.nameKo }));
    await expect(page.getByRole('heading', { level: 1, name: category.nameEn })).toBeVisible();
    await accessible();
  });
  const categoryId = Number(page.url().split('/').at(-1));
  tidy(async () => {
    const { nameKo, nameEn, key, url, images, version } = await staff.call(categories.get, {
      params: { id: categoryId },
    });
    const body = { nameKo, nameEn, key, url, images, version, display: 'hidden' } as const;
    await staff.call(categories.change, { params: { id: categoryId }, body });
  });

  const code = `E2E${capitals(6)}`;
  await test.step('an address of another shop and a part without a picture are refused at their fields', async () => {
    await d.open('/partDisplayModi/0');
    await field(en('part.field.category')).selectOption(String(categoryId));
    await field(en('part.field.code')).fill(code);
    await field(en('part.field.nameKo')).fill('시험 필터');
    await field(en('part.field.nameEn')).fill('Journey filter');
    await field(en('part.field.price')).fill('18000');
    await field(en('part.field.url')).fill(`${host}.evil.example/parts/1`);
    await page.getByRole('radio', { name: en('shop.allModels') }).click();
    await save.click();
    await accessible();
    await expect(page.getByText(en('field.choose', { label: en('part.field.images') })).first()).toBeVisible();
    await expect(page.getByText(en('field.host', { host })).first()).toBeVisible();
    await field(en('part.field.url')).fill(`${host}/parts/${code}`);
    await page.locator('input[type=file]').setInputFiles(imageFile());
    await expect(page.getByLabel(en('content.imageAlt', { n: 1 }))).toBeVisible();
    await page.getByRole('button', { name: en('shop.last'), exact: true }).click();
    await save.click();
    await d.toasted(en('part.toast.created', { name: '시험 필터' }));
    await expect(page.getByRole('heading', { level: 1, name: 'Journey filter' })).toBeVisible();
    await accessible();
    expect((await inApp())?.map((p) => [p.code, p.name, p.price])).toEqual([[code, 'Journey filter', 18_000]]);
  });
  const partId = Number(page.url().split('/').at(-1));

  await test.step('a colleague adds another at the first place; a key moves it down, in the app as well', async () => {
    const { images, version: _, ...own } = await staff.call(parts.get, { params: { id: partId } });
    const other = `E2E${capitals(6)}`;
    await staff.call(parts.create, {
      body: {
        ...{ categoryId, code: other, nameKo: '다른 필터', nameEn: 'Other filter', price: 9_000, url: own.url },
        ...{ modelIds: 'all', images: [], description: '', item: null, displayOrder: 1, display: 'hidden' },
      },
    });
    expect(images).toHaveLength(1);
    await d.open(`/partDisplay?categoryId=${categoryId}`);
    await expect(page.getByRole('row').filter({ hasText: other })).toBeVisible();
    await accessible();
    await page.getByRole('row').filter({ hasText: other }).focus();
    await page.keyboard.press('Alt+ArrowDown');
    await expect.poll(async () => (await staff.call(parts.get, { params: { id: partId } })).displayOrder).toBe(1);
  });

  await test.step('hiding the category says how many parts go with it', async () => {
    await d.open(`/categoryModi/${categoryId}`);
    await page.getByRole('radio', { name: en('display.hidden') }).click();
    await save.click();
    const question = d.dialog(en('category.hideTitle', { name: category.nameKo }));
    await expect(question).toContainText(en('category.hideText', { n: 2 }));
    await accessible();
    await question.getByRole('button', { name: en('common.save') }).click();
    await d.toasted(en('category.toast.changed', { name: category.nameKo }));
    expect(await inApp()).toBeUndefined();
    // said in words, not as it is stored
    await expect(page.getByRole('row').nth(1)).toContainText(`${en('display.shown')} → `);
  });
});

test('a banner shows in its period, and counts who opens it', async ({ desk, member, tidy }) => {
  const name = `겨울 부품 ${capitals(6)}`;
  const owner = await AppOwner.join('박배너');
  const d = await (await desk(await member(inShop), { language: 'en' })).open('/shopBannerModi/0');
  const { page } = d;
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const save = page.getByRole('button', { name: en('common.save'), exact: true });
  const inApp = async () => (await owner.call(appShop.banners, { query: {} })).find((banner) => banner.name === name);

  await field(en('shopBanner.field.name')).fill(name);
  await field(en('shopBanner.field.url')).fill(`${host}/winter`);
  await page.getByRole('button', { name: en('shop.last'), exact: true }).click();
  await page.getByRole('radio', { name: en('posting.dates') }).click();
  await field(en('posting.startOn')).fill('2030-01-10');
  await field(en('posting.endOn')).fill('2030-01-01');
  await page.locator('input[type=file]').setInputFiles(imageFile());
  await expect(page.getByText(en('shop.smallImage', { width: 1, height: 1 }))).toBeVisible();
  await save.click();
  await expect(page.getByText(en('field.range')).first()).toBeVisible();
  expect(await barriersInBothThemes(page)).toEqual([]);
  await field(en('posting.endOn')).fill('2030-01-31');
  await save.click();
  await d.toasted(en('shopBanner.toast.created', { name }));
  const id = Number(page.url().split('/').at(-1));
  const staff = await Api.as(await member(inShop));
  tidy(async () => {
    const { url, images, version } = await staff.call(shopBanners.get, { params: { id } });
    const body = { name, url, images, version, posting: 'noLimit', display: 'hidden' } as const;
    await staff.call(shopBanners.change, { params: { id }, body });
  });
  expect(await inApp()).toBeUndefined();

  await d.open(`/shopBannerModi/${id}`);
  await page.getByRole('radio', { name: en('posting.noLimit') }).click();
  await save.click();
  await d.toasted(en('shopBanner.toast.changed', { name }));
  expect((await inApp())?.image).toMatchObject({ width: 1, height: 1 });
  expect(await owner.call(appShop.openBanner, { params: { id } })).toEqual({ url: `${host}/winter` });
  await d.open(`/shopBanner/${id}`);
  await expect(page.getByText(en('shopBanner.clicks'), { exact: true }).locator('..')).toContainText('1');
  expect(await barriersInBothThemes(page)).toEqual([]);
  await d.open('/shopBanner');
  await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
  expect(await barriersInBothThemes(page)).toEqual([]);
});

test('who may only read the shop changes nothing; who may not read it does not get there', async ({ desk }) => {
  const { page } = await (await desk('servicebusiness2')).open('/partDisplay');
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(page.getByRole('button', { name: ko('part.new') })).toHaveCount(0);
  await expect(page.locator('[data-move]')).toHaveCount(0);
  await page.goto('/partDisplayModi/1');
  await expect(page).toHaveURL(/\/dash/u);

  const { page: dealers } = await (await desk('dealer1')).open('/partDisplay');
  await expect(dealers).toHaveURL(/\/dash/u);
  await expect(dealers.getByRole('link', { name: ko('screen.partDisplay') })).toHaveCount(0);
});
