import { sosAlerts } from '@headland/contracts/sos';
import { expect, test } from './world/journey';
import { fields } from './world/machines';
import { en, ko } from './world/translate';

/** Two operators on one queue: repeated shortcuts, actions just after a colleague's, and another SOS in between. */
test('no SOS is acknowledged that was not seen; a new one is named; a dispatch is corrected and a false alarm reopened', async ({
  desk,
  terminal,
  clerk,
}) => {
  const first = await terminal(0);
  const second = await terminal(9);
  const kim = await (await desk('headoffice1', { language: 'en' })).open('/sos');
  const lee = await (await desk('servicebusiness1')).open('/sos');
  const statusOf = async (vin: string) =>
    (await clerk.call(sosAlerts.list, { query: { vin, tab: 'all' } })).rows[0]?.status;
  const shortcut = kim.page.locator('[aria-keyshortcuts="A"]');

  await test.step('A pressed twice acknowledges the open one, and not the one that waits behind it', async () => {
    await first.rollOver(fields.iksan);
    await expect(kim.page.getByRole('option', { name: first.vin })).toHaveAttribute('aria-selected', 'true');
    await second.pressButton(fields.uiseong);
    await expect(kim.page.getByRole('option', { name: second.vin })).toBeVisible();
    await expect(shortcut).toBeVisible();
    await kim.page.keyboard.press('a');
    await kim.page.keyboard.press('a');
    await kim.toasted(en('sos.toast.acknowledged'));
    await kim.page.keyboard.press('a');
    await expect.poll(() => statusOf(first.vin)).toBe('acknowledged');
    expect(await statusOf(second.vin)).toBe('raised');
    await expect(kim.sosBar).toContainText(second.vin);
  });

  await test.step('A just after a colleague acts on nothing', async () => {
    await kim.page.getByRole('option', { name: second.vin }).click();
    await expect(shortcut).toBeVisible();
    await expect(lee.sosBar.getByRole('button', { name: ko('sosBar.acknowledge') })).toBeEnabled();
    await lee.page.keyboard.press('Shift+A');
    await expect(kim.sosBar).toBeHidden();
    await kim.page.keyboard.press('a');
    await expect(kim.section(en('sos.dispatchTitle'))).toBeVisible();
    const { rows } = await clerk.call(sosAlerts.list, { query: { vin: second.vin, tab: 'queue' } });
    expect(rows[0]?.acknowledgedBy).not.toBe(
      (await clerk.call(sosAlerts.list, { query: { vin: first.vin, tab: 'queue' } })).rows[0]?.acknowledgedBy,
    );
  });

  await test.step('a dispatch is corrected; the timeline shows old and new', async () => {
    const form = kim.section(en('sos.dispatchTitle'));
    // nobody works at this agency: a name is typed
    await form.getByLabel(en('sos.person'), { exact: true }).fill('Jung Youngho');
    await form.getByLabel(en('sos.phone')).fill('010-5555-0123');
    await form.getByLabel(en('sos.etaMinutes')).fill('25');
    await form.getByRole('button', { name: en('sos.act.dispatch') }).click();
    await kim.page.getByRole('button', { name: en('sos.act.correct'), exact: true }).click();
    const correct = kim.page.locator('form[data-own-keys]');
    await expect(correct.getByLabel(en('sos.person'), { exact: true })).toBeFocused();
    await correct.getByLabel(en('sos.phone')).fill('010-5555-0199');
    await correct.getByRole('button', { name: en('common.save') }).click();
    await expect(kim.section(en('sos.timeline'))).toContainText('010-5555-0123 → 010-5555-0199');
    await expect(kim.section(en('sosStatus.dispatched'))).toContainText('010-5555-0199');
  });

  await test.step('a wrong false alarm is reopened by the colleague; the panel and the other desk see it', async () => {
    await kim.page.keyboard.press('f');
    const form = kim.page.getByRole('group', { name: en('sos.falseAlarmTitle', { vin: second.vin }) });
    await expect(form.getByLabel(en('sos.cause'))).toBeFocused();
    await form.getByLabel(en('sos.cause')).selectOption('test');
    await form.getByLabel(en('sos.resolution')).fill('A test of the button');
    await form.getByRole('button', { name: en('sos.act.falseAlarm') }).click();
    await kim.toasted(en('sos.toast.falseAlarm'));
    const { rows } = await clerk.call(sosAlerts.list, { query: { vin: second.vin, tab: 'all' } });
    await lee.page.goto(`/sos?tab=all&id=${rows[0]?.id ?? 0}`);
    await lee.page.getByRole('button', { name: ko('sos.act.reopen'), exact: true }).click();
    const reason = lee.page.locator('form[data-own-keys]');
    await reason.getByLabel(ko('sos.reason')).fill('운전자가 깔려 있습니다');
    await reason.getByRole('button', { name: ko('sos.act.reopen'), exact: true }).click();
    await lee.toasted(ko('sos.toast.reopened'));
    await expect(kim.page.getByRole('option', { name: second.vin })).toContainText(en('sosStatus.acknowledged'));
    await expect
      .poll(() => second.panel.map((message) => message.status))
      .toEqual(['raised', 'acknowledged', 'dispatched', 'falseAlarm', 'acknowledged']);
  });

  await test.step('a new roll-over is named beside an older one, and all are in the list of the bar', async () => {
    await clerk.call(sosAlerts.falseAlarm, {
      params: { id: (await clerk.call(sosAlerts.list, { query: { vin: second.vin, tab: 'queue' } })).rows[0]?.id ?? 0 },
      body: { cause: 'test', resolution: 'A test' },
    });
    await clerk.call(sosAlerts.falseAlarm, {
      params: { id: (await clerk.call(sosAlerts.list, { query: { vin: first.vin, tab: 'queue' } })).rows[0]?.id ?? 0 },
      body: { cause: 'test', resolution: 'A test' },
    });
    await expect(kim.sosBar).toBeHidden();
    await first.rollOver(fields.iksan);
    await expect(kim.sosBar).toContainText(first.vin);
    await expect(kim.sosBar.getByRole('button', { name: en('sosBar.acknowledge') })).toBeEnabled();
    await second.rollOver(fields.uiseong);
    await expect(kim.sosBar).toContainText(second.vin);
    await expect(kim.sosBar).toContainText(en('sosBar.new'));
    await kim.sosBar.getByRole('button', { name: en('sosBar.more', { n: 1 }) }).click();
    const all = kim.page.getByRole('list', { name: en('sosBar.all') });
    await expect(all.getByRole('listitem')).toHaveCount(2);
    await all.getByRole('button', { name: en('sosBar.acknowledgeOne', { vin: first.vin }) }).click();
    await expect.poll(() => statusOf(first.vin)).toBe('acknowledged');
    expect(await statusOf(second.vin)).toBe('raised');
  });
});
