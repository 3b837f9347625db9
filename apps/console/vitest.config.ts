import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Bundled once instead of read file by file in each of a hundred test files: half of what their imports took. All that hold React, or there were two of it. */
const bundled = [
  'react',
  'react-dom',
  'react-dom/client',
  'react/jsx-runtime',
  'react/jsx-dev-runtime',
  'react-intl',
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
  plugins: [react()],
  test: {
    environment: 'jsdom',
    setupFiles: ['./src/testing/setup.ts'],
    css: false,
    restoreMocks: true,
    unstubGlobals: true,
    testTimeout: 60_000,
    deps: { optimizer: { client: { enabled: true, include: bundled } } },
  },
});
