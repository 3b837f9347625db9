import { spawnSync } from 'node:child_process';
import { createReadStream, existsSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize } from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { StopWith } from '../../../src/run/stop-with';
import { repositoryRoot } from './part';

const quiet = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
/** With it every frame is a multiple of the screen's 16.7 ms, as on a desk; without it a frame lasts as long as its work. */
const withoutFrameLimit = ['--disable-gpu-vsync', '--disable-frame-rate-limit'];

export function launchBrowser({ frameLimit }: { frameLimit: boolean }): Promise<Browser> {
  return chromium.launch({
    executablePath: browserProgram(),
    args: [...quiet, ...(frameLimit ? [] : withoutFrameLimit)],
  });
}

function browserProgram(): string {
  const found = [
    process.env['CHROMIUM'],
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find((path) => path !== undefined && existsSync(path));
  if (found === undefined)
    throw new StopWith('This benchmark needs Chromium: install it (apt install chromium) or name it in CHROMIUM.');
  return found;
}

let built: string | null = null;
/** The pages are built anew for each call of the benchmark: they are part of what is measured. Answers their folder. */
export function buildPages(): string {
  if (built !== null) return built;
  const root = repositoryRoot();
  const made = spawnSync(
    process.execPath,
    [
      join(root, 'node_modules/vite/bin/vite.js'),
      'build',
      '--config',
      join(root, 'apps/console/bench/vite.config.ts'),
      '--logLevel',
      'warn',
    ],
    { cwd: join(root, 'apps/console'), encoding: 'utf8' },
  );
  if (made.status !== 0) throw new StopWith(`The pages of the benchmark cannot be built:\n${made.stderr}`);
  return (built = join(root, 'apps/console/bench/dist'));
}

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Alone with its origin, a page reads its clock to 5 µs instead of 100. */
const isolated = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };

/** Serves the built pages; `url` ends with a slash. */
export async function servePages(): Promise<{ url: string; close: () => void }> {
  const folder = buildPages();
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://x').pathname);
    const file = join(folder, path === '/' ? 'index.html' : path);
    if (!file.startsWith(folder) || !existsSync(file) || !statSync(file).isFile()) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': types[extname(file)] ?? 'application/octet-stream', ...isolated });
    createReadStream(file).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`,
    close: () => server.close(),
  };
}
