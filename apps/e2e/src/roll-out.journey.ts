import { diagnosis } from '@headland/contracts/diagnosis';
import { reprogram } from '@headland/contracts/reprogram';
import { rollOuts } from '@headland/contracts/roll-out';
import { writeS19 } from '@headland/domain/reprogram/s19';
import { Api } from './world/api';
import { expect, test } from './world/journey';
import { Plant } from './world/plant';
import { Simulator } from './world/simulator';
import { canBeConnected, makePatients, type Patient } from './world/workshop';
import { en } from './world/translate';

const version = `SW-5.${Date.now() % 1_000_000}.0`;
const program = writeS19(
  `ECU HL-D24 CAL-D24-0412 ${version}`,
  Uint8Array.from({ length: 40_000 }, (_, i) => (i * 131 + (i >> 7)) & 0xff),
);

test('one program goes to two machines in two waves, after a second account has approved it', async ({
  desk,
  member,
  clerk,
  tidy,
}) => {
  const [first, second] = (await makePatients(await Plant.open(clerk, tidy), clerk, 2)) as [Patient, Patient];
  const { pem } = await clerk.call(reprogram.key);
  const machines = await Simulator.start([first.device, second.device], { speed: 10, programKey: pem });
  tidy(() => machines.stop());
  for (const patient of [first, second]) {
    await machines.setUp(patient.device.id, 'stop', true);
    await readsItself(patient, clerk);
  }
  // the key of the second machine is off
  await machines.keyOff(second.device.id);

  const d = await (await desk('headoffice1', { language: 'en' })).open(`/reProgramDetail/${first.id}`);
  const { page } = d;
  const name = `Cold start ${version}`;
  let id = 0;
  tidy(async () => {
    const { state } = await clerk.call(rollOuts.get, { params: { id } });
    if (state === 'running' || state === 'paused')
      await clerk.call(rollOuts.cancel, { params: { id }, body: { reason: 'end of the journey' } });
  });

  await test.step('it is drafted for the vehicles that were chosen, with how they go with the program', async () => {
    await page.locator('input[type=file]').setInputFiles({
      name: 'cold-start.s19',
      mimeType: 'application/octet-stream',
      buffer: Buffer.from(program, 'latin1'),
    });
    await expect(page.getByRole('region', { name: en('reprogram.chosen') })).toContainText(version);
    await d.open(`/reProgramRollOutRegi/0?ids=${first.id},${second.id}`);
    await page.getByLabel(en('rollOut.name'), { exact: true }).fill(name);
    await page.getByRole('row').filter({ hasText: version }).click();
    await expect(page.getByRole('region', { name: en('rollOut.matches') })).toContainText(
      en('rollOut.taken', { n: 2 }),
    );
    await page.getByLabel(en('rollOut.firstGroup'), { exact: true }).fill('1');
    for (const n of [3, 2]) await page.getByRole('button', { name: en('rollOut.removeShare', { n }) }).click();
    const share = page.getByLabel(en('rollOut.share', { n: 1 }));
    await page.getByRole('button', { name: en('common.save'), exact: true }).click();
    await expect(page.getByText(en('field.rollOutShares'))).toBeVisible();
    await share.fill('100');
    await expect(page.getByText(en('rollOut.sizes', { sizes: '1 → 1' }))).toBeVisible();
    await page.getByRole('button', { name: en('common.save'), exact: true }).click();
    await expect(page).toHaveURL(/\/reProgramRollOut\/\d+$/u);
    id = Number(/\d+$/u.exec(page.url())?.[0]);
  });

  await test.step('its author sends it, and cannot approve it', async () => {
    await page.getByRole('button', { name: en('rollOut.send'), exact: true }).click();
    const dialog = d.dialog(en('rollOut.sendTitle', { name }));
    await expect(dialog).toContainText(version);
    await dialog.getByRole('button', { name: en('rollOut.send'), exact: true }).click();
    await expect(page.getByText(en('rollOut.ownNote'))).toBeVisible();
    await expect(page.getByRole('button', { name: en('rollOut.approve'), exact: true })).toHaveCount(0);
    const { version: seen } = await clerk.call(rollOuts.get, { params: { id } });
    await expect(
      (await Api.as('headoffice2')).call(rollOuts.approve, { params: { id }, body: { version: seen } }),
    ).rejects.toThrow(/FORBIDDEN/u);
  });

  const other = await (
    await desk(await member({ organization: '본사', role: 'ADMIN' }), { language: 'en' })
  ).open('/reProgram?tab=rollOuts');
  await test.step('another account finds it in the list, reads the plan, and approves it', async () => {
    await other.page.getByRole('row').filter({ hasText: name }).click();
    await other.page.getByRole('button', { name: en('rollOut.approve'), exact: true }).click();
    const dialog = other.dialog(en('rollOut.approveTitle', { name }));
    await expect(dialog).toContainText(version);
    await dialog.getByRole('button', { name: en('rollOut.approve'), exact: true }).click();
    await other.toasted(en('rollOut.approved'));
  });

  const vehicles = page.getByRole('region', { name: en('rollOut.vehicles'), exact: true });
  const row = (patient: Patient) => vehicles.getByRole('row').filter({ hasText: patient.vin });
  await test.step('the first wave is programmed before the second begins, which waits for its key', async () => {
    await expect(row(first)).toContainText(en('rollOutVehicle.done'), { timeout: 60_000 });
    await expect(row(second)).toContainText(en('rollOutWaits.keyOn'));
    expect((await machines.software(second.device.id)).runs.ecu.version).not.toBe(version);
  });

  await test.step('it is tried when its key is turned on, and then all is done', async () => {
    await machines.setUp(second.device.id, 'stop', true);
    await expect(row(second)).toContainText(en('rollOutVehicle.done'), { timeout: 90_000 });
    await expect(
      page.getByRole('banner').or(page.locator('header')).getByText(en('rollOutState.done')).first(),
    ).toBeVisible();
    for (const { device } of [first, second])
      expect((await machines.software(device.id)).runs.ecu.version).toBe(version);
    const { steps, counts } = await clerk.call(rollOuts.get, { params: { id } });
    expect(steps.map((s) => s.step)).toEqual(['created', 'sent', 'approved', 'waveBegan', 'waveBegan', 'done']);
    expect(counts).toMatchObject({ done: 2, failed: 0 });
  });

  await test.step('who may only read sees it, and no button', async () => {
    const reader = await (await desk('headoffice2', { language: 'en' })).open(`/reProgramRollOut/${id}`);
    await expect(reader.page.getByRole('heading', { level: 1, name })).toBeVisible();
    await reader.open('/reProgram?tab=rollOuts');
    await expect(reader.page.getByRole('row').filter({ hasText: name })).toBeVisible();
    await expect(reader.page.getByRole('button', { name: en('rollOut.new') })).toHaveCount(0);
  });
});

/** Reads the identification of the machine by remote diagnosis: without it no program is offered. */
async function readsItself(patient: Patient, clerk: Api): Promise<void> {
  await canBeConnected(clerk, patient);
  const { id: sessionId } = await clerk.call(diagnosis.connect, {
    params: { id: patient.id },
    body: { kind: 'remote' },
  });
  const session = () => clerk.call(diagnosis.session, { params: { sessionId } });
  await expect.poll(async () => (await session()).state).toBe('connected');
  await expect.poll(async () => (await session()).info?.hw_variant ?? null).not.toBeNull();
  await clerk.call(diagnosis.ask, { params: { sessionId }, body: { op: 'disconnect' } });
  await expect.poll(async () => (await session()).endedAt).not.toBeNull();
}
