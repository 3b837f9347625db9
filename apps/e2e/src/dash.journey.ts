import { readFile } from 'node:fs/promises';
import { dash } from '@headland/contracts/statistics';
import { expect, test } from './world/journey';
import { en, ko } from './world/translate';

test('the dashboard shows the week, links to its lists, and shows each chart as a table', async ({ desk, clerk }) => {
  const d = await (await desk('servicebusiness1', { language: 'en' })).open('/dash');
  const { page } = d;
  const tile = (name: string) => page.getByRole('region', { name, exact: true });

  await test.step('every tile has its figure', async () => {
    for (const name of [
      'dash.faults',
      'dash.sos',
      'dash.engines',
      'dash.members',
      'dash.sales',
      'dash.mileage',
    ] as const) {
      await expect(tile(en(name)).getByRole('heading', { name: en(name) })).toBeVisible();
      await expect(tile(en(name)).getByRole('button', { name: en('common.retry') })).toHaveCount(0);
    }
    const { total } = await clerk.call(dash.faults, { query: {} });
    expect(total.occurred).toBeGreaterThan(0);
    await expect(tile(en('dash.faults'))).toContainText(en('faultStatus.occurred'));
    await expect(page.getByText(/as of \d{4}-\d\d-\d\d/u)).toBeVisible();
  });

  await test.step('by keyboard: the table of the fault reports', async () => {
    const toggle = tile(en('dash.faults')).getByRole('button', {
      name: en('dash.asTable', { title: en('dash.faults') }),
    });
    await toggle.focus();
    await page.keyboard.press('Enter');
    await expect(tile(en('dash.faults')).getByRole('table').getByRole('row')).toHaveCount(9);
  });

  await test.step('one organisation', async () => {
    await page.getByRole('button', { name: new RegExp(`^${en('dash.organization')}:`, 'u') }).click();
    await page.getByRole('treeitem').nth(1).click();
    await expect(page).toHaveURL(/organizationId=\d+/u);
    await expect(tile(en('dash.sales')).getByRole('link', { name: en('dash.sales'), exact: true })).toHaveAttribute(
      'href',
      /dealerId=\d+/u,
    );
    await page.goBack();
    await expect(page).not.toHaveURL(/organizationId/u);
  });

  await test.step('as a workbook, as PDF, and by schedule', async () => {
    const saved = async (start: () => Promise<void>): Promise<{ name: string; start: string }> => {
      const [file] = await Promise.all([page.waitForEvent('download'), start()]);
      const bytes = await readFile(await file.path());
      return { name: file.suggestedFilename(), start: bytes.subarray(0, 4).toString('latin1') };
    };
    const menu = page.getByRole('button', { name: en('export.other') });
    const workbook = await saved(() => page.getByRole('button', { name: en('export.excel'), exact: true }).click());
    expect(workbook.name).toMatch(/^dash_\d{8}-\d{4}\.xlsx$/u);
    expect(workbook.start).toMatch(/^PK/u);
    const pdf = await saved(async () => {
      await menu.click();
      await page.getByRole('menuitem', { name: en('export.pdf') }).click();
    });
    expect(pdf.name).toMatch(/^dash_\d{8}-\d{4}\.pdf$/u);
    expect(pdf.start).toBe('%PDF');
    await menu.click();
    await page.getByRole('menuitem', { name: en('exportSchedule.menu') }).click();
    const dialog = d.dialog(en('exportSchedule.title'));
    await dialog.getByRole('radio', { name: en('export.pdf') }).click();
    await dialog.getByRole('button', { name: en('common.save'), exact: true }).click();
    await d.toasted(en('exportSchedule.saved'));
    await d.open('/dash?panel=myInfo');
    const own = d.section(en('exportSchedule.own'));
    await expect(own.getByRole('listitem')).toContainText(/Dashboard.*PDF · Weekly Mon 07:00/u);
    await own.getByRole('button', { name: en('exportSchedule.removeOf', { name: en('screen.dash') }) }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: en('exportSchedule.remove'), exact: true })
      .click();
    await expect(own.getByText(en('exportSchedule.none'))).toBeVisible();
    await d.open('/dash');
  });

  await test.step('the door to the sales of the week', async () => {
    await tile(en('dash.sales'))
      .getByRole('link', { name: en('dash.sales'), exact: true })
      .click();
    await expect(page).toHaveURL(/\/sale\?.*state=sold/u);
    await expect(page.getByRole('heading', { name: en('screen.sale'), level: 1 })).toBeVisible();
  });
});

test('who may not read the lists sees their figures without a way to them', async ({ desk }) => {
  const d = await (await desk('region2')).open('/dash');
  const { page } = d;
  const mileage = page.getByRole('region', { name: ko('dash.mileage'), exact: true });
  await expect(mileage).toContainText('km');
  await expect(mileage.getByRole('link')).toHaveCount(0);
  await expect(page.getByRole('region', { name: ko('dash.faults'), exact: true }).getByRole('link')).toHaveCount(0);
  await expect(page.getByRole('region', { name: ko('dash.sos'), exact: true }).getByRole('link')).toHaveCount(1);
});
