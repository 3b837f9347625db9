import type { Plugin } from 'vite';
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
