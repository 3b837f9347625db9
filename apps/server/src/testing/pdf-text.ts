import { inflateSync } from 'node:zlib';

/**
 * The text of each page of a PDF, in the order in which it was set, pieces joined by spaces. Reads what pdfkit writes: one
 * content stream a page, fonts with a ToUnicode map.
 */
export function pdfPages(bytes: Uint8Array): string[] {
  const objects = objectsOf(Buffer.from(bytes).toString('latin1'));
  const refs = (text: string): number[] => [...text.matchAll(/(\d+) 0 R/gu)].map(([, n]) => Number(n));
  const body = (n: number): string => objects.get(n)?.dictionary ?? '';
  const within = (dictionary: string, key: string): string => {
    const found = new RegExp(`/${key}\\s*(<<[^>]*>>|\\[[^\\]]*\\]|\\d+ 0 R)`, 'u').exec(dictionary)?.[1] ?? '';
    return /^\d+ 0 R$/u.test(found) && !key.startsWith('Contents') ? body(Number.parseInt(found, 10)) : found;
  };
  const maps = new Map<number, Map<string, string>>();
  const mapOf = (font: number): Map<string, string> => {
    let map = maps.get(font);
    if (map === undefined) {
      const [stream = 0] = refs(/\/ToUnicode \d+ 0 R/u.exec(body(font))?.[0] ?? '');
      maps.set(font, (map = unicodeOf(objects.get(stream)?.stream ?? '')));
    }
    return map;
  };
  const pages = [...objects.values()].filter(({ dictionary }) => /\/Type\s*\/Page\b/u.test(dictionary));
  return pages.map(({ dictionary }) => {
    const fonts = new Map(
      [...within(within(dictionary, 'Resources') || dictionary, 'Font').matchAll(/\/(\w+) (\d+) 0 R/gu)].map(
        ([, name = '', n]) => [name, mapOf(Number(n))] as const,
      ),
    );
    const content = refs(within(dictionary, 'Contents')).map((n) => objects.get(n)?.stream ?? '');
    return textOf(content.join('\n'), fonts);
  });
}

interface PdfObject {
  dictionary: string;
  stream: string;
}
function objectsOf(file: string): Map<number, PdfObject> {
  const objects = new Map<number, PdfObject>();
  for (const [, n, body = ''] of file.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/gu)) {
    const at = body.indexOf('\nstream\n');
    const dictionary = at < 0 ? body : body.slice(0, at);
    const raw = at < 0 ? '' : body.slice(at + 8, body.lastIndexOf('\nendstream'));
    const stream = dictionary.includes('/FlateDecode') ? inflated(raw) : raw;
    objects.set(Number(n), { dictionary, stream });
  }
  return objects;
}

const inflated = (raw: string): string => inflateSync(Buffer.from(raw, 'latin1')).toString('latin1');

/** Glyph → letters: lists of `bfrange` as pdfkit writes them, and single ones. */
function unicodeOf(cmap: string): Map<string, string> {
  const map = new Map<string, string>();
  for (const [, first = '', list = ''] of cmap.matchAll(/<([0-9a-f]+)>\s*<[0-9a-f]+>\s*\[([^\]]*)\]/giu))
    for (const [i, [, letters = '']] of [...list.matchAll(/<([0-9a-f]*)>/giu)].entries())
      map.set((Number.parseInt(first, 16) + i).toString(16).padStart(4, '0'), lettersOf(letters));
  return map;
}

const lettersOf = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le');

function textOf(content: string, fonts: ReadonlyMap<string, ReadonlyMap<string, string>>): string {
  const texts: string[] = [];
  let font: ReadonlyMap<string, string> = new Map();
  for (const [, name, array] of content.matchAll(/\/(\w+) [\d.]+ Tf|\[([^\]]*)\]\s*TJ/gu)) {
    if (name !== undefined) font = fonts.get(name) ?? new Map();
    else
      texts.push(
        [...(array ?? '').matchAll(/<([0-9a-f]*)>/giu)]
          .flatMap(([, hex = '']) => hex.match(/.{4}/gu) ?? [])
          .map((glyph) => font.get(glyph.toLowerCase()) ?? '\uFFFD')
          .join(''),
      );
  }
  return texts.join(' ').replaceAll(/\s+/gu, ' ');
}
