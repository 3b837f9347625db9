import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { mapParts } from './map-parts.ts';
import { oneLanguage } from './words.ts';

/** Bundled once instead of read file by file in each of a hundred test files: half of what their imports took. All that hold React, or there were two of it. */
const bundled = [
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  '@chakra-ui/react',
  '@emotion/react',
  '@tanstack/react-query',
  '@tanstack/react-router',
  '@testing-library/react',
  '@testing-library/user-event',
  'lucide-react',
  'zod',
];

export default defineConfig({
  plugins: [react(), oneLanguage(), mapParts()],
  test: {
    environment: 'jsdom',
    // modules, the page and what V8 has learned of them serve all files of a worker: half of what the tests took
    isolate: false,
    // a drawn page is short-lived: with more room for the young less of it is copied
    execArgv: ['--max-semi-space-size=64'],
    setupFiles: ['./src/testing/setup.ts'],
    css: false,
    restoreMocks: true,
    unstubGlobals: true,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    deps: { optimizer: { client: { enabled: true, include: bundled } } },
  },
});
