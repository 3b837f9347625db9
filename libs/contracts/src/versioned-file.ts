import { z } from 'zod';
import type { Allow } from './access';
import { endpoint } from './endpoint';

/**
 * A file with versions that an administrator replaces at run time: the catalogues of faults and of remote tests, and
 * the profiles. The lowest number ships with the product; others are uploaded. One of them is in use in all processes.
 */
export const CatalogueVersion = z.object({
  version: z.number(),
  /** null: shipped */
  fileName: z.string().nullable(),
  loadedAt: z.string().nullable(),
  loadedBy: z.string().nullable(),
  inUse: z.boolean(),
  /** when and by whom it was last activated; null: never, or from the start */
  usedAt: z.string().nullable(),
  usedBy: z.string().nullable(),
  /** differences to the version in use when it was uploaded */
  changes: z.array(z.object({ code: z.string(), fields: z.array(z.string()) })),
});
export type CatalogueVersion = z.output<typeof CatalogueVersion>;

const version = z.coerce.number<string | number>().int().min(0).max(1_000_000);
const VersionParams = z.object({ version });

interface VersionedFile {
  path: `/api/${string}`;
  /** who sees the versions, and who uploads and chooses them */
  reads: Allow;
  writes: Allow;
  megabytes: number;
  /** for the OpenAPI document */
  summaries: Record<'versions' | 'file' | 'load' | 'use', string>;
}
export const versionedFile = ({ path, reads, writes, megabytes, summaries }: VersionedFile) => ({
  versions: endpoint({
    method: 'GET',
    path,
    allow: reads,
    summary: summaries.versions,
    data: z.array(CatalogueVersion),
  }),
  file: endpoint({
    method: 'GET',
    path: `${path}/:version/file`,
    allow: reads,
    summary: summaries.file,
    params: VersionParams,
    stream: 'application/json',
  }),
  load: endpoint({
    method: 'POST',
    path,
    allow: writes,
    summary: summaries.load,
    file: { maxBytes: megabytes * 1024 ** 2, accept: '.json' },
    data: CatalogueVersion,
  }),
  use: endpoint({
    method: 'POST',
    path: `${path}/:version/use`,
    allow: writes,
    summary: summaries.use,
    params: VersionParams,
    /** the version that the caller saw in use */
    body: z.object({ inUse: version }),
    data: CatalogueVersion,
  }),
});

/** Of a catalogue: `fault catalogue`. */
export const catalogueSummaries = (name: string): VersionedFile['summaries'] => ({
  versions: `Versions of the ${name}, newest first, and which is in use`,
  file: 'A version as the file that it is loaded from',
  load: 'Check a catalogue file and keep it as the next version; it is not in use yet',
  use: 'Take a version into use in all processes',
});
