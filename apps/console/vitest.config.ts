import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [react()],
  test: { environment: 'jsdom', setupFiles: ['./src/testing/setup.ts'], css: false, restoreMocks: true, unstubGlobals: true, testTimeout: 20_000 },
});
