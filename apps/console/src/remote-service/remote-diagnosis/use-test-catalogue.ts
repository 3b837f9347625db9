import { testCatalogues } from '@headland/contracts/test-catalogue';
import { parseTests, testCatalogue, type TestCatalogue } from '@headland/domain/diagnosis/tests';
import { useQuery } from '@tanstack/react-query';
import { query } from '../../lib/session/session';

/** An administrator takes another version into use now and then: a page that was open meanwhile learns it within this time. */
const freshMs = 60_000;
const options = { ...query(testCatalogues.present, {}), staleTime: freshMs, refetchInterval: freshMs, select: read };

/**
 * The tests and limits that are in use; the shipped ones until they are there, and where a newer server has words that this page does not know. The
 * server judges by its own in any case.
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
