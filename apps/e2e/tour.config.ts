import { defineConfig } from '@playwright/test';
import { browserOptions } from './src/world/browser';

/**
 * Walks through every screen: contact sheets, accessibility and the images of the guide, each a command of
 * `npm run lab`. Not part of `npm test`.
 */
export default defineConfig({
  testDir: 'src/tour',
  testMatch: `${process.env.TOUR ?? '*'}.tour.ts`,
  outputDir: 'test-results',
  globalSetup: './src/pictures/setup.ts',
  workers: 1,
  // hours on a machine that does other work; each step has its own limit
  timeout: 0,
  expect: { timeout: 30_000 },
  reporter: 'list',
  use: { ...browserOptions, actionTimeout: 30_000, navigationTimeout: 60_000 },
});
