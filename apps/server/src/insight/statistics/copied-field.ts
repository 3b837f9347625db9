import type { ExportColumn, ExportContext } from '../../platform/exports/export-registry';

/** A column of a workbook whose rows are copied from the database: its SQL, and what becomes of what is printed there. */
export interface CopiedField extends Omit<ExportColumn<string[]>, 'value'> {
  sql: string;
  /** none: a number as it is printed */
  value?: (printed: string, context: ExportContext) => string | number | null;
}

export const epochMs = (timestamp: string): string => `(date_part('epoch', ${timestamp}) * 1000)::int8`;
export const selectOf = (fields: readonly CopiedField[]): string => fields.map((f) => f.sql).join(', ');
