import { faults } from '@headland/contracts/fault';
import { sosAlerts } from '@headland/contracts/sos';
import { sample } from '@headland/testing/builders/up';
import { Hands } from './world/hands';
import { expect, test } from './world/journey';
import { fields, vehicleOf } from './world/machines';
import { readDemo } from './world/product';
import { Simulator } from './world/simulator';
import { ko, translateTo } from './world/translate';
import { Bench, canBeConnected } from './world/workshop';

const options = { reducedMotion: 'reduce' } as const;

test('an SOS from the bell to the dispatch in eight acts, by keyboard alone', async ({ desk, terminal, clerk }) => {
  const machine = await terminal(3);
  const d = await (await desk('dealer1', options)).open('/dash');
  const { page } = d;
  const hands = new Hands(page);
  await machine.rollOver(fields.iksan);
  await expect(d.sosBar).toContainText(machine.vin);
  const bell = page.locator('[data-opens~=notifications]');

  await hands.press(bell, 'Enter');
  const list = page.getByRole('list', { name: ko('shell.notifications') });
  await hands.press(
    list.getByRole('button').or(list.getByRole('link')).filter({ hasText: machine.vin }).first(),
    'Enter',
  );
  await expect(page).toHaveURL(/\/sos\?/u);
  await expect(page.getByRole('heading', { level: 2, name: ko('sosType.rollover') })).toBeVisible();
  await hands.isOnThePage();

  // a key acts on what was visible for a moment
  await expect(page.locator('[aria-keyshortcuts=A]')).toBeVisible();
  await hands.key('a');
  await d.toasted(ko('sos.toast.acknowledged'));
  await hands.key('d');
  const form = d.section(ko('sos.dispatchTitle'));
  await expect(form.getByLabel(ko('sos.person'))).toBeFocused();
  await hands.key('ArrowDown');
  await hands.type('010-5555-0123', form.getByLabel(ko('sos.phone')));
  await hands.type('25', form.getByLabel(ko('sos.etaMinutes')));
  await hands.key('Enter');
  await d.toasted(ko('sos.toast.dispatched'));
  await hands.isOnThePage();
  expect(hands.acts).toBeLessThanOrEqual(8);
  const { rows } = await clerk.call(sosAlerts.list, { query: { vin: machine.vin } });
  expect(rows[0]?.status).toBe('dispatched');
});

test('a fault is accepted with one key', async ({ desk, terminal, clerk }) => {
  const machine = await terminal(4);
  await machine.faults([{ code: 'E0324', spn: 100, fmi: 1, count: 1 }], [], fields.haenam);
  const reports = async () => (await clerk.call(faults.list, { query: { vin: machine.vin, tab: 'queue' } })).rows;
  await expect.poll(async () => (await reports()).length).toBe(1);
  const [report] = await reports();
  const d = await (await desk('headoffice1', options)).open(`/breakdown?id=${report?.id}`);
  const { page } = d;
  const hands = new Hands(page);
  await expect(d.panel.getByRole('button', { name: ko('fault.act.accept'), exact: true })).toBeEnabled();
  const row = page.locator(`[data-row="${report?.id}"]`);
  await hands.reach(row);
  await expect
    .poll(async () => {
      // a press within the first second does nothing, as it should
      await page.keyboard.press('r');
      return (await reports())[0]?.status;
    })
    .toBe('accepted');
  await d.toasted(ko('fault.toast.accepted'));
  await hands.isOnThePage();
});

test('the first curve of a vehicle is three clicks away', async ({ desk, terminal }) => {
  const machine = await terminal(5);
  const now = Date.now();
  await machine.telemetry([30_000, 20_000, 10_000, 0].map((ago) => sample({ ...fields.uiseong, ts: now - ago })));
  const d = await (await desk('headoffice1', options)).open(`/dash`);
  const { page } = d;
  let clicks = 0;
  const click = async (target: ReturnType<typeof page.locator>): Promise<void> => {
    clicks++;
    await target.click();
  };
  await click(d.menu.getByRole('link', { name: ko('screen.status'), exact: true }));
  await click(page.getByRole('row').nth(1));
  await click(page.getByRole('link', { name: ko('vehicle.openDetail') }));
  await expect(
    page
      .getByRole('region', { name: ko('vehicle.group.engine') })
      .locator('svg')
      .first(),
  ).toBeVisible();
  expect(clicks).toBeLessThanOrEqual(3);
});

test('a form is saved and a test started by keyboard alone', async ({ desk, clerk, tidy }) => {
  const [device] = readDemo().devices.slice(-1);
  if (device === undefined) throw new Error('The demo leaves no machine to this journey.');
  const vehicle = await vehicleOf(device.vin, clerk);
  const simulator = await Simulator.start([device]);
  tidy(() => simulator.stop());
  await simulator.setUp(device.id, 'stop', false);
  const d = await (await desk('headoffice1', options)).open(`/statusModi/${vehicle.id}`);
  const { page } = d;
  const hands = new Hands(page);

  await test.step('the form', async () => {
    await hands.type(`키보드로 저장 ${Date.now()}`, page.getByLabel(ko('vehicle.field.memo')));
    await hands.press(page.getByRole('button', { name: ko('common.save'), exact: true }), 'Enter');
    await expect(page).toHaveURL(new RegExp(`/statusDetail/${vehicle.id}`, 'u'));
    await hands.isOnThePage();
  });

  await test.step('the test', async () => {
    await canBeConnected(clerk, vehicle);
    const bench = await new Bench(page, translateTo('ko')).open(vehicle);
    await hands.press(bench.connectButton, 'Enter');
    await expect(bench.line).toHaveText(ko('remote.line.connected'));
    await hands.isOnThePage();
    const tests = page.getByRole('navigation', { name: ko('tests.title') });
    await hands.press(tests.getByRole('button', { name: ko('diagTest.buzzTest') }).last(), 'Enter');
    const onSite = bench.card('tests.onSite');
    for (const box of await onSite.getByRole('checkbox').all()) await hands.press(box, 'Space');
    const start = onSite.getByRole('button', { name: ko('tests.start') });
    await expect(start).toBeEnabled();
    await hands.press(start, 'Enter');
    await expect(
      page.getByRole('progressbar', { name: ko('tests.progress') }).or(bench.card('tests.result')),
    ).toBeVisible();
    await hands.isOnThePage();
    await bench.disconnect();
  });
});
