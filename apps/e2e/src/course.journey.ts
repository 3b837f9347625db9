import { readFileSync } from 'node:fs';
import type { Answer } from '@headland/contracts/endpoint';
import { courses } from '@headland/contracts/course';
import { operationData } from '@headland/contracts/operation-data';
import type { Api } from './world/api';
import { barriers } from './world/barriers';
import { expect, test } from './world/journey';
import { en, ko } from './world/translate';

type Course = Answer<typeof courses.read>;
interface Subject {
  model: { id: number; name: string };
  course: Course;
}
const person = 'servicebusiness1';

/** A vehicle that ran, with the API's data of its days. */
async function ranVehicle(clerk: Api): Promise<Subject> {
  const { rows } = await clerk.call(operationData.models, { query: {} });
  for (const model of rows.filter((r) => r.active > 0)) {
    const params = { subject: 'models' as const, id: model.id };
    const { vehicles } = await clerk.call(courses.vehicles, { params, query: {} });
    for (const { id } of vehicles) {
      const course = await clerk.call(courses.read, { params, query: { ...week(), vehicleId: id } });
      if (course.at.length > 3) return { model, course };
    }
  }
  throw new Error('No vehicle of the demonstration data ran.');
}
const day = (daysAgo: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Seoul' }).format(Date.now() - daysAgo * 86_400_000);
/** Within the period that operation data opens with, which ends today. */
const week = (): { from: string; to: string } => ({ from: day(6), to: day(1) });
const addressOf = ({ model, course }: Subject): string =>
  `/operationDataModelDetail/${model.id}?from=${week().from}&to=${week().to}&vehicle=${course.vehicle?.id}`;

test('course of values: charts, cursor, zoom and table have the values of the API', async ({ desk, clerk }) => {
  const subject = await ranVehicle(clerk);
  const { course, model } = subject;
  const d = await (await desk(person, { language: 'en' })).open(addressOf(subject));
  const { page } = d;
  const rpm = course.charts.find((c) => c.value === 'rpm');
  const chart = page.getByRole('region', { name: en('sensor.rpm'), exact: true });
  const shown = page.locator('[data-window]');
  await expect(page.getByRole('heading', { name: model.name, level: 1 })).toBeVisible();
  await expect(chart.getByRole('img')).toBeVisible();
  const whole = await shown.innerText();

  await test.step('keys and buttons zoom all charts and show the whole period again', async () => {
    await page.keyboard.press('+');
    await expect(shown).not.toHaveText(whole);
    await page.keyboard.press('0');
    await expect(shown).toHaveText(whole);
    await page.getByRole('button', { name: en('course.zoomIn'), exact: true }).click();
    await expect(shown).not.toHaveText(whole);
    await page.getByRole('button', { name: en('course.whole') }).click();
    await expect(shown).toHaveText(whole);
  });

  await test.step('a drag zooms, a double click shows the whole period again', async () => {
    const box = await chart.locator('.u-over').boundingBox();
    if (!box) throw new Error('the chart has no plot');
    await page.mouse.move(box.x + 30, box.y + 40);
    await page.mouse.down();
    await page.mouse.move(box.x + 120, box.y + 40, { steps: 4 });
    await page.mouse.up();
    await expect(shown).not.toHaveText(whole);
    await chart.locator('.u-over').dblclick();
    await expect(shown).toHaveText(whole);
  });

  await test.step('the cursor reads all charts at one moment', async () => {
    await page.mouse.move(0, 0);
    // from the start of the period to its first value
    const steps = ((course.at[0] ?? 0) - course.from) / course.bucketMs + 1;
    const box = await chart.locator('.u-over').boundingBox();
    if (!box) throw new Error('the chart has no plot');
    const share = (steps - 0.5) / ((course.to - course.from) / course.bucketMs);
    await page.mouse.move(box.x + box.width * share, box.y + 30);
    const row = await page.locator('[data-pointed]').innerText();
    expect(row).toMatch(/^\d\d-\d\d \d\d:\d\d/u);
    // the pixel may be that of a neighbour: the key goes to the interval itself
    const reading = page.locator('[data-reading=rpm]');
    const wanted = (rpm?.mean[0] ?? 0).toLocaleString('en');
    await page.mouse.move(box.x + box.width + 30, box.y - 60);
    await page.keyboard.press('.');
    for (let i = 1; i < steps; i++) await page.keyboard.press('.');
    await expect(reading).toHaveText(wanted);
    await expect(page.getByRole('status').filter({ hasText: en('sensor.rpm') })).toContainText(`${wanted} rpm`);
  });

  await test.step('as a table', async () => {
    await chart.getByRole('button', { name: en('course.asTable', { title: en('sensor.rpm') }) }).click();
    const table = chart.getByRole('table');
    await expect(table).toHaveAttribute('aria-rowcount', String(course.at.length + 1));
    const cells = table.getByRole('row').nth(1).getByRole('cell');
    await expect(cells).toHaveText([rpm?.mean[0], rpm?.low[0], rpm?.high[0]].map((v) => (v ?? 0).toLocaleString('en')));
    expect(await barriers(page, 'light')).toEqual([]);
  });
});

test('course of values: the choice is in the address, and is remembered', async ({ desk, clerk }) => {
  const subject = await ranVehicle(clerk);
  const d = await (await desk(person, { language: 'en' })).open(addressOf(subject));
  const { page } = d;
  await test.step('charts', async () => {
    await page.getByRole('button', { name: new RegExp(`^${en('course.charts')}`, 'u') }).click();
    await expect(page.getByText(en('field.chart9'))).toBeVisible();
    const box = (name: string) => page.getByRole('checkbox', { name: new RegExp(`^${name}`, 'u') });
    await expect(box(en('sensor.pto'))).toBeDisabled();
    await box(en('sensor.speed')).uncheck();
    await box(en('sensor.engineHours')).check();
    await page.getByRole('button', { name: en('range.apply') }).click();
    await expect(page).toHaveURL(/values=engineHours/u);
    await expect(page.getByRole('region', { name: en('sensor.engineHours'), exact: true })).toBeVisible();
    await expect(page.getByRole('region', { name: en('sensor.speed'), exact: true })).toHaveCount(0);
    await page.getByRole('radio', { name: en('course.layout.column') }).click();
    await expect(page).toHaveURL(/layout=column/u);
  });
  const shared = page.url();
  await test.step('another page of this browser opens with the same charts', async () => {
    await page.goto(`/operationDataModelDetail/${subject.model.id}`);
    await expect(page).toHaveURL(/values=engineHours.*layout=column/u);
    await expect(page).toHaveURL(/vehicle=all/u);
  });
  await test.step('somebody else opens the same view', async () => {
    const other = await desk('servicebusiness2', { language: 'ko' });
    await other.page.goto(shared);
    await expect(other.page.getByRole('region', { name: ko('sensor.engineHours'), exact: true })).toBeVisible();
    await expect(other.page.getByRole('region', { name: ko('sensor.speed'), exact: true })).toHaveCount(0);
    expect(other.page.url()).toBe(shared);
  });
});

test('course of values: from a row of the operation data and back, and as an image', async ({ desk, clerk }) => {
  const subject = await ranVehicle(clerk);
  const d = await (await desk(person, { language: 'en', theme: 'dark' })).open('/operationData?tab=models');
  const { page } = d;
  const { from, to } = await clerk.call(operationData.activity, { query: {} });
  await page.getByRole('row').filter({ hasText: subject.model.name }).first().press('Enter');
  await expect(page).toHaveURL(
    new RegExp(`/operationDataModelDetail/${subject.model.id}\\?from=${from}&to=${to}.*vehicle=all`, 'u'),
  );
  await expect(page.getByRole('region', { name: en('sensor.rpm'), exact: true }).getByRole('img')).toBeVisible();
  expect(await barriers(page, 'dark')).toEqual([]);

  await test.step('a vehicle by a part of its VIN', async () => {
    const vin = subject.course.vehicle?.vin ?? '';
    await page.getByRole('button', { name: new RegExp(`^${en('course.vehicle')} `, 'u') }).click();
    await page.getByRole('combobox', { name: en('course.findVin') }).fill(vin.slice(-6));
    await page.getByRole('option', { name: vin }).click();
    await expect(page).toHaveURL(new RegExp(`vehicle=${subject.course.vehicle?.id}`, 'u'));
    await expect(page.getByRole('link', { name: en('course.toVehicle'), exact: true })).toHaveAttribute(
      'href',
      `/statusDetail/${subject.course.vehicle?.id}`,
    );
  });
  for (const [name, what] of [
    [en('course.imageOfAll'), ''],
    [en('course.image', { title: en('sensor.rpm') }), '_rpm'],
  ] as const)
    await test.step(name, async () => {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name, exact: true }).click();
      const file = await download;
      expect(file.suggestedFilename()).toContain(`_${from}_${to}${what}.png`);
      expect([...readFileSync(await file.path()).subarray(1, 4)].map((c) => String.fromCharCode(c)).join('')).toBe(
        'PNG',
      );
    });
  await page.getByRole('button', { name: en('course.toList') }).click();
  await expect(page).toHaveURL(new RegExp(`/operationData\\?tab=models&from=${from}&to=${to}`, 'u'));
});

test('course of values: who may not read it is sent to the dashboard', async ({ desk }) => {
  const { page } = await (await desk('production2', { language: 'en' })).open('/operationDataModelDetail/1');
  await expect(page).toHaveURL(/\/dash/u);
  await page.goto('/operationDataCusDetail/1');
  await expect(page).toHaveURL(/\/dash/u);
});

test('course of values: an unknown vehicle and one out of scope are shown the same', async ({ desk, clerk }) => {
  const { model } = await ranVehicle(clerk);
  const { page } = await (await desk(person, { language: 'en' })).open('/operationDataModelDetail/999999');
  await expect(page.getByText(en('course.missingModel'))).toBeVisible();
  await page.goto('/operationDataCusDetail/999999');
  await expect(page.getByText(en('course.missingCustomer'))).toBeVisible();
  await page.goto(`/operationDataModelDetail/${model.id}?vehicle=999999`);
  await expect(page.getByText(en('course.missingVehicle'))).toBeVisible();
});
