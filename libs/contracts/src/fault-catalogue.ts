import { z } from 'zod';
import { endpoint } from './endpoint';
import { catalogueSummaries, versionedFile } from './versioned-file';

/**
 * Versions of the fault catalogue. Version 0 ships with the product; others are a maker's list uploaded by an
 * administrator. One of them is in use in all processes; existing reports keep their name and severity.
 */
export const catalogueMegabytes = 2;

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
export const catalogue = {
  ...versionedFile({
    path,
    reads: 'administrator:R',
    writes: ['administrator:R', 'breakdown:U'],
    megabytes: catalogueMegabytes,
    summaries: catalogueSummaries('fault catalogue'),
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
};
