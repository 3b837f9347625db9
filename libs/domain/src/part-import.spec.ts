import { type PartColumn, partColumns } from '@headland/contracts/part';
import { describe, expect, it } from 'vitest';
import { type KnownShop, type PartFields, type PartSheetRow, readPart, rowErrors, twiceErrors } from './part-import';

const good = {
  ...{ category: '필터', code: 'HF1234', nameKo: '오일 필터', nameEn: 'Oil filter', price: '18000' },
  ...{ description: 'For diesel', url: 'https://shop.example.com/p/1', models: 'HL 4-58', item: 'Engine oil' },
};
const row = (over: Partial<PartSheetRow['cells']> = {}, at = 2): PartSheetRow => ({
  row: at,
  cells: { ...good, ...over },
});
const known: KnownShop = {
  categories: new Map([
    ['필터', 1],
    ['filters', 1],
    ['오일', 2],
  ]),
  models: new Map([
    ['hl 4-58', 11],
    ['hl 6', 12],
    ['hl 6, cab', 13],
  ]),
  items: new Set(['Engine oil']),
  allModels: new Set(['모든 모델', 'all models']),
  shopHost: 'https://shop.example.com',
};

describe('a row by itself', () => {
  it.each<[string, Partial<PartSheetRow['cells']>, [PartColumn, string][]]>([
    ['as it should be', {}, []],
    ['with the optional cells empty', { description: '', models: '', item: '' }, []],
    ['without category', { category: '' }, [['category', 'field.req']]],
    ['without number', { code: '' }, [['code', 'field.req']]],
    ['with a number in lower case', { code: 'hf1' }, [['code', 'field.part']]],
    ['with an English name in Korean', { nameEn: '필터' }, [['nameEn', 'field.englishOnly']]],
    ['with a Korean name in English', { nameKo: 'Filter' }, [['nameKo', 'field.koreanOnly']]],
    ['below zero', { price: '-1' }, [['price', 'field.pos']]],
    ['with a price in words', { price: '18,000' }, [['price', 'field.num']]],
    ['above every price', { price: '1000000000' }, [['price', 'field.price']]],
    ['with 1,501 characters', { description: 'x'.repeat(1501) }, [['description', 'field.max1500']]],
    ['with an emoji', { description: 'fine 🚜' }, [['description', 'field.emoji']]],
    ['without URL', { url: '' }, [['url', 'field.req']]],
    ['with a consumable that cannot be', { item: '1' }, [['item', 'field.label']]],
  ])('%s', (_, over, errors) =>
    expect(rowErrors(row(over), partColumns).map((e) => [e.column, e.message])).toEqual(errors),
  );

  it('has errors only in columns that the worksheet has', () =>
    expect(rowErrors(row({ url: '', description: '' }), ['category', 'code', 'nameKo', 'nameEn', 'price'])).toEqual(
      [],
    ));

  it('names the other row with the same number', () =>
    expect(twiceErrors([row(), row({ code: 'HF2' }, 3), row({}, 7)])).toMatchObject([
      { row: 2, column: 'code', message: 'part.cell.codeTwice', values: { row: 7 } },
      { row: 7, column: 'code', message: 'part.cell.codeTwice', values: { row: 2 } },
    ]));
});

describe('a row of the shop', () => {
  const read = (over: Partial<PartSheetRow['cells']>, columns = partColumns as readonly PartColumn[], before = true) =>
    readPart(row(over), columns, before ? { item: 'Old item' } : null, known);
  const all: PartFields = {
    ...{ categoryId: 1, code: 'HF1234', nameKo: '오일 필터', nameEn: 'Oil filter', price: 18_000 },
    ...{ description: 'For diesel', url: 'https://shop.example.com/p/1', modelIds: [11], item: 'Engine oil' },
  };

  it('is a part', () => expect(read({})).toEqual({ given: all, errors: [] }));

  it.each<[string, Partial<PartSheetRow['cells']>, Partial<PartFields>]>([
    ['a category by its other name', { category: 'FILTERS' }, { categoryId: 1 }],
    ['no models: all', { models: '' }, { modelIds: [] }],
    ['all models, as the list shows them', { models: '모든 모델' }, { modelIds: [] }],
    ['models between semicolons, one twice', { models: 'HL 6;HL 4-58; hl 6' }, { modelIds: [11, 12] }],
    ['a model with a comma in its name', { models: 'HL 6, Cab, HL 4-58' }, { modelIds: [11, 13] }],
    ['an empty name between others', { models: 'HL 6,, HL 4-58,' }, { modelIds: [11, 12] }],
    ['a cleared text and consumable', { description: '', item: '' }, { description: '', item: null }],
    ['a consumable that it has already', { item: 'Old item' }, { item: 'Old item' }],
  ])('%s', (_, over, given) => expect(read(over)).toEqual({ given: { ...all, ...given }, errors: [] }));

  it('leaves alone what the worksheet has no column for, of a known part only', () => {
    const columns = ['category', 'code', 'nameKo', 'nameEn', 'price'] as const;
    const { categoryId, code, nameKo, nameEn, price } = all;
    const bare = { description: '', url: '', models: '', item: '' };
    expect(read(bare, columns).given).toEqual({ categoryId, code, nameKo, nameEn, price });
    expect(read(bare, columns, false).errors).toMatchObject([{ column: 'url', message: 'field.req' }]);
    const withUrl = read({ ...bare, url: good.url }, [...columns, 'url'], false);
    expect(withUrl.given).toEqual({ ...all, description: '', modelIds: [], item: null });
  });

  it.each<[string, Partial<PartSheetRow['cells']>, [PartColumn, string, object?][]]>([
    ['a category that is unknown', { category: 'Oils' }, [['category', 'field.unknown']]],
    ['a model that is unknown', { models: 'HL 6, HL 9' }, [['models', 'part.cell.modelUnknown', { name: 'HL 9' }]]],
    ['a consumable that is unknown', { item: 'Nothing' }, [['item', 'field.unknown']]],
    [
      'another host',
      { url: 'https://shop.example.com.evil.net/' },
      [['url', 'field.host', { host: 'https://shop.example.com' }]],
    ],
    [
      'several, each at its cell',
      { category: 'Oils', models: 'HL 9', item: 'Nothing' },
      [
        ['category', 'field.unknown'],
        ['models', 'part.cell.modelUnknown', { name: 'HL 9' }],
        ['item', 'field.unknown'],
      ],
    ],
  ])('refuses %s', (_, over, errors) =>
    expect(read(over).errors.map((e) => [e.column, e.message, ...(e.values ? [e.values] : [])])).toEqual(errors),
  );

  it('reads a cell of separators alone at once', () => expect(read({ models: ','.repeat(1_600) }).errors).toEqual([]));
});
