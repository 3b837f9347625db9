import { production, type ProductionRow } from '@headland/contracts/production';
import { account } from './world/api';
import { expect, test } from './world/journey';
import { Plant } from './world/plant';
import { en, ko } from './world/translate';
import { deskDay } from './world/zones';

test('units are given their device, shipped together or not at all, and seen by their dealer from then on', async ({
  desk,
  clerk,
  tidy,
}) => {
  const plant = await Plant.open(clerk, tidy);
  const [first = '', second = '', third = ''] = await plant.build('HL 6-110', 3);
  const [terminal, other] = [await plant.makeDevice(), await plant.makeDevice()];
  await plant.install(second, other.id);
  const series = first.slice(0, 9);
  const dealer = account('dealer1').organization;
  const unit = async (vin: string): Promise<ProductionRow> => {
    const [row] = (await clerk.call(production.list, { query: { vin } })).rows;
    if (row === undefined) throw new Error(`No unit ${vin}.`);
    return row;
  };
  const d = await (await desk('production1', { language: 'en' })).open(`/production?vin=${series}`);
  const { page } = d;
  const row = (vin: string) => page.getByRole('row').filter({ hasText: vin });

  await test.step('a device is found among those that no unit has, and its history begins', async () => {
    await row(first).getByText(first).click();
    await expect(page.getByRole('heading', { level: 1, name: first })).toBeVisible();
    await expect(page.getByRole('region', { name: en('production.installation') })).toContainText(
      en('production.noDeviceText'),
    );
    await page.getByRole('button', { name: en('production.edit'), exact: true }).click();
    const find = page.getByRole('combobox', { name: en('production.deviceId') });
    await find.fill(other.id);
    await expect(page.getByText(en('find.none')), 'one that sits in another unit is not offered').toBeVisible();
    await find.fill(terminal.id);
    await page.getByRole('option', { name: terminal.id }).click();
    await page.getByLabel(en('production.matchedOn'), { exact: true }).fill('2999-01-01');
    await page.getByRole('button', { name: en('common.save'), exact: true }).click();
    await expect(page.getByText(en('field.pastDay'))).toBeVisible();
    await page.getByLabel(en('production.matchedOn'), { exact: true }).fill(deskDay(1));
    await page.getByRole('button', { name: en('common.save'), exact: true }).click();
    await d.toasted(en('production.toast.changed', { vin: first }));
    await expect(page.getByRole('region', { name: en('production.installation') })).toContainText(terminal.id);
    await expect(page.getByRole('table', { name: en('production.history') })).toContainText(terminal.id);
    expect(await unit(first)).toMatchObject({ deviceId: terminal.id, matchedOn: deskDay(1) });
  });

  await test.step('three are shipped together: a day before the matching of one of them ships none', async () => {
    await page.getByRole('button', { name: en('production.toList') }).click();
    await d.open(`/production?vin=${series}`);
    await page.getByRole('checkbox', { name: en('table.selectPage') }).check();
    await page.getByRole('button', { name: en('production.ship'), exact: true }).click();
    const dialog = d.dialog(en('production.shipTitle', { n: 3 }));
    await dialog.getByLabel(en('production.shippedOn'), { exact: true }).fill(deskDay(2));
    await d.chooseOrganization(dialog, en('production.dealer'), dealer);
    const ship = dialog.getByRole('button', { name: en('production.ship'), exact: true });
    await ship.click();
    await expect(dialog.getByRole('alert').filter({ hasText: first })).toContainText(en('field.beforeMatching'));
    for (const vin of [first, second, third]) expect((await unit(vin)).shippedOn, vin).toBeNull();
    await dialog.getByLabel(en('production.shippedOn'), { exact: true }).fill(deskDay(0));
    await ship.click();
    await d.toasted(en('production.toast.shipped', { n: 3 }));
    for (const vin of [first, second, third]) await expect(row(vin)).toContainText(dealer);
  });

  await test.step('the dealer sees them now, and cannot send one back to the plant', async () => {
    const there = await (await desk('dealer1')).open(`/production?vin=${series}`);
    await expect(there.page.getByRole('row').filter({ hasText: third })).toBeVisible();
    const stranger = await (await desk('agency1')).open(`/production?vin=${series}`);
    await expect(stranger.page.getByText(ko('common.emptyFilter'))).toBeVisible();
    const { id } = await unit(third);
    await stranger.page.goto(`/productionDetail/${id}`);
    await expect(stranger.page.getByText(ko('production.missing'))).toBeVisible();
  });
});

test('who may only read production ticks nothing and edits nothing; who may not read it does not get there', async ({
  desk,
  member,
  clerk,
  tidy,
}) => {
  const plant = await Plant.open(clerk, tidy);
  const [vin = ''] = await plant.build('HL 6-110', 1);
  const [row] = (await clerk.call(production.list, { query: { vin } })).rows;
  const d = await (
    await desk(await member({ organization: '국내영업본부', role: 'STAFF' }))
  ).open(`/production?vin=${vin}`);
  const { page } = d;
  await expect(page.getByRole('row').filter({ hasText: vin })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: ko('table.selectPage') })).toHaveCount(0);
  await page.goto(`/productionDetail/${row?.id}`);
  await expect(page.getByRole('heading', { level: 1, name: vin })).toBeVisible();
  await expect(page.getByRole('button', { name: ko('production.edit'), exact: true })).toHaveCount(0);
  await page.goto(`/productionModi/${row?.id}`);
  await expect(page).toHaveURL(/\/dash/u);
  const region = await (
    await desk(await member({ organization: account('region1').organization, role: 'STAFF' }))
  ).open('/dash');
  await expect(region.menu.getByRole('link', { name: ko('screen.production'), exact: true })).toHaveCount(0);
  await region.page.goto(`/production?vin=${vin}`);
  await expect(region.page).toHaveURL(/\/dash/u);
});
