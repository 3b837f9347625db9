import type { FaultCatalogue } from './fault-catalogue-load';

/**
 * A primary fault causes others: a dead sensor supply shows as a fault of each of its sensors. The catalogue has the
 * possible causes of a code, over several steps; among the open faults of one vehicle this shows which to repair first.
 */
export interface Relations {
  /** open codes that this one follows from */
  primaries: string[];
  /** open codes that follow from this one */
  consequences: string[];
}

/** Relations of the open codes of one vehicle; unrelated codes have two empty lists. */
export function relationsAmong(
  codes: readonly string[],
  catalogue: Pick<FaultCatalogue, 'byCode'>,
): Map<string, Relations> {
  const open = new Set(codes);
  const relations = new Map<string, Relations>([...open].map((code) => [code, { primaries: [], consequences: [] }]));
  for (const [code, its] of relations) {
    for (const cause of causesOf(code, catalogue)) {
      if (cause === code || !open.has(cause)) continue;
      its.primaries.push(cause);
      relations.get(cause)?.consequences.push(code);
    }
  }
  return relations;
}

/** Every possible cause of a code, also via codes that were not reported. */
function causesOf(code: string, { byCode }: Pick<FaultCatalogue, 'byCode'>): Set<string> {
  const found = new Set<string>();
  const visit = (of: string): void => {
    for (const cause of byCode.get(of)?.consequenceOf ?? []) {
      if (found.has(cause)) continue;
      found.add(cause);
      visit(cause);
    }
  };
  visit(code);
  return found;
}
