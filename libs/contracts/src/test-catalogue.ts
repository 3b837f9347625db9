import { z } from 'zod';
import { endpoint } from './endpoint';
import { catalogueSummaries, versionedFile } from './versioned-file';

/**
 * Versions of the catalogue of remote tests. The lowest number ships with the product; others are a maker's file
 * uploaded by an administrator. One of them is in use in all processes; an old result keeps its entry. In `changes`,
 * `code` is a test, `*` all tests.
 */
export const testCatalogueMegabytes = 2;
/** The file as uploaded; its format: domain/diagnosis/tests-schema. */
export const TestCatalogueFile = z.looseObject({ version: z.number() });

const path = '/api/test-catalogue';
export const testCatalogues = {
  present: endpoint({
    method: 'GET',
    path: `${path}/in-use`,
    allow: 'remote:R',
    summary: 'The test catalogue that is in use, whole',
    data: TestCatalogueFile,
  }),
  ...versionedFile({
    path,
    reads: ['administrator:R', 'remote:R'],
    writes: ['administrator:R', 'remote:U'],
    megabytes: testCatalogueMegabytes,
    summaries: catalogueSummaries('test catalogue'),
  }),
};
