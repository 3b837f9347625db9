import type { BoardPart, ListToExport, OpenBoard, OpenList } from '../../platform/exports/export-registry';
import type { Reader } from './conditions-in-words';
import type { Opened } from './export-request';

// What the writers of workbooks and PDFs are given.

/** Told how many rows are written; may throw to end it. */
export type OnRows = (written: number) => Promise<void>;

export interface ListFile {
  list: ListToExport;
  open: OpenList<unknown>;
  filter: Record<string, unknown>;
  columns: readonly string[];
  reader: ExportReader;
}
export interface BoardFile {
  list: Extract<Opened, { open: OpenBoard }>['list'];
  filter: Record<string, unknown>;
  /** what its figures are of */
  about: string;
  parts: readonly BoardPart[];
  reader: ExportReader;
}
/** Who reads it, and when it was made. */
export interface ExportReader extends Reader {
  name: string;
  at: Date;
}
