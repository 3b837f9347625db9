import { readFile } from 'node:fs/promises';
import { organizations } from '@headland/contracts/organization';
import { appTransfers, appVehicles } from '@headland/contracts/owner-transfer';
import { expect, test } from './world/journey';
import { linkIn, mailTo } from './world/mailbox';
import { AppOwner } from './world/owner';
import { Plant } from './world/plant';
import { en, ko } from './world/translate';

test('a machine changes hands: asked and accepted in the app, approved at the desk, its document opened on a phone', async ({
  desk,
  member,
  clerk,
  tidy,
}) => {
  const [vin = ''] = await (await Plant.open(clerk, tidy)).build('HL 4-58', 1);
  const [seller, buyer] = [await AppOwner.join('김민수'), await AppOwner.join('이영희')];
  const vehicleId = await seller.buy(vin, clerk);
  const clerkAtDesk = await desk(await member({ organization: '본사', role: 'ADMIN' }));
  const { page } = await clerkAtDesk.open(`/ownerTransfer?vin=${vin}`);
  const row = page.getByRole('row').filter({ hasText: vin });

  const { id } = await seller.call(appTransfers.request, { body: { vin, phone: buyer.phone } });
  await test.step('a request waits for the new owner: it can be rejected, not approved', async () => {
    await clerkAtDesk.open(`/ownerTransfer?vin=${vin}&id=${id}`);
    await expect(row).toContainText(ko('transferStatus.requested'));
    await expect(clerkAtDesk.panel).toContainText('김*수');
    await expect(clerkAtDesk.panel).not.toContainText('이영희');
    await expect(clerkAtDesk.panel.getByRole('button', { name: ko('transfer.approve'), exact: true })).toBeDisabled();
    await expect(clerkAtDesk.panel.getByRole('button', { name: ko('transfer.reject'), exact: true })).toBeEnabled();
  });

  await test.step('the acceptance arrives by itself, in the row, the panel and the menu', async () => {
    await buyer.call(appTransfers.accept, { params: { id } });
    await expect(row).toContainText(ko('transferStatus.accepted'));
    await expect(clerkAtDesk.panel.getByRole('button', { name: ko('transfer.approve'), exact: true })).toBeEnabled();
    await expect(
      clerkAtDesk.menu.getByRole('link', { name: new RegExp(ko('screen.ownerTransfer'), 'u') }),
    ).toContainText(/\d/u);
  });

  await test.step('approved, the machine is the new owner’s at once', async () => {
    await clerkAtDesk.panel.getByRole('button', { name: ko('transfer.approve'), exact: true }).click();
    const dialog = clerkAtDesk.dialog(ko('transfer.approveTitle', { vin }));
    await dialog.getByRole('button', { name: ko('transfer.approve'), exact: true }).click();
    await clerkAtDesk.toasted(ko('transfer.toast.approved'));
    await expect(clerkAtDesk.panel).toContainText(ko('transferStatus.approved'));
    expect((await buyer.call(appVehicles.list)).map((v) => v.id)).toContain(vehicleId);
    expect((await seller.call(appVehicles.list)).map((v) => v.id)).not.toContain(vehicleId);
  });

  const { text } = await mailTo(String(buyer.id), (mail) => mail.text.includes('RdiDownload'));
  const { pathname, search } = new URL(linkIn(text));
  await test.step('its link opens the document on a phone', async () => {
    const phone = await desk(null, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
    await phone.page.goto(`${pathname}${search}`);
    await expect(phone.page.getByRole('heading', { name: ko('rdi.title') })).toBeVisible();
    for (const text of [vin, 'HL 4-58', '이*희'])
      await expect(phone.page.getByText(text, { exact: true })).toBeVisible();
    expect(await phone.page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    const link = phone.page.getByRole('link', { name: ko('rdi.download') });
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    const [download] = await Promise.all([phone.page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toMatch(new RegExp(`^RDI_${vin}_\\d{4}-\\d{2}-\\d{2}\\.pdf$`, 'u'));
    expect((await readFile(await download.path())).subarray(0, 5).toString()).toBe('%PDF-');
    await phone.page.getByText('English', { exact: true }).click();
    await expect(phone.page.getByRole('heading', { name: en('rdi.title') })).toBeVisible();
    await phone.page.goto(`/RdiDownload/${'x'.repeat(22)}?lang=ko`);
    await expect(phone.page.getByRole('alert')).toContainText(ko('embedded.fromApp'));
  });

  await test.step('the desk sees who took it', async () => {
    await expect(clerkAtDesk.panel).toContainText(ko('transfer.byLink'));
    await expect(clerkAtDesk.panel).toContainText(ko('transfer.openingsOf', { n: 1, most: 20 }));
  });
});

test('staff look on, and an agency has no way to the transfers', async ({ desk, member, clerk, tidy }) => {
  const [vin = ''] = await (await Plant.open(clerk, tidy)).build('HL 4-58', 1);
  const [seller, buyer] = [await AppOwner.join('박서준'), await AppOwner.join('최지우')];
  await seller.buy(vin, clerk);
  const { id } = await seller.call(appTransfers.request, { body: { vin, phone: buyer.phone } });
  tidy(() => seller.call(appTransfers.withdraw, { params: { id } }));
  const looker = await (
    await desk(await member({ organization: '본사', role: 'STAFF' }))
  ).open(`/ownerTransfer?vin=${vin}&id=${id}`);
  await expect(looker.panel).toContainText(vin);
  for (const act of [ko('transfer.approve'), ko('transfer.reject')])
    await expect(looker.panel.getByRole('button', { name: act, exact: true })).toHaveCount(0);
  const [agency] = (await clerk.call(organizations.list, { query: { type: 'AGENCY' } })).rows;
  const agent = await desk(await member({ organization: agency?.name ?? '', role: 'ADMIN' }));
  await agent.open('/ownerTransfer');
  await expect(agent.page).toHaveURL(/\/dash/u);
  await expect(agent.menu.getByRole('link', { name: ko('screen.ownerTransfer') })).toHaveCount(0);
});
