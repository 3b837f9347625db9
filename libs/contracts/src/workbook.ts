import { z } from 'zod';

/** Records that members import as a workbook: it is checked, and then all of its rows are saved or none. */
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export const workbookAccept = '.xlsx,.xls';
export const maxWorkbookRows = 5_000;

/**
 * One invalid cell: the worksheet's row (the head is 1), the column, its content, and the message as a key with its
 * values.
 */
export const cellError = <const C extends readonly [string, ...string[]]>(columns: C) =>
  z.object({
    row: z.number(),
    column: z.enum(columns),
    value: z.string(),
    message: z.string(),
    values: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  });
export type CellError<C extends string = string> = Omit<z.output<ReturnType<typeof cellError>>, 'column'> & {
  column: C;
};
