import { consumables } from '@headland/contracts/consumable';
import { expect, test } from './world/journey';
import { ko } from './world/translate';
import { deskDay } from './world/zones';

test('a consumable that is due is replaced once, locked, and its next cycle runs', async ({ desk, clerk, member }) => {
  const { rows } = await clerk.call(consumables.list, { query: { state: ['imminent', 'exceeded'], size: 100 } });
  const cycle = rows.find((r) => r.maintenance === 'replace' && r.hours !== null);
  if (cycle === undefined) throw new Error('The demo data has nothing that is due.');
  const d = await (
    await desk(await member({ organization: '본사', role: 'ADMIN' }))
  ).open(`/expendable?vin=${cycle.vin}`);
  const { page } = d;
  const field = (label: string) => page.getByLabel(label, { exact: true });
  // an optional field is marked in its label
  const memo = page.getByLabel(ko('consumable.memo'));

  await test.step('the list opens with what is due, the most used first', async () => {
    const row = page.locator(`[data-row="${cycle.id}"]`);
    await expect(row).toContainText(ko(`cycleState.${cycle.state}`));
    await row.click();
    await expect(page).toHaveURL(new RegExp(`/expendableDetail/${cycle.id}$`, 'u'));
    await expect(page.getByRole('heading', { level: 1, name: cycle.item })).toBeVisible();
  });

  await test.step('an invalid value is shown at its field', async () => {
    await field(ko('consumable.day.replace')).fill('2001-01-01');
    await page.getByRole('button', { name: ko('common.save'), exact: true }).click();
    await expect(page.getByText(ko('field.repl'))).toBeVisible();
    await field(ko('consumable.day.replace')).fill(deskDay());
  });

  await test.step('leaving with unsaved input asks first', async () => {
    await memo.fill('정기 점검');
    await page.getByRole('button', { name: ko('consumable.toList') }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    await dialog.getByRole('button', { name: ko('common.cancel') }).click();
    await expect(memo).toHaveValue('정기 점검');
  });

  await test.step('it is saved after a warning that it cannot be changed, and locked', async () => {
    await page.getByRole('button', { name: ko('common.save'), exact: true }).click();
    const dialog = page.getByRole('dialog', {
      name: ko('consumable.confirmTitle', { item: cycle.item, vin: cycle.vin }),
    });
    await dialog.getByRole('button', { name: ko('common.save'), exact: true }).click();
    await d.toasted(ko('consumable.toast.replaced', { item: cycle.item }));
    await expect(page.getByRole('region', { name: ko('consumable.closed') })).toContainText('정기 점검');
    const again = clerk.call(consumables.replace, {
      params: { id: cycle.id },
      body: {
        version: cycle.version + 1,
        replacedOn: cycle.alarmedOn ?? '2026-01-01',
        hours: Math.ceil(cycle.hours ?? 0),
      },
    });
    await expect(again).rejects.toMatchObject({ code: 'CONSUMABLE_LOCKED' });
  });

  await test.step('the next cycle runs from there', async () => {
    await page.getByRole('link', { name: ko('consumable.toRunning') }).click();
    await expect(page).toHaveURL(/\/expendableDetail\/\d+$/u);
    await expect(page.getByText(ko('consumable.notDue')).first()).toBeVisible();
    await expect(page.getByRole('region', { name: ko('consumable.history') })).toContainText('정기 점검');
    await page.goto(`/statusDetail/${cycle.vehicleId}?tab=history&kind=consumable`);
    await expect(page.getByRole('table', { name: ko('vehicle.tab.history') })).toContainText(
      ko('event.consumable.replaced'),
    );
  });
});

test('who may only read has neither form nor notice, and who may not read has no screen', async ({
  desk,
  clerk,
  member,
}) => {
  const { rows } = await clerk.call(consumables.list, { query: {} });
  const [cycle] = rows;
  if (cycle === undefined) throw new Error('The demo data has nothing that is due.');
  const reader = await (
    await desk(await member({ organization: '국내영업본부' }))
  ).open(`/expendableDetail/${cycle.id}`);
  await expect(reader.page.getByRole('heading', { level: 1, name: cycle.item })).toBeVisible();
  await expect(reader.page.getByRole('button', { name: ko('common.save'), exact: true })).toHaveCount(0);
  await expect(reader.page.getByRole('button', { name: ko('consumable.notifyOne') })).toHaveCount(0);
  await reader.open('/expendable');
  await expect(reader.page.getByRole('table', { name: ko('screen.expendable') }).getByRole('checkbox')).toHaveCount(0);

  const none = await (await desk(await member({ organization: '생산본부' }))).open('/dash');
  await none.page.goto('/expendable');
  await expect(none.page).toHaveURL(/\/dash/u);
});
