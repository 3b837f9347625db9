import { vehicles } from '@headland/contracts/vehicle';
import type { Sample } from '@headland/contracts/device/up';
import { sample } from '@headland/testing/builders/up';
import { expect, test } from './world/journey';
import { fields, vehicleOf } from './world/machines';
import type { Spot } from './world/terminal';
import { en } from './world/translate';
import { clockIn, dayIn, noonZone } from './world/zones';

const home = fields.pyeongtaek;
const north = (km: number): Spot => ({ lat: home.lat + km / 111.32, lon: home.lon });

test('a machine is seen moving on the list and the map, followed, and its day is run through', async ({
  desk,
  terminal,
  clerk,
}) => {
  const machine = await terminal(5);
  const { vin } = machine;
  const { id } = await vehicleOf(vin, clerk);
  const send = (more: Partial<Sample>): Promise<void> =>
    machine.telemetry([sample({ ...home, ...more, ts: Date.now() })]);
  // days are those of the user's time zone: where it is noon, the last ten minutes are all of today
  const timezoneId = noonZone(new Date());
  const d = await (await desk('tsm1', { language: 'en', timezoneId })).open(`/status?vin=${vin}`);
  const { page } = d;
  const row = page.getByRole('row').filter({ hasText: vin });
  const nearest = page
    .getByRole('list', { name: en('map.nearby') })
    .getByRole('button')
    .first();

  await test.step('its row shows where it is and what it does, and changes by itself', async () => {
    await machine.key(true, home);
    await machine.telemetry(
      Array.from({ length: 60 }, (_, i) =>
        sample({ ...north(-0.03 * (59 - i)), work: 'work', rpm: 1985, ts: Date.now() - (59 - i) * 10_000 }),
      ),
    );
    await expect(row).toContainText(en('state.work'));
    await expect.poll(async () => (await vehicleOf(vin, clerk)).lat ?? 0).toBeCloseTo(home.lat, 3);
    await expect(row).toContainText((await vehicleOf(vin, clerk)).place?.en ?? '?');
    await send({ ...north(9), work: 'drive', speed: 21.5 });
    await expect(row).toContainText(en('state.drive'));
    await expect.poll(async () => (await vehicleOf(vin, clerk)).lat ?? 0).toBeCloseTo(north(9).lat, 3);
    await expect(row).toContainText((await vehicleOf(vin, clerk)).place?.en ?? '?');
  });

  await test.step('choosing it leads the map there; its mark can be read without seeing', async () => {
    await row.getByText(en('state.drive')).click();
    const card = page.getByRole('region', { name: vin });
    await expect(card).toContainText('21.5');
    await page.getByRole('list', { name: en('map.nearby') }).focus();
    await expect(nearest).toHaveText(en('map.vehicle', { id, state: en('state.drive') }));
    await send({ ...north(9), work: 'idle', speed: 0 });
    await expect(card).toContainText(en('state.idle'));
    await expect(nearest).toHaveText(en('map.vehicle', { id, state: en('state.idle') }));
  });

  await test.step('followed, it stays in the middle of the map', async () => {
    const card = page.getByRole('region', { name: vin });
    await card.getByRole('button', { name: en('vehicle.follow') }).click();
    await expect(page.getByText(en('vehicle.following'))).toBeVisible();
    await page.getByText(en('vehicle.inMapView')).click();
    await expect.poll(() => kmToMiddle(page.url(), north(9))).toBeLessThan(2);
    await send({ ...north(12), work: 'drive', speed: 24 });
    await expect.poll(() => kmToMiddle(page.url(), north(12)), 'the map has gone with it').toBeLessThan(0.5);
    await expect(row, 'and it is still in the list of what the map shows').toContainText(en('state.drive'));
    await card.getByRole('button', { name: en('vehicle.unfollow') }).click();
    await expect(page.getByText(en('vehicle.following'))).toBeHidden();
  });

  await test.step('its own page shows every value, as it comes', async () => {
    await page
      .getByRole('region', { name: vin })
      .getByRole('link', { name: en('vehicle.openDetail') })
      .click();
    await expect(page.getByRole('heading', { name: vin, level: 1 })).toBeVisible();
    const engine = page.getByRole('region', { name: en('vehicle.group.engine') });
    await expect(engine).toContainText('1,985');
    await send({ ...north(12), work: 'work', rpm: 2110, coolant: 91, tilt: { x: 12.4, y: -3.1, z: 0 } });
    await expect(engine).toContainText('2,110');
    await expect(engine).toContainText('91');
    await expect(page.getByRole('img', { name: new RegExp(en('vehicle.tiltX'), 'u') })).toHaveAccessibleName(/12\.4/u);
  });

  await test.step('its day is drawn, follows what comes, and is run through by keyboard', async () => {
    await page.getByRole('tab', { name: en('vehicle.tab.track') }).click();
    const slider = page.getByRole('slider', { name: en('vehicle.track.slider') });
    const last = async (): Promise<number> => {
      const { points } = await clerk.call(
        vehicles.track,
        { params: { id }, query: { day: dayIn(timezoneId, Date.now()) } },
        timezoneId,
      );
      return points.at(-1)?.ts ?? 0;
    };
    await send({ ...north(12.5), work: 'drive', speed: 18.25 });
    await expect
      .poll(
        async () => (await slider.getAttribute('aria-valuetext')) === clockIn(timezoneId, await last()),
        'the cursor stays at the newest point',
      )
      .toBe(true);
    const end = await last();
    const at = (seconds: number) =>
      expect(slider).toHaveAttribute('aria-valuetext', clockIn(timezoneId, end - seconds * 1000));
    await slider.focus();
    await page.keyboard.press('ArrowLeft');
    await at(10);
    await page.keyboard.press('Shift+ArrowLeft');
    await at(70);
    await page.keyboard.press('PageDown');
    await at(130);
    await page.keyboard.press('ArrowRight');
    await at(120);
    await expect(page.getByRole('region', { name: en('vehicle.track.values') })).toContainText(
      clockIn(timezoneId, end - 120_000),
    );
    await page.getByRole('button', { name: en('vehicle.track.play'), exact: true }).click();
    await at(0);
    await expect(
      page.getByRole('button', { name: en('vehicle.track.play'), exact: true }),
      'at the end it stops by itself',
    ).toBeVisible();
    await expect(
      page
        .getByRole('region', { name: en('vehicle.track.trips') })
        .getByRole('listitem')
        .first(),
    ).toContainText('km');
  });
});

/** From a place to the centre of the map, whose bounds are in the address. */
function kmToMiddle(url: string, to: Spot): number {
  const [west = NaN, south = NaN, east = NaN, north = NaN] = (new URL(url).searchParams.get('bbox') ?? '')
    .split(',')
    .map(Number);
  const kmPerDegree = 111.32;
  return Math.hypot(
    ((south + north) / 2 - to.lat) * kmPerDegree,
    ((west + east) / 2 - to.lon) * kmPerDegree * Math.cos((to.lat * Math.PI) / 180),
  );
}
