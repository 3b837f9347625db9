import { defineConfig } from 'vitest/config';

export default defineConfig({
  root: import.meta.dirname,
  // the libs are TypeScript sources: they become part of the bundle, everything from node_modules stays outside
  ssr: { noExternal: [/^@headland\//] },
  build: { ssr: 'src/main.ts', outDir: 'dist', target: 'node20', sourcemap: true, minify: false },
  test: {
    environment: 'node',
    include: ['src/**/*.spec.ts'],
    pool: 'forks',
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
