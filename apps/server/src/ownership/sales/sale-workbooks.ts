import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type Cell, type CellStyle, type CellValue, writeXlsx } from 'hucre/xlsx';
import type { DataSource } from 'typeorm';
import type { Streamed } from '@headland/contracts/endpoint';
import { type CellError, maxSaleRows, saleColumns, type SaleColumn } from '@headland/contracts/sale';
import { isRequired } from '@headland/domain/sale';
import { isMessageKey } from '@headland/i18n/catalogue';
import type { Language } from '@headland/i18n/messages';
import { formatMessage } from '@headland/i18n/format-message';
import { FileStore } from '../../platform/files/file-store';
import { Problem } from '../../platform/problem';
import { wallClock } from '../../platform/spreadsheet/wall-clock';
import type { Caller } from '../../platform/caller';
import { FileRefusal } from './sale-file/refusal';
import { SaleFiles } from './sale-file/sale-files';
import { checkedUpload } from './sale-upload.reads';

/** The workbooks that members get: the one to fill in, and their own with what is wrong with it. */
@Injectable()
export class SaleWorkbooks {
  private readonly templates = new Map<Language, Promise<Uint8Array>>();

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly store: FileStore,
    private readonly files: SaleFiles,
  ) {}

  async template({ language }: Pick<Caller, 'language'>): Promise<Streamed> {
    const bytes = this.templates.get(language) ?? template(language);
    this.templates.set(language, bytes);
    return { name: `${formatMessage(language, 'sale.template.file')}.xlsx`, bytes: await bytes };
  }

  /** The same workbook with the bad cells filled and commented in the member's language; an .xls comes back as .xlsx with the same rows. */
  async report(id: number, caller: Caller): Promise<Streamed> {
    const {
      state,
      format,
      file_id: fileId,
      file_name: fileName,
      rows,
      errors,
    } = await checkedUpload(this.database, id, caller);
    if ((state !== 'ok' && state !== 'errors') || rows === null || fileId === null)
      throw new Problem('SALE_UPLOAD_NOT_READY');
    const { language, timeZone } = caller;
    const clock = wallClock(timeZone);
    const written = (values: CellError['values'] = {}): typeof values =>
      Object.fromEntries(
        Object.entries(values).map(([name, value]) => [
          name,
          isMoment(value) ? minuteText(clock(Date.parse(value))) : value,
        ]),
      );
    const marks = (errors ?? []).map(({ row, column, message, values }) => ({
      row,
      column,
      text: isMessageKey(message)
        ? formatMessage(language, message, { label: titleOf(language, column), ...written(values) })
        : message,
    }));
    try {
      const bytes = await this.files.run(async () =>
        format === 'xls'
          ? ({
              kind: 'write',
              rows,
              titles: titlesOf(language),
              name: formatMessage(language, 'sale.template.sheet'),
              marks,
            } as const)
          : ({ kind: 'mark', bytes: await this.store.read(fileId), marks } as const),
      );
      return {
        name: `${fileName.replace(/\.\w{1,5}$/u, '')}_${formatMessage(language, 'sale.report.file')}.xlsx`,
        bytes,
      };
    } catch (error) {
      throw error instanceof FileRefusal ? new Problem(error.code, error.values, undefined, { cause: error }) : error;
    }
  }
}

const isMoment = (value: string | number): value is string =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T/u.test(value);
const minuteText = (at: number): string => new Date(at).toISOString().slice(0, 16).replace('T', ' ');
const titleOf = (language: Language, column: SaleColumn): string => formatMessage(language, `sale.column.${column}`);
const titlesOf = (language: Language): Record<SaleColumn, string> =>
  Object.fromEntries(saleColumns.map((c) => [c, titleOf(language, c)])) as Record<SaleColumn, string>;

const widths: Record<SaleColumn, number> = {
  vin: 22,
  soldOn: 13,
  dealer: 16,
  customer: 16,
  birthOn: 13,
  phone: 18,
  memo: 40,
};
/** Text keeps the 0 of a phone and the letters of a VIN; a date is written as the product writes it. */
const formats: Record<SaleColumn, string> = {
  vin: '@',
  soldOn: 'yyyy-mm-dd',
  dealer: '@',
  customer: '@',
  birthOn: 'yyyy-mm-dd',
  phone: '@',
  memo: '@',
};
const heading = {
  font: { bold: true },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'E8EBEE' } },
} satisfies CellStyle;

/** Empty cells carry their format over all fillable rows. The sample row is on the sheet with the instructions, which an upload ignores. */
function template(language: Language): Promise<Uint8Array> {
  const t = (key: Parameters<typeof formatMessage>[1], values = {}): string => formatMessage(language, key, values);
  const titled = saleColumns.map((c) => `${titleOf(language, c)}${isRequired(c) ? ' *' : ''}`);
  const cells = new Map<string, Partial<Cell>>();
  for (const [i, column] of saleColumns.entries()) {
    cells.set(`0,${i}`, { style: heading });
    for (let row = 1; row <= maxSaleRows; row++) cells.set(`${row},${i}`, { style: { numFmt: formats[column] } });
  }
  const sheet = t('sale.template.sheet');
  const sample: Record<SaleColumn, CellValue> = {
    vin: 'HDLT6A11NSK001001',
    soldOn: new Date(Date.UTC(2026, 2, 2)),
    dealer: 'ND77',
    customer: t('sale.template.sampleCustomer'),
    birthOn: new Date(Date.UTC(1970, 4, 15)),
    phone: '010-1234-5678',
    memo: t('sale.template.sampleMemo'),
  };
  const rules = saleColumns.map((c) => [
    titleOf(language, c),
    t(isRequired(c) ? 'sale.template.yes' : 'sale.template.no'),
    t(`sale.template.rule.${c}`),
  ]);
  const help: CellValue[][] = [
    [t('sale.template.column'), t('sale.template.required'), t('sale.template.rule')],
    ...rules,
    [],
    [t('sale.template.notes')],
    [t('sale.template.note.rows', { sheet, limit: maxSaleRows.toLocaleString('en') })],
    [t('sale.template.note.values')],
    [],
    [t('sale.template.sample')],
    titled,
    saleColumns.map((c) => sample[c]),
  ];
  const helpCells = new Map<string, Partial<Cell>>();
  const headings = [0, rules.length + 2, help.length - 3, help.length - 2];
  for (const row of headings)
    for (const i of (help[row] ?? []).keys()) helpCells.set(`${row},${i}`, { style: heading });
  for (const [i, column] of saleColumns.entries())
    helpCells.set(`${help.length - 1},${i}`, { style: { numFmt: formats[column] } });
  return writeXlsx({
    sheets: [
      {
        name: sheet,
        rows: [titled, ...Array.from({ length: maxSaleRows }, () => saleColumns.map(() => null))],
        cells,
        columns: saleColumns.map((c) => ({ width: widths[c] })),
        freezePane: { rows: 1 },
      },
      {
        name: t('sale.template.help'),
        rows: help,
        cells: helpCells,
        columns: [
          { width: 22 },
          { width: 13 },
          { width: 60 },
          ...saleColumns.slice(3).map((c) => ({ width: widths[c] })),
        ],
      },
    ],
  });
}
