import { afterService } from '@headland/contracts/after-service';
import { diagnosis } from '@headland/contracts/diagnosis';
import type { Api } from './world/api';
import type { Desk } from './world/desk';
import { expect, test } from './world/journey';
import { vehicleOf } from './world/machines';
import { capitals } from './world/names';
import { readDemo } from './world/product';
import { Simulator } from './world/simulator';
import { ko, pattern } from './world/translate';

test('a job is started, an injector coded, a filter reset by two people, and the sheet closed', async ({
  desk,
  clerk,
  member,
  tidy,
}) => {
  const [device] = readDemo().devices;
  if (device === undefined) throw new Error('The demo leaves no machine to the journeys.');
  const { vin } = device;
  const { id } = await vehicleOf(vin, clerk);
  tidy(() => closeJobOf(id, clerk));
  const machine = await Simulator.start([device], { speed: 10 });
  tidy(() => machine.stop());
  await machine.setUp(device.id, 'stop', true);

  const engineer = await member({ organization: '본사', role: 'ADMIN' });
  const d = await (await desk(engineer)).open(`/afterService?vin=${vin}&online=all`);
  const { page } = d;
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });

  await test.step('the list starts a job on a machine that has none', async () => {
    const row = page.locator(`[data-row="${id}"]`);
    await row.getByRole('button', { name: ko('serviceJob.startOf', { vin }) }).click();
    const dialog = d.dialog(ko('serviceJob.startOf', { vin }));
    await dialog.getByRole('button', { name: ko('serviceJob.start'), exact: true }).click();
    await expect(
      dialog
        .getByText(ko('field.t1500'))
        .or(dialog.getByText(/입력해 주세요/u))
        .first(),
    ).toBeVisible();
    await dialog.getByLabel(ko('serviceJob.symptom')).fill('냉간 시 공회전이 불안정합니다.');
    await dialog.getByRole('button', { name: ko('serviceJob.start'), exact: true }).click();
    await d.toasted(pattern(ko('serviceJob.started', { id: '{id}' })));
    await expect(row).toContainText(ko('serviceJobState.open'));
    await expect(row.getByRole('button', { name: ko('serviceJob.startOf', { vin }) })).toHaveCount(0);
  });

  await test.step('the first connect for after-service sets it in progress', async () => {
    await d.open(`/afterServiceDetail/${id}?tab=work`);
    await expect(button(ko('remote.connect'))).toBeEnabled();
    await button(ko('remote.connect')).click();
    await expect(button(ko('remote.disconnect'))).toBeVisible();
    await expect
      .poll(async () => (await clerk.call(afterService.job, { params: { id } })).job?.state)
      .toBe('inProgress');
  });

  const sessionId = (await clerk.call(diagnosis.get, { params: { id } })).vehicle.holder?.sessionId ?? 0;
  const { rows } = await clerk.call(afterService.injectors, { params: { sessionId } });
  const codeOf = (cylinder: number) => rows?.find((r) => r.cylinder === cylinder)?.code ?? '';
  const code = `HL${capitals(10)}`;

  await test.step('a code of another cylinder is refused while it is typed', async () => {
    const field = page.getByLabel(ko('serviceWork.newOf', { n: '02' }));
    await field.fill(codeOf(3));
    await expect(page.getByText(ko('field.c3iTwice'))).toBeVisible();
    await expect(button(ko('serviceWork.writeOf', { n: '02' }))).toBeDisabled();
  });

  await test.step('the right one is written, read back, and is in the engine', async () => {
    await page.getByLabel(ko('serviceWork.newOf', { n: '02' })).fill(code);
    await button(ko('serviceWork.writeOf', { n: '02' })).click();
    await confirmIn(d, ko('serviceWork.askWrite', { vin, n: '02' }), ko('serviceWork.write'));
    const written = page
      .getByRole('article', { name: pattern(`${ko('serviceWrite.item.c3iInfo')} · {where}`) })
      .first();
    await expect(written).toContainText(ko('serviceWriteResult.written'));
    await expect(written).toContainText(codeOf(2));
    await expect(written.getByText(code)).toHaveCount(2);
    await expect(
      page
        .getByRole('table', { name: ko('serviceWork.injectors') })
        .getByRole('row')
        .filter({ hasText: '02' }),
    ).toContainText(code);
  });

  await test.step('a particle filter is reset by two people only', async () => {
    await page.getByRole('radio', { name: ko('serviceWork.part') }).click();
    await page.getByLabel(ko('serviceWork.partName'), { exact: true }).selectOption('dpf');
    await page.getByLabel(ko('serviceJob.partCode')).fill('DPF2301');
    await page.getByLabel(ko('serviceWork.serial')).fill('1234567');
    await page.getByLabel(ko('serviceWork.hours')).fill('0');
    await button(ko('approval.ask')).click();
    await expect(page.getByText(pattern(ko('approval.waits', { left: '{left}' })))).toBeVisible();

    const second = await (
      await desk(await member({ organization: '본사', role: 'ADMIN' }))
    ).open(`/afterServiceDetail/${id}`);
    const asked = second.page.getByRole('region', { name: ko('approval.askedTitle') });
    for (const text of [engineer.name, ko('servicePart.dpf'), 'DPF2301', '1234567'])
      await expect(asked).toContainText(text);
    await asked.getByRole('button', { name: ko('approval.approve'), exact: true }).click();
    await second
      .dialog(ko('approval.approveTitle', { part: ko('servicePart.dpf') }))
      .getByRole('button', { name: ko('approval.approve'), exact: true })
      .click();
    await expect(asked).toBeHidden();

    await button(ko('serviceWork.reset')).click();
    await confirmIn(d, ko('serviceWork.askReset', { vin, part: ko('servicePart.dpf') }), ko('serviceWork.reset'));
    await expect(page.getByText(ko('diagPrompt.key.cycle')).first()).toBeVisible();
    const reset = page
      .getByRole('article', { name: `${ko('serviceWrite.item.partReplacement')} · ${ko('servicePart.dpf')}` })
      .first();
    await expect(reset).toContainText(ko('serviceWriteResult.written'), { timeout: 60_000 });
    await expect(reset.getByRole('row', { name: new RegExp(ko('learned.sootLoad'), 'u') })).toContainText('0 g');
  });

  await test.step('the sheet is written and closed, and locked', async () => {
    await page.getByRole('tab', { name: ko('afterService.tab.job') }).click();
    await expect(button(ko('serviceJob.close'))).toBeEnabled();
    await page.getByLabel(ko('serviceJob.workDone')).fill('2번 인젝터와 DPF를 교체했습니다.');
    await button(ko('serviceJob.addPart')).click();
    await page.getByRole('textbox', { name: ko('serviceJob.partCode') }).fill('DPF2301');
    await expect(button(ko('serviceJob.close'))).toBeDisabled();
    await button(ko('common.save')).click();
    await d.toasted(ko('serviceJob.saved'));
    const download = page.waitForEvent('download');
    await button(ko('serviceJob.pdf')).click();
    expect((await download).suggestedFilename()).toMatch(/\.pdf$/u);

    await button(ko('serviceJob.close')).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('radio', { name: ko('serviceJobResult.repaired') }).check({ force: true });
    await dialog.getByRole('button', { name: ko('serviceJob.close'), exact: true }).click();
    await expect(page.getByText(new RegExp(`${engineer.name} 님이 종료한 작업입니다`, 'u'))).toBeVisible();
    const { job } = await clerk.call(afterService.job, { params: { id } });
    expect(job).toMatchObject({ state: 'closed', result: 'repaired', parts: [{ partCode: 'DPF2301', count: 1 }] });
    const again = clerk.call(afterService.closeJob, {
      params: { jobId: job?.id ?? 0 },
      body: { version: job?.version ?? 0, workDone: 'again', result: 'noFault' },
    });
    await expect(again).rejects.toMatchObject({ code: 'JOB_CLOSED' });
  });

  await test.step('the history has the job and both writes, old and new', async () => {
    await button(ko('remote.disconnect')).click();
    await expect(button(ko('remote.connect'))).toBeVisible();
    await page.getByRole('link', { name: ko('serviceJob.history') }).click();
    await page.getByRole('tab', { name: ko('afterServiceHistory.tab.writes') }).click();
    const history = page.getByRole('table', { name: ko('afterServiceHistory.of', { vin }) });
    await expect(history.getByRole('row').filter({ hasText: code })).toContainText(codeOf(2));
    await expect(history.getByRole('row').filter({ hasText: 'DPF2301' })).toContainText('1234567');
    await page.getByRole('tab', { name: ko('afterServiceHistory.tab.jobs') }).click();
    await history.getByRole('row').filter({ hasText: 'DPF2301' }).click();
    await expect(d.panel).toContainText('2번 인젝터와 DPF를 교체했습니다.');
    await expect(d.panel).toContainText(code);
  });
});

test('who may only read neither starts, connects nor writes, and who may not read has no screen', async ({
  desk,
  clerk,
  member,
}) => {
  const device = readDemo().devices[1];
  const { id } = await vehicleOf(device?.vin ?? '', clerk);
  const reader = await (await desk(await member({ organization: '본사' }))).open('/afterService?online=all');
  await expect(
    reader.page
      .getByRole('table', { name: ko('screen.afterService') })
      .getByRole('row')
      .nth(1),
  ).toBeVisible();
  await expect(reader.page.getByRole('button', { name: new RegExp(ko('serviceJob.start'), 'u') })).toHaveCount(0);
  await reader.open(`/afterServiceDetail/${id}?tab=work`);
  await expect(reader.page.getByRole('region', { name: ko('serviceWork.last') })).toBeVisible();
  for (const name of [ko('remote.connect'), ko('serviceWork.write'), ko('serviceJob.start')])
    await expect(reader.page.getByRole('button', { name, exact: true })).toHaveCount(0);

  const none = await (await desk(await member({ organization: '생산본부' }))).open('/dash');
  for (const path of ['/afterService', `/afterServiceDetail/${id}`, `/afterServiceHistory/${id}`]) {
    await none.page.goto(path);
    await expect(none.page, path).toHaveURL(/\/dash/u);
  }
});

/** Ticks all conditions that are confirmed on site, once the machine fulfils the others, and continues. */
async function confirmIn(d: Desk, title: string, go: string): Promise<void> {
  const dialog = d.dialog(title);
  for (const box of await dialog.getByRole('checkbox').all()) await box.check({ force: true });
  const button = dialog.getByRole('button', { name: go, exact: true });
  // a write needs an engine that has been stopped for ten seconds
  await expect(button).toBeEnabled();
  await button.click();
}

/** An open job or session of a journey would block its next run. */
async function closeJobOf(id: number, clerk: Api): Promise<void> {
  const { job } = await clerk.call(afterService.job, { params: { id } });
  if (job === null || job.state === 'closed') return;
  await clerk.call(afterService.closeJob, {
    params: { jobId: job.id },
    body: { version: job.version, workDone: 'end of the journey', result: 'noFault' },
  });
}
