import { defineConfig } from 'vite';

// The map harness of `npm run bench -- map`: a second page, never part of the console that is delivered.
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  build: { target: 'es2022', outDir: 'dist', emptyOutDir: true, assetsInlineLimit: 0 },
});
