import { expect, it } from 'vitest';
import { faultCatalogue } from './fault-catalogue';
import { catalogueChanges } from './fault-catalogue-changes';

const { records } = faultCatalogue;

it('a catalogue differs from itself in nothing, whatever its order, version and source', () => {
  expect(catalogueChanges(records, records)).toEqual([]);
  expect(
    catalogueChanges(
      records,
      [...records].reverse().map((r) => ({ ...r, version: 2, source: 'maker' })),
    ),
  ).toEqual([]);
});

it('the codes and fields that read differently are named, in their order', () => {
  const after = records.map((r) =>
    r.code === 'E0301'
      ? { ...r, nameEn: 'Air temperature sensor short', causes: ['harness'] }
      : r.code === 'E0299'
        ? { ...r, severity: 2 as const }
        : r,
  );
  expect(catalogueChanges(records, after)).toEqual([
    { code: 'E0299', fields: ['severity'] },
    { code: 'E0301', fields: ['nameEn', 'causes'] },
  ]);
});
