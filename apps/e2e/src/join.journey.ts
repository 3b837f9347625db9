import { users } from '@headland/contracts/user';
import { expect, removeUser, test } from './world/journey';
import { firstStep, isSentToLogin, secondStep } from './world/login';
import { MailboxTab } from './world/mailbox';
import { letters, someEmail, somePassword, somePhone } from './world/names';
import { ko } from './world/translate';

const organization = '국내영업본부';

test('an invited user signs up by the e-mailed link, once, logs in, and the member history has it', async ({
  desk,
  member,
  clerk,
  tidy,
}) => {
  const admin = await member({ organization, role: 'ADMIN' });
  const newcomer = {
    id: `new${letters()}`,
    password: somePassword(),
    name: `한${letters()}`,
    email: someEmail(),
    phone: somePhone(),
  };
  tidy(async () => {
    const { rows } = await clerk.call(users.list, { query: { email: newcomer.email } });
    for (const { id } of rows) await removeUser(clerk, id);
  });
  const office = await (await desk(admin)).open('/organization');

  await test.step('an administrator invites: a missing value is shown at its field, then a link goes out', async () => {
    await office.page.getByRole('button', { name: ko('user.new'), exact: true }).click();
    const form = office.panel;
    await form.getByLabel(ko('user.field.name'), { exact: true }).fill(newcomer.name);
    await form.getByLabel(ko('user.field.phone'), { exact: true }).fill(newcomer.phone);
    await form.getByLabel(ko('user.field.email'), { exact: true }).fill('somebody@example.com');
    await form.getByRole('button', { name: ko('common.save'), exact: true }).click();
    await expect(
      form.getByRole('alert').filter({ hasText: ko('field.choose', { label: ko('user.field.organizationId') }) }),
    ).toBeVisible();
    await office.chooseOrganization(form, ko('user.field.organizationId'), organization);
    await expect(
      form.getByLabel(ko('user.field.groupType'), { exact: true }),
      'the type of the organisation',
    ).toHaveValue('DOMESTIC_SALES_HQ');
    await form.getByRole('button', { name: ko('common.save'), exact: true }).click();
    await expect(form.getByRole('alert').filter({ hasText: ko('field.emailDomain') })).toBeVisible();
    await form.getByLabel(ko('user.field.email'), { exact: true }).fill(newcomer.email);
    await form.getByRole('button', { name: ko('common.save'), exact: true }).click();
    await office.toasted(ko('user.toast.invited', { email: newcomer.email }));
    await expect(office.panel).toContainText(ko('user.isInvited'));
  });

  const guest = await desk(null);
  const mail = await MailboxTab.open(guest);
  const invitation = mail.messages(newcomer.email, ko('accountMessage.joinTitle')).getByRole('link');
  const [form] = await Promise.all([guest.context.waitForEvent('page'), invitation.click()]);
  const link = form.url();

  await test.step('the link opens the form with what the invitation knows', async () => {
    await expect(form).toHaveURL(/\/join\?token=/u);
    await expect(form.getByRole('heading', { name: ko('join.title') })).toBeVisible();
    await expect(form.getByText(organization, { exact: true })).toBeVisible();
    await expect(form.getByText(newcomer.email)).toBeVisible();
    await expect(form.getByLabel(ko('join.name'), { exact: true })).toHaveValue(newcomer.name);
    await expect(form.getByLabel(ko('join.phone'), { exact: true })).toHaveValue(newcomer.phone);
  });

  await test.step('nothing is saved before the ID is checked, the phone proven and the terms agreed to', async () => {
    const id = form.getByLabel(ko('login.id'), { exact: true });
    await id.fill(newcomer.id);
    await form.getByLabel(ko('login.password'), { exact: true }).fill(newcomer.password);
    await form.getByLabel(ko('join.confirm'), { exact: true }).fill(newcomer.password);
    await form.getByRole('button', { name: ko('join.submit'), exact: true }).click();
    for (const key of ['field.idDup', 'field.smsOk', 'field.terms'] as const)
      await expect(form.getByRole('alert').filter({ hasText: ko(key) })).toBeVisible();

    await id.fill('HeadOffice1');
    await form.getByRole('button', { name: ko('id.check'), exact: true }).click();
    await expect(form.getByRole('alert').filter({ hasText: ko('field.idTaken') }), 'whatever the case').toBeVisible();
    await id.fill(newcomer.id);
    await form.getByRole('button', { name: ko('id.check'), exact: true }).click();
    await expect(form.getByText(ko('id.free'))).toBeVisible();

    await form.getByRole('button', { name: ko('sms.send'), exact: true }).click();
    await form.getByLabel(ko('sms.code'), { exact: true }).fill(await mail.code(newcomer.phone));
    await form.getByRole('button', { name: ko('sms.confirm'), exact: true }).click();
    await expect(form.getByText(ko('join.phoneProven'))).toBeVisible();

    await form.getByRole('checkbox', { name: ko('join.agreeAll') }).check({ force: true });
    await form.getByRole('button', { name: ko('join.submit'), exact: true }).click();
    await isSentToLogin(form, ko('login.reason.joined'));
  });

  await test.step('the new member logs in with a code and sees the dashboard', async () => {
    await firstStep(form, ko, newcomer);
    await secondStep(form, ko);
    await expect(form).toHaveURL(/\/dash$/u);
    await expect(form.getByRole('banner').getByRole('button', { name: ko('shell.account') })).toContainText(
      newcomer.name,
    );
  });

  await test.step('the link is used up', async () => {
    const other = await desk(null);
    await other.page.goto(link);
    await isSentToLogin(other.page, ko('login.reason.linkUsed'));
  });

  await test.step('the member history has the invitation and the sign-up, what was entered and the login', async () => {
    const { page } = office;
    await office.menu.getByRole('link', { name: ko('screen.memberHistory') }).click();
    await page.getByRole('tab', { name: ko('history.tab.changes') }).click();
    await page.getByRole('search').getByLabel(ko('history.record')).fill(newcomer.name);
    await page.keyboard.press('Enter');
    const rows = page.getByRole('row').filter({ hasText: newcomer.name });
    await expect(
      rows
        .filter({ hasText: admin.name })
        .filter({ hasText: ko('changeAct.created') })
        .first(),
    ).toBeVisible();
    await expect(rows.filter({ hasText: ko('recordField.loginId') }).filter({ hasText: newcomer.id })).toBeVisible();
    await expect(page.getByText(newcomer.password)).toHaveCount(0);

    await page.getByRole('tab', { name: ko('history.tab.access') }).click();
    await page.getByRole('search').getByLabel(ko('history.loginId')).fill(newcomer.id);
    await page.keyboard.press('Enter');
    const steps = page.getByRole('row').filter({ hasText: newcomer.id });
    for (const event of ['joined', 'loggedIn'] as const)
      await expect(steps.getByRole('cell', { name: ko(`event.account.${event}`), exact: true })).toBeVisible();
  });
});
