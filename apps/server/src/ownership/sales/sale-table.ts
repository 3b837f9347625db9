import { saleSheet } from '@headland/domain/sale';
import type { SaleColumn } from '@headland/contracts/sale';
import { formatMessage } from '@headland/i18n/format-message';
import { sheetTable } from '../../platform/workbook/texts';

/** An import by the titles of the template. */
export const { table: saleTable, titlesOf: saleTitles } = sheetTable<SaleColumn>(saleSheet, (column, language) =>
  formatMessage(language, `sale.column.${column}`),
);
