import { defineConfig } from '@playwright/test';

// Journeys run against a product that stands already: `npm test` starts one, or name your own with E2E_URL and E2E_DEMO (its demo.json).
const flags = ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'];

export default defineConfig({
  testDir: 'src',
  testMatch: '**/*.journey.ts',
  outputDir: 'test-results',
  workers: 1,
  retries: 0,
  timeout: 90_000,
  expect: { timeout: 15_000 },
  use: {
    baseURL: process.env.E2E_URL ?? 'http://localhost:3000',
    locale: 'ko-KR',
    timezoneId: 'Asia/Seoul',
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: { executablePath: process.env.TEST_CHROMIUM || '/usr/bin/chromium', args: flags },
  },
});
