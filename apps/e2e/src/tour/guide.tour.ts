import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '../world/journey';
import { makeFaults, raiseSos } from './incidents';
import { shopOf, stopsOf, visit } from './stops';

const out = process.env.GUIDE_OUT ?? 'test-results/guide';
const wanted = process.env.GUIDE_STOPS?.split(',') ?? [];
const maxBytes = 150_000;

test('the images of the guide', async ({ desk, terminal, clerk, member, browser }) => {
  const press = await browser.newPage();
  const machines = await makeFaults(terminal);
  const shop = await shopOf(member);
  // screens are shown as they mostly are, without the bar of an SOS
  const taken = await take((name) => !name.startsWith('sos'));
  await raiseSos(machines);
  expect([...taken, ...(await take((name) => name.startsWith('sos')))].sort()).toEqual([...wanted].sort());

  async function take(which: (name: string) => boolean): Promise<string[]> {
    const stops = (await stopsOf(clerk, shop, machines[2].vin)).filter(
      ({ name }) => wanted.includes(name) && which(name),
    );
    for (const language of ['ko', 'en'] as const) {
      mkdirSync(join(out, language), { recursive: true });
      const look = { language, theme: 'light', reducedMotion: 'reduce' } as const;
      const desks = {
        headoffice1: await desk('headoffice1', look),
        servicebusiness1: await desk('servicebusiness1', look),
      };
      for (const stop of stops) {
        const { page, t } = desks[stop.as];
        await visit(page, stop, t);
        const png = await page.screenshot({ animations: 'disabled', caret: 'hide' });
        const bytes = Buffer.from(await press.evaluate(toWebp, png.toString('base64')), 'base64');
        expect(bytes.length, stop.name).toBeLessThanOrEqual(maxBytes);
        writeFileSync(join(out, language, `${stop.name}.webp`), bytes);
      }
    }
    return stops.map(({ name }) => name);
  }
});

/** The browser's own encoder: Playwright writes no WebP. */
async function toWebp(png: string): Promise<string> {
  const image = new Image();
  image.src = `data:image/png;base64,${png}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext('2d')?.drawImage(image, 0, 0);
  return canvas.toDataURL('image/webp', 0.72).split(',')[1] ?? '';
}
