import { build, createServer } from 'vite';
import { inCheckout } from './checkout';
import type { Part } from './part';
import { print, warn } from './terminal-output';
import { healthPorts, hereAt, pageAt, type Settings } from './settings';
import { sentenceOf } from './stop-with';

/** `npm run dev`: the server is built again and its processes restarted when a source changes; the console comes from Vite, with its own hot reload. */
export async function develop(
  settings: Settings,
  parts: Part[],
  stack: { push(it: { stop(): Promise<void> }): unknown; ending: boolean },
): Promise<string> {
  const watcher = await build({
    root: inCheckout('apps/server'),
    configFile: inCheckout('apps/server/vite.config.ts'),
    logLevel: 'error',
    build: { watch: {}, emptyOutDir: false },
  });
  if ('on' in watcher) {
    let first = true;
    let work = Promise.resolve();
    watcher.on('event', (event) => {
      if (event.code === 'ERROR') warn('server', `does not build: ${sentenceOf(event.error)}`);
      if (event.code !== 'END') return;
      if (first) {
        first = false; // this build is the one that runs already
        return;
      }
      work = work.then(async () => {
        if (stack.ending) return;
        await Promise.all(parts.map((part) => part.restart()));
        print('server     rebuilt and restarted');
      });
    });
    stack.push({ stop: () => watcher.close() });
  }
  const target = `http://${hereAt(settings.host)}:${settings.port}`;
  const vite = await createServer({
    root: inCheckout('apps/console'),
    configFile: inCheckout('apps/console/vite.config.ts'),
    logLevel: 'warn',
    clearScreen: false,
    server: {
      host: settings.host,
      port: healthPorts(settings.port).console,
      strictPort: true,
      proxy: { '/api': target, '/socket.io': { target, ws: true } },
    },
  });
  await vite.listen();
  stack.push({ stop: () => vite.close() });
  return pageAt(settings.host, healthPorts(settings.port).console);
}
