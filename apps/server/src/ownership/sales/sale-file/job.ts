import type { ProblemValues } from '@headland/contracts/errors';
import type { CellError, SaleColumn } from '@headland/contracts/sale';
import type { ReadRow } from '@headland/domain/sale';
import type { FileRefusal } from './refusal';
import type { Mark } from './xlsx';

/** What a worker is given, and what it answers. */
export type Format = 'xlsx' | 'xls';
export type Job =
  | { kind: 'read'; bytes: Uint8Array; today: string }
  | { kind: 'mark'; bytes: Uint8Array; marks: Mark[] }
  | { kind: 'write'; rows: ReadRow[]; titles: Record<SaleColumn, string>; name: string; marks: Mark[] };

export interface ReadFile {
  format: Format;
  rows: ReadRow[];
  /** what is wrong with the rows by themselves */
  errors: CellError[];
}
export type Result<J extends Job = Job> = J extends { kind: 'read' } ? ReadFile : Uint8Array;
export type Answer =
  | { result: ReadFile | Uint8Array }
  | { refused: { code: FileRefusal['code']; values: ProblemValues; because: string } };
