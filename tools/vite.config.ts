import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

/** Every `src/<name>.ts` and every `lab/<name>/main.ts` is a command: it is built to `dist/<name>.js`. */
function commands(): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(import.meta.dirname, 'src')))
    if (name.endsWith('.ts') && !name.endsWith('.spec.ts')) found[basename(name, '.ts')] = `src/${name}`;
  for (const name of readdirSync(join(import.meta.dirname, 'lab')))
    if (existsSync(join(import.meta.dirname, 'lab', name, 'main.ts'))) found[name] = `lab/${name}/main.ts`;
  return found;
}

export default defineConfig({
  root: import.meta.dirname,
  ssr: { resolve: { conditions: [...defaultServerConditions], externalConditions: ['node'] } },
  // not emptied: a command that runs may still load a part of itself while another terminal builds
  build: {
    ssr: true,
    outDir: 'dist',
    emptyOutDir: false,
    target: 'node20',
    sourcemap: true,
    minify: false,
    rolldownOptions: { input: commands() },
  },
  test: {
    environment: 'node',
    include: ['{src,lab}/**/*.spec.ts'],
    pool: 'forks',
    testTimeout: 180_000,
    hookTimeout: 300_000,
  },
});
