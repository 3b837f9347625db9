import { z } from 'zod';

/** Grows when an older `restore` could not read what a newer `backup` writes. */
export const backupFormat = 1;

const TableDump = z.object({
  name: z.string(),
  /** Of a partition: the table it belongs to, and its bounds as SQL. */
  parent: z.string().nullable(),
  bound: z.string().nullable(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })).min(1),
  rows: z.number().int(),
});
export type TableDump = z.output<typeof TableDump>;

const SequenceValue = z.object({ name: z.string(), value: z.string().regex(/^\d+$/), isCalled: z.boolean() });
export type SequenceValue = z.output<typeof SequenceValue>;

/** Last entry of a back-up file: what the others are, and by what they are checked before anything is touched. */
export const Manifest = z.object({
  format: z.literal(backupFormat),
  createdAt: z.iso.datetime(),
  /** Of the server that wrote it, for people. What decides is `migrations`. */
  postgres: z.string(),
  /** The schema: names of the migrations that had been run, in order. */
  migrations: z.array(z.string()).min(1),
  tables: z.array(TableDump),
  sequences: z.array(SequenceValue),
  files: z.object({
    included: z.boolean(),
    count: z.number().int(),
    bytes: z.number().int(),
    missing: z.array(z.string()),
  }),
  keys: z.array(z.string()),
  /** SHA-256 of each entry's content by its name. */
  checksums: z.record(z.string(), z.string().regex(/^[0-9a-f]{64}$/)),
});
export type Manifest = z.output<typeof Manifest>;

/** What a person is told in a sentence; nothing was changed. */
export class BackupProblem extends Error {
  override name = 'BackupProblem';
}

export const manifestEntry = 'manifest.json';
export const keysEntry = 'keys.json';
export const tableEntry = (table: string): string => `database/${table}.copy`;
export const fileEntry = (id: string, part: 'full' | 'thumb'): string =>
  `files/${id}${part === 'thumb' ? '.thumb' : ''}`;
export const dataEntry = (name: string): string => `data/${name}`;
