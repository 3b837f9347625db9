import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
// Node loads this file, and a package's TypeScript it does not load
// eslint-disable-next-line @nx/enforce-module-boundaries
import { embeddedEntry, isEmbeddedPath } from '../../libs/contracts/src/embedded-paths.ts';
import { limitConsole, limitFirstView } from './first-view.ts';
import { firstOfMap, mapParts } from './map-parts.ts';
import { preloadFirst, preloadRest } from './preload.ts';
import { laterKeys, oneLanguage } from './words.ts';
import { withoutJsonSchemas } from './zod-parts.ts';

const server = process.env.HEADLAND_SERVER ?? 'http://127.0.0.1:3000';
const proxied = { target: server, changeOrigin: false };

export default defineConfig({
  plugins: [
    react(),
    oneLanguage(),
    mapParts(),
    withoutJsonSchemas(),
    serveEmbedded(),
    limitFirstView(embeddedEntry),
    limitConsole(async () => ({ map: await firstOfMap(), laterKeys: await laterKeys() })),
    preloadFirst(),
    preloadRest(),
    compressFiles(),
  ],
  server: {
    port: Number(process.env.CONSOLE_PORT ?? 5173),
    proxy: { '/api': proxied, '/socket.io': { ...proxied, ws: true } },
  },
  build: {
    target: 'es2022',
    sourcemap: true,
    // Fonts come as 92 small files so that a page loads only the glyphs it shows: inlining them would undo that.
    assetsInlineLimit: 0,
    // a browser that asks for no modules in advance loads them when they are imported
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', embeddedEntry],
      output: {
        codeSplitting: {
          groups: [
            { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/ },
            { name: 'leaflet', test: /node_modules[\\/]leaflet[\\/]/ },
          ],
        },
      },
    },
  },
});

/** In development, what the api process and nginx do: the pages of the app's web view have an entry of their own. */
function serveEmbedded(): Plugin {
  return {
    name: 'serve-embedded',
    configureServer: ({ middlewares }) =>
      void middlewares.use((request, _, next) => {
        const [path = ''] = (request.url ?? '').split('?');
        if (isEmbeddedPath(path)) request.url = `/${embeddedEntry}`;
        next();
      }),
  };
}

const worthIt = 1024;
/** Brotli above this is many times slower for some hundredths. */
const brotliQuality = 9;

/** Leaves `x.js.br` and `x.js.gz` beside each text file of the build, for servers that send them as they are. */
function compressFiles(): Plugin {
  let folder = '';
  return {
    name: 'compress-files',
    apply: 'build',
    configResolved: ({ root, build }) => void (folder = resolve(root, build.outDir)),
    closeBundle: async () => {
      const names = (await readdir(folder, { recursive: true })).filter((name) =>
        /\.(?:js|css|svg|html|json|webmanifest)$/u.test(name),
      );
      await Promise.all(names.map((name) => compress(join(folder, name))));
    },
  };
}

async function compress(path: string): Promise<void> {
  if ((await stat(path)).size < worthIt) return;
  const bytes = await readFile(path);
  const [small, smaller] = await Promise.all([
    promisify(gzip)(bytes, { level: 9 }),
    promisify(brotliCompress)(bytes, {
      params: { [constants.BROTLI_PARAM_QUALITY]: brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length },
    }),
  ]);
  await Promise.all([writeFile(`${path}.gz`, small), writeFile(`${path}.br`, smaller)]);
}
