import { readFile } from 'node:fs/promises';
import { appReports } from '@headland/contracts/app-report';
import { appVehicles } from '@headland/contracts/owner-transfer';
import { plusMonths } from '@headland/domain/monthly-report';
import { monthText } from '@headland/i18n/report-text';
import { barriers } from './world/barriers';
import { expect, test } from './world/journey';
import { AppOwner } from './world/owner';
import { fits, phoneOf } from './world/phone';
import { reportOwner } from './world/report-owner';
import { translateTo } from './world/translate';
import { deskZone } from './world/zones';

for (const [language, theme] of [
  ['ko', 'light'],
  ['en', 'dark'],
] as const)
  test(`the monthly report on a telephone, ${language}, ${theme}`, async ({ desk, clerk }) => {
    const t = translateTo(language);
    const { owner, vehicleId, model, vin, month } = await reportOwner(clerk, deskZone);
    const { page, context } = await desk(null, phoneOf(theme));
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const monthName = monthText(language, month);

    await test.step('the list of machines; the token has left the address', async () => {
      await page.goto(`/reportApp?lang=${language}#${owner.token}`);
      const card = page.getByRole('region', { name: model }).filter({ hasText: vin.slice(-6) });
      await expect(card).toContainText(t('appReport.operatingTime'));
      expect(page.url()).not.toContain(owner.token);
      await page.reload();
      await expect(card).toBeVisible();
      await fits(page);
      expect(await barriers(page, theme)).toEqual([]);
      await card.getByRole('button', { name: t('appReport.allMonths') }).click();
      await expect(card.getByRole('listitem')).toHaveCount(12);
      await card.getByRole('button', { name: t('appReport.openMonth', { vehicle: model, month: monthName }) }).click();
    });

    await test.step('the report has its labels in order', async () => {
      await expect(page).toHaveURL(new RegExp(`/reportDetailApp/${vehicleId}/.+month=${month}`, 'u'));
      await expect(page.getByRole('table')).toBeVisible();
      const text = await page.locator('main').innerText();
      const labels = [
        ...['model', 'operatingTime', 'driving', 'operatingDays', 'distance', 'runTime', 'fuel', 'shares'],
        ...['errors', 'engine', 'load', 'meanRpm'],
      ].map((name) => t(`appReport.${name as 'model'}`));
      const places = labels.map((label) => text.indexOf(label));
      expect(places).toEqual([...places].sort((a, b) => a - b));
      expect(places[0]).toBeGreaterThanOrEqual(0); // and so are all after it
      const { figures, errors } = await owner.call(appReports.report, { params: { id: vehicleId }, query: { month } });
      await expect(page.locator('.hero')).toContainText((figures.operatingHours ?? -1).toFixed(1));
      for (const percent of [figures.idlePercent, figures.workPercent, figures.drivePercent])
        await expect(page.locator('.shares')).toContainText(`${percent}%`);
      if (errors.length === 0) await expect(page.getByText(t('appReport.noErrors'))).toBeVisible();
      else await expect(page.locator('.errors').getByRole('listitem')).toHaveCount(errors.length);
      expect(await page.title()).toBe(`${t('appReport.title')} · Headland`);
      await fits(page);
      expect(await barriers(page, theme)).toEqual([]);
    });

    await test.step('a month without data is unknown, not 0', async () => {
      const empty = plusMonths(month, -24);
      await page.getByRole('combobox', { name: t('appReport.month') }).selectOption(empty);
      await expect(page.getByText(t('appReport.noData'))).toBeVisible();
      await expect(page.locator('.figure b')).toHaveText(['–', '–', '–', '–', '–']);
      expect(await barriers(page, theme)).toEqual([]);
      await page.getByRole('combobox', { name: t('appReport.month') }).selectOption(month);
      await expect(page.getByText(t('appReport.noData'))).toHaveCount(0);
    });

    await test.step('the same as PDF', async () => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('link', { name: t('appReport.pdf') }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`Report_${vin}_${month}.pdf`);
      expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
    });

    await test.step('the other language; back leads to the list', async () => {
      const other = language === 'ko' ? 'en' : 'ko';
      await page.getByText(other === 'ko' ? '한국어' : 'English', { exact: true }).click();
      await expect(page.getByRole('heading', { name: translateTo(other)('appReport.title') })).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('region', { name: model })).toBeVisible();
    });

    expect(await context.cookies()).toEqual([]);
    expect([...new Set(asked.filter((url) => !url.startsWith('blob:')).map((url) => new URL(url).origin))]).toEqual([
      new URL(page.url()).origin,
    ]);
    expect(asked.filter((url) => url.includes(owner.token))).toEqual([]);
  });

test('the monthly report without a token, with a wrong one, and of a machine without owner', async ({
  desk,
  clerk,
}) => {
  const t = translateTo('ko');
  const { owner, vehicleId } = await reportOwner(clerk, deskZone);
  const { page } = await desk(null, phoneOf('light'));
  const alert = page.getByRole('alert');

  for (const address of ['/reportApp?lang=ko', '/reportDetailApp?lang=ko', `/reportDetailApp/${vehicleId}?lang=ko`])
    await test.step(address, async () => {
      await page.goto(address);
      await expect(alert).toContainText(t('embedded.fromApp'));
      await expect(page.getByRole('button', { name: t('embedded.retry') })).toHaveCount(0);
    });

  await test.step('a token that is none', async () => {
    await page.goto(`/reportDetailApp/${vehicleId}/${'a'.repeat(12)}.${'b'.repeat(12)}.${'c'.repeat(12)}?lang=ko`);
    await expect(alert).toContainText(t('embedded.fromApp'));
    expect(await barriers(page, 'light')).toEqual([]);
  });

  await test.step('the token of another machine', async () => {
    const { accessToken } = await owner.call(appVehicles.pathToken, { params: { id: vehicleId } });
    await page.goto(`/reportDetailApp/${vehicleId + 1}/${accessToken}?lang=ko`);
    await expect(alert).toContainText(t('embedded.notFound'));
  });

  await test.step('an owner without a machine', async () => {
    const newcomer = await AppOwner.join('한지우');
    await page.goto('about:blank');
    await page.goto(`/reportApp?lang=ko#${newcomer.token}`);
    await expect(page.getByText(t('appReport.none'))).toBeVisible();
  });

  await test.step('a server that is away may be asked again', async () => {
    const { accessToken } = await owner.call(appVehicles.pathToken, { params: { id: vehicleId } });
    await page.route('**/api/app/report/**', (route) => route.abort());
    await page.goto(`/reportDetailApp/${vehicleId}/${accessToken}?lang=ko`);
    await expect(alert).toContainText(t('embedded.offline'));
    await page.unroute('**/api/app/report/**');
    await page.getByRole('button', { name: t('embedded.retry') }).click();
    await expect(page.getByRole('table')).toBeVisible();
  });
});
