import type { FaultCatalogue } from './fault-catalogue-load';

/**
 * A primary fault brings others with it: a dead sensor supply shows as a fault of each of its sensors. The catalogue says of a code what it may be a
 * consequence of, over several steps; among the open faults of one vehicle this tells which to mend first.
 */
export interface Relations {
  /** open codes that this one follows from */
  primaries: string[];
  /** open codes that follow from this one */
  consequences: string[];
}

/** How the open codes of one vehicle hang together; codes that hang on nothing have two empty lists. */
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

/** Everything that a code may follow from, also by way of codes that were not reported. */
function causesOf(code: string, { byCode }: Pick<FaultCatalogue, 'byCode'>): Set<string> {
  const found = new Set<string>();
  const look = (of: string): void => {
    for (const cause of byCode.get(of)?.consequenceOf ?? []) {
      if (found.has(cause)) continue;
      found.add(cause);
      look(cause);
    }
  };
  look(code);
  return found;
}
