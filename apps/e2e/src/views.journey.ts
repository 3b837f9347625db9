import { expect, test } from './world/journey';
import { fields, vehicleOf } from './world/machines';
import { en } from './world/translate';

test('a list is saved as a view and opens with it, a vehicle is watched, and quiet hours are set', async ({
  desk,
  member,
  terminal,
  clerk,
}) => {
  const machine = await terminal(3);
  const { vin } = machine;
  const { id, model } = await vehicleOf(vin, clerk);
  const person = await member({ organization: '본사', role: 'ADMIN' });
  const d = await (await desk(person, { language: 'en' })).open('/model?type=premium&sort=name');
  const { page } = d;
  const views = page.getByRole('button', {
    name: new RegExp(`^${en('savedView.views')}|^${en('savedView.open', { name: '' })}`, 'u'),
  });
  const choose = async (name: string): Promise<void> => {
    await views.click();
    await page.getByRole('menuitem', { name }).click();
  };
  const header = (name: string) => page.getByRole('table').getByRole('columnheader', { name });

  await test.step('filter and columns are saved as a view, and the list opens with it', async () => {
    await page.getByRole('button', { name: en('table.columns') }).click();
    await page.getByRole('menuitemcheckbox', { name: en('model.field.horsepower') }).click();
    await page.keyboard.press('Escape');
    await expect(header(en('model.field.horsepower'))).toHaveCount(0);
    await choose(en('savedView.saveAs'));
    const dialog = d.dialog(en('savedView.newTitle'));
    await dialog.getByLabel(en('savedView.name')).fill('Premium');
    await dialog.getByText(en('savedView.share'), { exact: true }).click();
    await dialog.getByRole('button', { name: en('common.save'), exact: true }).click();
    await expect(views).toContainText('Premium');
    await choose(en('savedView.default'));
    await views.click();
    await expect(
      page
        .getByRole('menuitem', { name: /Premium/u })
        .getByRole('img')
        .first(),
    ).toBeVisible();
    await page.keyboard.press('Escape');
    await d.open('/model');
    await expect(page).toHaveURL(/\?(?=.*type=premium)(?=.*view=\d+)/u);
    await expect(header(en('model.field.name'))).toBeVisible();
    await expect(header(en('model.field.horsepower'))).toHaveCount(0);
  });

  await test.step('a column is moved by keys and by the pointer', async () => {
    await page.getByRole('button', { name: en('table.columns') }).click();
    const menu = page.getByRole('menu');
    await expect(menu).toBeFocused();
    await page.keyboard.press('ArrowDown');
    const first = menu.locator('[data-highlighted]');
    await expect(first).toHaveCount(1);
    const name = await first.innerText();
    await page.keyboard.press('Alt+ArrowDown');
    await expect(menu.getByRole('status')).toContainText(`${name}: 2 of`);
    await expect(menu.getByRole('menuitemcheckbox').nth(1)).toHaveText(name);
    await menu.getByRole('menuitemcheckbox').nth(1).locator('[aria-hidden] svg').nth(-2).click();
    await expect(menu.getByRole('menuitemcheckbox').first()).toHaveText(name);
    await expect(menu).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(views).not.toContainText(en('savedView.changed'));
  });

  await test.step('a change is shown, and discarded', async () => {
    await header(en('model.field.name')).getByRole('button').first().click();
    await expect(views).toContainText(en('savedView.changed'));
    await choose(en('savedView.discard'));
    await expect(views).not.toContainText(en('savedView.changed'));
  });

  await test.step('a colleague has the shared view, and may not change it', async () => {
    const other = await (await desk(await member({ organization: '본사' }), { language: 'en' })).open('/model');
    const button = other.page.getByRole('button', { name: en('savedView.views') });
    await button.click();
    await other.page.getByRole('menuitem', { name: /Premium/u }).click();
    await expect(other.page).toHaveURL(/type=premium/u);
    await other.page.getByRole('button', { name: en('savedView.open', { name: 'Premium' }) }).click();
    await expect(other.page.getByRole('menuitem', { name: en('savedView.saveAs') })).toBeVisible();
    await expect(other.page.getByRole('menuitem', { name: en('savedView.edit') })).toHaveCount(0);
    await expect(other.page.getByRole('menuitem', { name: en('savedView.remove') })).toHaveCount(0);
  });

  await test.step('the list is sent by schedule, which is ended in the own account', async () => {
    await choose(en('exportSchedule.menu'));
    const dialog = d.dialog(en('exportSchedule.title'));
    await dialog.getByRole('radio', { name: en('export.pdf') }).click();
    await dialog.getByLabel(en('exportSchedule.every')).selectOption('day');
    await dialog.getByRole('button', { name: en('common.save'), exact: true }).click();
    await d.toasted(en('exportSchedule.saved'));
    await d.open('/dash?panel=myInfo');
    const own = d.section(en('exportSchedule.own'));
    await expect(own.getByRole('listitem')).toContainText(/Premium.*PDF · Daily 07:00/u);
    await own.getByRole('button', { name: en('exportSchedule.removeOf', { name: 'Premium' }) }).click();
    await page
      .getByRole('dialog')
      .getByRole('button', { name: en('exportSchedule.remove'), exact: true })
      .click();
    await expect(own.getByText(en('exportSchedule.none'))).toBeVisible();
  });

  await test.step('an SOS of a watched vehicle is notified', async () => {
    await d.open(`/statusDetail/${id}`);
    await page.getByRole('button', { name: en('watch.mine') }).click();
    const watched = page.waitForResponse((r) => r.url().includes('/api/watches/') && r.request().method() === 'PUT');
    await page.getByRole('menuitemcheckbox', { name: en('watch.sos') }).click();
    expect((await watched).ok()).toBe(true);
    await page.keyboard.press('Escape');
    await d.open('/status?mine=true');
    await expect(page.getByRole('button', { name: en('watch.starOf', { vin }) })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await machine.pressButton(fields.changnyeong);
    await page
      .getByRole('banner')
      .getByRole('button', { name: en('shell.notificationsUnread', { n: 1 }) })
      .click();
    const centre = d.dialog(en('shell.notifications'));
    const text = en('notification.watch.sos', { model, vin, type: en('delivery.sos.button') });
    await expect(centre.getByRole('listitem').filter({ hasText: text })).toBeVisible();
  });

  await test.step('quiet hours are set, and stay', async () => {
    await d.open('/dash?panel=myInfo');
    const quiet = d.section(en('quietHours.title'));
    const saved = page.waitForResponse((r) => r.url().includes('/quiet-hours') && r.request().method() === 'PUT');
    await quiet.getByRole('switch').click();
    expect((await saved).ok()).toBe(true);
    await expect(quiet.getByText(en('quietHours.never'))).toBeVisible();
    await quiet.getByLabel(en('quietHours.from'), { exact: true }).fill('21:30');
    await quiet.getByRole('button', { name: en('common.save'), exact: true }).click();
    await d.toasted(en('quietHours.saved'));
    await page.reload();
    await expect(quiet.getByLabel(en('quietHours.from'), { exact: true })).toHaveValue('21:30');
  });
});
