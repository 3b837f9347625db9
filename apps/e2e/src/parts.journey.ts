import { categories } from '@headland/contracts/category';
import { images } from '@headland/contracts/file';
import { partColumns, parts, type PartColumn } from '@headland/contracts/part';
import { openXlsx, writeXlsx } from 'hucre/xlsx';
import { readFile } from 'node:fs/promises';
import { Api, Refused } from './world/api';
import { barriersInBothThemes } from './world/barriers';
import { expect, test } from './world/journey';
import { capitals, letters } from './world/names';
import { imageFile } from './world/image-file';
import { ko } from './world/translate';

type Row = Partial<Record<PartColumn, string | number>>;

test('parts are imported: a bad row saves nothing, corrected all are there, hidden', async ({ desk, member }) => {
  const place = { organization: '서비스사업팀', role: 'ADMIN' } as const;
  const keeper = await member(place);
  // an account has one session
  const api = await Api.as(await member(place));
  const name = capitals(6);
  const category = `Filters ${name}`;
  const image = await api.call(images.upload, { file: new File([imageFile().buffer], 'filter.png') });
  await api.call(categories.create, {
    body: {
      ...{ key: letters(), nameKo: `필터 ${Date.now()}`, nameEn: category, displayOrder: 99, url: null },
      ...{ images: [{ id: image.id, alt: '' }], modelIds: [], display: 'shown' },
    },
  });
  const row = (n: number, over: Row = {}): Row => ({
    ...{ category, code: `${name}${n}`, nameKo: '오일 필터', nameEn: 'Oil filter', price: 18_000 },
    ...{ url: 'https://shop.example.com/filter' },
    ...over,
  });
  const codes = async (): Promise<string[]> =>
    (await api.call(parts.list, { query: { code: name, sort: 'code' } })).rows.map((r) => r.code);

  const d = await (await desk(keeper, { reducedMotion: 'reduce' })).open('/partDisplay');
  const { page } = d;
  const choose = async (file: string, rows: Row[]): Promise<void> =>
    page
      .locator('input[type=file]')
      .setInputFiles({ name: file, mimeType: 'application/octet-stream', buffer: Buffer.from(await workbook(rows)) });
  await page.getByRole('button', { name: ko('part.import'), exact: true }).click();
  expect(await barriersInBothThemes(page)).toEqual([]);

  await test.step('a bad row is named, marked in the file, and nothing is saved', async () => {
    await choose('bad.xlsx', [row(1), row(2, { price: -1 }), row(3, { category: 'Nowhere' })]);
    await expect(
      page.getByRole('status').filter({ hasText: ko('workbook.someBad', { rows: 2, cells: 2 }) }),
    ).toBeVisible();
    await expect(page.getByRole('table')).toContainText(ko('field.pos'));
    await expect(page.getByRole('table')).toContainText('Nowhere');
    expect(await barriersInBothThemes(page)).toEqual([]);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: ko('workbook.getReport') }).click(),
    ]);
    const marked = await openXlsx(new Uint8Array(await readFile(await download.path())), { readStyles: true });
    const comments = [...(marked.sheets[0]?.cells ?? [])].flatMap(([place, { comment }]) =>
      comment ? [[place, comment.text]] : [],
    );
    expect(comments).toEqual([
      ['2,4', ko('field.pos')],
      ['3,0', ko('field.unknown')],
    ]);
    await expect(page.getByRole('button', { name: ko('part.importSave', { n: 3 }) })).toHaveCount(0);
    expect(await codes()).toEqual([]);
  });

  await test.step('corrected it can be saved, and leaving before asks', async () => {
    await page.getByRole('button', { name: ko('workbook.correctedFile') }).click();
    await choose('good.xlsx', [row(1), row(2), row(3)]);
    const counts = ko('part.importCounts', { total: 3, created: 3, changed: 0, unchanged: 0 });
    await expect(page.getByRole('status').filter({ hasText: counts })).toBeVisible();
    expect(await codes(), 'the check alone saves nothing').toEqual([]);
    await page.getByRole('button', { name: ko('part.toList') }).click();
    await d
      .dialog(ko('form.leaveTitle'))
      .getByRole('button', { name: ko('common.cancel') })
      .click();
    expect(await barriersInBothThemes(page)).toEqual([]);
    await page.reload();
    await page.getByRole('button', { name: ko('part.importSave', { n: 3 }) }).click();
    await expect(page.getByRole('heading', { name: ko('part.importSaved', { n: 3 }) })).toBeVisible();
    expect(await codes()).toEqual([1, 2, 3].map((n) => `${name}${n}`));
  });

  await test.step('the list shows the new parts, hidden', async () => {
    await d.open(`/partDisplay?code=${name}`);
    await expect(page.getByRole('row').filter({ hasText: `${name}2` })).toContainText(ko('display.hidden'));
  });

  await test.step('the same rows again change nothing, another price does', async () => {
    await d.open('/partDisplay?upload=new');
    await choose('again.xlsx', [row(1), row(2), row(3)]);
    await expect(page.getByRole('status').filter({ hasText: ko('part.importNothing') })).toBeVisible();
    await page.getByRole('button', { name: ko('workbook.anotherFile') }).click();
    await choose('price.xlsx', [row(1), row(2, { price: 21_000 })]);
    await expect(page.getByRole('table')).toContainText(ko('part.won', { n: 21_000 }));
    await page.getByRole('button', { name: ko('part.importSave', { n: 1 }) }).click();
    await expect(page.getByRole('heading', { name: ko('part.importSaved', { n: 1 }) })).toBeVisible();
  });
});

test('who may only read parts imports none', async ({ desk, member }) => {
  const reader = await member({ organization: '서비스사업팀' });
  const { page } = await (await desk(reader)).open('/partDisplay');
  await expect(page.getByRole('heading', { name: ko('screen.partDisplay') })).toBeVisible();
  await expect(page.getByRole('button', { name: ko('part.import'), exact: true })).toHaveCount(0);
  await page.goto('/partDisplay?upload=new');
  await expect(page.getByRole('heading', { name: ko('screen.partDisplay') })).toBeVisible();
  await expect(page.locator('input[type=file]')).toHaveCount(0);
  const api = await Api.as(reader);
  const file = new File([await workbook([{ code: 'A1' }])], 'parts.xlsx');
  const refused: unknown = await api.call(parts.upload, { file }).catch((error: unknown) => error);
  expect(refused instanceof Refused && refused.status).toBe(403);
});

const workbook = async (rows: Row[]): Promise<Uint8Array<ArrayBuffer>> =>
  (await writeXlsx({
    sheets: [
      {
        name: ko('part.template.sheet'),
        columns: partColumns.map((key) => ({ header: ko(`part.field.${key}`), key })),
        data: rows,
      },
    ],
  })) as Uint8Array<ArrayBuffer>;
