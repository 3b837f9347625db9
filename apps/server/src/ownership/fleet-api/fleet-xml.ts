/** The standard's documents as XML: text is escaped, and what XML 1.0 cannot contain at all is left out. */
export type XmlValue = string | number | boolean | XmlNode | readonly XmlNode[];
export interface XmlNode {
  [name: string]: XmlValue | undefined;
}

/** What the standard has as attributes; everything else is an element. */
const attributes = ['version', 'snapshotTime', 'datetime'];

export const xmlDocument = (root: string, node: XmlNode, namespace?: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n${element(root, node, namespace === undefined ? '' : ` xmlns="${escaped(namespace)}"`)}\n`;

function element(name: string, value: XmlValue, more = ''): string {
  if (isList(value)) return value.map((v) => element(name, v)).join('');
  if (typeof value !== 'object') return `<${name}${more}>${escaped(String(value))}</${name}>`;
  const parts = Object.entries(value).filter((part): part is [string, XmlValue] => part[1] !== undefined);
  const isAttribute = ([key]: [string, XmlValue]): boolean => attributes.includes(key);
  const opening = parts.filter(isAttribute).map(([key, v]) => ` ${key}="${escaped(String(v as string | number))}"`);
  const inner = parts.filter((part) => !isAttribute(part)).map(([key, v]) => element(key, v));
  return `<${name}${more}${opening.join('')}>${inner.join('')}</${name}>`;
}
const isList = (value: XmlValue): value is readonly XmlNode[] => Array.isArray(value);

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };
// eslint-disable-next-line no-control-regex -- these are what XML 1.0 excludes
const forbidden = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Surrogate}/gu;
const escaped = (text: string): string =>
  text.replaceAll(forbidden, '').replaceAll(/[&<>"']/gu, (c) => entities[c] ?? c);
