// node infra/try/check-browser.mjs <url> <demo.json>: a browser logs in to a demonstration and opens its map; ends with 1 when the content policy refused anything.
// Run on the host from a checkout with its packages, where a Chromium is.
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';

const [url, demo] = process.argv.slice(2);
const { id, password } = JSON.parse(readFileSync(demo, 'utf8')).accounts[0];
const browser = await chromium.launch({
  executablePath: process.env.TEST_CHROMIUM,
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});
const page = await browser.newPage({ locale: 'en-US' });
const complaints = [];
page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
page.on('pageerror', (error) => complaints.push(error.message));
page.on(
  'response',
  (response) => response.status() >= 500 && complaints.push(`${response.status()} ${response.url()}`),
);
try {
  await page.goto(`${url}/login`);
  await page.locator('input').nth(0).fill(id);
  await page.locator('input[type=password]').fill(password);
  await page.locator('button[type=submit]').click();
  await page.getByRole('button', { name: /Fill in|채우기|입력/u }).click();
  await page.locator('button[type=submit]').click();
  await page.waitForURL((at) => at.pathname !== '/login', { timeout: 600_000 });
  await page.goto(`${url}/status`);
  await page.locator('.leaflet-container').waitFor({ timeout: 600_000 });
  // the stream came through the proxy
  const live = page
    .getByRole('banner')
    .getByRole('status')
    .filter({ hasText: /Live|실시간/u });
  await live.waitFor({ timeout: 600_000 });
  if (process.env.SCREENSHOT) await page.screenshot({ path: process.env.SCREENSHOT });
} finally {
  await browser.close();
}
if (complaints.length > 0) throw new Error(complaints.join('\n'));
console.log('logged in and saw the map without a violation of the content policy');
