import type { ProblemValues } from '@headland/contracts/errors';
import type { CellError } from '@headland/contracts/workbook';
import type { SheetRow, SheetTable } from '@headland/domain/workbook';
import type { FileRefusal } from './refusal';
import type { Mark } from './xlsx';

/** What a worker is given, and what it answers. */
export type Format = 'xlsx' | 'xls';
export type Job =
  | { kind: 'read'; bytes: Uint8Array; table: SheetTable }
  | { kind: 'mark'; bytes: Uint8Array; table: SheetTable; marks: Mark[] }
  | { kind: 'write'; rows: readonly SheetRow[]; titles: Record<string, string>; name: string; marks: Mark[] };

export interface ReadFile<C extends string = string> {
  format: Format;
  /** those that the worksheet has */
  columns: C[];
  rows: SheetRow<C>[];
  /** cells whose type is invalid already */
  errors: CellError<C>[];
}
export type Answer =
  | { result: ReadFile | Uint8Array }
  | { refused: { code: FileRefusal['code']; values: ProblemValues; because: string } };
