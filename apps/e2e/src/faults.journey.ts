import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { faults } from '@headland/contracts/fault';
import { mailbox } from '@headland/contracts/mailbox';
import { sample } from '@headland/testing/builders/up';
import { account, type Refused } from './world/api';
import { expect, test } from './world/journey';
import { fields, vehicleOf } from './world/machines';
import { en, ko } from './world/translate';
import { onePixel } from './world/workshop';

const mild = { code: 'E0297', spn: 110, fmi: 3, count: 1 };
const grave = { code: 'E0324', spn: 100, fmi: 1, count: 1 };

test('a fault is sorted into the queue, an agency is notified, the completed report is locked', async ({
  desk,
  terminal,
  clerk,
}) => {
  const machine = await terminal(3);
  const { vin } = machine;
  expect((await vehicleOf(vin, clerk)).dealer.name, 'the machine belongs to an agency where people work').toBe(
    account('dealer1').organization,
  );
  const d = await (await desk('servicebusiness1')).open('/breakdown');
  const { page } = d;
  // beside an open report the list shows only the end of a VIN
  const rows = page
    .locator('tbody')
    .getByRole('row')
    .filter({ hasText: vin.slice(-6) });
  const panel = page.getByRole('complementary');

  await test.step('reports appear by themselves, the graver one above', async () => {
    await machine.faults([mild], [], fields.iksan);
    await expect(rows).toHaveText([new RegExp(mild.code, 'u')]);
    await machine.faults([mild, grave], [], fields.iksan);
    await expect(rows).toHaveText([new RegExp(grave.code, 'u'), new RegExp(mild.code, 'u')]);
    await expect(
      page.locator('tbody').getByRole('row').first(),
      'an unaccepted critical one is at the top',
    ).toContainText(grave.code);
    await expect(rows.first()).toContainText(ko('severity.critical'));
    await expect(rows.first()).toContainText(ko('faultStatus.occurred'));
  });

  const { rows: reports } = await clerk.call(faults.list, { query: { vin, text: grave.code } });
  const report = reports[0];
  if (report === undefined) throw new Error('the report that is on the screen is in no list');

  await test.step('its name is in the language of the desk', async () => {
    expect(report.name.ko).toMatch(/\p{Script=Hangul}/u);
    await expect(rows.first()).toContainText(report.name.ko);
    await d.chooseLanguage('English');
    await expect(rows.first()).toContainText(report.name.en);
    await expect(rows.first()).toContainText(en('severity.critical'));
    await d.chooseLanguage('한국어');
    await expect(rows.first()).toContainText(report.name.ko);
  });

  await test.step('it is assigned with a key', async () => {
    await rows.first().click();
    await expect(panel.getByRole('heading', { level: 2 })).toContainText(grave.code);
    await page.keyboard.press('a');
    await d.toasted(ko('fault.toast.taken'));
    const { rows: now } = await clerk.call(faults.list, { query: { vin, text: grave.code } });
    const person = now[0]?.personInCharge?.name ?? '?';
    await expect(rows.first()).toContainText(person);
  });

  const agency = (await vehicleOf(vin, clerk)).dealer;
  await test.step('it is accepted, and the agency gets push and SMS', async () => {
    await panel.getByRole('combobox', { name: ko('fault.agency') }).selectOption(String(agency.id));
    await panel.getByRole('button', { name: ko('fault.act.accept'), exact: true }).click();
    await d.toasted(ko('fault.toast.accepted'));
    await expect(rows.first()).toContainText(ko('faultStatus.accepted'));
    const log = d.section(ko('sos.deliveries')).getByRole('listitem');
    for (const channel of ['delivery.push', 'delivery.sms'] as const)
      await expect(
        log
          .filter({ hasText: ko(channel) })
          .filter({ hasText: ko('delivery.state.delivered') })
          .first(),
      ).toBeVisible();
    const sent = (await clerk.call(mailbox.list)).filter(
      (mail) => mail.text.includes(vin) && mail.text.includes(grave.code),
    );
    expect(new Set(sent.map((mail) => mail.channel))).toEqual(new Set(['push', 'sms']));
    expect(sent.filter((mail) => mail.to === '')).toEqual([]);
  });

  await test.step('it is completed and locked', async () => {
    await panel.getByRole('button', { name: ko('fault.act.complete'), exact: true }).click();
    const dialog = page.getByRole('group', { name: ko('fault.completeTitle', { vin, code: grave.code }) });
    await dialog.getByRole('button', { name: ko('fault.act.complete'), exact: true }).click();
    await expect(dialog.getByRole('alert').first(), 'words are required').toBeVisible();
    await dialog.getByLabel(ko('fault.memo')).fill('오일 펌프 교체, 시운전 정상');
    await dialog.getByRole('button', { name: ko('fault.act.complete'), exact: true }).click();
    await d.toasted(ko('fault.toast.completed'));
    await expect(panel).toContainText('오일 펌프 교체, 시운전 정상');
    for (const act of ['fault.act.take', 'fault.act.accept', 'fault.act.reassign', 'fault.act.complete'] as const)
      await expect(panel.getByRole('button', { name: ko(act), exact: true })).toHaveCount(0);
    await expect(rows).toHaveText([new RegExp(mild.code, 'u')]);
    const params = { id: report.id };
    const tooLate = [
      () => clerk.call(faults.complete, { params, body: { kind: 'processing', memo: 'once more' } }),
      () => clerk.call(faults.note, { params, body: { memo: 'afterwards' } }),
      () => clerk.call(faults.take, { params, body: {} }),
    ];
    for (const act of tooLate)
      await expect(act()).rejects.toMatchObject({ status: 409, code: 'FAULT_COMPLETED' } satisfies Partial<Refused>);
  });

  await test.step('a code that clears itself is marked and stays until it is completed', async () => {
    await machine.faults([], [mild.code, grave.code], fields.iksan);
    await rows.filter({ hasText: mild.code }).click();
    await expect(panel.getByRole('heading', { level: 2 })).toContainText(mild.code);
    await expect(panel).toContainText(ko('fault.cleared'));
    await expect(panel.getByRole('button', { name: ko('fault.act.accept'), exact: true })).toBeVisible();
  });
});

test('several reports go to one agency at once, and the hour around one is run through', async ({
  desk,
  terminal,
  clerk,
}) => {
  const machine = await terminal(3);
  const { vin } = machine;
  const agency = (await vehicleOf(vin, clerk)).dealer;
  const d = await (await desk('servicebusiness1', { language: 'en' })).open(`/breakdown?vin=${vin}`);
  const { page } = d;
  const rows = page
    .locator('tbody')
    .getByRole('row')
    .filter({ hasText: vin.slice(-6) });
  const primary = { code: 'E0439', spn: 3509, fmi: 3, count: 1 };
  const consequence = { code: 'E0330', spn: 157, fmi: 3, count: 1 };
  const now = Date.now();

  await test.step('a primary fault and its consequences are in the queue, each named', async () => {
    await machine.telemetry(
      Array.from({ length: 30 }, (_, i) =>
        sample({
          ts: now - (30 - i) * 10_000,
          lat: fields.nonsan.lat + i * 1e-4,
          lon: fields.nonsan.lon,
          rpm: 1500 + i,
        }),
      ),
    );
    await machine.faults([primary, consequence], [], fields.nonsan);
    await expect(rows).toHaveCount(2);
    await expect(rows.filter({ hasText: consequence.code })).toContainText(
      en('fault.consequenceOf', { codes: primary.code }),
    );
    await expect(rows.filter({ hasText: en('fault.primaryOf', { n: 1 }) })).toContainText(primary.code);
  });

  await test.step('a reader sees them and can tick none', async () => {
    const reader = await (await desk('headoffice2', { language: 'en' })).open(`/breakdown?vin=${vin}`);
    await expect(
      reader.page
        .locator('tbody')
        .getByRole('row')
        .filter({ hasText: vin.slice(-6) }),
    ).toHaveCount(2);
    await expect(reader.page.locator('tbody').getByRole('checkbox')).toHaveCount(0);
  });

  const { rows: reports } = await clerk.call(faults.list, { query: { vin } });
  await test.step('one that somebody else has accepted meanwhile keeps all of them as they are', async () => {
    await page.getByRole('checkbox', { name: en('table.selectPage') }).check();
    await page.getByRole('button', { name: en('fault.bulk.accept') }).click();
    const dialog = page.getByRole('dialog', { name: en('fault.bulk.title', { n: 2 }) });
    await dialog.getByRole('button', { name: new RegExp(`^${en('fault.agency')}`, 'u') }).click();
    await page.getByRole('textbox', { name: en('tree.findName') }).fill(agency.name);
    await page.getByRole('treeitem', { name: agency.name }).click();
    const taken = reports.find((r) => r.code === consequence.code);
    await clerk.call(faults.accept, { params: { id: taken?.id ?? 0 }, body: { agencyId: agency.id, channel: 'push' } });
    await dialog.getByRole('button', { name: en('fault.act.accept'), exact: true }).click();
    await expect(dialog.getByText(en('error.FAULT_ALREADY_ACCEPTED'))).toBeVisible();
    const { rows: after } = await clerk.call(faults.list, { query: { vin } });
    expect(after.find((r) => r.code === primary.code)?.status).toBe('occurred');
    await dialog.getByRole('button', { name: en('fault.bulk.leaveOut', { code: consequence.code, vin }) }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: en('fault.act.accept'), exact: true })
      .click();
    await d.toasted(en('fault.bulk.said', { n: 1 }));
    await expect(rows.filter({ hasText: primary.code, hasNotText: consequence.code })).toContainText(
      en('faultStatus.accepted'),
    );
  });

  await test.step('the hour around it is run through by keys, with its track, values and events', async () => {
    // the consequence names its primary fault, too, and may be listed above it once both are accepted
    await rows.filter({ hasText: primary.code, hasNotText: consequence.code }).click();
    await d.panel.getByRole('button', { name: en('replay.title') }).click();
    const dialog = page.getByRole('dialog', { name: new RegExp(vin, 'u') });
    const events = dialog.getByRole('region', { name: en('replay.events') });
    await expect(events).toContainText(primary.code);
    const slider = dialog.getByRole('slider');
    const before = Number(await slider.inputValue());
    await slider.press('ArrowLeft');
    expect(before - Number(await slider.inputValue())).toBe(10_000);
    await slider.press('Shift+ArrowLeft');
    expect(before - Number(await slider.inputValue())).toBe(70_000);
    await expect(dialog.getByRole('button', { name: new RegExp(`^${en('sensor.rpm')}`, 'u') })).toContainText(
      /1,5\d\d/u,
    );
    await dialog.getByRole('radio', { name: '×60' }).check({ force: true });
    await dialog.getByRole('button', { name: en('vehicle.track.play'), exact: true }).click();
    await expect.poll(async () => Number(await slider.inputValue())).toBeGreaterThan(before - 60_000);
    // an open tooltip under the pointer would take the key press
    await page.mouse.move(0, 0);
    await expect(page.getByRole('tooltip')).toHaveCount(0);
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  });

  await test.step('the agency itself completes it; a reader of the head office has no button for it', async () => {
    const reader = await (
      await desk('headoffice2', { language: 'en' })
    ).open(`/breakdown?vin=${vin}&id=${reports.find((r) => r.code === primary.code)?.id}`);
    await expect(reader.panel.getByRole('heading', { level: 2 })).toContainText(primary.code);
    await expect(reader.panel.getByRole('button', { name: en('fault.act.complete'), exact: true })).toHaveCount(0);
    await d.panel.getByRole('button', { name: en('fault.act.complete'), exact: true }).click();
    const dialog = page.getByRole('group', { name: en('fault.completeTitle', { vin, code: primary.code }) });
    await dialog.getByLabel(en('fault.memo')).fill('Sensor supply mended, sensors plausible again');
    await dialog.getByRole('button', { name: en('fault.act.complete'), exact: true }).click();
    await expect(reader.panel, 'it is locked where others look at it, too').toContainText('Sensor supply mended');
    await expect(rows).toHaveText([new RegExp(consequence.code, 'u')]);
  });
});

test('the catalogue of codes is changed by who may, after a look, and set back', async ({ desk }) => {
  const d = await (await desk('headoffice1', { language: 'en' })).open('/breakdown?tab=catalogue');
  const { page } = d;
  const table = page.getByRole('table', { name: en('catalogue.versions') });
  await expect(table).toContainText(en('catalogue.shipped'));
  const shipped = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../../libs/domain/src/fault-catalogue.json'), 'utf8'),
  ) as { code: string }[];
  const records = shipped.map((r) =>
    r.code === 'E0446' ? { ...r, actionEn: `Reprogram with match check (${Date.now()})` } : r,
  );

  await test.step('a broken file is refused with its place', async () => {
    const broken = records.filter((r) => r.code !== 'E0300');
    await page.getByLabel(en('catalogue.load')).setInputFiles({
      name: 'broken.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(broken)),
    });
    const dialog = page.getByRole('dialog', { name: en('catalogue.refused') });
    await expect(dialog).toContainText('E0300: missing');
    await dialog.getByRole('button', { name: en('common.close') }).click();
  });

  await test.step('a good one is kept, used after a look, and the shipped one comes back', async () => {
    await page.getByLabel(en('catalogue.load')).setInputFiles({
      name: 'maker.json',
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(records)),
    });
    const row = table.getByRole('row').filter({ hasText: 'maker.json' }).first();
    await row.getByRole('button', { name: en('catalogue.use'), exact: true }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('actionEn');
    await dialog.getByRole('button', { name: en('catalogue.use'), exact: true }).click();
    await expect(row).toContainText(en('catalogue.inUse'));
    await table
      .getByRole('row')
      .filter({ hasText: en('catalogue.shipped') })
      .getByRole('button', { name: en('catalogue.use'), exact: true })
      .click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: en('catalogue.use'), exact: true })
      .click();
    await expect(table.getByRole('row').filter({ hasText: en('catalogue.shipped') })).toContainText(
      en('catalogue.inUse'),
    );
  });

  await test.step('a reader has no actions, an agency has no such tab', async () => {
    const reader = await (await desk('headoffice2', { language: 'en' })).open('/breakdown?tab=catalogue');
    await expect(reader.page.getByRole('table', { name: en('catalogue.versions') })).toBeVisible();
    await expect(reader.page.getByRole('button', { name: en('catalogue.use'), exact: true })).toHaveCount(0);
    const agency = await (await desk('dealer1', { language: 'en' })).open('/breakdown?tab=catalogue');
    await expect(agency.page.getByRole('tab', { name: en('fault.tab.queue') })).toBeVisible();
    await expect(agency.page.getByRole('tab', { name: en('fault.tab.catalogue') })).toHaveCount(0);
  });
});

test('a picture of the damage opens within its frame; of two who remove it, the second is shown who did', async ({
  desk,
  terminal,
  clerk,
  member,
}) => {
  const machine = await terminal(3);
  await machine.faults([grave], [], fields.iksan);
  const report = async () =>
    (await clerk.call(faults.list, { query: { vin: machine.vin, tab: 'queue' } })).rows[0]?.id ?? 0;
  await expect.poll(report).not.toBe(0);
  const path = `/breakdown?id=${await report()}`;
  const first = await (await desk(await member({ organization: '본사', role: 'ADMIN' }))).open(path);
  await first.panel.getByRole('button', { name: ko('image.add'), exact: true }).click();
  const adding = first.dialog(ko('image.add'));
  await adding.locator('input[type=file]').setInputFiles({ name: 'pump.png', mimeType: 'image/png', buffer: onePixel });
  await expect(adding.getByText('pump.png')).toBeVisible();
  await adding.getByRole('button', { name: ko('image.add'), exact: true }).click();
  await first.toasted(ko('image.toast.added'));

  const second = await (await desk(await member({ organization: '본사', role: 'ADMIN' }))).open(path);
  for (const { panel, page } of [first, second]) {
    await panel.getByRole('button', { name: ko('image.number', { n: 1 }), exact: true }).click();
    const [picture, buttons] = [
      page.getByRole('dialog').getByRole('img'),
      page.getByRole('dialog').getByRole('button', { name: ko('image.takeOff') }),
    ];
    await expect(picture).toBeVisible();
    const [shown, below] = [await picture.boundingBox(), await buttons.boundingBox()];
    expect((shown?.y ?? 9999) + (shown?.height ?? 9999), 'it covers no button').toBeLessThanOrEqual(below?.y ?? 0);
  }
  // the second user acts before the update of the first arrives
  await second.page.route('**/api/**', (route) => (route.request().method() === 'GET' ? undefined : route.continue()));
  await first.page
    .getByRole('dialog')
    .getByRole('button', { name: ko('image.takeOff') })
    .click();
  await first.toasted(ko('image.toast.takenOff'));
  await second.page
    .getByRole('dialog')
    .getByRole('button', { name: ko('image.takeOff') })
    .click();
  await second.toasted(ko('event.fault.imageRemoved'));
  await second.page.unrouteAll({ behavior: 'ignoreErrors' });
});
