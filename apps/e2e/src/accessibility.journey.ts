import { faults } from '@headland/contracts/fault';
import { gptBanners } from '@headland/contracts/gpt-banner';
import { gptChats } from '@headland/contracts/gpt-chat';
import { sosAlerts } from '@headland/contracts/sos';
import type { Locator } from '@playwright/test';
import { sample } from '@headland/testing/builders/up';
import { barriersInBothThemes } from './world/barriers';
import { expect, removeUser, test } from './world/journey';
import { firstStep, secondStep } from './world/login';
import { fields, vehicleOf } from './world/machines';
import { invited, registered } from './world/members';
import { hidden, twoWays } from './world/reflow';
import { ko } from './world/translate';

const organization = '국내영업본부';

const options = { theme: 'light', reducedMotion: 'reduce' } as const;

test('no barrier before the login', async ({ desk, clerk, tidy }) => {
  const guest = await invited(clerk, { organization });
  tidy(() => removeUser(clerk, guest.userId));
  const person = await registered(clerk, { organization });
  tidy(() => removeUser(clerk, person.userId));
  const { page } = await desk(null, options);
  const button = (name: string) => expect(page.getByRole('button', { name, exact: true })).toBeVisible();

  await page.goto('/login');
  await button(ko('login.submit'));
  expect(await barriersInBothThemes(page)).toEqual([]);
  for (const path of ['/findId', '/findPw']) {
    await test.step(path, async () => {
      await page.goto(path);
      await button(ko('sms.send'));
      expect(await barriersInBothThemes(page)).toEqual([]);
      await page.getByRole('button', { name: ko('sms.send'), exact: true }).click();
      await expect(page.getByRole('alert').first()).toBeVisible();
      expect(await barriersInBothThemes(page), 'with what is missing').toEqual([]);
    });
  }
  await test.step('/join', async () => {
    await page.goto(guest.link);
    await button(ko('join.submit'));
    await page.getByRole('button', { name: ko('join.termsTextOf', { title: ko('terms.service.title') }) }).click();
    await page.getByRole('button', { name: ko('join.submit'), exact: true }).click();
    await expect(page.getByRole('alert').first()).toBeVisible();
    expect(await barriersInBothThemes(page)).toEqual([]);
  });
  await test.step('/authenticateSms', async () => {
    await page.goto('/login');
    await firstStep(page, ko, person);
    await button(ko('sms.fillIn'));
    expect(await barriersInBothThemes(page)).toEqual([]);
  });
  await test.step('/changePwd', async () => {
    await secondStep(page, ko);
    await button(ko('password.submit'));
    expect(await barriersInBothThemes(page)).toEqual([]);
  });
  await test.step('/mailbox', async () => {
    await page.goto('/mailbox');
    await expect(page.getByRole('listitem').first()).toBeVisible();
    expect(await barriersInBothThemes(page)).toEqual([]);
  });
});

test('no barrier where organizations and users are kept', async ({ desk, member }) => {
  const admin = await member({ organization: '본사', role: 'ADMIN' });
  const d = await desk(admin, options);
  const { page } = d;
  const screens: [path: string, ready: () => Promise<void>][] = [
    ['/organization', () => expect(page.getByRole('treeitem').first()).toBeVisible()],
    ['/organization?org=1', () => expect(d.panel.getByText(ko('organization.inIt'))).toBeVisible()],
    [
      '/organization?org=1&edit=true',
      () => expect(d.panel.getByLabel(ko('organization.field.name'), { exact: true })).toBeVisible(),
    ],
    [
      `/organization?tab=users&user=${admin.userId}`,
      () => expect(d.panel.getByText(ko('user.account'), { exact: true })).toBeVisible(),
    ],
    [
      '/organization?tab=users&user=0',
      () => expect(d.panel.getByLabel(ko('user.field.name'), { exact: true })).toBeVisible(),
    ],
  ];
  for (const [path, ready] of screens) {
    await test.step(path, async () => {
      await d.open(path);
      await ready();
      expect(await barriersInBothThemes(page)).toEqual([]);
    });
  }
});

test('no barrier in the GPT service', async ({ desk, clerk }) => {
  const [published] = (await clerk.call(gptBanners.list, { query: { status: 'doing' } })).rows;
  const [closed] = (await clerk.call(gptBanners.list, { query: { status: 'stop' } })).rows;
  const [chat] = (await clerk.call(gptChats.list)).rows;
  if (!published || !closed || !chat) throw new Error('the demo has no GPT service');
  const d = await desk('daedong1', options);
  const { page } = d;
  const nameField = page.getByLabel(ko('gptBanner.field.name'), { exact: true });
  const screens: [path: string, ready: () => Promise<void>][] = [
    ['/gptBanner', () => expect(page.getByRole('row').nth(1)).toBeVisible()],
    [`/gptBanner?id=${published.id}`, () => expect(d.panel).toContainText(published.name)],
    ['/gptBannerRegi', () => expect(nameField).toBeVisible()],
    [`/gptBannerModi/${published.id}`, () => expect(nameField).toBeVisible()],
    [`/gptBannerModi/${closed.id}`, () => expect(page.getByText(ko('gptBanner.history')).first()).toBeVisible()],
    ['/gptChatData', () => expect(page.getByRole('row').nth(1)).toBeVisible()],
    [`/gptChatData?id=${chat.id}`, () => expect(d.panel).toContainText(ko('gptChat.earlier'))],
  ];
  for (const [path, ready] of screens) {
    await test.step(path, async () => {
      await d.open(path);
      await ready();
      expect(await barriersInBothThemes(page)).toEqual([]);
    });
  }
});

test('no barrier in the panels of the own account', async ({ desk, member }) => {
  const person = await member({ organization });
  const d = await desk(person, options);
  const { page } = d;
  const account = (item: 'myInfo.title' | 'password.title') => async (): Promise<void> => {
    await page
      .getByRole('banner')
      .getByRole('button', { name: ko('shell.account') })
      .click();
    await page.getByRole('menuitem', { name: ko(item) }).click();
  };
  const panels: [title: string, open: () => Promise<void>, ready: Locator][] = [
    [ko('myInfo.title'), account('myInfo.title'), page.getByRole('switch').first()],
    [ko('password.title'), account('password.title'), page.getByRole('group', { name: ko('password.rules') })],
    [
      ko('shell.notifications'),
      () =>
        page
          .getByRole('banner')
          .getByRole('button', { name: ko('shell.notificationsUnread', { n: 1 }) })
          .click(),
      page.getByRole('listitem').filter({ hasText: ko('notification.account.password') }),
    ],
  ];
  await d.open('/dash');
  for (const [title, open, ready] of panels) {
    await test.step(title, async () => {
      await open();
      await expect(d.dialog(title)).toBeVisible();
      await expect(ready).toBeVisible();
      expect(await barriersInBothThemes(page)).toEqual([]);
    });
  }
});

test('no barrier in the member history', async ({ desk, member, terminal }) => {
  const machine = await terminal(8);
  await machine.garbage('telemetry', '{"v":1,');
  const admin = await member({ organization, role: 'ADMIN' });
  const d = await desk(admin, options);
  const { page } = d;
  for (const tab of ['access', 'changes', 'events', 'quarantine'] as const) {
    await test.step(tab, async () => {
      await d.open(`/memberHistory?tab=${tab}`);
      await page.getByRole('row').nth(1).click();
      await expect(d.panel.getByRole('heading', { level: 2 })).toBeVisible();
      expect(await barriersInBothThemes(page)).toEqual([]);
    });
  }
  for (const [tab, issue] of [
    ['kiosks', 'kiosk.issue'],
    ['keys', 'apiKey.issue'],
  ] as const) {
    await test.step(tab, async () => {
      await d.open(`/memberHistory?tab=${tab}`);
      await page
        .getByRole('button', { name: ko(issue), exact: true })
        .first()
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
      expect(await barriersInBothThemes(page)).toEqual([]);
    });
  }
});

test('no barrier on any screen', async ({ desk, terminal, clerk }) => {
  const machine = await terminal(8);
  await machine.faults([{ code: 'E0324', spn: 100, fmi: 1, count: 1 }], [], fields.nonsan);
  await machine.pressButton(fields.nonsan);
  await machine.telemetry([
    sample({ ...fields.nonsan, ts: Date.now() - 10_000 }),
    sample({ ...fields.nonsan, ts: Date.now() }),
  ]);
  const { id } = await vehicleOf(machine.vin, clerk);

  const d = await (await desk('kioti1', options)).open('/dash');
  const { page } = d;
  const row = page.getByRole('row').filter({ hasText: machine.vin.slice(-6) });
  const screens: [path: string, ready: () => Promise<void>][] = [
    ['/dash', () => expect(page.getByRole('heading', { level: 1 })).toBeVisible()],
    [`/status?vin=${machine.vin}`, () => expect(row).toBeVisible()],
    [`/statusDetail/${id}`, () => expect(page.getByRole('region', { name: ko('vehicle.group.engine') })).toBeVisible()],
    [
      `/statusDetail/${id}?tab=track`,
      () => expect(page.getByRole('slider', { name: ko('vehicle.track.slider') })).toBeVisible(),
    ],
    [
      '/breakdown',
      async () => {
        await row.click();
        await expect(page.getByRole('complementary').getByRole('heading', { level: 2 })).toContainText('E0324');
      },
    ],
    ...(['notice', 'faq', 'post'] as const).flatMap((kind): [string, () => Promise<void>][] => [
      [`/${kind}`, () => expect(page.getByRole('row').nth(1)).toBeVisible()],
      [`/${kind}Regi/0`, () => expect(page.getByRole('toolbar', { name: ko('editor.toolbar') })).toBeVisible()],
      [`/${kind}Detail/1`, () => expect(page.frameLocator('iframe').getByRole('article')).toBeVisible()],
    ]),
    [
      '/sos',
      async () => {
        await page.getByRole('option', { name: machine.vin }).click();
        await expect(d.section(ko('sos.timeline')).getByRole('listitem').first()).toBeVisible();
      },
    ],
  ];
  for (const [path, ready] of screens) {
    await test.step(path, async () => {
      await d.open(path);
      await ready();
      expect(await barriersInBothThemes(page)).toEqual([]);
    });
  }
});

test('nothing is lost at 200 %, under a finger, and in the colours of the system', async ({
  desk,
  terminal,
  clerk,
}) => {
  const machine = await terminal(8);
  await machine.faults([{ code: 'E0324', spn: 100, fmi: 1, count: 1 }], [], fields.cheorwon);
  await machine.pressButton(fields.cheorwon);
  const open = async () => (await clerk.call(sosAlerts.list, { query: { vin: machine.vin, tab: 'queue' } })).rows;
  await expect.poll(async () => (await open()).length).toBe(1);
  const [call] = await open();
  const reports = await clerk.call(faults.list, { query: { vin: machine.vin, tab: 'queue' } });
  const sos = `/sos?id=${call?.id}`;
  const fault = `/breakdown?id=${reports.rows[0]?.id}`;
  const paths = ['/dash', '/status', '/notice', '/organization', '/sos', sos, fault, '/faqRegi/0'];

  await test.step('200 % of 1440 × 900', async () => {
    const { page } = await desk('headoffice1', { ...options, viewport: { width: 720, height: 450 } });
    for (const path of paths) {
      await page.goto(path);
      await expect(page.getByRole('heading').first()).toBeVisible();
      await page.waitForLoadState('networkidle');
      expect([...(await hidden(page)), ...(await twoWays(page))], path).toEqual([]);
    }
    await page.goto(sos);
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await page.keyboard.press('p');
    await expect(page.getByRole('slider')).toBeVisible();
    expect(await hidden(page), 'a dialog under the SOS bar').toEqual([]);
  });

  await test.step('a phone: what one mostly does is 44 px high', async () => {
    const { page } = await desk('servicebusiness1', {
      ...options,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
    });
    await page.goto(sos);
    const act = page.getByRole('button', { name: ko('sos.act.dispatch'), exact: true });
    await expect(act).toBeVisible();
    expect((await act.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    await page.goto(fault);
    const accept = page.getByRole('button', { name: ko('fault.act.accept'), exact: true });
    await expect(accept).toBeVisible();
    expect((await accept.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  });

  await test.step('forced colours: what is chosen has a frame, what is drawn keeps its colour', async () => {
    const { page } = await desk('agency1', { ...options, forcedColors: 'active' });
    await page.goto('/dash');
    const bar = page.locator('[data-own-colours]').first();
    await expect(bar).toBeAttached();
    const [drawn, ground] = await bar.evaluate((e) => [
      getComputedStyle(e).backgroundColor,
      getComputedStyle(document.body).backgroundColor,
    ]);
    expect(drawn).not.toBe(ground);
    await page.goto('/breakdown');
    const frame = (name: 'tab' | 'link', chosen: string) =>
      page
        .locator(`[role=${name}]${chosen}`)
        .first()
        .evaluate((e) => getComputedStyle(e).outlineStyle);
    await expect(page.getByRole('tab').first()).toBeVisible();
    expect(await frame('tab', '[aria-selected=true]')).toBe('solid');
    expect(await frame('tab', '[aria-selected=false]')).toBe('none');
  });

  await test.step('reduced motion: nothing moves on and on', async () => {
    const { page } = await desk('headoffice1', options);
    await page.goto(sos);
    await expect(page.getByRole('heading', { level: 2 }).first()).toBeVisible();
    await page.waitForLoadState('networkidle');
    const moving = await page.evaluate(
      () => document.getAnimations().filter((a) => a.effect?.getTiming().iterations === Infinity).length,
    );
    expect(moving).toBe(0);
  });
});
