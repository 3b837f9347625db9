import type { ContentKind } from '@headland/contracts/content';

/** The first picture of a row. */
export const coverSql = (kind: ContentKind, alias: string): string =>
  `(SELECT json_build_object('id', i.image_id, 'alt', i.alt) FROM content_image i
    WHERE i.kind = '${kind}' AND i.record_id = ${alias}.id AND NOT i.in_text AND i.position = 0)`;

/** Models that a row is for, by their names; none: all. */
export const modelsSql = (alias: string): string =>
  `(SELECT COALESCE(json_agg(json_build_object('id', m.id, 'name', m.name) ORDER BY m.name), '[]') FROM model m WHERE m.id = ANY(${alias}.model_ids))`;

/** A row is for one of these models. */
export const fitsSql = (alias: string, modelIds: string): string =>
  `(${alias}.model_ids = '{}' OR ${alias}.model_ids && ${modelIds}::int[])`;
