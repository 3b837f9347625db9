import { session } from '@headland/contracts/session';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../lib/call';
import { answer } from '../testing/fake-back-end';
import { fakeToken, renderPage } from '../testing/render-page';
import { LoginPage } from './login.page';
import { store } from './store';

let asked: { id: string; password: string; autoLogin: boolean }[];
let refuse: Problem | null;
let expired: boolean;
const answers = (development = false) => [
  answer(session.config, () => ({
    version: '1.0.0',
    development,
    mapTileUrl: null,
    mapAttribution: null,
    queryMaxDays: 31,
    demoAccounts: development ? [{ id: 'dealer.staff', groupType: 'DEALER' as const, role: 'STAFF' as const, organization: 'Naju' }] : [],
  })),
  answer(session.login, ({ body }) => {
    asked.push(body);
    if (refuse) throw refuse;
    return { accessToken: fakeToken({ groupType: 'AGENCY', role: 'ADMIN' }), refreshToken: 'r', id: body.id, name: 'Kim', credentialsNonExpired: !expired };
  }),
];
beforeEach(() => {
  asked = [];
  refuse = null;
  expired = false;
});
async function open(at = '/login', development = false) {
  const page = renderPage(<LoginPage />, { answers: answers(development), at });
  store.clear();
  await screen.findByLabelText('ID');
  return page;
}
const logIn = async (id = 'kim', password = 'secret') => {
  if (id) await userEvent.type(screen.getByLabelText('ID'), id);
  if (password) await userEvent.type(screen.getByLabelText('Password'), password);
  await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
};

describe('a login', () => {
  it('keeps the session and leads to where one wanted to go', async () => {
    const { router } = await open('/login?redirect=%2Fsos%3Fid%3D4');
    await logIn();
    await waitFor(() => expect(router.state.location.href).toBe('/sos?id=4'));
    expect(store.get().session).toMatchObject({ id: 'kim', refreshToken: 'r' });
    expect(asked).toEqual([{ id: 'kim', password: 'secret', autoLogin: false }]);
  });
  it('leads to the dashboard when the wish leads out of the console', async () => {
    const { router } = await open('/login?redirect=https%3A%2F%2Fevil.example');
    await logIn();
    await waitFor(() => expect(router.state.location.href).toBe('/dash'));
  });
  it('saves the ID only when asked to', async () => {
    await open();
    await userEvent.click(screen.getByLabelText('Save ID'));
    await userEvent.click(screen.getByLabelText('Stay logged in'));
    await logIn();
    await waitFor(() => expect(store.get().savedId).toBe('kim'));
    expect(asked[0]?.autoLogin).toBe(true);
  });
  it('without ID or password asks for them and sends nothing', async () => {
    await open();
    await logIn('', '');
    expect(screen.getByText('Enter ID.')).toBeDefined();
    expect(screen.getByText('Enter Password.')).toBeDefined();
    expect(asked).toEqual([]);
  });
  it('refused says so, with what is left', async () => {
    await open();
    refuse = new Problem('WRONG_CREDENTIALS', { left: 2 });
    await logIn();
    expect((await screen.findByRole('alert')).textContent).toBe('Wrong ID or password. Reset password. 2 more failures disable the login for 5 minutes.');
    expect(store.get().session).toBeNull();
    expect((screen.getByLabelText('Password') as HTMLInputElement).value).toBe('');
  });
  it('locked counts down and keeps the button shut', async () => {
    await open();
    refuse = new Problem('LOCKED_OUT', { seconds: 300 });
    await logIn();
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/Try again in 0(5:00|4:5\d)/u));
    expect((screen.getByRole('button', { name: 'Log in' }) as HTMLButtonElement).disabled).toBe(true);
  });
  it('with an expired password does not enter', async () => {
    await open();
    expired = true;
    await logIn();
    expect((await screen.findByRole('alert')).textContent).toContain('older than 6 months');
    expect(store.get().session).toBeNull();
  });
});

describe('the page', () => {
  it.each([
    ['elsewhere', 'The session ended because this ID logged in elsewhere.'],
    ['expired', 'Your session has expired. Log in again.'],
    ['missing', 'Log in first.'],
  ])('says why one is here: %s', async (reason, said) => {
    await open(`/login?reason=${reason}`);
    expect(screen.getByText(said)).toBeDefined();
  });
  it('does not repeat a reason that it does not know', async () => {
    await open('/login?reason=%3Cb%3Ehello');
    expect(screen.queryByText(/hello/u)).toBeNull();
  });
  it('hints at caps lock', async () => {
    await open();
    const field = screen.getByLabelText('Password');
    const press = new KeyboardEvent('keydown', { key: 'A', bubbles: true, modifierCapsLock: true });
    fireEvent(field, press);
    expect(await screen.findByText('Caps Lock is on.')).toBeDefined();
  });
  it('lists the accounts of a development start, and none of any other', async () => {
    const { unmount } = await open('/login', true);
    await userEvent.click(await screen.findByText('Demo accounts'));
    await userEvent.click(screen.getByText('dealer.staff'));
    expect((screen.getByLabelText('ID') as HTMLInputElement).value).toBe('dealer.staff');
    unmount();
    await open('/login', false);
    await screen.findByText('Headland 1.0.0');
    expect(screen.queryByText('Demo accounts')).toBeNull();
  });
});
