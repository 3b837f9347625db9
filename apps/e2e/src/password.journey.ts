import { Api } from './world/api';
import { storeKey } from './world/desk';
import { expect, test } from './world/journey';
import { firstStep, isSentToLogin, secondStep } from './world/login';
import { MailboxTab, passwordIn } from './world/mailbox';
import { somePassword } from './world/names';
import { screenTitle } from './world/screens';
import { en, ko } from './world/translate';

test('a forgotten password: a temporary one by e-mail, which opens nothing but its change', async ({
  desk,
  member,
}) => {
  const person = await member({ organization: '국내영업본부' });
  // a member who has never logged in gets the complete ID
  await Api.as(person);
  const next = somePassword();
  const d = await desk(null, { language: 'en' });
  const { page } = d;
  const mail = await MailboxTab.open(d);
  // members of this organization get their messages in Korean
  const passwords = mail.messages(person.email, ko('accountMessage.temporaryTitle'));
  await expect(passwords).toHaveCount(1);

  await test.step('ID, name and phone, then a code, bring it', async () => {
    await page.goto('/login');
    await page.getByRole('link', { name: en('findPw.title') }).click();
    await expect(page.getByRole('heading', { name: en('findPw.title') })).toBeVisible();
    await page.getByRole('button', { name: en('sms.send'), exact: true }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: en('field.smsWho', { label: en('login.id') }) }),
    ).toBeVisible();
    await page.getByLabel(en('login.id'), { exact: true }).fill(person.id);
    await page.getByLabel(en('join.name'), { exact: true }).fill(person.name);
    await page.getByLabel(en('join.phone'), { exact: true }).fill(person.phone);
    await page.getByRole('button', { name: en('sms.send'), exact: true }).click();
    await expect(page.getByText(en('sms.sentTo', { phone: person.phone.replace(/-\d+-/u, '-****-') }))).toBeVisible();
    // the first two codes were those of the logins so far
    await page.getByLabel(en('sms.code'), { exact: true }).fill(await mail.code(person.phone, 3));
    await page.getByRole('button', { name: en('sms.confirm'), exact: true }).click();
    const masked = person.email.replace(/^(..).*@/u, '$1***@');
    await expect(page.getByRole('status').filter({ hasText: en('findPw.sent', { email: masked }) })).toBeVisible();
  });

  await expect(passwords).toHaveCount(2);
  const text = await passwords.first().innerText();
  const temporary = passwordIn(text);
  expect(text, 'the mail gives no more of the ID than its owner knows').not.toContain(person.id);

  await test.step('the former password is none any more, the temporary one leads to its change and nowhere else', async () => {
    await page.getByRole('link', { name: en('public.toLogin') }).click();
    await firstStep(page, en, person);
    await expect(page.getByRole('alert')).toContainText(en('error.WRONG_CREDENTIALS'));
    await firstStep(page, en, { id: person.id, password: temporary });
    await secondStep(page, en);
    await expect(page).toHaveURL(/\/changePwd$/u);
    await expect(page.getByText(en('password.why.temporary'))).toBeVisible();
    for (const path of ['/dash', '/organization', '/dash?panel=myInfo', '/changeExpiredPwd', '/']) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/changePwd$/u);
    }
    expect((await d.store()).session).toBeNull();
    expect(await page.evaluate((key) => localStorage.getItem(key) ?? '', storeKey)).not.toContain(temporary);
  });

  const current = page.getByLabel(en('password.temporary'), { exact: true });
  const password = page.getByLabel(en('password.next'), { exact: true });
  const again = page.getByLabel(en('password.confirm'), { exact: true });
  const submit = page.getByRole('button', { name: en('password.submit'), exact: true });
  const complaint = (key: 'field.pwd' | 'field.pwdNew' | 'field.pwdEq' | 'field.pwdCur') =>
    page.getByRole('alert').filter({ hasText: en(key) });

  await test.step('each broken rule is shown', async () => {
    const rules = page.getByRole('group', { name: en('password.rules') });
    const rule = (key: 'password.length' | 'password.class.lower' | 'password.class.digit') =>
      rules.getByRole('listitem').filter({ hasText: en(key) });
    await current.fill(temporary);
    await password.fill('abc');
    await expect(rule('password.class.lower')).toContainText(en('password.met'));
    for (const key of ['password.length', 'password.class.digit'] as const)
      await expect(rule(key)).toContainText(en('password.unmet'));
    await again.fill('abc');
    await submit.click();
    await expect(complaint('field.pwd')).toBeVisible();
    await password.fill(temporary);
    await again.fill(temporary);
    await submit.click();
    await expect(complaint('field.pwdNew')).toBeVisible();
    await password.fill(next);
    await again.fill(`${next}x`);
    await submit.click();
    await expect(complaint('field.pwdEq')).toBeVisible();
    // only the server knows the former passwords
    await password.fill(person.password);
    await again.fill(person.password);
    await submit.click();
    await expect(complaint('field.pwdNew')).toBeVisible();
    await password.fill(next);
    await again.fill(next);
    await current.fill('Wrong-password-1');
    await submit.click();
    await expect(complaint('field.pwdCur')).toBeVisible();
  });

  await test.step('changed, one logs in with the new one, and the temporary one is over', async () => {
    await current.fill(temporary);
    await submit.click();
    await isSentToLogin(page, en('login.reason.passwordChanged'));
    await firstStep(page, en, { id: person.id, password: temporary });
    await expect(page.getByRole('alert')).toContainText(en('error.WRONG_CREDENTIALS'));
    await firstStep(page, en, { id: person.id, password: next });
    await secondStep(page, en);
    await expect(page).toHaveURL(/\/dash$/u);
    await expect(page).toHaveTitle(screenTitle(en, 'screen.dash'));
  });
});
