/** SQL: the nearest region above an organization, or itself; 0: none. `column` is the id of the organization. */
export const regionOf = (column: string): string =>
  `COALESCE((SELECT up.id FROM organization below CROSS JOIN unnest(below.path) WITH ORDINALITY AS step(id, depth)
     JOIN organization up ON up.id = step.id AND up.type = 'REGION' WHERE below.id = ${column} ORDER BY step.depth DESC LIMIT 1), 0)`;

/** SQL: the organizations whose nearest region is this one, as a list for an index. */
export const organizationsOfRegion = (parameter: string): string =>
  `(ARRAY(SELECT every.id FROM organization every WHERE ${regionOf('every.id')} = ${parameter}::int))`;
