import { notices } from '@headland/contracts/notice';
import { barriersInBothThemes } from './world/barriers';
import { expect, test } from './world/journey';
import { fields } from './world/machines';
import { capitals } from './world/names';
import { en, ko } from './world/translate';

test('pages, people, content and acts are found and run by the keyboard alone', async ({ desk, clerk, tidy }) => {
  const title = `Winter check ${capitals(6)}`;
  const { id } = await clerk.call(notices.create, {
    body: {
      ...{ type: 'general', target: 'customer', os: 'all', title, content: '<p>Oil.</p>', images: [] },
      ...{ posting: 'noLimit', startOn: null, endOn: null, display: 'hidden', push: false },
    },
  });
  tidy(async () => void (await clerk.call(notices.remove, { params: { id } }).catch(() => undefined)));
  const d = await (await desk('headoffice1', { language: 'en', reducedMotion: 'reduce' })).open('/dash');
  const { page } = d;
  const field = page.getByRole('banner').getByRole('combobox');
  const first = page.getByRole('option').first();
  const list = page.getByRole('listbox', { name: en('shell.search') });
  const find = async (text: string, hit: string | RegExp): Promise<void> => {
    await page.keyboard.press('Control+k');
    await expect(field).toBeFocused();
    await page.keyboard.type(text);
    await expect(list.getByRole('option', { selected: true })).toContainText(hit);
  };

  await test.step('a page by what people call it, in the other language, and with a typing mistake', async () => {
    await find('긴급', en('screen.sos'));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/sos$/u);
    await find('custmer', en('screen.customer'));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/customer$/u);
  });

  await test.step('a member by a part of the phone, an organization and a notice by their names', async () => {
    await find('5555-11', /./u);
    await expect(list.getByRole('group', { name: en('search.members') })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(field).toHaveValue('');
    await expect(list).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(list).toBeHidden();
    await find(title.slice(-6), title);
    expect(await barriersInBothThemes(page)).toEqual([]);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`/noticeDetail/${id}$`, 'u'));
  });

  await test.step('what is deleted comes back', async () => {
    await page.getByRole('button', { name: en('notice.delete'), exact: true }).click();
    await expect(page).toHaveURL(/\/notice$/u);
    await d.toasted(en('notice.toast.deleted', { name: title }));
    await expect(page.getByRole('cell', { name: title })).toHaveCount(0);
    await page.getByRole('button', { name: en('common.undo'), exact: true }).click();
    await d.toasted(en('common.undone'));
    await expect(page.getByRole('cell', { name: title })).toBeVisible();
    expect((await clerk.call(notices.get, { params: { id } })).title).toBe(title);
  });

  await test.step('a form, the theme, the language', async () => {
    await find('new notice', en('notice.new'));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/noticeRegi\/0$/u);
    await find('dark', en('search.act.dark'));
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await find('korean', '한국어');
    await page.keyboard.press('Enter');
    await expect(page.locator('html')).toHaveAttribute('lang', 'ko');
    await page.keyboard.press('Control+k');
    await page.keyboard.type('ㄱㅈㅅㅎ');
    await expect(first).toContainText(ko('screen.notice'));
    await page.keyboard.press('Escape');
    await expect(page.getByRole('group', { name: ko('search.recent') })).toContainText(ko('screen.customer'));
  });
});

test('an SOS is acknowledged by its vehicle, and staff who may not are not offered it', async ({ desk, terminal }) => {
  const machine = await terminal(5);
  const [d, reader] = [
    await (await desk('headoffice1', { language: 'en' })).open('/dash'),
    await (await desk('headoffice2', { language: 'en' })).open('/dash'),
  ];
  await machine.pressButton(fields.iksan);
  await expect(d.sosBar).toContainText(machine.vin);
  const option = en('search.act.acknowledge', { vin: machine.vin });
  await reader.page.keyboard.press('Control+k');
  await reader.page.keyboard.type('acknowledge');
  await expect(reader.page.getByText(en('search.nothing', { text: 'acknowledge' }))).toBeVisible();
  await expect(reader.page.getByRole('option', { name: option })).toHaveCount(0);
  await d.page.keyboard.press('Control+k');
  await d.page.keyboard.type('acknowledge');
  await expect(d.page.getByRole('option', { selected: true })).toContainText(option);
  await d.page.keyboard.press('Enter');
  await d.toasted(en('sosBar.acknowledged', { vin: machine.vin }));
  await expect(d.page).toHaveURL(/\/sos\?id=\d+/u);
  await expect.poll(() => machine.panel.at(-1)?.status).toBe('acknowledged');
});
