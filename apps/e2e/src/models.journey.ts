import { models } from '@headland/contracts/model';
import { expect, test } from './world/journey';
import { capitals } from './world/names';
import { en, ko } from './world/words';

test('a model is registered from a draft that survives a reload, and a changed cycle says first what it means', async ({ desk, clerk }) => {
  const name = `E2E ${capitals(6)}`;
  const d = await (await desk('servicebusiness1', { language: 'en' })).open('/model');
  const { page } = d;
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const save = page.getByRole('button', { name: en('common.save'), exact: true });

  await test.step('what is typed survives a reload', async () => {
    await page
      .getByRole('button', { name: en('model.new'), exact: true })
      .or(page.getByRole('link', { name: en('model.new'), exact: true }))
      .click();
    await expect(page).toHaveURL(/\/modelRegi\/0/u);
    await field(en('model.field.name')).fill(name);
    await field(en('model.field.releaseYear')).fill('2025');
    await expect.poll(async () => JSON.stringify(await d.store())).toContain(name);
    await page.reload();
    await expect(field(en('model.field.name'))).toHaveValue(name);
  });

  await test.step('bad values are told at their fields, in words', async () => {
    await field(en('model.field.horsepower')).fill('0');
    await save.click();
    await expect(page.getByText(en('field.pos')).first()).toBeVisible();
    await field(en('model.field.horsepower')).fill('95');
  });

  await test.step('registered with a consumable', async () => {
    await field(en('model.field.type')).selectOption('premium');
    await field(en('model.field.machine')).selectOption('tractor');
    await field(en('model.field.remoteControl')).selectOption('start');
    await page.getByRole('button', { name: en('model.item.add'), exact: true }).click();
    await field(en('model.item.name')).fill('Engine oil');
    await field(en('model.item.maintenance')).selectOption('replace');
    await field(en('model.item.initialHours')).fill('50');
    await field(en('model.item.cycleHours')).fill('250');
    await save.click();
    await expect(d.toast(en('model.said.created', { name }))).toBeVisible();
    await expect(page).toHaveURL(/\/modelDetail\/\d+/u);
    await expect(page.getByRole('rowheader', { name: 'Engine oil' })).toBeVisible();
    const { rows } = await clerk.call(models.list, { query: { name } });
    expect(rows).toMatchObject([{ name, horsepower: 95, items: 1 }]);
  });
});

test('who may only read models has no button for more, nor an address', async ({ desk, member }) => {
  const d = await (await desk(await member({ organization: '국내영업본부', role: 'ADMIN' }))).open('/model');
  const { page } = d;
  await expect(page.getByRole('row').filter({ hasText: 'HL 6-110' })).toBeVisible();
  await expect(page.getByRole('button', { name: ko('model.new') })).toHaveCount(0);
  await page.goto('/modelRegi/0');
  await expect(page).toHaveURL(/\/dash/u);
});
