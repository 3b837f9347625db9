import { customers } from '@headland/contracts/customer';
import { organizations } from '@headland/contracts/organization';
import { expect, test } from './world/journey';
import { letters, somePhone } from './world/names';
import { Plant } from './world/plant';
import { ko } from './world/translate';
import { deskDay } from './world/zones';

const hangul = (): string =>
  Array.from({ length: 3 }, () => '가나다라마바사아자차카타파하'[Math.floor(Math.random() * 14)]).join('');

test('a customer is registered with consent, gets a vehicle, is seen masked, and erased again', async ({
  desk,
  member,
  clerk,
  tidy,
}) => {
  const [vin = ''] = await (await Plant.open(clerk, tidy)).build('HL 4-58', 1);
  const [dealer] = (await clerk.call(organizations.list, { query: { type: 'AGENCY' } })).rows;
  const [name, loginId, phone] = [`홍${hangul()}`, `e2e${letters(8)}`, somePhone()];
  tidy(async () => {
    const { rows } = await clerk.call(customers.list, { query: { loginId, appStatus: 'all' } });
    for (const { id } of rows) await clerk.call(customers.delete, { params: { id } });
  });
  const d = await (await desk(await member({ organization: '국내영업본부', role: 'ADMIN' }))).open('/customer');
  const { page } = d;
  const field = (label: string) => page.getByLabel(label, { exact: true });
  const save = page.getByRole('button', { name: ko('common.save'), exact: true });
  const chooseDealer = async (): Promise<void> => {
    await page.getByRole('button', { name: new RegExp(`^${ko('customer.field.dealer')}`, 'u') }).click();
    const find = page.getByPlaceholder(ko('tree.findName'));
    await find.fill(dealer?.name ?? '');
    await find.press('Enter');
  };

  await test.step('registered, after missing values were shown at their fields', async () => {
    await page.getByRole('button', { name: ko('customer.new'), exact: true }).click();
    // the list stays until the form is loaded, and has a field for a name, too
    await expect(page.getByRole('heading', { level: 1, name: ko('customer.new'), exact: true })).toBeVisible();
    await field(ko('customer.field.name')).fill(name);
    await field(ko('customer.field.loginId')).fill(loginId);
    await page.getByRole('button', { name: ko('id.check'), exact: true }).click();
    await expect(page.getByText(ko('id.free'))).toBeVisible();
    await field(ko('customer.field.birthOn')).fill('1961-04-05');
    await chooseDealer();
    await field(ko('customer.field.phone')).fill(phone);
    await field(ko('customer.field.address')).fill('전북특별자치도 정읍시 들길 7');
    await save.click();
    await expect(page.getByText(ko('field.terms'))).toBeVisible();
    for (const term of ['service', 'privacy', 'location'] as const)
      await page
        .locator('label')
        .filter({ hasText: ko(`customer.field.terms.${term}`) })
        .click();
    await field(ko('customer.field.way')).selectOption('paper');
    await field(ko('customer.field.givenOn')).fill(deskDay(1));
    await save.click();
    await d.toasted(ko('customer.toast.created', { name }));
    await expect(page).toHaveURL(/\/customerDetail\/\d+/u);
  });

  await test.step('masked until requested, which is recorded', async () => {
    const person = page.getByRole('region', { name: ko('customer.person'), exact: true });
    await expect(person).not.toContainText(phone);
    await person.getByRole('button', { name: ko('masked.show') }).click();
    await expect(person).toContainText(phone);
  });

  await test.step('gets an unsold vehicle', async () => {
    await page.getByRole('button', { name: ko('customer.addVehicle'), exact: true }).click();
    const find = page.getByRole('main').getByRole('combobox', { name: ko('customer.vin') });
    await find.fill(vin.slice(3, 12));
    await page.getByRole('option').filter({ hasText: vin }).click();
    await field(ko('customer.soldOn')).fill(deskDay(1));
    await save.click();
    await d.toasted(ko('customer.toast.added', { vin }));
    await expect(page.getByRole('region', { name: ko('customer.vehicles'), exact: true })).toContainText(vin);
  });

  await test.step('and is erased, after a dialog that names the vehicle', async () => {
    await page.getByRole('button', { name: ko('customer.delete'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText(vin);
    await dialog.getByRole('button', { name: ko('customer.delete'), exact: true }).click();
    await expect(page).toHaveURL(/\/customer(\?|$)/u);
    expect((await clerk.call(customers.list, { query: { loginId, appStatus: 'all' } })).page.total).toBe(0);
    expect(await clerk.call(customers.unsold, { query: { text: vin } })).toHaveLength(1);
  });
});

test('staff read customers masked and change nothing; the plant does not see them at all', async ({ desk, member }) => {
  const d = await (await desk(await member({ organization: '국내영업본부' }))).open('/customer');
  const { page } = d;
  await expect(page.getByRole('row').nth(1)).toContainText('*');
  await expect(page.getByRole('button', { name: ko('customer.new'), exact: true })).toHaveCount(0);
  await page.getByRole('row').nth(1).click();
  await expect(page).toHaveURL(/\/customerDetail\/\d+/u);
  await expect(page.getByRole('region', { name: ko('customer.person'), exact: true })).toBeVisible();
  for (const act of ['customer.edit', 'customer.delete', 'customer.addVehicle'] as const)
    await expect(page.getByRole('button', { name: ko(act), exact: true })).toHaveCount(0);
  for (const address of ['/customerRegi/0', '/customerRegi/1', '/customerVehicleRegi/1', '/customerVehicleModi/1']) {
    await page.goto(address);
    await expect(page).toHaveURL(/\/dash/u);
  }
  const plant = await (await desk('production1')).open('/dash');
  await expect(plant.menu.getByRole('link', { name: ko('screen.customer'), exact: true })).toHaveCount(0);
  await plant.page.goto('/customer');
  await expect(plant.page).toHaveURL(/\/dash/u);
});
