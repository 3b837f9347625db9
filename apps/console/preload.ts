import type { ModulePreloadOptions, Plugin } from 'vite';
import { chunkOf, chunksOf, importsOf } from './first-view.ts';

const wanted = {
  ko: 'virtual:words/ko-first',
  en: 'virtual:words/en-first',
  shell: 'console-shell.tsx',
  login: 'login.page.tsx',
};

/**
 * The entry asks for the words of the stored language and for its first page only when it runs. `public/preload.js`
 * asks for them at once: it finds their names in its own element.
 */
export function preloadFirst(): Plugin {
  return {
    name: 'preload-first',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle, filename }) {
        if (bundle === undefined || !filename.endsWith('index.html')) return;
        const chunks = chunksOf(bundle);
        const entry = importsOf(chunks, chunkOf(chunks, '/src/main.tsx'));
        const names = (module: string): string =>
          [...importsOf(chunks, chunkOf(chunks, module))]
            .filter((name) => !entry.has(name))
            .map((name) => `/${name}`)
            .join(' ');
        const data = Object.entries(wanted).map(([key, module]) => [`data-${key}`, names(module)] as const);
        return [
          {
            tag: 'script',
            attrs: { src: '/preload.js', async: true, ...Object.fromEntries(data) },
            injectTo: 'head-prepend',
          },
        ];
      },
    },
  };
}

/**
 * A page that is opened from the console asks at once for its files and for those that they import. What the frame has
 * loaded before is left out: the lists of all pages stand in the entry, and took a sixth of it.
 */
export function preloadRest(): Plugin {
  let entry = new Set<string>();
  let frame = new Set<string>();
  let starts: string[] = [];
  const resolveDependencies: ModulePreloadOptions['resolveDependencies'] = (file, needs, { hostId }) => {
    if (!frame.has(hostId)) return needs;
    const there = starts.includes(file) ? entry : frame;
    return needs.filter((name) => !there.has(name));
  };
  return {
    name: 'preload-rest',
    apply: 'build',
    config: () => ({ build: { modulePreload: { resolveDependencies } } }),
    generateBundle: {
      order: 'pre',
      handler(_, bundle) {
        const chunks = chunksOf(bundle);
        starts = Object.values(wanted).map((module) => chunkOf(chunks, module));
        entry = importsOf(chunks, chunkOf(chunks, '/console/src/main.tsx'));
        frame = new Set([...entry, ...importsOf(chunks, chunkOf(chunks, wanted.shell))]);
      },
    },
  };
}
