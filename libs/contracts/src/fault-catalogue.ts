import { z } from 'zod';
import { endpoint } from './endpoint';

/**
 * Versions of the fault catalogue. Version 0 ships with the product; others are a maker's list uploaded by an
 * administrator. One of them is in use in all processes; existing reports keep their name and severity.
 */
export const catalogueMegabytes = 2;
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

/** A reported code that is not in the catalogue. */
export const CatalogueGap = z.object({
  code: z.string(),
  spn: z.number().nullable(),
  fmi: z.number().nullable(),
  /** occurrences, and number of vehicles */
  count: z.number(),
  vehicles: z.number(),
  firstAt: z.string(),
  lastAt: z.string(),
});
export type CatalogueGap = z.output<typeof CatalogueGap>;

const path = '/api/fault-catalogue';
const version = z.coerce.number<string | number>().int().min(0).max(1_000_000);
const VersionParams = z.object({ version });
export const catalogue = {
  versions: endpoint({
    method: 'GET',
    path,
    allow: 'administrator:R',
    summary: 'Versions of the fault catalogue, newest first, and which is in use',
    data: z.array(CatalogueVersion),
  }),
  /** for screens that show raw codes */
  inUse: endpoint({
    method: 'GET',
    path: `${path}/in-use`,
    allow: 'member',
    summary: 'What the codes mean now: the records of the version in use',
    data: z.object({ version: z.number(), records: z.array(z.record(z.string(), z.unknown())) }),
  }),
  gaps: endpoint({
    method: 'GET',
    path: `${path}/gaps`,
    allow: 'administrator:R',
    summary: 'Codes that vehicles reported and no catalogue knows, the most frequent first',
    data: z.array(CatalogueGap),
  }),
  file: endpoint({
    method: 'GET',
    path: `${path}/:version/file`,
    allow: 'administrator:R',
    summary: 'A version as the file that it is loaded from',
    params: VersionParams,
    stream: 'application/json',
  }),
  load: endpoint({
    method: 'POST',
    path,
    allow: ['administrator:R', 'breakdown:U'],
    summary: 'Check a catalogue file and keep it as the next version; it is not in use yet',
    file: { maxBytes: catalogueMegabytes * 1024 ** 2, accept: '.json' },
    data: CatalogueVersion,
  }),
  use: endpoint({
    method: 'POST',
    path: `${path}/:version/use`,
    allow: ['administrator:R', 'breakdown:U'],
    summary: 'Take a version into use in all processes',
    params: VersionParams,
    /** the version that the caller saw in use */
    body: z.object({ inUse: version }),
    data: CatalogueVersion,
  }),
};
