import { defineConfig } from '@playwright/test';
import { browserOptions } from './src/world/browser';

/** Takes the pictures of the README: `npx playwright test -c pictures.config.ts`. Not part of `npm test`. */
export default defineConfig({
  testDir: 'src/pictures',
  testMatch: 'pictures.ts',
  outputDir: 'test-results',
  globalSetup: './src/pictures/setup.ts',
  workers: 1,
  timeout: 600_000,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: browserOptions,
});
