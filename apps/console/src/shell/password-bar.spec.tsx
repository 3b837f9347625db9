import { type MyInfo, myInfo } from '@headland/contracts/my-info';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answer } from '../testing/fake-back-end';
import { renderPage } from '../testing/render-page';
import { PasswordBar } from './password-bar';

const dayMs = 24 * 60 * 60_000;
async function open(days: number) {
  const me: MyInfo = {
    id: 3,
    loginId: 'kim01',
    role: 'ADMIN',
    groupType: 'REGION',
    organization: { id: 10, name: 'Jeonbuk' },
    lastLogin: null,
    name: 'Kim',
    email: null,
    pendingEmail: null,
    country: '82',
    phone: null,
    postalCode: '',
    address: '',
    addressDetail: '',
    units: 'km',
    language: 'en',
    passwordExpiresAt: new Date(Date.now() + days * dayMs).toISOString(),
    version: 1,
  };
  const page = renderPage(<PasswordBar />, { answers: [answer(myInfo.get, () => me)], at: '/dash' });
  await waitFor(() => expect(page.cache.getQueryData([myInfo.get.path, {}])).toBeDefined());
  return page;
}
const bar = () => screen.queryByText(/Your password expires/u);

it('is silent until 14 days before the end', async () => {
  await open(14.1);
  expect(bar()).toBeNull();
});
it('shows how long is left, and leads to the change', async () => {
  const { router } = await open(13.5);
  await waitFor(() => expect(bar()?.textContent).toContain('in 14 days'));
  fireEvent.click(screen.getByRole('button', { name: 'Change now' }));
  await waitFor(() => expect(router.state.location.search).toEqual({ panel: 'password' }));
  await waitFor(() => expect(bar()).toBeNull());
});
it('put off, stays away for the day', async () => {
  const first = await open(3.5);
  fireEvent.click(await screen.findByRole('button', { name: 'Remind me tomorrow' }));
  await waitFor(() => expect(bar()).toBeNull());
  first.unmount();
  await open(3.5);
  expect(bar()).toBeNull();
});
it('of the last day shows "today"', async () => {
  await open(0.00001);
  await waitFor(() => expect(bar()?.textContent).toBe('Your password expires today.'));
});
