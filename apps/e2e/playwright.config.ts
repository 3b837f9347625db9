import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import { browserOptions } from './src/world/browser';

/** One product and one browser at a time for each worker, no retries. A journey that fails sometimes is a finding. */
export default defineConfig({
  testDir: 'src',
  testMatch: '**/*.journey.ts',
  outputDir: 'test-results',
  globalSetup: './src/world/global-setup.ts',
  // most journeys mostly wait: one more at once than there are processors. Each worker has a product of its own, a gigabyte each
  workers: process.env.E2E_URL ? 1 : Math.min(availableParallelism() + 1, 6),
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  // a limit against hanging, not an assertion: a journey of many steps takes two minutes on a busy machine, and each step has its own limit
  timeout: 1_200_000,
  expect: { timeout: 120_000 },
  reporter: process.env.CI ? [['list'], ['json']] : [['list']],
  // no video: it costs a tenth of the time; the screenshot of the failure and the snapshots show the steps. A trace is recorded where somebody can open it
  use: {
    ...browserOptions,
    trace: process.env.CI ? 'off' : { mode: 'retain-on-failure', screenshots: false },
    screenshot: 'only-on-failure',
  },
});
