import { models } from '@headland/contracts/model';
import { expect, test } from './world/journey';
import { capitals } from './world/names';
import { Plant } from './world/plant';
import { en, ko } from './world/translate';

test('a model is registered from a draft that survives a reload, and a changed cycle shows first what it means', async ({
  desk,
  clerk,
  tidy,
}) => {
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
    // the list stays until the form is loaded, and has a field for a name, too
    await expect(page.getByRole('heading', { level: 1, name: en('model.new'), exact: true })).toBeVisible();
    await field(en('model.field.name')).fill(name);
    await field(en('model.field.releaseYear')).fill('2025');
    await expect.poll(async () => JSON.stringify(await d.store())).toContain(name);
    await page.reload();
    await expect(field(en('model.field.name'))).toHaveValue(name);
  });

  await test.step('invalid values are shown at their fields', async () => {
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
    await d.toasted(en('model.toast.created', { name }));
    await expect(page).toHaveURL(/\/modelDetail\/\d+/u);
    await expect(page.getByRole('rowheader', { name: 'Engine oil' })).toBeVisible();
    const { rows } = await clerk.call(models.list, { query: { name } });
    expect(rows).toMatchObject([{ name, horsepower: 95, items: 1 }]);
  });

  await test.step('another cycle previews its impact on the vehicles before it is saved, and then has it', async () => {
    await (await Plant.open(clerk, tidy)).build(name, 2);
    await page.getByRole('button', { name: en('model.edit'), exact: true }).click();
    await field(en('model.item.cycleHours')).fill('300');
    await save.click();
    const dialog = d.dialog(en('model.previewTitle', { name }));
    await expect(dialog).toContainText(en('model.previewVehicles', { n: 2 }));
    await expect(dialog).toContainText(en('model.previewNoDevices'));
    await dialog.getByRole('button', { name: en('common.cancel'), exact: true }).click();
    await expect(field(en('model.item.cycleHours')), 'what was typed stays').toHaveValue('300');
    await save.click();
    await dialog.getByRole('button', { name: en('common.save'), exact: true }).click();
    await d.toasted(en('model.toast.changed', { name }));
    await expect(
      page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: 'Engine oil' }) }),
    ).toContainText('300');
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
