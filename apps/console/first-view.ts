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
  const chunks = chunksOf(bundle);
  const start = [...chunks.values()].find((chunk) => chunk.isEntry && chunk.facadeModuleId?.endsWith(entry));
  if (start === undefined) return [];
  const withImports = (name: string) => importsOf(chunks, name);
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

/**
 * Script and style of the console's first views, as gzip, without what comes after the first drawing (fonts and the list
 * of their files): the entry and what it imports with the words of a language, and the login or the empty shell; and
 * what a page with a map has beyond one without: its code, the ground and the names of the view in which it opens.
 */
export const consoleBytes = { login: 222 * 1024, shell: 250 * 1024, map: 300 * 1024 };

export interface ConsoleModules {
  /** of the first view of the map, beside its code */
  map: readonly string[];
  /** keys of texts that are not among the first words */
  laterKeys: readonly string[];
}

/** Fails the build when a first view of the console needs more, or a text that is not loaded with it. */
export function limitConsole(modules: () => Promise<ConsoleModules>): Plugin {
  return {
    name: 'limit-console',
    apply: 'build',
    enforce: 'post',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const { map, laterKeys } = await modules();
        const chunks = chunksOf(bundle);
        const cycle = importCycle(chunks);
        if (cycle.length > 0)
          this.error(`files that import each other, one of which finds the other empty: ${cycle.join(' → ')}`);
        const filesOf = (module: string): Set<string> => importsOf(chunks, chunkOf(chunks, module));
        const bytesOf = async (files: Iterable<string>): Promise<number> => {
          const styles = [...files].flatMap((name) => [...(chunks.get(name)?.viteMetadata?.importedCss ?? [])]);
          const sizes = [...new Set([...files, ...styles])].map(async (name) => {
            const file = bundle[name];
            const content = file?.type === 'chunk' ? file.code : file?.source;
            return content === undefined ? this.error(`${name} is not in the bundle`) : (await zip(content)).length;
          });
          return (await Promise.all(sizes)).reduce((a, b) => a + b, 0);
        };
        const entry = [...filesOf('/src/main.tsx'), ...filesOf('virtual:words/ko-first')];
        const login = new Set([...entry, ...filesOf('login.page.tsx')]);
        const shell = new Set([...entry, ...filesOf('console-shell.tsx')]);
        const mapFiles = new Set(['live-map.tsx', ...map].flatMap((module) => [...filesOf(module)]));
        const bytes = {
          login: await bytesOf(login),
          shell: await bytesOf(shell),
          map: await bytesOf([...mapFiles].filter((name) => !shell.has(name))),
        };
        for (const view of ['login', 'shell', 'map'] as const) {
          const text = `${view}: ${bytes[view]} bytes in its first view, of ${consoleBytes[view]}`;
          if (bytes[view] > consoleBytes[view]) this.error(text);
          this.info(text);
        }
        const files = [...new Set([...login, ...shell])];
        const missing = files
          .flatMap((name) => chunks.get(name)?.moduleIds ?? [])
          .filter((id) => /\/(?:console\/src|i18n\/src)\//u.test(id))
          .flatMap((id) => keysIn(this.getModuleInfo(id)?.code ?? '', laterKeys).map((key) => `${key} of ${id}`));
        if (missing.length > 0) this.error(`the first view has no words for ${missing.join(', ')}`);
      },
    },
  };
}

/** Asked for only where it is known (`problemText`). */
const guarded = ['event.'];
/** Keys that a module names, or whose beginning it names: `menu.${group}`. */
export function keysIn(code: string, keys: readonly string[]): string[] {
  const named = new Set([...code.matchAll(/["'`]([a-z]\w*(?:\.\w+)+)["'`]/giu)].map(([, key]) => key));
  const begun = [...code.matchAll(/`([a-z]\w*\.[\w.]*)\$\{/giu)]
    .map(([, beginning = '']) => beginning)
    .filter((beginning) => !guarded.includes(beginning));
  return keys.filter((key) => named.has(key) || begun.some((beginning) => key.startsWith(beginning)));
}

export const chunksOf = (bundle: Rollup.OutputBundle): Map<string, Rollup.OutputChunk> =>
  new Map(Object.values(bundle).flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])));

/** The chunk that has a module, by the end of its name. */
export function chunkOf(chunks: ReadonlyMap<string, Rollup.OutputChunk>, module: string): string {
  for (const { fileName, moduleIds } of chunks.values())
    if (moduleIds.some((id) => id.endsWith(module))) return fileName;
  throw new Error(`${module} is in no chunk of this build`);
}

export function importsOf(
  chunks: ReadonlyMap<string, Rollup.OutputChunk>,
  name: string,
  found = new Set<string>(),
): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const next of chunks.get(name)?.imports ?? []) importsOf(chunks, next, found);
  return found;
}

/** Names of chunks of which each imports the next, and the last is the first; empty if there are none such. */
export function importCycle(chunks: ReadonlyMap<string, Rollup.OutputChunk>): string[] {
  const done = new Set<string>();
  const from = (name: string, path: readonly string[]): string[] => {
    const at = path.indexOf(name);
    if (at >= 0) return [...path.slice(at), name];
    if (done.has(name)) return [];
    for (const next of chunks.get(name)?.imports ?? []) {
      const cycle = from(next, [...path, name]);
      if (cycle.length > 0) return cycle;
    }
    done.add(name);
    return [];
  };
  for (const name of chunks.keys()) {
    const cycle = from(name, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

const zip = (code: string | Uint8Array): Promise<Buffer> => promisify(gzip)(code, { level: 9 });
