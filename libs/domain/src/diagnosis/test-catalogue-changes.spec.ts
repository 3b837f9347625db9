import { expect, it } from 'vitest';
import shipped from './tests.json';
import { testCatalogueChanges } from './test-catalogue-changes';
import { parseTests, testCatalogue } from './tests';

const changed = (change: (file: typeof shipped) => void) => {
  const file = JSON.parse(JSON.stringify(shipped)) as typeof shipped;
  change(file);
  return testCatalogueChanges(testCatalogue, parseTests(file));
};

it('a catalogue differs from itself in nothing, whatever its version', () => {
  expect(changed((f) => (f.version = 7))).toEqual([]);
});

it('tests and fields that read differently are named, and what holds for all', () => {
  expect(
    changed((f) => {
      const test = f.tests.find((t) => t.id === 'acvTest');
      if (test !== undefined) [test.max_s, test.en] = [45, 'Throttle'];
      f.params.idleRpm = 850;
    }),
  ).toEqual([
    { code: 'acvTest', fields: ['en', 'max_s'] },
    { code: '*', fields: ['params'] },
  ]);
});
