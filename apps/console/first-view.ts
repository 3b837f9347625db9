import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Plugin, Rollup } from 'vite';

/**
 * Script of the first view of a page in the app's web view, as gzip: the entry with what it imports, and the page that
 * it loads. On a field's network each 100 KB take a second.
 */
export const firstViewBytes = 150 * 1024;

/** Fails the build when the first view of a page of this entry needs more. */
export function limitFirstView(entry: string): Plugin {
  return {
    name: 'limit-first-view',
    apply: 'build',
    async generateBundle(_, bundle) {
      const views = await firstViews(bundle, entry);
      if (views.length === 0) this.error(`${entry} is no entry of this build`);
      for (const { page, bytes } of views) {
        const text = `${page}: ${bytes} bytes of script in its first view, of ${firstViewBytes}`;
        if (bytes > firstViewBytes) this.error(text);
        this.info(text);
      }
    },
  };
}

/** Bytes of each page that the entry loads on demand; of the entry alone, where it loads none. */
export async function firstViews(
  bundle: Rollup.OutputBundle,
  entry: string,
): Promise<{ page: string; bytes: number }[]> {
  const chunks = new Map(
    Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])),
  );
  const start = [...chunks.values()].find((chunk) => chunk.isEntry && chunk.facadeModuleId?.endsWith(entry));
  if (start === undefined) return [];
  const withImports = (name: string, found = new Set<string>()): Set<string> => {
    if (found.has(name)) return found;
    found.add(name);
    for (const next of chunks.get(name)?.imports ?? []) withImports(next, found);
    return found;
  };
  const first = withImports(start.fileName);
  // pages of one file share their parts, which may be loaded on demand by several
  const pages = new Set([...first].flatMap((name) => chunks.get(name)?.dynamicImports ?? []));
  const views = pages.size === 0 ? [start.fileName] : [...pages];
  return Promise.all(
    views.map(async (page) => {
      const names = [...new Set([...first, ...withImports(page)])];
      const sizes = await Promise.all(names.map(async (name) => (await zip(chunks.get(name)?.code ?? '')).length));
      return { page: chunks.get(page)?.name ?? page, bytes: sizes.reduce((a, b) => a + b, 0) };
    }),
  );
}

const zip = (code: string): Promise<Buffer> => promisify(gzip)(code, { level: 9 });
