import { organizations } from '@headland/contracts/organization';
import { sales } from '@headland/contracts/sale';
import { readXlsx, writeXlsx } from 'hucre/xlsx';
import { readFile } from 'node:fs/promises';
import { expect, test } from './world/journey';
import { letters } from './world/names';
import { Plant } from './world/plant';
import { ko } from './world/translate';
import { deskDay } from './world/zones';

const rows = 5_000;
const columns = ['vin', 'soldOn', 'dealer', 'customer', 'birthOn', 'phone', 'memo'] as const;
type Row = Record<(typeof columns)[number], string>;
/** Row n of the worksheet; row 1 is the header. */
const at = (n: number): number => n - 2;

test('5,000 sales: three bad cells and nothing is saved; corrected, all of them are', async ({
  desk,
  member,
  clerk,
  tidy,
}) => {
  const plant = await Plant.open(clerk, tidy);
  const vins = await plant.build('HL 4-58', rows);
  const seller = await member({ organization: '국내영업본부', role: 'ADMIN' });
  const series = (vins[0] ?? '').slice(0, 9);
  const soldNow = async (): Promise<number> =>
    (await clerk.call(sales.list, { query: { vin: series, state: 'sold' } })).page.total;
  const [dealer] = (await clerk.call(organizations.list, { query: { type: 'AGENCY' } })).rows;
  const erp = dealer?.erpCode ?? '';
  const day = deskDay(1);
  const good = vins.map((vin, n): Row => {
    const known = n % 10 === 0;
    const phone = `010-0${String(n).padStart(3, '0').slice(-3)}-${String(n % 10_000).padStart(4, '0')}`;
    return {
      vin,
      soldOn: day,
      dealer: erp,
      customer: known ? `김${'가나다라마바사아'[n % 8] ?? ''}${'수민진호'[n % 4] ?? ''}` : '',
      birthOn: '',
      phone: known ? phone : '',
      memo: '',
    };
  });
  const bad = good.map((row) => ({ ...row }));
  Object.assign(bad[at(12)] ?? {}, { soldOn: '2999-01-01' });
  Object.assign(bad[at(1742)] ?? {}, { dealer: `X${letters(4).toUpperCase()}` });
  Object.assign(bad[at(4000)] ?? {}, { vin: 'NOTAVIN' });

  const d = await (await desk(seller)).open('/sale');
  const { page } = d;
  const choose = async (name: string, file: Uint8Array): Promise<void> => {
    await page
      .locator('input[type=file]')
      .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: Buffer.from(file) });
  };
  // written once: a workbook contains the time of its creation
  const corrected = await workbook(good);

  await test.step('a picture that calls itself a workbook is refused', async () => {
    await page.getByRole('button', { name: ko('sale.upload'), exact: true }).click();
    await page.locator('input[type=file]').setInputFiles({
      name: 'sales.xlsx',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from('89504e470d0a1a0a0000', 'hex'),
    });
    await expect(page.getByRole('alert').filter({ hasText: ko('error.WORKBOOK_INVALID') })).toBeVisible();
  });

  await test.step('three bad cells: named, marked in the file, and nothing is saved', async () => {
    const another = page.getByRole('button', { name: ko('workbook.anotherFile') });
    if (await another.isVisible()) await another.click();
    await choose('bad.xlsx', await workbook(bad));
    await expect(
      page.getByRole('status').filter({ hasText: ko('workbook.someBad', { rows: 3, cells: 3 }) }),
    ).toBeVisible({
      timeout: 60_000,
    });
    for (const what of [ko('field.pastDay'), ko('sale.cell.dealerUnknown'), ko('field.vin')])
      await expect(page.getByRole('table')).toContainText(what);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: ko('workbook.getReport') }).click(),
    ]);
    const marked = await readXlsx(new Uint8Array(await readFile(await download.path())));
    expect(marked.sheets[0]?.rows[0]?.slice(0, columns.length), 'the same workbook').toEqual(
      columns.map((c) => ko(`sale.column.${c}`)),
    );
    expect(await soldNow()).toBe(0);
  });

  await test.step('corrected, all are saved at once', async () => {
    await page.getByRole('button', { name: ko('workbook.correctedFile') }).click();
    await choose('good.xlsx', corrected);
    await expect(page.getByRole('status').filter({ hasText: ko('workbook.allGood', { n: rows }) })).toBeVisible({
      timeout: 60_000,
    });
    expect(await soldNow(), 'the check alone saves nothing').toBe(0);
    await page.getByRole('button', { name: ko('sale.saveAll', { n: rows }) }).click();
    // 50,000 consumables get new dates: a limit against hanging, as long as the console waits
    await expect(page.getByText(ko('sale.saved', { n: rows }))).toBeVisible({ timeout: 300_000 });
    expect(await soldNow()).toBe(rows);
  });

  await test.step('the same file again changes nothing', async () => {
    await page.getByRole('button', { name: ko('workbook.moreFiles') }).click();
    await choose('again.xlsx', corrected);
    await expect(page.getByText(ko('sale.same'), { exact: true })).toBeVisible({ timeout: 60_000 });
  });
});

test('staff read the sales, and may neither upload nor change one', async ({ desk, member, clerk, tidy }) => {
  const [vin = ''] = await (await Plant.open(clerk, tidy)).build('HL 4-58', 1);
  const d = await (await desk(await member({ organization: '국내영업본부' }))).open(`/sale?vin=${vin}`);
  const { page } = d;
  await expect(page.getByRole('row').filter({ hasText: vin })).toContainText(ko('sale.state.unsold'));
  await expect(page.getByRole('button', { name: ko('sale.upload'), exact: true })).toHaveCount(0);
  await page.getByRole('row').filter({ hasText: vin }).click();
  await expect(page).toHaveURL(/\/saleDetail\/\d+/u);
  await expect(page.getByText(ko('sale.nobodyYet'))).toBeVisible();
  await expect(page.getByRole('button', { name: ko('sale.sell'), exact: true })).toHaveCount(0);
  await d.open('/sale?upload=new');
  await expect(page.locator('input[type=file]')).toHaveCount(0);
});

const workbook = (list: Row[]): Promise<Uint8Array> =>
  writeXlsx({
    sheets: [
      {
        name: ko('sale.template.sheet'),
        columns: columns.map((key) => ({ header: ko(`sale.column.${key}`), key })),
        data: list,
      },
    ],
  });
