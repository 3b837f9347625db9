import type { TestCatalogue } from './tests-load';

/** A difference between two versions of the test catalogue: a test, or `*` for all of them, and the changed fields. */
export interface TestCatalogueChange {
  code: string;
  fields: string[];
}

/** Tests of `after` in their order, then what applies to all. A version number by itself is no difference. */
export function testCatalogueChanges(before: TestCatalogue, after: TestCatalogue): TestCatalogueChange[] {
  const tests = [...after.byId.values()].map((test) => ({
    code: test.id as string,
    fields: differing(before.byId.get(test.id) ?? {}, test),
  }));
  const shared = ({ params, abort, orders, overrides }: TestCatalogue): object => ({
    params,
    abort,
    orders,
    overrides,
  });
  return [...tests, { code: '*', fields: differing(shared(before), shared(after)) }].filter(
    ({ fields }) => fields.length > 0,
  );
}

const differing = (before: object, after: object): string[] => {
  const [old, now] = [before as Record<string, unknown>, after as Record<string, unknown>];
  return [...new Set([...Object.keys(now), ...Object.keys(old)])].filter(
    (field) => field !== 'version' && JSON.stringify(old[field]) !== JSON.stringify(now[field]),
  );
};
