import { defaultServerConditions } from 'vite';
import { defineConfig } from 'vitest/config';

// One compiler for the product and its tests. Libraries of this repository are bundled from source, everything else stays external.
export default defineConfig({
  root: import.meta.dirname,
  // as Node resolves: what packages have for bundlers alone ("module") does not run there
  ssr: { resolve: { conditions: defaultServerConditions.filter((c) => c !== 'module'), externalConditions: ['node'] } },
  build: {
    ssr: true,
    outDir: 'dist',
    target: 'node20',
    sourcemap: true,
    minify: false,
    rolldownOptions: {
      input: {
        main: 'src/main.ts',
        'embedded-broker': 'src/platform/mqtt/embedded-broker.main.ts',
        'workbook-worker': 'src/platform/workbook/worker.main.ts',
      },
    },
  },
  // each suite has a server and a database of its own; the modules they are made of are loaded once for all suites of a worker
  test: {
    environment: 'node',
    include: ['src/**/*.spec.ts'],
    setupFiles: ['src/testing/one-side.ts'],
    pool: 'forks',
    isolate: false,
    testTimeout: 180_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 60_000 } },
  },
});
