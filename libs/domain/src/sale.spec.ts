import { saleColumns, type SaleColumn } from '@headland/contracts/sale';
import { describe, expect, it } from 'vitest';
import {
  birthErrors,
  inOrder,
  knownErrors,
  partyRefusal,
  personErrors,
  phoneErrors,
  type ReadRow,
  rowErrors,
  type SaleCells,
  saleErrors,
  saleSheet,
  twiceErrors,
} from './sale';
import { columnsOf, readRow, type SheetCell } from './workbook';

const today = '2026-03-01';
const good: SaleCells = {
  vin: 'HDLTTESTVEH000001',
  soldOn: '2026-02-01',
  dealer: 'ND77',
  customer: '',
  birthOn: '',
  phone: '',
  memo: '',
};
const row = (over: Partial<SaleCells> = {}, at = 2): ReadRow => ({ row: at, cells: { ...good, ...over } });
const text = (t: string): SheetCell => ({ kind: 'text', text: t });
const sheet = (over: Partial<Record<SaleColumn, SheetCell>>): Record<SaleColumn, SheetCell> =>
  ({
    ...Object.fromEntries(saleColumns.map((c) => [c, null])),
    vin: text(good.vin),
    soldOn: text(good.soldOn),
    dealer: text(good.dealer),
    ...over,
  }) as never;

describe('a sale', () => {
  const facts = { shippedOn: '2026-01-10', dealerType: 'DEALER', today } as const;
  it.each<[string, string, object, Record<string, string>]>([
    ['today', today, {}, {}],
    ['tomorrow', '2026-03-02', {}, { soldOn: 'field.pastDay' }],
    ['on the day of the shipment', '2026-01-10', {}, {}],
    ['before the shipment', '2026-01-09', {}, { soldOn: 'field.beforeShipment' }],
    ['of what was never shipped', '2020-01-01', { shippedOn: null }, {}],
    ['by a region', today, { dealerType: 'REGION' }, { dealerId: 'field.notAgency' }],
    ['by an agency', today, { dealerType: 'AGENCY' }, {}],
    ['by an unknown dealer', today, { dealerType: null }, { dealerId: 'field.unknown' }],
  ])('%s', (_, soldOn, over, errors) => expect(saleErrors({ soldOn }, { ...facts, ...over })).toEqual(errors));

  it('keeps its parties while an SOS is open', () => {
    const before = { dealerId: 1, customerId: 5 };
    expect(partyRefusal(before, { dealerId: 1, customerId: 5 }, true)).toBeNull();
    expect(partyRefusal(before, { dealerId: 2, customerId: 5 }, true)).toBe('VEHICLE_HAS_OPEN_SOS');
    expect(partyRefusal(before, { dealerId: 1, customerId: null }, true)).toBe('VEHICLE_HAS_OPEN_SOS');
    // a customer that was missing helps the one who answers the call
    expect(partyRefusal({ dealerId: 1, customerId: null }, { dealerId: 1, customerId: 5 }, true)).toBeNull();
    expect(partyRefusal(before, { dealerId: 2, customerId: null }, false)).toBeNull();
  });
});

describe('a cell', () => {
  it.each<[string, SaleColumn, SheetCell, string, string | undefined]>([
    ['a date', 'soldOn', { kind: 'day', day: '2026-02-03' }, '2026-02-03', undefined],
    ['a date as text', 'soldOn', text(' 2026-02-03 '), '2026-02-03', undefined],
    ['a date with dots', 'soldOn', text('2026.02.03'), '2026-02-03', undefined],
    ['a date as it is written by hand', 'soldOn', text('2026. 2. 3.'), '2026-02-03', undefined],
    ['a date as a bare number', 'soldOn', { kind: 'number', value: 46_056 }, '46056', 'field.date'],
    ['a formula', 'soldOn', { kind: 'formula', text: '=TODAY()' }, '=TODAY()', 'workbook.cell.formula'],
    ['a code of digits', 'dealer', text('0012'), '0012', undefined],
    ['a code as a number', 'dealer', { kind: 'number', value: 10_012 }, '10012', 'workbook.cell.number'],
    ['a phone as a number', 'phone', { kind: 'number', value: 1_012_345_678 }, '1012345678', 'sale.cell.phoneNumber'],
    ['a truth', 'memo', { kind: 'other', text: 'TRUE' }, 'TRUE', 'field.invalid'],
    ['a date where none belongs', 'memo', { kind: 'day', day: '2026-02-03' }, '2026-02-03', 'workbook.cell.date'],
    // macOS decomposes Hangul
    ['a name in pieces', 'customer', text('김민수'.normalize('NFD')), '김민수', undefined],
  ])('%s', (_, column, cell, shown, wrong) => {
    const read = readRow(saleSheet, 7, sheet({ [column]: cell }));
    expect([read.cells[column], read.errors.find((e) => e.column === column)?.message]).toEqual([shown, wrong]);
  });

  it('of ten megabytes is kept short, and refused', () => {
    const read = readRow(saleSheet, 2, sheet({ memo: text('x'.repeat(10_000_000)) }));
    expect(read.cells.memo.length).toBeLessThan(2_000);
    expect(rowErrors(read, today)).toMatchObject([{ column: 'memo', message: 'field.max1500' }]);
  });
});

describe('a row', () => {
  it.each<[string, Partial<SaleCells>, [SaleColumn, string][]]>([
    ['as it should be', {}, []],
    ['with a customer', { customer: '김민수', phone: '010-1234-5678', birthOn: '1970-01-31' }, []],
    ['without VIN', { vin: '' }, [['vin', 'field.req']]],
    ['with a short VIN', { vin: 'HDLT' }, [['vin', 'field.vin']]],
    ['with a VIN in lower case', { vin: good.vin.toLowerCase() }, [['vin', 'field.vin']]],
    ['of a day that never was', { soldOn: '2026-02-30' }, [['soldOn', 'field.date']]],
    ['of tomorrow', { soldOn: '2026-03-02' }, [['soldOn', 'field.pastDay']]],
    ['with half a customer', { customer: '김민수' }, [['phone', 'sale.cell.together']]],
    ['with the other half', { phone: '010-1234-5678' }, [['customer', 'sale.cell.together']]],
    ['with a birth date without a customer', { birthOn: '1970-01-31' }, [['customer', 'sale.cell.birthOfNobody']]],
    [
      'with one who is not born yet',
      { customer: '김민수', phone: '010-1234-5678', birthOn: '2026-03-02' },
      [['birthOn', 'field.birth']],
    ],
    ['with a phone without hyphens', { customer: '김민수', phone: '0212345678' }, []],
    ['with a calling code', { customer: '김민수', phone: '+821012345678' }, [['phone', 'field.phone']]],
    ['with an emoji', { memo: 'fine 🚜' }, [['memo', 'field.emoji']]],
    [
      'with several errors, each at its cell',
      { vin: 'X', dealer: 'nd', phone: 'call me', customer: '1' },
      [
        ['vin', 'field.vin'],
        ['dealer', 'field.erp'],
        ['customer', 'field.name'],
        ['phone', 'field.phone'],
      ],
    ],
  ])('%s', (_, over, errors) => expect(rowErrors(row(over), today).map((e) => [e.column, e.message])).toEqual(errors));

  it('names the other row of the same vehicle', () => {
    const errors = twiceErrors([row({}, 2), row({ vin: 'HDLTTESTVEH000002' }, 3), row({}, 9)]);
    expect(errors.map((e) => [e.row, e.message, e.values])).toEqual([
      [2, 'sale.cell.vinTwice', { row: 9 }],
      [9, 'sale.cell.vinTwice', { row: 2 }],
    ]);
  });

  it('gives a phone to one person, however it is written', () => {
    const person = (customer: string, phone: string, at: number): ReadRow => row({ customer, phone }, at);
    const rows = [
      person('김민수', '010-1111-2222', 2),
      person('김민수', '01011112222', 3),
      person('이영희', '010-1111-2222', 4),
      person('박철', '010-3333-4444', 5),
      row({}, 6),
    ];
    expect(phoneErrors(rows).map((e) => [e.row, e.column, e.message, e.values])).toEqual([
      [2, 'phone', 'sale.cell.phoneTwice', { row: 4 }],
      [3, 'phone', 'sale.cell.phoneTwice', { row: 4 }],
      [4, 'phone', 'sale.cell.phoneTwice', { row: 2 }],
    ]);
    const buyer = person('김민수', '010-1111-2222', 2);
    expect(personErrors(buyer, [])).toEqual([]);
    // old data may have given it to two
    expect(personErrors(buyer, ['이영희', '김민수'])).toEqual([]);
    expect(personErrors(buyer, ['이영희']).map((e) => [e.column, e.message])).toEqual([
      ['phone', 'sale.cell.phoneOther'],
    ]);
  });

  it('gives a person one birth date', () => {
    const person = (phone: string, birthOn: string, at: number): ReadRow =>
      row({ customer: '김민수', phone, birthOn }, at);
    const rows = [
      person('010-1111-2222', '1970-01-01', 2),
      person('010-1111-2222', '', 3),
      person('01011112222', '1970-01-02', 4),
      person('010-3333-4444', '1980-01-01', 5),
      row({}, 6),
    ];
    expect(birthErrors(rows).map((e) => [e.row, e.column, e.message, e.values])).toEqual([
      [2, 'birthOn', 'sale.cell.birthTwice', { row: 4 }],
      [4, 'birthOn', 'sale.cell.birthTwice', { row: 2 }],
    ]);
  });

  const vehicle = { id: 1, shippedOn: null, soldOn: null, organizationId: 3, openSos: false, held: null };
  const dealer = { id: 4, type: 'DEALER' } as const;
  it.each<[string, Parameters<typeof knownErrors>[1], Parameters<typeof knownErrors>[2], [SaleColumn, string][]]>([
    ['as it should be', vehicle, dealer, []],
    ['of no vehicle', undefined, dealer, [['vin', 'sale.cell.vinUnknown']]],
    ['of a sold one', { ...vehicle, soldOn: '2025-01-01' }, dealer, [['vin', 'sale.cell.sold']]],
    ['before the shipment', { ...vehicle, shippedOn: '2026-02-02' }, dealer, [['soldOn', 'sale.cell.beforeShipment']]],
    ['without a dealer', vehicle, undefined, [['dealer', 'sale.cell.dealerUnknown']]],
    ['by a region', vehicle, { id: 4, type: 'REGION' }, [['dealer', 'sale.cell.notDealer']]],
    ['that would move an open call', { ...vehicle, openSos: true }, dealer, [['dealer', 'error.VEHICLE_HAS_OPEN_SOS']]],
    [
      'that somebody serves',
      { ...vehicle, held: { code: 'VEHICLE_HELD', values: { by: 'Kim' } } as const },
      dealer,
      [['vin', 'error.VEHICLE_HELD']],
    ],
    ['with an open call that stays', { ...vehicle, openSos: true, organizationId: 4 }, dealer, []],
  ])('%s, as the database knows it', (_, v, d, errors) =>
    expect(knownErrors(row(), v, d).map((e) => [e.column, e.message])).toEqual(errors),
  );

  it('has one error a cell, in the order of the sheet', () => {
    const at = (r: number, column: SaleColumn, message: string) => ({ row: r, column, value: '', message });
    const errors = inOrder([at(3, 'memo', 'b'), at(3, 'vin', 'a'), at(2, 'phone', 'first'), at(2, 'phone', 'second')]);
    expect(errors.map((e) => e.message)).toEqual(['first', 'a', 'b']);
  });
});

describe('the head', () => {
  const titles = Object.fromEntries(saleColumns.map((c) => [c, [`${c} in Korean`, `${c} in English`]])) as Record<
    SaleColumn,
    string[]
  >;
  it('is understood in either language and in any order', () => {
    const { places, missing } = columnsOf(['', 'DEALER in english *', 'vin in Korean', 'something else', 'soldOn'], {
      ...saleSheet,
      titles,
    });
    expect([places.dealer, places.vin, places.soldOn, places.memo, missing]).toEqual([1, 2, 4, -1, []]);
  });
  it('states what is missing', () =>
    expect(columnsOf(['vin'], { ...saleSheet, titles }).missing).toEqual(['soldOn', 'dealer']));
});
