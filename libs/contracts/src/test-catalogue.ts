import { z } from 'zod';
import { endpoint } from './endpoint';
import { CatalogueVersion } from './fault-catalogue';

/**
 * Versions of the catalogue of remote tests. The lowest number ships with the product; others are a maker's file
 * uploaded by an administrator. One of them is in use in all processes; an old result keeps its entry. In `changes`,
 * `code` is a test, `*` all tests.
 */
export const testCatalogueMegabytes = 2;
const TestVersion = CatalogueVersion;
/** The file as uploaded; its format: domain/diagnosis/tests-schema. */
export const TestCatalogueFile = z.looseObject({ version: z.number() });

const path = '/api/test-catalogue';
const version = z.coerce.number<string | number>().int().min(0).max(1_000_000);
const VersionParams = z.object({ version });
export const testCatalogues = {
  present: endpoint({
    method: 'GET',
    path: `${path}/in-use`,
    allow: 'remote:R',
    summary: 'The test catalogue that is in use, whole',
    data: TestCatalogueFile,
  }),
  versions: endpoint({
    method: 'GET',
    path,
    allow: ['administrator:R', 'remote:R'],
    summary: 'Versions of the test catalogue, newest first, and which is in use',
    data: z.array(TestVersion),
  }),
  file: endpoint({
    method: 'GET',
    path: `${path}/:version/file`,
    allow: ['administrator:R', 'remote:R'],
    summary: 'A version as the file that it is loaded from',
    params: VersionParams,
    stream: 'application/json',
  }),
  load: endpoint({
    method: 'POST',
    path,
    allow: ['administrator:R', 'remote:U'],
    summary: 'Check a catalogue file and keep it as the next version; it is not in use yet',
    file: { maxBytes: testCatalogueMegabytes * 1024 ** 2, accept: '.json' },
    data: TestVersion,
  }),
  use: endpoint({
    method: 'POST',
    path: `${path}/:version/use`,
    allow: ['administrator:R', 'remote:U'],
    summary: 'Take a version into use in all processes',
    params: VersionParams,
    /** the version that the caller saw in use */
    body: z.object({ inUse: version }),
    data: TestVersion,
  }),
};
