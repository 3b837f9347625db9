import type { FaultRecord } from './fault-catalogue-load';

/** A code that differs in another version of the catalogue, and the changed fields. */
export interface CatalogueChange {
  code: string;
  fields: string[];
}

/** The differences of `after`, ordered by code. A version number or a source by itself is no difference. */
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
