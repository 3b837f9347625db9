import { organizations } from '@headland/contracts/organization';
import type { Desk } from './world/desk';
import { expect, removeUser, test } from './world/journey';
import { firstStep, isSentToLogin } from './world/login';
import { newMember, organizationId } from './world/members';
import { capitals } from './world/names';
import { en, ko } from './world/translate';

const organization = '국내영업본부';

test('staff see the house and find nothing to change in it', async ({ desk, member }) => {
  const staff = await member({ organization });
  const d = await (await desk(staff)).open('/organization');
  const { page } = d;
  const row = (name: string) => page.getByRole('row').filter({ hasText: name });
  const acts = [
    'organization.new',
    'user.new',
    'organization.edit',
    'organization.delete',
    'organization.addChild',
    'user.remove',
    'user.deactivate',
    'user.reset',
    'user.end',
  ] as const;
  const nothingToDo = async (): Promise<void> => {
    for (const act of acts) await expect(page.getByRole('button', { name: ko(act), exact: true })).toHaveCount(0);
  };

  await find(d, ko('organization.field.name'), organization);
  await row(organization).click();
  await expect(d.panel.getByRole('heading', { name: organization, level: 2 })).toBeVisible();
  await expect(d.panel.getByText(ko('organization.inIt'))).toBeVisible();
  await nothingToDo();

  await page.getByRole('tab', { name: ko('organization.tab.users') }).click();
  await find(d, ko('user.loginId'), staff.id);
  await row(staff.id).click();
  await expect(d.panel.getByRole('heading', { name: staff.name, level: 2 })).toBeVisible();
  await expect(d.panel.getByText(ko('user.account'), { exact: true })).toBeVisible();
  await nothingToDo();
  // nor by a direct address
  const { userId } = staff;
  for (const address of [
    '/organization?org=0',
    '/organization?user=0',
    `/organization?tab=users&user=${userId}&edit=true`,
  ]) {
    await d.open(address);
    await expect(d.panel).toBeVisible();
    await expect(d.panel.getByRole('textbox')).toHaveCount(0);
    await nothingToDo();
  }
});

test('an organization is created, moved after its numbers were asked for, kept while somebody is in it, and deleted', async ({
  desk,
  member,
  clerk,
  tidy,
}) => {
  const admin = await member({ organization, role: 'ADMIN' });
  const name = `E2E ${capitals()}`;
  const erp = capitals();
  tidy(async () => {
    const { rows } = await clerk.call(organizations.list, { query: { erpCode: erp } });
    for (const { id } of rows) await clerk.call(organizations.delete, { params: { id } });
  });
  const d = await (await desk(admin, { language: 'en' })).open('/organization');
  const { page } = d;
  const field = (key: 'name' | 'type' | 'erpCode') =>
    d.panel.getByLabel(en(`organization.field.${key}`), { exact: true });
  const save = d.panel.getByRole('button', { name: en('common.save'), exact: true });
  const remove = d.panel.getByRole('button', { name: en('organization.delete'), exact: true });

  await test.step('created: an agency needs its ERP code', async () => {
    await page.getByRole('button', { name: en('organization.new'), exact: true }).click();
    await field('name').fill(name);
    await field('type').selectOption('AGENCY');
    await d.chooseOrganization(d.panel, en('organization.field.parentId'), '전북지역본부');
    await save.click();
    await expect(
      d.panel.getByRole('alert').filter({ hasText: en('field.req', { label: en('organization.field.erpCode') }) }),
    ).toBeVisible();
    await field('erpCode').fill(erp.toLowerCase());
    await expect(field('erpCode')).toHaveValue(erp);
    await save.click();
    await d.toasted(en('organization.toast.created', { name }));
    await expect(d.panel.getByRole('heading', { name, level: 2 })).toBeVisible();
    await find(d, en('organization.field.erpCode'), erp);
    await expect(page.getByRole('row').filter({ hasText: name })).toBeVisible();
  });

  const [{ id } = { id: 0 }] = (await clerk.call(organizations.list, { query: { erpCode: erp } })).rows;
  const guest = await newMember(clerk, { organization: name });
  tidy(() => removeUser(clerk, guest.userId));

  await test.step('moved: members and vehicles that change scope are shown first', async () => {
    await d.panel.getByRole('button', { name: en('organization.edit'), exact: true }).click();
    await d.chooseOrganization(d.panel, en('organization.field.parentId'), '경남지역본부');
    await save.click();
    const dialog = d.dialog(en('organization.moveTitle', { name, parent: '경남지역본부' }));
    await expect(dialog).toContainText(en('organization.moveScope', { organizations: 1, users: 1, vehicles: 0 }));
    await expect(dialog).toContainText(en('organization.moveLeaves', { names: '전북지역본부' }));
    await expect(dialog).toContainText(en('organization.moveEnters', { names: '경남지역본부' }));
    expect((await clerk.call(organizations.get, { params: { id } })).parent?.name, 'nothing has moved yet').toBe(
      '전북지역본부',
    );
    await dialog.getByRole('button', { name: en('organization.move'), exact: true }).click();
    await d.toasted(en('organization.toast.changed', { name }));
    await expect(d.panel.getByRole('button', { name: '경남지역본부' })).toBeVisible();
    expect((await clerk.call(organizations.get, { params: { id } })).parent?.id).toBe(
      await organizationId(clerk, '경남지역본부'),
    );
  });

  await test.step('not deleted while a user is in it', async () => {
    await expect(remove).toBeDisabled();
    await expect(
      d.panel.getByText(en('error.ORGANIZATION_IN_USE', { users: 1, children: 0, vehicles: 0, openFaults: 0 })),
    ).toBeVisible();
  });

  await test.step('the user is removed, its name typed; then the organization goes', async () => {
    await d.open(`/organization?tab=users&user=${guest.userId}`);
    await d.panel.getByRole('button', { name: en('user.remove'), exact: true }).click();
    const asks = d.dialog(en('user.removeTitle', { name: guest.name }));
    await expect(asks.getByRole('button', { name: en('user.remove'), exact: true })).toBeDisabled();
    await asks.getByRole('textbox').fill(guest.name);
    await asks.getByRole('button', { name: en('user.remove'), exact: true }).click();
    await d.toasted(en('user.toast.removed', { name: guest.name }));

    await d.open(`/organization?org=${id}`);
    await remove.click();
    await d
      .dialog(en('organization.deleteTitle', { name }))
      .getByRole('button', { name: en('organization.delete'), exact: true })
      .click();
    await d.toasted(en('organization.toast.deleted', { name }));
    expect((await clerk.call(organizations.list, { query: { erpCode: erp } })).rows).toEqual([]);
  });
});

test('a deactivated user is logged out at once, with the reason, and cannot log in until activated again', async ({
  desk,
  member,
}) => {
  const admin = await member({ organization, role: 'ADMIN' });
  const other = await member({ organization });
  const out = await (await desk(other)).open('/dash');
  const d = await (await desk(admin, { language: 'en' })).open(`/organization?tab=users&user=${other.userId}`);

  await expect(d.panel.getByText(en('user.sessionCount', { n: 1 }))).toBeVisible();
  await d.panel.getByRole('button', { name: en('user.deactivate'), exact: true }).click();
  await d
    .dialog(en('user.deactivateTitle', { name: other.name }))
    .getByRole('button', { name: en('user.deactivate'), exact: true })
    .click();
  await isSentToLogin(out.page, ko('login.reason.elsewhere'));
  expect((await out.store()).session).toBeNull();
  await d.toasted(en('user.toast.deactivated', { name: other.name }));
  await expect(d.panel.getByText(en('user.sessionCount', { n: 0 }))).toBeVisible();

  await firstStep(out.page, ko, other);
  await expect(out.page.getByRole('alert')).toContainText(ko('error.INACTIVE'));
  await d.panel.getByRole('button', { name: en('user.activate'), exact: true }).click();
  await d.toasted(en('user.toast.activated', { name: other.name }));
  await firstStep(out.page, ko, other);
  await expect(out.page).toHaveURL(/\/authenticateSms/u);
});

/** A text filter of the list, applied with Enter; waits until exactly one row is left. */
async function find({ page }: Desk, label: string, text: string): Promise<void> {
  const filters = page.getByRole('search');
  const filter = filters.getByLabel(label);
  await filter.waitFor({ state: 'attached' });
  // what does not fit into the line waits behind a button
  if (!(await filter.isVisible())) await filters.getByRole('button', { name: /^More filters/u }).click();
  await filter.fill(text);
  await filter.press('Enter');
  await expect(page.locator('tbody').getByRole('row')).toHaveCount(1);
}
