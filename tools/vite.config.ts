import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

/** Every `src/<name>.ts` and every `src/<name>/main.ts` is a command: it is built to `dist/<name>.js`. */
function commands(): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of readdirSync(join(import.meta.dirname, 'src'), { withFileTypes: true })) {
    if (entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.spec.ts'))
      found[basename(entry.name, '.ts')] = `src/${entry.name}`;
    if (entry.isDirectory() && existsSync(join(import.meta.dirname, 'src', entry.name, 'main.ts')))
      found[entry.name] = `src/${entry.name}/main.ts`;
  }
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
    include: ['src/**/*.spec.ts'],
    pool: 'forks',
    testTimeout: 180_000,
    hookTimeout: 300_000,
  },
});
