import type { FaultRecord } from './fault-catalogue-load';

/** One code that reads differently in another version of the catalogue, and in which fields. */
export interface CatalogueChange {
  code: string;
  fields: string[];
}

/** What reads differently in `after`. A version number or a source by itself is no difference to anybody who reads. Codes in their order. */
export function catalogueChanges(before: readonly FaultRecord[], after: readonly FaultRecord[]): CatalogueChange[] {
  const old = new Map(before.map((r) => [r.code, r]));
  return after
    .map((record) => ({ code: record.code, fields: changedFields(old.get(record.code), record) }))
    .filter(({ fields }) => fields.length > 0)
    .sort((a, b) => a.code.localeCompare(b.code));
}

const changedFields = (before: FaultRecord | undefined, after: FaultRecord): string[] =>
  (Object.keys(after) as (keyof FaultRecord)[]).filter(
    (field) =>
      field !== 'version' && field !== 'source' && JSON.stringify(before?.[field]) !== JSON.stringify(after[field]),
  );
