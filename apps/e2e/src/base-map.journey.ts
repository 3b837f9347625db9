import type { Page } from '@playwright/test';
import { sample } from '@headland/testing/builders/up';
import { expect, test } from './world/journey';
import { ground, groundMap } from './world/base-maps';
import { vehicleOf } from './world/machines';
import { en, ko } from './world/translate';

// with E2E_URL the product is one that somebody has configured for himself
test.skip(Boolean(process.env.E2E_URL), 'needs the base map that the journeys configure');

const { road, lake } = ground;
const around = `/status?bbox=126.7,${lake[0]},127.3,37.2`;

/** The pixels of a token's colour in the base map's tiles. */
const pixelsOf = (page: Page, token: string): Promise<number> =>
  page.evaluate((name) => {
    const colour = document.createElement('canvas').getContext('2d');
    if (!colour) return 0;
    colour.fillStyle = getComputedStyle(document.documentElement).getPropertyValue(name);
    colour.fillRect(0, 0, 1, 1);
    const [r, g, b] = colour.getImageData(0, 0, 1, 1).data;
    return [...document.querySelectorAll<HTMLCanvasElement>('.ground-tile canvas')].reduce((sum, canvas) => {
      const data = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? [];
      let found = 0;
      for (let i = 0; i < data.length; i += 4)
        if (data[i] === r && data[i + 1] === g && data[i + 2] === b && data[i + 3] === 255) found += 1;
      return sum + found;
    }, 0);
  }, token);

test('a base map is chosen by keyboard, drawn in both themes, kept, and shown by the other maps', async ({
  desk,
  terminal,
  clerk,
}) => {
  const machine = await terminal(5);
  const at = { lat: road, lon: 127 };
  await machine.key(true, at);
  await machine.telemetry([sample({ ...at, ts: Date.now() })]);
  await expect.poll(async () => (await vehicleOf(machine.vin, clerk)).lat).toBeCloseTo(road, 3);
  const d = await (await desk('tsm1', { reducedMotion: 'reduce' })).open(around);
  const { page } = d;
  const map = page.getByRole('application', { name: ko('map.label') });
  const choice = (name: string) => page.getByRole('menuitemradio', { name, exact: true });
  const openChoices = () => page.getByRole('button', { name: ko('map.layers') }).press('Enter');

  await test.step('until somebody chooses, it is the outline', async () => {
    await expect(map.locator('.base-tile canvas').first()).toBeAttached();
    await expect(page.getByText('Natural Earth')).toBeVisible();
    await expect(map.locator('.ground-tile')).toHaveCount(0);
    await openChoices();
    await expect(choice(ko('map.outline'))).toBeChecked();
  });

  await test.step('chosen, it shows land, water and roads in the colours of the theme, with its attribution', async () => {
    await page.keyboard.press('ArrowDown');
    await expect(choice(groundMap.ko)).toHaveAttribute('data-highlighted', '');
    await page.keyboard.press('Enter');
    await expect(choice(groundMap.ko)).toBeChecked();
    await page.keyboard.press('Escape');
    await expect.poll(() => pixelsOf(page, '--map-motorway')).toBeGreaterThan(500);
    await expect.poll(() => pixelsOf(page, '--sea')).toBeGreaterThan(10_000);
    await expect.poll(() => pixelsOf(page, '--land')).toBeGreaterThan(10_000);
    await expect(page.getByText(groundMap.attribution)).toBeVisible();
    await expect(page.getByText('Natural Earth')).toHaveCount(0);
    await page.getByRole('button', { name: ko('shell.themeToDark') }).click();
    // the colours of the dark theme: of both tokens the values are others now
    await expect.poll(() => pixelsOf(page, '--map-motorway')).toBeGreaterThan(500);
    await expect.poll(() => pixelsOf(page, '--land')).toBeGreaterThan(10_000);
  });

  await test.step('the choice survives a reload, and the map of a vehicle has it, too', async () => {
    await page.reload();
    await expect.poll(() => pixelsOf(page, '--map-motorway')).toBeGreaterThan(500);
    await page.goto(`/statusDetail/${(await vehicleOf(machine.vin, clerk)).id}`);
    await expect.poll(() => pixelsOf(page, '--map-motorway')).toBeGreaterThan(500);
    await expect(page.getByText(groundMap.attribution)).toBeVisible();
  });
});

test('where a base map cannot be loaded, the outline is shown and a note says so', async ({ desk }) => {
  const d = await desk('tsm1', { language: 'en' });
  const { page } = d;
  await page.route('**/api/map-files/**', (route) => route.abort());
  await d.open(around);
  const note = page.getByText(en('map.groundFailed'));
  await expect(page.locator('.base-tile canvas').first()).toBeAttached();
  await page.getByRole('button', { name: en('map.layers') }).click();
  await page.getByRole('menuitemradio', { name: groundMap.en }).click();
  await expect(note).toBeVisible();
  await expect(page.getByText('Natural Earth')).toBeVisible();

  // the network is back, and the next move of the map asks again
  await page.unroute('**/api/map-files/**');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: en('map.zoomIn') }).click();
  await expect(note).toBeHidden();
  await expect.poll(() => pixelsOf(page, '--land')).toBeGreaterThan(10_000);
});

test('a distance is measured by mouse and by keyboard, and the coordinates of a place are copied', async ({ desk }) => {
  const d = await (await desk('tsm1', { language: 'en', reducedMotion: 'reduce' })).open(around);
  const { page, context } = d;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const map = page.getByRole('application', { name: en('map.label') });
  const length = page.getByText(/^[\d,.]+ k?m$/u).and(page.locator('[role=status] *'));
  const { width = 0, height = 0 } = (await map.boundingBox()) ?? {};
  const at = (x: number, y: number) => ({ position: { x: Math.round(width * x), y: Math.round(height * y) } });

  await test.step('each click adds to the sum, and Escape ends it, but not the panel beside the map', async () => {
    await page.getByRole('button', { name: en('map.measure'), exact: true }).click();
    await expect(page.getByText(en('map.measureHelp'))).toBeVisible();
    await map.click(at(0.3, 0.5));
    await map.click(at(0.5, 0.5));
    const first = kilometres(await length.textContent());
    expect(first).toBeGreaterThan(1);
    await map.click(at(0.7, 0.5));
    await expect.poll(async () => kilometres(await length.textContent()) / first).toBeCloseTo(2, 1);
    await page.keyboard.press('Escape');
    await expect(length).toHaveCount(0);
    await expect(page).toHaveURL(/bbox=/u);
  });

  await test.step('by keyboard the middle of the map is the point', async () => {
    await page.getByRole('button', { name: en('map.measure'), exact: true }).press('Enter');
    await map.focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(length).toBeVisible();
    await page.getByRole('button', { name: en('map.measureEnd') }).click();
    await expect(length).toHaveCount(0);
  });

  await test.step('a right click offers the place; no address is configured where it could be opened', async () => {
    await map.click({ ...at(0.5, 0.5), button: 'right' });
    const menu = page.getByRole('menu', { name: en('map.place') });
    await expect(menu.getByRole('menuitem')).toHaveText([en('map.copyCoordinates'), en('map.measureFromHere')]);
    await page.keyboard.press('ArrowDown');
    await expect(menu.getByRole('menuitem', { name: en('map.copyCoordinates') })).toHaveAttribute(
      'data-highlighted',
      '',
    );
    await page.keyboard.press('Enter');
    await expect(page.getByText(en('common.copied'))).toBeVisible();
    const [lat, lon] = (await page.evaluate(() => navigator.clipboard.readText())).split(', ').map(Number);
    expect(lat).toBeGreaterThan(lake[0] - 1);
    expect(lat).toBeLessThan(38);
    expect(lon).toBeGreaterThan(126);
    expect(lon).toBeLessThan(128);
  });
});

/** Of a length as it is written. */
const kilometres = (text: string | null): number =>
  Number.parseFloat((text ?? '').replaceAll(',', '')) / (text?.endsWith(' km') ? 1 : 1000);
