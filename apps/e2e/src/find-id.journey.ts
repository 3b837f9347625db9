import type { Page } from '@playwright/test';
import { expect, test } from './world/journey';
import { isSentToLogin } from './world/login';
import { MailboxTab } from './world/mailbox';
import { letters, somePhone } from './world/names';
import { translateTo, type Translate } from './world/translate';

for (const language of ['ko', 'en'] as const) {
  const t = translateTo(language);

  test(`a forgotten ID is shown masked, after a code (${language})`, async ({ desk, member }) => {
    const person = await member({ organization: '국내영업본부' });
    const d = await desk(null, { language });
    const { page } = d;
    const mail = await MailboxTab.open(d);
    await page.goto('/login');
    await page.getByRole('link', { name: t('findId.title') }).click();
    await asksForCode(page, t, person);
    // the first code was that of the login that made this member
    const code = await mail.code(person.phone, 2);
    await confirms(page, t, another(code));
    await expect(
      page.getByRole('alert').filter({ hasText: t('error.SMS_CODE_WRONG') }),
      'the same words as for one that is too old',
    ).toBeVisible();
    await expect(page.getByText(t('sms.left', { n: 4 }))).toBeVisible();
    await confirms(page, t, code);
    const found = page.getByRole('list', { name: t('findId.ids') }).getByRole('listitem');
    await expect(found).toHaveCount(1);
    await expect(found).toContainText(`${person.id.slice(0, 3)}***${person.id.slice(-2)}`);
    await expect(page.getByText(person.id)).toHaveCount(0);
    await page.getByRole('link', { name: t('public.toLogin') }).click();
    await expect(page).toHaveURL(/\/login$/u);
  });

  test(`the fifth wrong code ends the attempt (${language})`, async ({ desk, member }) => {
    const person = await member({ organization: '국내영업본부' });
    const d = await desk(null, { language });
    const { page } = d;
    const mail = await MailboxTab.open(d);
    await page.goto('/findId');
    await asksForCode(page, t, person);
    const code = await mail.code(person.phone, 2);
    for (const left of [4, 3, 2, 1]) {
      await confirms(page, t, another(code));
      await expect(page.getByText(t('sms.left', { n: left }))).toBeVisible();
      await expect(page.getByRole('alert').filter({ hasText: t('error.SMS_CODE_WRONG') })).toBeVisible();
    }
    await confirms(page, t, another(code));
    await isSentToLogin(page, t('login.reason.codeDead'));
    await page.goBack();
    await expect(page.getByLabel(t('sms.code'), { exact: true }), 'the way begins anew').toHaveCount(0);
  });

  test(`an unknown person gets the same answer, and no message (${language})`, async ({ desk }) => {
    const nobody = { name: `Nam ${letters()}`, phone: somePhone() };
    const d = await desk(null, { language });
    const { page } = d;
    const mail = await MailboxTab.open(d);
    await page.goto('/findId');
    await asksForCode(page, t, nobody);
    await confirms(page, t, '000000');
    await expect(page.getByRole('alert').filter({ hasText: t('error.SMS_CODE_WRONG') })).toBeVisible();
    await expect(page.getByText(t('sms.left', { n: 4 }))).toBeVisible();
    await expect(mail.messages(nobody.phone, /\d/u)).toHaveCount(0);
  });
}

async function asksForCode(page: Page, t: Translate, { name, phone }: { name: string; phone: string }): Promise<void> {
  await page.getByLabel(t('join.name'), { exact: true }).fill(name);
  await page.getByLabel(t('join.phone'), { exact: true }).fill(phone);
  await page.getByRole('button', { name: t('sms.send'), exact: true }).click();
  await expect(page.getByText(t('sms.sentTo', { phone: phone.replace(/-\d+-/u, '-****-') }))).toBeVisible();
}

async function confirms(page: Page, t: Translate, code: string): Promise<void> {
  await page.getByLabel(t('sms.code'), { exact: true }).fill(code);
  await page.getByRole('button', { name: t('sms.confirm'), exact: true }).click();
}

/** Six digits other than these. */
const another = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
