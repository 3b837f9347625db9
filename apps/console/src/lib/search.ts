/**
 * The query string as plain names and values: `?severity=critical&severity=major&page=2`. Readable, and what Express
 * parses.
 */
export type Search = Record<string, string | string[]>;

export function parseSearch(text: string): Search {
  const search: Search = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const old = search[name];
    search[name] = old === undefined ? value : [...(Array.isArray(old) ? old : [old]), value];
  }
  return search;
}

export function stringifySearch(search: Record<string, unknown>): string {
  const out = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') out.append(name, String(one));
  }
  const text = out.toString();
  return text === '' ? '' : `?${text}`;
}
