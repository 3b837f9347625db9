import { operationData } from '@headland/contracts/operation-data';
import { expect, test } from './world/journey';
import { en } from './world/translate';

test('operation data leads from a figure to the list that shows the same number', async ({ desk, clerk }) => {
  const { page } = await (await desk('servicebusiness1', { language: 'en' })).open('/operationData');
  await test.step('every tab has its table', async () => {
    for (const tab of ['customers', 'faults', 'sos', 'repairs', 'models'] as const) {
      await page.getByRole('tab', { name: en(`operation.tab.${tab}`), exact: true }).click();
      await expect(page).toHaveURL(new RegExp(`tab=${tab}`, 'u'));
      await expect(page.getByRole('region', { name: en('operation.figures') })).toBeVisible();
    }
  });
  await test.step('the fault reports of the period', async () => {
    const { rows } = await clerk.call(operationData.faultCodes, { query: {} });
    expect(rows.length).toBeGreaterThan(0);
    await page.getByRole('tab', { name: en('operation.tab.faults'), exact: true }).click();
    await page
      .getByRole('region', { name: en('operation.figures') })
      .getByRole('link')
      .first()
      .click();
    await expect(page).toHaveURL(/\/breakdown\?.*tab=all/u);
    await expect(page.getByRole('heading', { name: en('screen.breakdown'), level: 1 })).toBeVisible();
  });
});

test('who may not read operation data is sent to the dashboard, and has no entry in the menu', async ({ desk }) => {
  const { page } = await (await desk('production2', { language: 'en' })).open('/operationData');
  await expect(page).toHaveURL(/\/dash/u);
  await expect(page.getByRole('link', { name: en('screen.operationData') })).toHaveCount(0);
});
