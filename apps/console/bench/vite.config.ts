import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { mapParts } from '../map-parts.ts';
import { oneLanguage } from '../words.ts';

// Pages of `npm run lab -- bench map charts remote`, never part of the console that is delivered.
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  plugins: [react(), oneLanguage(), mapParts()],
  build: {
    target: 'es2022',
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    rolldownOptions: {
      input: ['index.html', 'charts.html', 'live.html'].map((page) => `${import.meta.dirname}/${page}`),
    },
  },
});
