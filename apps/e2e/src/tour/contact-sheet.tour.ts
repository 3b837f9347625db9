import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readDemo } from '../world/product';
import { test } from '../world/journey';
import { makeFaults, raiseSos } from './incidents';
import { settled } from './settled';
import { shopOf, stopsOf, visit } from './stops';

const out = process.env.SHEET_OUT ?? 'test-results/contact-sheet';
const mocks = process.env.SHEET_MOCKS;
const some = (name: string, all: readonly string[]): string[] => process.env[name]?.split(',') ?? [...all];
const heights: Record<string, number> = { '390': 844, '1440': 900, '1920': 1080 };
const before = ['login', 'findId', 'findPw', 'mailbox'];
const only = process.env.SHEET_ONLY === undefined ? null : new RegExp(process.env.SHEET_ONLY, 'u');

test('contact sheets', async ({ desk, terminal, clerk, member, browser }) => {
  const machines = await makeFaults(terminal);
  await raiseSos(machines);
  const stops = (await stopsOf(clerk, await shopOf(member), machines[2].vin)).filter(
    ({ name }) => only?.test(name) ?? true,
  );
  for (const language of some('SHEET_LANGUAGES', ['ko', 'en']) as ('ko' | 'en')[])
    for (const theme of some('SHEET_THEMES', ['light', 'dark']) as ('light' | 'dark')[])
      for (const width of some('SHEET_WIDTHS', ['390', '1440', '1920'])) {
        const sheet = `${language}-${theme}-${width}`;
        const folder = join(out, sheet);
        mkdirSync(folder, { recursive: true });
        const viewport = { width: Number(width), height: heights[width] ?? 900 };
        const look = { language, theme, viewport, reducedMotion: 'reduce' } as const;
        const failed: string[] = [];
        const desks = {
          headoffice1: await desk('headoffice1', look),
          servicebusiness1: await desk('servicebusiness1', look),
        };
        for (const stop of stops) {
          const { page, t } = desks[stop.as];
          try {
            await visit(page, stop, t);
            await page.screenshot({ path: join(folder, `${stop.name}.png`), animations: 'disabled', caret: 'hide' });
          } catch (error) {
            failed.push(`${stop.name}: ${String(error).split('\n')[0]}`);
          }
        }
        const guest = await desk(null, look);
        for (const name of only === null ? before : []) {
          await guest.page.goto(`/${name}`);
          await settled(guest.page);
          await guest.page.screenshot({ path: join(folder, `${name}.png`) });
        }
        if (width === '1920' && only === null) {
          await guest.page.goto(`/wall?token=${readDemo().kiosk}`);
          await settled(guest.page);
          await guest.page.screenshot({ path: join(folder, 'wall.png') });
        }
        const html = join(out, `${sheet}.html`);
        writeFileSync(html, sheetOf(sheet, folder, failed));
        const viewer = await browser.newPage({ viewport: { width: 2000, height: 1000 } });
        await viewer.goto(`file://${join(process.cwd(), relative(process.cwd(), html))}`);
        await viewer.screenshot({ path: join(out, `${sheet}.png`), fullPage: true });
        await viewer.close();
        console.log(
          `${sheet}: ${stops.length - failed.length} of ${stops.length}${failed.map((f) => `\n  ${f}`).join('')}`,
        );
      }
});

/** Every image under its name; a mock-up whose name begins as the screen's stands beside it. */
function sheetOf(title: string, folder: string, failed: readonly string[]): string {
  const drawn = mocks === undefined ? [] : readdirSync(mocks).filter((file) => /\.(?:png|jpe?g|webp)$/u.test(file));
  const cells = readdirSync(folder)
    .filter((file) => file.endsWith('.png'))
    .map((file) => {
      const name = file.slice(0, -'.png'.length);
      const [screen = ''] = name.split('-');
      const beside = drawn.find((mock) =>
        mock
          .toLowerCase()
          .replaceAll(/[^a-z]/gu, '')
          .startsWith(screen.toLowerCase()),
      );
      const mock =
        beside === undefined || mocks === undefined ? '' : `<img src="${join(mocks, beside)}" alt="mock-up">`;
      return `<figure><figcaption>${name}</figcaption><img src="${relative(out, join(folder, file))}" alt="">${mock}</figure>`;
    });
  return `<!doctype html><meta charset="utf-8"><title>${title}</title>
<style>body{font:13px sans-serif;background:#888;margin:12px;display:flex;flex-wrap:wrap;gap:12px}
figure{margin:0;width:calc(20% - 10px)}img{width:100%;display:block}figcaption{padding:2px 4px;background:#fff}</style>
${cells.join('\n')}<pre>${failed.join('\n')}</pre>`;
}
