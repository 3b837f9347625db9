import { existsSync } from 'node:fs';
import { deskZone } from './zones';

/**
 * The browser of this machine (Debian: `apt install chromium`), never one that a package downloads. Without a window of
 * its own (`chromium-headless-shell`) it takes a sixth less of the processors.
 */
const chromium =
  process.env.TEST_CHROMIUM ||
  ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'].find(
    existsSync,
  ) ||
  '/usr/bin/chromium';
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const browserOptions = {
  browserName: 'chromium',
  launchOptions: { executablePath: chromium, args: flags },
  viewport: { width: 1440, height: 900 },
  locale: 'ko-KR',
  timezoneId: deskZone,
} as const;
