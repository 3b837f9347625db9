import { type PartCellError, type PartColumn, partColumns, PartImportRow } from '@headland/contracts/part';
import { fittingModels, inShop } from '@headland/contracts/shop';
import { type CellRules, duplicateErrors, fieldError, type SheetRow } from './workbook';

/**
 * Parts of the shop come as a workbook. A row whose part number is known changes that part: an empty cell clears an
 * optional field, a column that the worksheet does not have leaves the field as it is. A row with another part number is
 * a new part, hidden and without images. Category, models and consumable are named as the list shows them; what is not
 * known by that name is an error at its cell, and one error rejects the whole import.
 */
export const partSheet = {
  columns: partColumns,
  required: ['category', 'code', 'nameKo', 'nameEn', 'price'],
  identity: 'code',
  // 0012345 as a number is 12345, which may be another part
  noNumbers: { code: 'workbook.cell.number' },
} as const satisfies CellRules<PartColumn>;
/** A new part needs these; of a known one the URL may be left out. */
export const partNeeds: readonly PartColumn[] = [...partSheet.required, 'url'];

export type PartSheetRow = SheetRow<PartColumn>;
export interface PartFields {
  categoryId: number;
  code: string;
  nameKo: string;
  nameEn: string;
  price: number;
  description: string;
  url: string;
  /** none: all */
  modelIds: number[];
  item: string | null;
}
/** What rows name, as the database has it. */
export interface KnownShop {
  /** by `nameKey` of either name */
  categories: ReadonlyMap<string, number>;
  models: ReadonlyMap<string, number>;
  items: ReadonlySet<string>;
  /** what a list shows for a part that fits all models, by `nameKey` */
  allModels: ReadonlySet<string>;
  shopHost: string;
}
export const nameKey = (name: string): string => name.normalize('NFC').trim().toLowerCase();

/** Errors of a row by itself. `columns` are those that the worksheet has. */
export const rowErrors = ({ row, cells }: PartSheetRow, columns: readonly PartColumn[]): PartCellError[] =>
  columns.flatMap((column): PartCellError[] => {
    const message = fieldError(PartImportRow.shape[column], cells[column]);
    return message === null ? [] : [{ row, column, value: cells[column], message }];
  });

/** A part number is in one row. */
export const twiceErrors = (rows: readonly PartSheetRow[]): PartCellError[] =>
  duplicateErrors(rows, 'code', 'part.cell.codeTwice');

/** The worksheet may have no column for the URL. */
const Cells = PartImportRow.partial({ url: true });

/**
 * What a row that is valid by itself makes of a part: its fields, or what is wrong with them. `before` is the part with
 * its number; null: there is none.
 */
export function readPart(
  { row, cells }: PartSheetRow,
  columns: readonly PartColumn[],
  before: Pick<PartFields, 'item'> | null,
  known: KnownShop,
): { given: Partial<PartFields>; errors: PartCellError[] } {
  const errors: PartCellError[] = [];
  const add = (column: PartColumn, message: string, values?: PartCellError['values']): void => {
    errors.push({ row, column, value: cells[column], message, ...(values ? { values } : {}) });
  };
  const has = (column: PartColumn): boolean => before === null || columns.includes(column);
  if (has('url') && cells.url === '') add('url', 'field.req');
  if (errors.length > 0) return { given: {}, errors };

  const { code, nameKo, nameEn, price, description, url, item } = Cells.parse(
    Object.fromEntries(Object.entries(cells).map(([column, text]) => [column, text === '' ? undefined : text])),
  );
  const categoryId = known.categories.get(nameKey(cells.category));
  if (categoryId === undefined) add('category', 'field.unknown');
  if (url !== undefined && !inShop(url, known.shopHost)) add('url', 'field.host', { host: known.shopHost });
  const { ids, unknown } = modelsIn(cells.models, known);
  const models = fittingModels.safeParse(ids.length === 0 ? 'all' : ids);
  if (unknown !== undefined) add('models', 'part.cell.modelUnknown', { name: unknown });
  else if (!models.success) add('models', 'field.invalid');
  // an item that no model has any more stays as it is
  if (item !== null && item !== before?.item && !known.items.has(item)) add('item', 'field.unknown');
  return {
    given: {
      ...{ categoryId: categoryId ?? 0, code, nameKo, nameEn, price },
      ...(has('description') ? { description } : {}),
      ...(url === undefined ? {} : { url }),
      ...(has('models') ? { modelIds: models.success && models.data !== 'all' ? models.data : [] } : {}),
      ...(has('item') ? { item } : {}),
    },
    errors,
  };
}

/** Names between commas or semicolons. A name may contain such marks itself: the longest that is known counts. */
function modelsIn(text: string, { models, allModels }: KnownShop): { ids: number[]; unknown?: string } {
  if (allModels.has(nameKey(text))) return { ids: [] };
  const ids: number[] = [];
  // names and the marks between them
  const pieces = text.split(/([,;])/u);
  for (let at = 0; at < pieces.length;) {
    const nameOf = (width: number): string => nameKey(pieces.slice(at, at + width).join(''));
    const width = nameOf(1) === '' ? 1 : [7, 5, 3, 1].find((n) => models.has(nameOf(n)));
    if (width === undefined) return { ids, unknown: pieces[at]?.trim() ?? '' };
    const id = models.get(nameOf(width));
    if (id !== undefined) ids.push(id);
    at += width + 1;
  }
  return { ids };
}
