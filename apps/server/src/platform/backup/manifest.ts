import { z } from 'zod';
import type { Part } from '../files/blob-store';

/** Incremented when an older `restore` cannot read what a newer `backup` writes. */
export const backupFormat = 1;

const TableDump = z.object({
  name: z.string(),
  /** Of a partition: its parent table, and its bounds as SQL. */
  parent: z.string().nullable(),
  bound: z.string().nullable(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })).min(1),
  rows: z.number().int(),
});
export type TableDump = z.output<typeof TableDump>;

const SequenceValue = z.object({ name: z.string(), value: z.string().regex(/^\d+$/), isCalled: z.boolean() });
export type SequenceValue = z.output<typeof SequenceValue>;

/**
 * Last entry of a backup file: lists the other entries with the checksums that are verified before anything is changed.
 */
export const Manifest = z.object({
  format: z.literal(backupFormat),
  createdAt: z.iso.datetime(),
  /** Version of the server that wrote it, for people. `migrations` decides. */
  postgres: z.string(),
  /** The schema: names of the applied migrations, in order. */
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

/** An error shown as one sentence; nothing was changed. */
export class BackupProblem extends Error {
  override name = 'BackupProblem';
}

export const manifestEntry = 'manifest.json';
export const keysEntry = 'keys.json';
export const tableEntry = (table: string): string => `database/${table}.copy`;
export const fileEntry = (id: string, part: Part): string => `files/${id}${part === 'full' ? '' : `.${part}`}`;
export const dataEntry = (name: string): string => `data/${name}`;
