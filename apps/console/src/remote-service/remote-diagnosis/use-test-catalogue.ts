import { testCatalogues } from '@headland/contracts/test-catalogue';
import { parseTests, testCatalogue, type TestCatalogue } from '@headland/domain/diagnosis/tests';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/session/session';

/** An administrator activates another version now and then: an open page notices within this time. */
const freshMs = 60_000;
const options = { ...query(testCatalogues.present, {}), staleTime: freshMs, refetchInterval: freshMs, select: read };

/**
 * The test catalogue in use; the shipped one until it is loaded, or if a newer server has entries that this page does
 * not know. The server judges by its own in any case.
 */
export const useTestCatalogue = (): TestCatalogue => useQuery(options).data ?? testCatalogue;

function read(file: { version: number }): TestCatalogue {
  if (file.version === testCatalogue.version) return testCatalogue;
  try {
    return parseTests(file);
  } catch {
    return testCatalogue;
  }
}
