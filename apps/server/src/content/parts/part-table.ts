import type { PartColumn } from '@headland/contracts/part';
import { partSheet } from '@headland/domain/part-import';
import { formatMessage } from '@headland/i18n/format-message';
import { sheetTable } from '../../platform/workbook/texts';

/** An import has the titles of the list, so that the workbook of the list can be imported again. */
export const { table: partTable, titlesOf: partTitles } = sheetTable<PartColumn>(partSheet, (column, language) =>
  formatMessage(language, `part.field.${column}`),
);
