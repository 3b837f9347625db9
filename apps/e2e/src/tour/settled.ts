import type { Page } from '@playwright/test';

/** Until requests, fonts and animations have ended and no skeleton is left, so that two pictures of one state are the same. */
export async function settled(page: Page): Promise<void> {
  await page.mouse.move(0, 0); // no tooltip
  await page.waitForLoadState('networkidle');
  await page.locator('[role=status][aria-busy=true]').first().waitFor({ state: 'hidden' });
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() => Promise.all(document.getAnimations().map((a) => a.finished.catch(() => undefined))));
}
