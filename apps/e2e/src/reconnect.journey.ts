import { faults } from '@headland/contracts/fault';
import { sosAlerts } from '@headland/contracts/sos';
import { expect, test } from './world/journey';
import { fields, vehicleOf } from './world/machines';
import { ko, pattern } from './world/translate';

test('what happened while the line was cut appears later, once, and the cut is shown meanwhile', async ({
  desk,
  terminal,
  member,
  clerk,
}) => {
  const machine = await terminal(6);
  const { vin } = machine;
  // agency staff: they are notified in the notification centre as well
  const person = await member({ organization: (await vehicleOf(vin, clerk)).dealer.name, role: 'ADMIN' });
  const d = await (await desk(person)).open('/breakdown');
  const { page, context } = d;
  const rows = page
    .locator('tbody')
    .getByRole('row')
    .filter({ hasText: vin.slice(-6) });
  const stopped = page.getByRole('alert').filter({ hasText: pattern(ko('live.stoppedAt')) });
  await expect(page.getByRole('heading', { name: ko('screen.breakdown'), level: 1 })).toBeVisible();
  const unread = (n: number) => page.getByRole('button', { name: ko('shell.notificationsUnread', { n }), exact: true });
  // the notification of the changed temporary password
  await expect(unread(1)).toBeVisible();
  await page.evaluate(() => Object.assign(window, { sameDocument: true }));

  await test.step('after five seconds of silence every live part shows since when', async () => {
    // the state before that lasts for these five seconds
    await Promise.all([expect(d.liveState).toContainText(ko('live.reconnecting')), context.setOffline(true)]);
    await expect(stopped).toBeVisible();
    await expect(d.liveState).toContainText(ko('live.stopped'));
  });

  await test.step('meanwhile a fault and a call are raised', async () => {
    await machine.faults([{ code: 'E0324', spn: 100, fmi: 1, count: 1 }], [], fields.uiseong);
    await machine.pressButton(fields.uiseong);
    await expect.poll(async () => (await clerk.call(faults.list, { query: { vin } })).rows.length).toBe(1);
    await expect.poll(async () => (await clerk.call(sosAlerts.list, { query: { vin } })).rows.length).toBe(1);
    await expect(rows).toHaveCount(0);
    await expect(d.sosBar).toBeHidden();
  });

  await test.step('the line is back: both are there, once, without a reload', async () => {
    await context.setOffline(false);
    await expect(d.sosBar).toContainText(vin);
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText('E0324');
    await expect(stopped).toBeHidden();
    await d.isLive();
    await expect(unread(3)).toBeVisible();
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  });

  await test.step('and what comes now comes once as well', async () => {
    await machine.faults(
      [
        { code: 'E0324', spn: 100, fmi: 1, count: 1 },
        { code: 'E0297', spn: 110, fmi: 3, count: 1 },
      ],
      [],
      fields.uiseong,
    );
    await expect(rows).toHaveCount(2);
  });
});
