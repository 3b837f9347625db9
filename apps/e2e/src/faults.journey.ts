import { faults } from '@headland/contracts/fault';
import { mailbox } from '@headland/contracts/mailbox';
import { account, type Refused } from './world/api';
import { expect, test } from './world/journey';
import { fields, vehicleOf } from './world/machines';
import { en, ko } from './world/words';

const mild = { code: 'E0297', spn: 110, fmi: 3, count: 1 };
const grave = { code: 'E0324', spn: 100, fmi: 1, count: 1 };

test('a fault takes its rank in the queue, an agency is told, the completed report is locked', async ({ desk, terminal, clerk }) => {
  const machine = await terminal(3);
  const { vin } = machine;
  expect((await vehicleOf(vin, clerk)).dealer.name, 'the machine belongs to an agency where people work').toBe(account('dealer1').organization);
  const d = await (await desk('servicebusiness1')).open('/breakdown');
  const { page } = d;
  // beside an open report there is room for the end of a VIN only
  const rows = page
    .locator('tbody')
    .getByRole('row')
    .filter({ hasText: vin.slice(-6) });
  const panel = page.getByRole('complementary');

  await test.step('reports appear by themselves, the graver one above', async () => {
    await machine.faults([mild], [], fields.iksan);
    await expect(rows).toHaveText([new RegExp(mild.code, 'u')], { timeout: 10_000 });
    await machine.faults([mild, grave], [], fields.iksan);
    await expect(rows).toHaveText([new RegExp(grave.code, 'u'), new RegExp(mild.code, 'u')]);
    await expect(page.locator('tbody').getByRole('row').first(), 'nothing stands above a critical one that nobody has accepted').toContainText(grave.code);
    await expect(rows.first()).toContainText(ko('severity.critical'));
    await expect(rows.first()).toContainText(ko('faultStatus.occurred'));
  });

  const { rows: reports } = await clerk.call(faults.list, { query: { vin, text: grave.code } });
  const report = reports[0];
  if (report === undefined) throw new Error('the report that is on the screen is in no list');

  await test.step('its name stands there in the language of the desk', async () => {
    expect(report.name.ko).toMatch(/\p{Script=Hangul}/u);
    await expect(rows.first()).toContainText(report.name.ko);
    await d.chooseLanguage('English');
    await expect(rows.first()).toContainText(report.name.en);
    await expect(rows.first()).toContainText(en('severity.critical'));
    await d.chooseLanguage('한국어');
    await expect(rows.first()).toContainText(report.name.ko);
  });

  await test.step('somebody takes it with a key', async () => {
    await rows.first().click();
    await expect(panel.getByRole('heading', { level: 2 })).toContainText(grave.code);
    await page.keyboard.press('a');
    await expect(d.toast(ko('fault.said.taken'))).toBeVisible();
    const { rows: now } = await clerk.call(faults.list, { query: { vin, text: grave.code } });
    const person = now[0]?.personInCharge?.name ?? '?';
    await expect(rows.first()).toContainText(person);
  });

  const agency = (await vehicleOf(vin, clerk)).dealer;
  await test.step('it is accepted, and the agency gets push and SMS', async () => {
    await panel.getByRole('combobox', { name: ko('fault.agency') }).selectOption(String(agency.id));
    await panel.getByRole('button', { name: ko('fault.act.accept'), exact: true }).click();
    await expect(d.toast(ko('fault.said.accepted'))).toBeVisible();
    await expect(rows.first()).toContainText(ko('faultStatus.accepted'));
    const log = d.section(ko('sos.deliveries')).getByRole('listitem');
    for (const channel of ['delivery.push', 'delivery.sms'] as const)
      await expect(
        log
          .filter({ hasText: ko(channel) })
          .filter({ hasText: ko('delivery.state.delivered') })
          .first(),
      ).toBeVisible();
    const sent = (await clerk.call(mailbox.list)).filter((mail) => mail.text.includes(vin) && mail.text.includes(grave.code));
    expect(new Set(sent.map((mail) => mail.channel))).toEqual(new Set(['push', 'sms']));
    expect(sent.filter((mail) => mail.to === '')).toEqual([]);
  });

  await test.step('it is completed and locked', async () => {
    await panel.getByRole('button', { name: ko('fault.act.complete'), exact: true }).click();
    const dialog = page.getByRole('dialog', { name: ko('fault.completeTitle', { vin, code: grave.code }) });
    await dialog.getByRole('button', { name: ko('fault.act.complete'), exact: true }).click();
    await expect(dialog.getByRole('alert').first(), 'words are required').toBeVisible();
    await dialog.getByLabel(ko('fault.memo')).fill('오일 펌프 교체, 시운전 정상');
    await dialog.getByRole('button', { name: ko('fault.act.complete'), exact: true }).click();
    await expect(d.toast(ko('fault.said.completed'))).toBeVisible();
    await expect(panel).toContainText('오일 펌프 교체, 시운전 정상');
    for (const act of ['fault.act.take', 'fault.act.accept', 'fault.act.reassign', 'fault.act.complete'] as const)
      await expect(panel.getByRole('button', { name: ko(act), exact: true })).toHaveCount(0);
    await expect(rows).toHaveText([new RegExp(mild.code, 'u')]);
    const params = { id: report.id };
    const tooLate = [
      () => clerk.call(faults.complete, { params, body: { kind: 'processing', memo: 'once more' } }),
      () => clerk.call(faults.note, { params, body: { memo: 'afterwards' } }),
      () => clerk.call(faults.take, { params }),
    ];
    for (const act of tooLate) await expect(act()).rejects.toMatchObject({ status: 409, code: 'FAULT_COMPLETED' } satisfies Partial<Refused>);
  });

  await test.step('a code that clears itself says so and stays until somebody completes it', async () => {
    await machine.faults([], [mild.code, grave.code], fields.iksan);
    await rows.filter({ hasText: mild.code }).click();
    await expect(panel.getByRole('heading', { level: 2 })).toContainText(mild.code);
    await expect(panel).toContainText(ko('fault.cleared'));
    await expect(panel.getByRole('button', { name: ko('fault.act.accept'), exact: true })).toBeVisible();
  });
});
