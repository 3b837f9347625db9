import { expect, test } from './world/journey';
import { en } from './world/translate';

test('drive data: the list with its totals, a vehicle over the same period, and a day of it', async ({ desk }) => {
  const d = await (await desk('servicebusiness1', { language: 'en' })).open('/driveData');
  const { page } = d;

  await test.step('the week to yesterday, the longest run time first, totals below', async () => {
    await expect(page.getByRole('heading', { name: en('screen.driveData'), level: 1 })).toBeVisible();
    await expect(page.getByText(/as of \d{4}-\d\d-\d\d/u)).toBeVisible();
    await expect(page.getByRole('columnheader', { name: en('driveData.run') })).toHaveAttribute(
      'aria-sort',
      'descending',
    );
    await expect(page.locator('tfoot')).toContainText(en('driveData.total'));
  });

  await test.step('a filter changes rows and totals', async () => {
    const vin = await page.locator('tbody [data-sticks]').first().innerText();
    await page.getByRole('textbox', { name: en('driveData.vin') }).fill(vin);
    await page.keyboard.press('Enter');
    await expect(page.locator('tfoot')).toContainText(en('driveData.totalOf', { n: 1 }));
    await page.locator('tr[data-row]').first().press('Enter');
    await expect(page).toHaveURL(/\/driveDataDetail\/\d+\?from=.*&to=/u);
    await expect(page.getByRole('heading', { name: vin, level: 1 })).toBeVisible();
  });

  await test.step('a day of the calendar is the day of the trips', async () => {
    const calendar = page.getByRole('grid', { name: en('driveData.calendar') });
    const day = calendar.getByRole('button', { name: / h$/u }).first();
    const name = (await day.locator('.sr').textContent()) ?? '';
    await day.click();
    await expect(page).toHaveURL(new RegExp(`day=${name.slice(0, 10)}`, 'u'));
    await expect(
      page.getByRole('region', { name: en('driveData.tripsOf', { day: name.slice(0, 10) }), exact: true }),
    ).toBeVisible();
  });
});

test('drive data: who may not read it is sent to the dashboard', async ({ desk }) => {
  const { page } = await (await desk('headoffice1', { language: 'en' })).open('/dash');
  await expect(page.getByRole('link', { name: en('screen.driveData') })).toHaveCount(0);
  await page.goto('/driveData');
  await expect(page).toHaveURL(/\/dash/u);
  await page.goto('/driveDataDetail/1');
  await expect(page).toHaveURL(/\/dash/u);
});
