import { fileURLToPath } from 'node:url';
import { defineConfig, mergeConfig, type Plugin } from 'vite';
import base from '../vite.config';

/** The console over a fake back end: `npx vite --config apps/console/dev/vite.config.ts`. Not part of any build. */
export default mergeConfig(
  { ...base, server: {} },
  defineConfig({
    root: fileURLToPath(new URL('..', import.meta.url)),
    plugins: [fakeBackEnd()],
    server: { port: Number(process.env.CONSOLE_PORT ?? 5174), strictPort: true, watch: null },
    cacheDir:
      process.env.VITE_CACHE ?? fileURLToPath(new URL('../../../node_modules/.vite/console-dev', import.meta.url)),
  }),
);

/** Loaded through the server itself, which knows how to read the TypeScript of the libs. */
function fakeBackEnd(): Plugin {
  return {
    name: 'fake-back-end',
    async configureServer(server) {
      const { serveFake } = await server.ssrLoadModule('/dev/back-end.ts');
      serveFake(server, Number(process.env.SOS_AFTER_MS ?? 8_000));
    },
  };
}
