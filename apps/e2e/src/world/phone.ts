import type { Page } from '@playwright/test';
import { expect } from './journey';

/** The narrowest telephone, as the app's web view: touch, no hover, and the app's light or dark. */
export const phoneOf = (theme: 'light' | 'dark') => ({
  viewport: { width: 360, height: 740 },
  hasTouch: true,
  isMobile: true,
  colorScheme: theme,
});

/** No scrolling sideways, and nothing to press that is smaller than a finger. */
export async function fits(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  const small = await page
    .locator('button:visible, a:visible, select:visible, input:visible:not(.sr), fieldset label:visible')
    .evaluateAll((targets) =>
      targets
        .map((target) => ({ box: target.getBoundingClientRect(), text: target.textContent }))
        .filter(({ box }) => box.width < 44 || box.height < 44)
        .map(({ text }) => text),
    );
  expect(small, 'targets below 44 px').toEqual([]);
}

/** A field's network: 400 ms there and back, 400 kbit/s. */
export async function slowLine(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency: 400, downloadThroughput: 50_000, uploadThroughput: 50_000 },
  });
}
