import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { faults } from '@headland/contracts/fault';
import { sosAlerts } from '@headland/contracts/sos';
import { vehicles } from '@headland/contracts/vehicle';
import type { Api } from '../world/api';
import { expect, test } from '../world/journey';
import { fields, vehicleOf } from '../world/machines';
import { readDemo, repository } from '../world/product';
import { Simulator } from '../world/simulator';
import type { Spot, Terminal } from '../world/terminal';
import { ko, translateTo } from '../world/translate';
import { Bench, canBeConnected } from '../world/workshop';
import { fieldWork } from './field-work';

const maxBytes = 300_000;
const reports = [
  { code: 'E0324', spn: 100, fmi: 1, count: 2 },
  { code: 'E0303', spn: 102, fmi: 3, count: 1 },
  { code: 'E0297', spn: 110, fmi: 3, count: 3 },
  { code: 'E0309', spn: 174, fmi: 3, count: 1 },
  { code: 'E0322', spn: 110, fmi: 0, count: 1 },
];
/** west, south, east, north */
const jeonbuk = '126.45,35.45,127.25,36.15';
/** A delay before the response, so that the medians on the wall are not zero. */
const reactionMs = 25_000;
const places: Spot[] = [fields.nonsan, fields.haenam, fields.pyeongtaek, fields.uiseong, fields.changnyeong];

test('the pictures of the README', async ({ desk, terminal, clerk }) => {
  await expect
    .poll(async () => (await clerk.call(vehicles.counts)).online, { message: 'the fleet is at work', timeout: 120_000 })
    .toBeGreaterThan(150);
  const others: Terminal[] = [];
  for (const [i, n] of [2, 4, 5, 6, 7].entries()) {
    const machine = await terminal(n);
    const at = places[i];
    const report = reports[i];
    if (at === undefined || report === undefined) continue;
    await work(machine, at, 10);
    await machine.faults([report], [], at);
    others.push(machine);
  }
  const overturned = await terminal(3);
  await work(overturned, fields.iksan, 30);
  await expect.poll(async () => (await clerk.call(faults.counts)).queue).toBeGreaterThan(reports.length);
  await handled(others, clerk);

  const light = await desk('headoffice1');
  await light.open(`/status?bbox=${jeonbuk}`);
  await light.letSound();
  await light.page
    .getByRole('row')
    .filter({ hasText: ko('state.drive') })
    .first()
    .getByText(ko('state.drive'))
    .click();
  await expect(light.page.getByRole('link', { name: ko('vehicle.openDetail') })).toBeVisible();
  await settled(light.page);
  await take(light.page, 'status-light');
  await light.page.getByRole('button', { name: ko('shell.themeToDark') }).click();
  await settled(light.page);
  await take(light.page, 'status-dark');
  await light.page.getByRole('button', { name: ko('shell.themeToLight') }).click();

  await light.open('/breakdown');
  await light.page
    .getByRole('row')
    .filter({ hasText: reports[0]?.code ?? '?' })
    .first()
    .click();
  await expect(light.page.getByRole('complementary').getByRole('heading', { level: 2 })).toContainText(
    reports[0]?.code ?? '?',
  );
  await settled(light.page);
  await take(light.page, 'breakdown-light');

  await light.open('/dash');
  await settled(light.page);
  await take(light.page, 'dash-light');

  const wall = await desk(null, { viewport: { width: 1600, height: 900 } });
  await wall.page.goto(`/wall?token=${readDemo().kiosk}`);
  await settled(wall.page);
  const dark = await (await desk('servicebusiness1', { theme: 'dark' })).open('/sos');
  await overturned.rollOver(fields.iksan);
  await expect(dark.sosBar).toContainText(overturned.vin);
  await dark.page.getByRole('option', { name: overturned.vin }).click();
  await settled(dark.page);
  await take(dark.page, 'sos-dark');
  await take(wall.page, 'wall');
});

test('a test of an engine far away', async ({ desk, clerk, tidy }) => {
  const [device] = readDemo().devices.slice(-1);
  if (device === undefined) throw new Error('The demo leaves no machine to the pictures.');
  const simulator = await Simulator.start([device], { speed: 3 });
  tidy(() => simulator.stop());
  await simulator.setUp(device.id, 'stop', false);
  const vehicle = await vehicleOf(device.vin, clerk);
  await canBeConnected(clerk, vehicle);
  const { page } = await desk('headoffice1', { theme: 'dark' });
  const bench = await new Bench(page, translateTo('ko')).open(vehicle);
  await bench.connect();
  // the chart requests the last ten minutes
  await bench.run({ test: 'pumpPriming', found: 'pass' });
  await bench.start('defControlTest');
  const progress = page.getByRole('progressbar', { name: ko('tests.progress') });
  await expect
    .poll(async () => Number(await progress.getAttribute('aria-valuenow')), {
      message: 'the test is well on its way',
      timeout: 240_000,
    })
    .toBeGreaterThan(0.5);
  await page.mouse.move(0, 0);
  await take(page, 'remote-dark');
  await page.keyboard.press('Escape');
  await expect(bench.card('tests.result')).toBeVisible();
  await bench.disconnect();
});

/** The last minutes of work, in messages as large as the protocol allows. */
async function work(machine: Terminal, at: Spot, minutes: number): Promise<void> {
  const samples = fieldWork(at, minutes, Date.now());
  await machine.key(true, at);
  for (let i = 0; i < samples.length; i += 60) await machine.telemetry(samples.slice(i, i + 60));
}

/** One SOS is dispatched, one is acknowledged: a queue in work. */
async function handled([first, second]: Terminal[], clerk: Api): Promise<void> {
  if (first === undefined || second === undefined) return;
  await first.pressButton(fields.nonsan);
  await second.pressButton(fields.haenam);
  const openSos = async (vin: string): Promise<number> => {
    await expect.poll(async () => (await clerk.call(sosAlerts.list, { query: { vin } })).rows.length).toBe(1);
    return (await clerk.call(sosAlerts.list, { query: { vin } })).rows[0]?.id ?? 0;
  };
  const calls = [await openSos(first.vin), await openSos(second.vin)] as const;
  await new Promise((done) => setTimeout(done, reactionMs));
  const agencyId = (await vehicleOf(first.vin, clerk)).dealer.id;
  await clerk.call(sosAlerts.dispatch, {
    params: { id: calls[0] },
    body: { agencyId, person: '정영호', phone: '010-5555-0199', etaMinutes: 20 },
  });
  await clerk.call(sosAlerts.acknowledge, { params: { id: calls[1] } });
}

/** Waits until all requests and animations have ended. */
async function settled(page: Page): Promise<void> {
  await page.mouse.move(0, 0); // no tooltip
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  await page.waitForTimeout(2_500); // marks of changed rows fade for two seconds
}

async function take(page: Page, name: string): Promise<void> {
  const path = join(repository(), 'docs', 'pictures', `${name}.png`);
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' });
  expect(statSync(path).size, `${name}.png is small enough for a README`).toBeLessThanOrEqual(maxBytes);
}
