import { type DeviceRow, devices } from '@headland/contracts/device';
import { sample } from '@headland/testing/builders/up';
import { expect, test } from './world/journey';
import { fields } from './world/machines';
import { Plant } from './world/plant';
import { Terminal } from './world/terminal';
import { en, ko } from './world/translate';

test('a terminal is seen as it connects, given another interval, and unregistered for good', async ({
  desk,
  clerk,
  tidy,
}) => {
  const plant = await Plant.open(clerk, tidy);
  const [vin = '', spare = ''] = await plant.build('HL 6-110', 2);
  const made = await plant.makeDevice();
  await plant.install(vin, made.id);
  const device = async (): Promise<DeviceRow> => {
    const [row] = (await clerk.call(devices.list, { query: { deviceId: made.id } })).rows;
    if (row === undefined) throw new Error(`No device ${made.id}.`);
    return row;
  };
  const d = await (await desk('production1', { language: 'en' })).open(`/device?deviceId=${made.id}`);
  const { page } = d;
  const row = page.getByRole('row').filter({ hasText: made.id });
  const connect = (): Promise<Terminal> => Terminal.connect({ ...made, vin, model: 'HL 6-110' });
  let terminal: Terminal;

  await test.step('its row shows the connection at once', async () => {
    await expect(row).toContainText(en('device.offline'));
    terminal = await connect();
    tidy(() => terminal.end().catch(() => undefined));
    await expect(row).toContainText(en('device.online'));
    await terminal.telemetry([sample({ ...fields.uiseong, ts: Date.now() })]);
    await expect.poll(async () => (await device()).lastSeenAt).not.toBeNull();
  });

  await test.step('its page counts what it has sent, and how often it started', async () => {
    await row.getByText(made.id).click();
    await expect(page.getByRole('heading', { level: 1, name: made.id })).toBeVisible();
    const link = page.getByRole('region', { name: en('device.link') });
    await expect(link).toContainText(en('device.online'));
    await expect(link.getByText(en('device.starts')).locator('xpath=ancestor::dt/following-sibling::dd[1]')).toHaveText(
      '1',
    );
    await expect(
      page.getByRole('region', { name: en('device.vehicle'), exact: true }).getByRole('link', { name: vin }),
    ).toBeVisible();
  });

  await test.step('changed with a reason: it is in the history, and the vehicle is another', async () => {
    await page.getByRole('button', { name: en('device.edit'), exact: true }).click();
    await page.getByRole('radio', { name: en('device.intervalN', { n: 60 }) }).check();
    await page.getByLabel(en('device.activation'), { exact: true }).fill('010-1234');
    await page.getByRole('button', { name: en('common.save'), exact: true }).click();
    await expect(page.getByText(en('field.noBlk'))).toBeVisible();
    await page.getByLabel(en('device.activation'), { exact: true }).fill(`010${String(Date.now()).slice(-8)}`);
    const find = page.getByRole('main').getByRole('combobox', { name: en('device.vin') });
    await find.fill(spare);
    await page.getByRole('option', { name: spare }).click();
    await expect(page.getByText(en('device.vehicleMoves', { from: vin, to: spare }))).toBeVisible();
    await page.getByLabel(en('device.reason'), { exact: true }).fill('Changed in the workshop');
    await page.getByRole('button', { name: en('common.save'), exact: true }).click();
    await d.toasted(en('device.toast.changed', { id: made.id }));
    const history = page.getByRole('table', { name: en('device.history') });
    await expect(history.getByText('Changed in the workshop').first()).toBeVisible();
    await expect(history).toContainText(spare);
    expect(await device()).toMatchObject({ intervalSeconds: 60, vehicle: { vin: spare } });
  });

  await test.step('unregistered it is out at once, is let in no more, and cannot be edited', async () => {
    await page.getByRole('button', { name: en('device.unregister'), exact: true }).click();
    const dialog = d.dialog(en('device.unregisterTitle', { id: made.id }));
    const confirm = dialog.getByRole('button', { name: en('device.unregister'), exact: true });
    await dialog.getByLabel(en('device.reason'), { exact: true }).fill('Broken');
    await expect(confirm, 'not before its id is typed').toBeDisabled();
    await dialog.getByLabel(en('device.typeId', { id: made.id })).fill(made.id);
    await confirm.click();
    await d.toasted(en('device.toast.unregistered', { id: made.id }));
    await expect(page.getByText(en('device.lock.notInUse')).first()).toBeVisible();
    await expect(page.getByRole('button', { name: en('device.edit'), exact: true })).toBeDisabled();
    await expect(connect()).rejects.toThrow();
    expect(await device()).toMatchObject({ status: 'not_in_use', online: false, vehicle: null });
  });
});

test('who may only read devices finds no button; who may not read them does not get there', async ({
  desk,
  member,
  clerk,
  tidy,
}) => {
  const plant = await Plant.open(clerk, tidy);
  const made = await plant.makeDevice();
  const [row] = (await clerk.call(devices.list, { query: { deviceId: made.id } })).rows;
  const d = await (
    await desk(await member({ organization: '국내영업본부', role: 'STAFF' }))
  ).open(`/deviceDetail/${row?.id}`);
  const { page } = d;
  await expect(page.getByRole('heading', { level: 1, name: made.id })).toBeVisible();
  for (const name of [ko('device.edit'), ko('device.unregister')])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  await page.goto(`/deviceModi/${row?.id}`);
  await expect(page).toHaveURL(/\/dash/u);
  const dealer = await (await desk('dealer1')).open('/dash');
  await expect(dealer.menu.getByRole('link', { name: ko('screen.device'), exact: true })).toHaveCount(0);
  await dealer.page.goto(`/deviceDetail/${row?.id}`);
  await expect(dealer.page).toHaveURL(/\/dash/u);
});
