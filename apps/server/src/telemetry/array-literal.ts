/** PostgreSQL array literals, built by hand on the hot path. Values come parsed from a schema or are made by this process. */
export const numbers = (list: readonly (number | null | undefined)[]): string => {
  let text = '{';
  for (let i = 0; i < list.length; i++) {
    const value = list[i];
    text += (i === 0 ? '' : ',') + (value === null || value === undefined ? 'NULL' : value);
  }
  return `${text}}`;
};
/** For words without commas, quotes, braces and backslashes only (states, topics, times, booleans). */
export const words = (list: readonly (string | boolean | null | undefined)[]): string => {
  let text = '{';
  for (let i = 0; i < list.length; i++) {
    const value = list[i];
    text += (i === 0 ? '' : ',') + (value === null || value === undefined ? 'NULL' : value);
  }
  return `${text}}`;
};
export const quoted = (list: readonly (string | null)[]): string =>
  `{${list.map((s) => (s === null ? 'NULL' : `"${s.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`)).join(',')}}`;
