import { type Cell, type CellStyle, type CellValue, writeXlsx } from 'hucre/xlsx';
import { maxWorkbookRows } from '@headland/contracts/workbook';
import { formatMessage } from '@headland/i18n/format-message';
import type { Language } from '@headland/i18n/messages';

interface TemplateColumn {
  title: string;
  required: boolean;
  /** in characters */
  width: number;
  /** text keeps the 0 of a phone and the letters of a VIN; a date is written as the product writes it */
  format: '@' | 'yyyy-mm-dd' | '0';
  rule: string;
  sample: CellValue;
}
const heading = {
  font: { bold: true },
  fill: { type: 'pattern', pattern: 'solid', fgColor: { rgb: 'E8EBEE' } },
} satisfies CellStyle;

/**
 * The workbook to fill in. Empty cells carry their format over all fillable rows. The sample row is on the sheet with the
 * instructions, which an upload ignores.
 */
export function writeTemplate(
  language: Language,
  sheet: string,
  columns: readonly TemplateColumn[],
  notes: readonly string[],
): Promise<Uint8Array> {
  const t = (key: Parameters<typeof formatMessage>[1]): string => formatMessage(language, key);
  const titled = columns.map(({ title, required }) => `${title}${required ? ' *' : ''}`);
  const cells = new Map<string, Partial<Cell>>();
  for (const [i, { format }] of columns.entries()) {
    cells.set(`0,${i}`, { style: heading });
    for (let row = 1; row <= maxWorkbookRows; row++) cells.set(`${row},${i}`, { style: { numFmt: format } });
  }
  const help: CellValue[][] = [
    [t('workbook.template.column'), t('workbook.template.required'), t('workbook.template.rule')],
    ...columns.map((c) => [c.title, t(c.required ? 'workbook.template.yes' : 'workbook.template.no'), c.rule]),
    [],
    [t('workbook.template.notes')],
    ...notes.map((note) => [note]),
    [],
    [t('workbook.template.sample')],
    titled,
    columns.map((c) => c.sample),
  ];
  const helpCells = new Map<string, Partial<Cell>>();
  const headings = [0, columns.length + 2, help.length - 3, help.length - 2];
  for (const row of headings)
    for (const i of (help[row] ?? []).keys()) helpCells.set(`${row},${i}`, { style: heading });
  for (const [i, { format }] of columns.entries())
    helpCells.set(`${help.length - 1},${i}`, { style: { numFmt: format } });
  return writeXlsx({
    sheets: [
      {
        name: sheet,
        rows: [titled, ...Array.from({ length: maxWorkbookRows }, () => columns.map(() => null))],
        cells,
        columns: columns.map(({ width }) => ({ width })),
        freezePane: { rows: 1 },
      },
      {
        name: t('workbook.template.help'),
        rows: help,
        cells: helpCells,
        columns: [{ width: 22 }, { width: 13 }, { width: 60 }, ...columns.slice(3).map(({ width }) => ({ width }))],
      },
    ],
  });
}
