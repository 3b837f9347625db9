import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { sosAlerts } from '@headland/contracts/sos';
import { account, Api } from './world/api';
import { expect, test } from './world/journey';
import { fields, vehicleOf } from './world/machines';
import { screenTitle } from './world/screens';
import { en, ko, pattern } from './world/translate';

test('a roll-over is shown and sounds, is acknowledged once, dispatched and resolved; the driver is notified at each step', async ({
  desk,
  terminal,
  clerk,
  member,
}) => {
  const machine = await terminal(3);
  const { vin } = machine;
  expect((await vehicleOf(vin, clerk)).dealer.name, 'the machine belongs to the dealer with read access').toBe(
    account('dealer1').organization,
  );

  const head = await (await desk('headoffice1', { language: 'en' })).open('/breakdown');
  const dealer = await (await desk('dealer1')).open('/dash');
  const stranger = await (await desk('agency1')).open('/dash');
  for (const each of [head, dealer, stranger]) await each.letSound();
  expect(await head.rings()).toBe(false);

  await test.step('it is raised: red bar with vehicle and place, sound, title', async () => {
    await machine.rollOver(fields.iksan);
    await expect(head.sosBar).toBeVisible();
    await expect(dealer.sosBar).toBeVisible();
    const { rows } = await clerk.call(sosAlerts.list, { query: { vin, tab: 'queue' } });
    expect(rows).toHaveLength(1);
    const place = rows[0]?.place ?? { ko: '', en: '' };
    expect(place.en).toMatch(/km/u);
    for (const text of [en('sosType.rollover'), vin, place.en, rows[0]?.agency.name ?? '?'])
      await expect(head.sosBar).toContainText(text);
    for (const text of [ko('sosType.rollover'), vin, place.ko]) await expect(dealer.sosBar).toContainText(text);
    await expect.poll(head.rings).toBe(true);
    await expect.poll(dealer.rings).toBe(true);
    expect(await stranger.rings()).toBe(false);
    await expect.poll(() => machine.panel.map((message) => message.status)).toEqual(['raised']);
  });

  await test.step('a muted desk is silent and shows it in its title; the others ring on', async () => {
    await head.sosBar.getByRole('button', { name: en('sosBar.mute') }).click();
    await expect.poll(head.rings).toBe(false);
    const alarm = en('sosBar.docTitle', { type: en('sosType.rollover'), vin });
    await expect.poll(() => head.page.title(), { intervals: [200] }).toBe(alarm);
    expect(await dealer.rings()).toBe(true);
    await head.sosBar.getByRole('button', { name: en('sosBar.unmute') }).click();
    await expect.poll(head.rings).toBe(true);
  });

  await test.step('two acknowledge at once: one is first, the other is informed', async () => {
    let letGo = (): void => undefined;
    const held = new Promise<void>((done) => (letGo = done));
    await dealer.page.route('**/api/sos/*/acknowledge*', async (route) => {
      await held;
      await route.continue();
    });
    await dealer.sosBar.getByRole('button', { name: ko('sosBar.acknowledge') }).click();
    await expect(head.sosBar.getByRole('button', { name: en('sosBar.acknowledge') })).toBeEnabled();
    await head.page.keyboard.press('Shift+A');
    await head.toasted(en('sosBar.acknowledged', { vin }));
    await expect(head.sosBar).toBeHidden();
    await expect(dealer.sosBar).toBeHidden();
    await expect.poll(head.rings).toBe(false);
    await expect.poll(dealer.rings).toBe(false);
    await expect(head.page).toHaveTitle(screenTitle(en, 'screen.breakdown'));
    letGo();
    const { rows } = await clerk.call(sosAlerts.list, { query: { vin, tab: 'queue' } });
    await dealer.toasted(pattern(ko('error.SOS_ALREADY_ACKNOWLEDGED', { by: rows[0]?.acknowledgedBy ?? '?' })));
    await expect.poll(() => machine.panel.map((message) => message.status)).toEqual(['raised', 'acknowledged']);
  });

  await test.step('an agency is sent', async () => {
    await head.menu.getByRole('link', { name: en('screen.sos') }).click();
    await head.page.getByRole('option', { name: vin }).click();
    await expect(head.page.getByRole('heading', { name: en('sosType.rollover'), level: 2 })).toBeVisible();
    const form = head.section(en('sos.dispatchTitle'));
    await expect(form.getByRole('radio').first()).toBeChecked();
    await form.getByRole('button', { name: en('sos.act.dispatch') }).click();
    await expect(form.getByRole('alert').first(), 'a missing value is shown at its field').toBeVisible();
    await form.getByLabel(en('sos.person'), { exact: true }).selectOption({ label: en('fault.personByName') });
    await form.getByLabel(en('sos.personName'), { exact: true }).fill('Jung Youngho');
    await form.getByLabel(en('sos.phone')).fill('010-5555-0123');
    await form.getByLabel(en('sos.etaMinutes')).fill('25');
    await form.getByRole('button', { name: en('sos.act.dispatch') }).click();
    await head.toasted(en('sos.toast.dispatched'));
    await expect(head.section(en('sosStatus.dispatched'))).toContainText('010-5555-0123');
    await expect
      .poll(() => machine.panel.map((message) => message.status))
      .toEqual(['raised', 'acknowledged', 'dispatched']);
    await dealer.menu.getByRole('link', { name: ko('screen.sos') }).click();
    await expect(dealer.page.getByRole('option', { name: vin })).toContainText(ko('sosStatus.dispatched'));
  });

  await test.step('it is resolved with words, and both queues are empty', async () => {
    await head.page.getByRole('button', { name: en('sos.act.resolve'), exact: true }).click();
    const form = head.page.getByRole('group', { name: en('sos.resolveTitle', { vin }) });
    await form.getByLabel(en('sos.injured.no'), { exact: true }).check();
    await form.getByLabel(en('sos.resolution')).fill('Pulled upright by the dealer, driver unhurt.');
    await form.getByRole('button', { name: en('sos.act.resolve'), exact: true }).click();
    await head.toasted(en('sos.toast.resolved'));
    await expect(head.page.getByText(en('sos.empty'), { exact: true })).toBeVisible();
    await expect(dealer.page.getByText(ko('sos.empty'), { exact: true })).toBeVisible();
    await expect
      .poll(() => machine.panel.map((message) => message.status))
      .toEqual(['raised', 'acknowledged', 'dispatched', 'resolved']);
  });

  await test.step('the timeline is in order, the delivery log has the recipients', async () => {
    await head.page.getByRole('tab', { name: en('sos.tab.closed') }).click();
    await head.page.getByRole('option', { name: vin }).first().click();
    const steps = head.section(en('sos.timeline')).getByRole('listitem');
    await expect(steps).toHaveText(
      [en('event.sos.resolved'), en('event.sos.dispatched'), en('event.sos.acknowledged'), en('event.sos.raised')].map(
        (name) => new RegExp(name, 'u'),
      ),
    );
    const log = head.section(en('sos.deliveries')).getByRole('listitem');
    await expect(log.filter({ hasText: en('delivery.sms') }).first()).toBeVisible();
    await expect(log.filter({ hasText: en('delivery.panel') })).toHaveCount(4);
    await expect(
      log
        .filter({ hasText: en('delivery.panel') })
        .filter({ hasText: new RegExp(`${en('delivery.state.sent')}|${en('delivery.state.delivered')}`, 'u') }),
    ).toHaveCount(4);
  });

  await test.step('its evidence is set down as a PDF, whose hash the log holds and a byte of which cannot change', async () => {
    const part = head.section(en('sos.evidence'));
    const saved = head.page.waitForEvent('download');
    await part.getByRole('button', { name: en('sos.evidenceMake') }).click();
    await head.toasted(en('sos.evidenceMade'));
    const file = await saved;
    expect(file.suggestedFilename()).toMatch(new RegExp(`^SOS_\\d+_${vin}_\\d{8}-\\d{4}\\.pdf$`, 'u'));
    const bytes = readFileSync(await file.path());
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await expect(part.getByTitle(`SHA-256 ${sha256}`)).toBeVisible();
    await expect(head.section(en('sos.timeline')).getByRole('listitem').first()).toContainText(
      en('event.sos.evidenced'),
    );
    const check = part.getByLabel(en('sos.evidenceCheck')).and(head.page.locator('input[type=file]'));
    await check.setInputFiles({ name: 'sheet.pdf', mimeType: 'application/pdf', buffer: bytes });
    await expect(part.getByRole('status')).toHaveText(pattern(en('sos.evidenceGenuine')));
    const forged = Buffer.from(bytes);
    forged.writeUInt8(forged.readUInt8(200) ^ 1, 200);
    await check.setInputFiles({ name: 'sheet.pdf', mimeType: 'application/pdf', buffer: forged });
    await expect(part.getByRole('status')).toHaveText(en('sos.evidenceForeign'));
  });

  await test.step('the hour around it can be run through', async () => {
    await head
      .section(en('sos.replay'))
      .getByRole('button', { name: en('sos.replay') })
      .click();
    const replay = head.page.getByRole('dialog', {
      name: en('sos.replayTitle', { vin, type: en('sosType.rollover') }),
    });
    await expect(replay).toBeVisible();
    await expect(replay.getByText(en('event.sos.raised'), { exact: false }).first()).toBeVisible();
    await head.page.keyboard.press('Escape');
    await expect(replay).toBeHidden();
  });

  await test.step('who may only read sees the call and its replay, and can neither act nor set it down', async () => {
    const looker = await member({ organization: '본사', role: 'STAFF' });
    const reader = await (await desk(looker, { language: 'en' })).open(`/sos?tab=all&vin=${vin}`);
    await reader.page.getByRole('row').filter({ hasText: vin }).first().click();
    await expect(reader.page.getByRole('heading', { name: en('sosType.rollover'), level: 2 })).toBeVisible();
    await expect(reader.section(en('sos.replay'))).toBeVisible();
    for (const name of [en('sos.evidenceMake'), en('sos.addNote')])
      await expect(reader.page.getByRole('button', { name })).toHaveCount(0);
    const id = (await clerk.call(sosAlerts.list, { query: { vin, tab: 'closed' } })).rows[0]?.id ?? 0;
    await expect((await Api.as(looker)).call(sosAlerts.makeEvidence, { params: { id } })).rejects.toThrow(/FORBIDDEN/u);
  });

  await test.step('a desk out of its scope received nothing', async () => {
    await expect(stranger.sosBar).toBeHidden();
    await expect(
      stranger.page.getByRole('button', { name: ko('shell.notifications'), exact: true }),
      'no unread notification',
    ).toBeVisible();
    // an address without a period gets the last 31 days: the former request is cancelled
    const answer = stranger.page.waitForResponse((response) => {
      const { pathname, searchParams } = new URL(response.url());
      return pathname === sosAlerts.list.path && searchParams.get('vin') === vin && searchParams.has('from');
    });
    await stranger.page.goto(`/sos?tab=all&vin=${vin}`);
    expect(await (await answer).json()).toMatchObject({ success: true, data: [] });
    await expect(stranger.page.getByRole('heading', { name: 'SOS', level: 1 })).toBeVisible();
    await expect(stranger.page.getByRole('option', { name: vin })).toHaveCount(0);
  });
});
