import { createHash } from 'node:crypto';
import { diagnosis } from '@headland/contracts/diagnosis';
import { reprogram } from '@headland/contracts/reprogram';
import { writeS19 } from '@headland/domain/reprogram/s19';
import { Api } from './world/api';
import { expect, test } from './world/journey';
import { vehicleOf } from './world/machines';
import { readDemo } from './world/product';
import { Simulator } from './world/simulator';
import { en, pattern } from './world/translate';

const version = `SW-4.${Date.now() % 1_000_000}.0`;
/** a megabyte as the terminal receives it */
const program = writeS19(
  `ECU HL-D24 CAL-D24-0412 ${version}`,
  Uint8Array.from({ length: 380_000 }, (_, i) => (i * 131 + (i >> 7)) & 0xff),
);
const asFile = (name: string, text: string) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(text, 'latin1'),
});

test('a controller is programmed over a line that is cut three times, and reports what it runs', async ({
  desk,
  clerk,
  tidy,
}) => {
  const device = readDemo().devices[9];
  if (device === undefined) throw new Error('The demo leaves no tenth machine to the journeys.');
  const { vin } = device;
  const { id } = await vehicleOf(vin, clerk);
  const { pem } = await clerk.call(reprogram.key);
  const machine = await Simulator.start([device], { defects: 'flash-cut:30+60+99', speed: 10, programKey: pem });
  tidy(() => machine.stop());
  await machine.setUp(device.id, 'stop', true);
  await readsItself(id, clerk);
  const before = (await machine.software(device.id)).runs.ecu.version;

  const d = await (await desk('headoffice1', { language: 'en' })).open(`/reProgramDetail/${id}`);
  const { page } = d;
  const file = page.locator('input[type=file]');

  await test.step('a file with one wrong character is refused with its line, and nothing of it stays', async () => {
    const lines = program.split('\n');
    const fifth = lines[4] ?? '';
    lines[4] = `${fifth.slice(0, 20)}${fifth[20] === '0' ? '1' : '0'}${fifth.slice(21)}`;
    await file.setInputFiles(asFile('engine.s19', lines.join('\n')));
    await expect(page.getByRole('region', { name: en('reprogram.step.file') }).getByRole('alert')).toHaveText(
      `${en('reprogram.atLine', { line: 5 })}: ${en('programFault.checksum')} ${en('reprogram.notStored')}`,
    );
    const { rows } = await clerk.call(reprogram.files, { query: {} });
    expect(rows.map((f) => f.version)).not.toContain(version);
  });

  await test.step('the right one is chosen, and every check holds', async () => {
    await file.setInputFiles(asFile('engine.s19', program));
    const chosen = page.getByRole('region', { name: en('reprogram.chosen') });
    for (const text of [version, 'HL-D24', 'CAL-D24-0412', createHash('sha256').update(program).digest('hex')])
      await expect(chosen).toContainText(text);
    await expect(page.getByText(en('reprogram.fromTo', { from: before, to: version }))).toBeVisible();
  });

  const reader = await (await desk('headoffice2', { language: 'en' })).open(`/reProgramDetail/${id}`);
  const run = page.getByRole('region', { name: en('reprogram.step.run') });
  const seen = reader.page.getByRole('region', { name: en('reprogram.step.run') });

  await test.step('it starts with the end of the VIN and a tick, not with another’s', async () => {
    await page.getByRole('button', { name: en('reprogram.go'), exact: true }).click();
    const dialog = d.dialog(en('reprogram.confirmTitle', { vin, target: 'ECU' }));
    const go = dialog.getByRole('button', { name: en('reprogram.go'), exact: true });
    await dialog.getByRole('checkbox').check({ force: true });
    await dialog.getByRole('textbox').fill(vin.endsWith('0000') ? '0001' : '0000');
    await expect(go).toBeDisabled();
    await dialog.getByRole('textbox').fill(vin.slice(-4));
    await go.click();
    await expect(run).toBeVisible();
  });

  await test.step('it pauses with each cut, here and for others, and resumes by itself at the same block', async () => {
    const paused = pattern(en('reprogram.pausedAt', { k: '{k}', n: '{n}' }));
    let there = 0;
    for (let cut = 1; cut <= 3; cut++) {
      await expect(run.getByText(paused)).toBeVisible();
      await expect(seen.getByText(paused)).toBeVisible();
      const [now] = (await clerk.call(reprogram.runs, { params: { id }, query: {} })).rows;
      expect(now).toMatchObject({ state: 'paused', pauses: cut });
      expect(now?.blocksThere, 'what was there is there').toBeGreaterThan(there);
      there = now?.blocksThere ?? 0;
      await expect(run.getByText(paused)).toBeHidden();
    }
    await expect(
      seen.getByRole('button', { name: en('reprogram.cancel') }),
      'who may only read cancels nothing',
    ).toHaveCount(0);
  });

  await test.step('it is done when the controller reports the version, and what arrived is what was sent', async () => {
    for (const each of [d, reader]) {
      const result = each.page.getByRole('region', { name: en('reprogram.step.result') });
      await expect(result).toContainText(en('flashState.done'), { timeout: 60_000 });
      await expect(result).toContainText(version);
    }
    const { runs, program: received } = await machine.software(device.id);
    expect(runs.ecu).toEqual({ version, calibration: 'CAL-D24-0412' });
    expect(received).toEqual({ sha256: createHash('sha256').update(program).digest('hex'), bytes: program.length });
    const [done] = (await clerk.call(reprogram.runs, { params: { id }, query: {} })).rows;
    expect(done).toMatchObject({ state: 'done', pauses: 3, fromVersion: before, runningVersion: version });
  });

  await test.step('the history shows it step by step', async () => {
    await d.open(`/reProgramHistory/${id}`);
    await page.locator('tbody').getByRole('row').filter({ hasText: version }).first().click();
    await expect(d.panel).toContainText(en('reprogram.preflightThen'));
    await expect(d.panel.getByText(en('flashState.paused'))).toHaveCount(3);
  });

  await test.step('an account that may not program is refused', async () => {
    const [{ id: fileId } = { id: 0 }] = (await clerk.call(reprogram.files, { query: {} })).rows.filter(
      (f) => f.version === version,
    );
    const start = { params: { id }, body: { fileId, vinEnd: vin.slice(-4), standsSafe: true as const, again: true } };
    await expect((await Api.as('headoffice2')).call(reprogram.start, start)).rejects.toThrow(/FORBIDDEN/u);
    await expect((await Api.as('production1')).call(reprogram.list, { query: {} })).rejects.toThrow(/FORBIDDEN/u);
    await expect(clerk.call(reprogram.start, { ...start, body: { ...start.body, again: false } })).rejects.toThrow(
      /FLASH_SAME_VERSION/u,
    );
  });
});

/** Reads the identification of the machine by remote diagnosis: without it no program is offered. */
async function readsItself(id: number, clerk: Api): Promise<void> {
  let session = 0;
  const connect = () =>
    clerk.call(diagnosis.connect, { params: { id }, body: { kind: 'remote' } }).then((s) => (session = s.id));
  // status and key state arrive within a moment
  await expect(connect).toPass({ timeout: 60_000 });
  await expect
    .poll(async () => (await clerk.call(diagnosis.session, { params: { sessionId: session } })).state)
    .toBe('connected');
  await clerk.call(diagnosis.ask, { params: { sessionId: session }, body: { op: 'disconnect' } });
  await expect
    .poll(async () => (await clerk.call(diagnosis.session, { params: { sessionId: session } })).endedAt)
    .not.toBeNull();
}
