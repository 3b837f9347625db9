import { expect, type Page } from '@playwright/test';
import type { Person } from './api';
import type { Translate } from './translate';

/** Id and password on the login page that is open. */
export async function firstStep(page: Page, t: Translate, { id, password }: Person): Promise<void> {
  await page.getByLabel(t('login.id'), { exact: true }).fill(id);
  await page.getByLabel(t('login.password'), { exact: true }).fill(password);
  await page.getByRole('button', { name: t('login.submit'), exact: true }).click();
}

/** The code by SMS, which a development start shows on the page. */
export async function secondStep(page: Page, t: Translate): Promise<void> {
  await expect(page).toHaveURL(/\/authenticateSms/u);
  await page.getByRole('button', { name: t('sms.fillIn'), exact: true }).click();
  await page.getByRole('button', { name: t('sms.confirm'), exact: true }).click();
}

/** The login page shows why the session has ended. */
export async function isSentToLogin(page: Page, text: string): Promise<void> {
  await expect(page).toHaveURL(/\/login/u);
  await expect(page.getByRole('status').or(page.getByRole('alert')).filter({ hasText: text })).toBeVisible();
}
