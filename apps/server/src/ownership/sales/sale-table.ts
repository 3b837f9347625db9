import { saleColumns, type SaleColumn } from '@headland/contracts/sale';
import { saleSheet } from '@headland/domain/sale';
import type { SheetTable } from '@headland/domain/workbook';
import { formatMessage } from '@headland/i18n/format-message';
import { type Language, languages } from '@headland/i18n/messages';

/** The columns of an import by the titles of the template. */
export const saleTitles = (language: Language): Record<SaleColumn, string> =>
  Object.fromEntries(saleColumns.map((c) => [c, formatMessage(language, `sale.column.${c}`)])) as Record<
    SaleColumn,
    string
  >;
const byLanguage = languages.map(saleTitles);
export const saleTable: SheetTable<SaleColumn> = {
  ...saleSheet,
  titles: Object.fromEntries(saleColumns.map((c) => [c, byLanguage.map((titles) => titles[c])])) as Record<
    SaleColumn,
    string[]
  >,
};
