import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** off by default: names that contain what is seen, and targets of 24 px */
const alsoAsked = { 'label-content-name-mismatch': { enabled: true }, 'target-size': { enabled: true } };
/** rules of axe: those of its colour category that are on by default */
const colourRules = ['color-contrast', 'link-in-text-block'];

/**
 * `barriers` of both themes, the dark ones marked. The page must be in the light theme, and is so again afterwards.
 */
export async function barriersInBothThemes(page: Page): Promise<string[]> {
  const setTheme = (theme: 'light' | 'dark') =>
    page.evaluate((value) => void (document.documentElement.dataset.theme = value), theme);
  // a colour on its way from one theme to the other is neither's
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const light = await barriers(page, 'light');
  await setTheme('dark');
  const dark = await barriers(page, 'dark');
  await setTheme('light');
  return [...light, ...dark.map((barrier) => `dark: ${barrier}`)];
}

/**
 * What axe finds, best practice included, as short lines: rule, and the first elements that break it. The themes differ in
 * colours, not in elements: all rules are asked in the light one, in the dark one those that read colours.
 */
export async function barriers(page: Page, theme: 'light' | 'dark'): Promise<string[]> {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(
    (options) => (window as unknown as { axe: { run: (options: RunOptions) => Promise<AxeResults> } }).axe.run(options),
    theme === 'light' ? { rules: alsoAsked } : { runOnly: colourRules },
  );
  return violations.map(
    (v) =>
      `${v.id}: ${v.help}\n${v.nodes
        .slice(0, 5)
        .map((n) => `    ${n.html.slice(0, 200)}  ${n.any[0]?.message ?? n.failureSummary ?? ''}`)
        .join('\n')}`,
  );
}
