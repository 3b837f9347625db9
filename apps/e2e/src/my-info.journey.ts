import { sosAlerts } from '@headland/contracts/sos';
import { expect, test } from './world/journey';
import { isSentToLogin } from './world/login';
import { fields, vehicleOf } from './world/machines';
import { capitals } from './world/names';
import { en, ko, pattern } from './world/translate';

test('a member changes the own name and notification channels, is notified of an SOS at once, and keeps one session', async ({
  desk,
  member,
  terminal,
  clerk,
}) => {
  const machine = await terminal(1);
  const { vin } = machine;
  const person = await member({ organization: (await vehicleOf(vin, clerk)).dealer.name });
  const d = await (await desk(person, { language: 'en' })).open('/dash');
  const { page } = d;
  const account = page.getByRole('banner').getByRole('button', { name: en('shell.account') });
  const bell = (unread: number) =>
    page.getByRole('banner').getByRole('button', {
      name: unread === 0 ? en('shell.notifications') : en('shell.notificationsUnread', { n: unread }),
      exact: true,
    });
  const info = d.dialog(en('myInfo.title'));
  const openInfo = async (): Promise<void> => {
    await account.click();
    await page.getByRole('menuitem', { name: en('myInfo.title') }).click();
    await expect(info.getByText(person.id)).toBeVisible();
  };

  await test.step('the own name: an error is shown, a valid one is used everywhere at once', async () => {
    const name = `Noa ${capitals()}`;
    await openInfo();
    await info.getByLabel(en('myInfo.name'), { exact: true }).fill('N0a');
    await info.getByRole('button', { name: en('common.save'), exact: true }).click();
    await expect(info.getByRole('alert').filter({ hasText: en('field.name') })).toBeVisible();
    await info.getByLabel(en('myInfo.name'), { exact: true }).fill(name);
    await info.getByRole('button', { name: en('common.save'), exact: true }).click();
    await d.toasted(en('myInfo.saved'));
    await expect(account).toContainText(name);
  });

  await test.step('a channel is switched, and stays; an SOS on the screen cannot be switched off', async () => {
    const channel = (kind: 'sos' | 'fault', by: 'inApp' | 'email') =>
      info.getByRole('switch', {
        name: en('myInfo.channelOf', {
          kind: en(`notificationKind.${kind}`),
          channel: en(`notificationChannel.${by}`),
        }),
        exact: true,
      });
    await expect(channel('sos', 'inApp')).toBeDisabled();
    await expect(channel('sos', 'inApp')).toBeChecked();
    const before = await channel('fault', 'email').isChecked();
    const saved = page.waitForResponse(
      (r) => r.url().includes('/api/notifications/preferences') && r.request().method() === 'PUT',
    );
    await channel('fault', 'email').click();
    expect((await saved).ok()).toBe(true);
    await info.getByRole('button', { name: en('common.close'), exact: true }).click();
    await page.reload();
    await openInfo();
    await expect(channel('fault', 'email')).toBeChecked({ checked: !before });
    await info.getByRole('button', { name: en('common.close'), exact: true }).click();
    await expect(info).toBeHidden();
  });

  await test.step('an SOS of a machine of the own organisation is notified at once; opening it leads to the SOS', async () => {
    // the change of the temporary password is notified, too
    await expect(bell(1)).toBeVisible();
    await machine.rollOver(fields.cheorwon);
    await expect(bell(2)).toBeVisible();
    const [call] = (await clerk.call(sosAlerts.list, { query: { vin, tab: 'queue' } })).rows;
    await bell(2).click();
    const centre = d.dialog(en('shell.notifications'));
    const note = centre.getByRole('listitem').filter({ hasText: vin });
    await expect(note).toContainText(
      pattern(en('notification.sos.raised', { type: en('delivery.sos.rollover'), place: '{place}' })),
    );
    await expect(note).toContainText(en('notification.unread'));
    await note.getByRole('button').first().click();
    await expect(page).toHaveURL(new RegExp(`/sos\\?(.*&)?id=${call?.id ?? 0}\\b`, 'u'));
    await expect(page.getByRole('heading', { name: en('sosType.rollover'), level: 2 })).toBeVisible();
    await expect(bell(1)).toBeVisible();
    await bell(1).click();
    await centre.getByRole('button', { name: en('notification.readAll'), exact: true }).click();
    await expect(bell(0)).toBeVisible();
    await expect(note, 'read, not gone').toBeVisible();
    await expect(note).not.toContainText(en('notification.unread'));
  });

  await test.step('a login elsewhere ends this session; there it is the only one', async () => {
    await openInfo();
    const sessions = d.section(en('myInfo.sessions')).getByRole('listitem');
    await expect(sessions).toHaveCount(1);
    await expect(sessions).toContainText(en('myInfo.thisSession'));
    const elsewhere = await (await desk(person)).open('/dash?panel=myInfo');
    await isSentToLogin(page, en('login.reason.elsewhere'));
    expect((await d.store()).session).toBeNull();
    const there = elsewhere.section(ko('myInfo.sessions')).getByRole('listitem');
    await expect(there).toHaveCount(1);
    await expect(there).toContainText(ko('myInfo.thisSession'));
    await expect(there.getByRole('button'), 'this one ends by logging out').toHaveCount(0);
  });
});
