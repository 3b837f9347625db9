import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults } from 'axe-core';
import { expect, test } from './world/journey';
import { sample } from '@headland/testing/builders/up';
import { fields, vehicleOf } from './world/machines';
import { ko } from './world/words';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const serious = ['serious', 'critical'];

for (const theme of ['light', 'dark'] as const) {
  test(`no serious barrier on any screen, ${theme}`, async ({ desk, terminal, clerk }) => {
    const machine = await terminal(8);
    await machine.faults([{ code: 'E0324', spn: 100, fmi: 1, count: 1 }], [], fields.nonsan);
    await machine.pressButton(fields.nonsan);
    await machine.telemetry([sample({ ...fields.nonsan, ts: Date.now() - 10_000 }), sample({ ...fields.nonsan, ts: Date.now() })]);
    const { id } = await vehicleOf(machine.vin, clerk);

    await test.step('login', async () => {
      const { page } = await desk(null, { theme, reducedMotion: 'reduce' });
      await page.goto('/login');
      await expect(page.getByRole('button', { name: ko('login.submit') })).toBeVisible();
      expect(await barriers(page)).toEqual([]);
    });

    const d = await (await desk('kioti1', { theme, reducedMotion: 'reduce' })).open('/dash');
    const { page } = d;
    const row = page.getByRole('row').filter({ hasText: machine.vin.slice(-6) });
    const screens: [path: string, ready: () => Promise<void>][] = [
      ['/dash', () => expect(page.getByRole('heading', { level: 1 })).toBeVisible()],
      [`/status?vin=${machine.vin}`, () => expect(row).toBeVisible()],
      [`/statusDetail/${id}`, () => expect(page.getByRole('region', { name: ko('vehicle.group.engine') })).toBeVisible()],
      [`/statusDetail/${id}?tab=track`, () => expect(page.getByRole('slider', { name: ko('vehicle.track.slider') })).toBeVisible()],
      [
        '/breakdown',
        async () => {
          await row.click();
          await expect(page.getByRole('complementary').getByRole('heading', { level: 2 })).toContainText('E0324');
        },
      ],
      [
        '/sos',
        async () => {
          await page.getByRole('option', { name: machine.vin }).click();
          await expect(d.section(ko('sos.timeline')).getByRole('listitem').first()).toBeVisible();
        },
      ],
    ];
    for (const [path, ready] of screens) {
      await test.step(path, async () => {
        await d.open(path);
        await ready();
        expect(await barriers(page)).toEqual([]);
      });
    }
  });
}

/** What axe calls serious or critical, as short lines: rule, and the first elements that break it. */
async function barriers(page: Page): Promise<string[]> {
  await page.evaluate(axeSource);
  const { violations } = await page.evaluate(() => (window as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run());
  return violations
    .filter((v) => serious.includes(v.impact ?? ''))
    .map(
      (v) =>
        `${v.id}: ${v.help}\n${v.nodes
          .slice(0, 5)
          .map((n) => `    ${n.html.slice(0, 200)}  ${n.any[0]?.message ?? n.failureSummary ?? ''}`)
          .join('\n')}`,
    );
}
