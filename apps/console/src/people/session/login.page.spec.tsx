import { session } from '@headland/contracts/session';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { answer } from '../../testing/fake-back-end';
import { fakeToken, renderPage } from '../../testing/render-page';
import { LoginPage } from './login.page';
import { store } from '../../lib/session/store';

let asked: { id: string; password: string; autoLogin: boolean }[];
let refuse: Problem | null;
let step: 'sms' | 'in' | 'temporary' | 'expired';
const answers = (development = false) => [
  answer(session.config, () => ({
    version: '1.0.0',
    development,
    mapLayers: [],
    mapLayer: null,
    mapLink: null,
    addressSearch: false,
    signOn: null,
    queryMaxDays: 31,
    productTimeZone: 'Asia/Seoul',
    shopHost: 'https://shop.example.com',
    demoAccounts: development
      ? [{ id: 'dealer.staff', groupType: 'DEALER' as const, role: 'STAFF' as const, organization: 'Naju' }]
      : [],
  })),
  answer(session.login, ({ body }) => {
    asked.push(body);
    if (refuse) throw refuse;
    if (step === 'sms') {
      const smsLoginData = {
        phone: '010-****-1234',
        expiresAt: '2099-01-01T00:03:00Z',
        resendAt: '2099-01-01T00:01:00Z',
        triesLeft: 5,
      };
      return { step, smsLoginId: '5b1f4f4e-2f0e-4a67-9a53-1f4f4e2f0e4a', smsLoginData, id: body.id, name: 'Kim' };
    }
    const mustChange = step === 'in' ? null : step;
    const tokens =
      step === 'in'
        ? { accessToken: fakeToken({ groupType: 'AGENCY', role: 'ADMIN' }), refreshToken: 'r' }
        : { accessToken: '', refreshToken: '' };
    return {
      step: 'done' as const,
      ...tokens,
      id: body.id,
      name: 'Kim',
      credentialsNonExpired: step === 'in',
      mustChange,
      changeToken: mustChange && 'change-1',
    };
  }),
];
beforeEach(() => {
  asked = [];
  refuse = null;
  step = 'sms';
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
  it('leads to the code by SMS, and keeps what that page needs: no session yet', async () => {
    const { router } = await open('/login?redirect=%2Fsos%3Fid%3D4');
    await logIn();
    await waitFor(() => expect(router.state.location.pathname).toBe('/authenticateSms'));
    expect(store.get().smsLogin).toMatchObject({
      smsLoginId: '5b1f4f4e-2f0e-4a67-9a53-1f4f4e2f0e4a',
      smsLoginData: { phone: '010-****-1234' },
      id: 'kim',
      redirect: '/sos?id=4',
    });
    expect(store.get().session).toBeNull();
    expect(asked).toEqual([{ id: 'kim', password: 'secret', autoLogin: false }]);
  });
  it('with a valid auto-login is spared the code, and leads to where one wanted to go', async () => {
    step = 'in';
    const { router } = await open('/login?redirect=%2Fsos%3Fid%3D4');
    await logIn();
    await waitFor(() => expect(router.state.location.href).toBe('/sos?id=4'));
    expect(store.get().session).toMatchObject({ id: 'kim', refreshToken: 'r' });
  });
  it('leads to the dashboard when the redirect leads out of the console', async () => {
    step = 'in';
    const { router } = await open('/login?redirect=https%3A%2F%2Fevil.example');
    await logIn();
    await waitFor(() => expect(router.state.location.href).toBe('/dash'));
  });
  it.each([
    ['temporary', '/changePwd'],
    ['expired', '/changeExpiredPwd'],
  ] as const)('with a password that is %s opens its change and no session', async (why, path) => {
    step = why;
    const { router } = await open();
    await logIn();
    await waitFor(() => expect(router.state.location.pathname).toBe(path));
    expect(store.get().session).toBeNull();
    expect(store.get().forcedChange).toMatchObject({ changeToken: 'change-1', mustChange: why });
  });
  it('saves the ID only when asked to', async () => {
    await open();
    await userEvent.click(screen.getByLabelText('Save ID'));
    await userEvent.click(screen.getByLabelText('Stay logged in'));
    await logIn();
    await waitFor(() => expect(store.get().savedId).toBe('kim'));
    expect(asked[0]?.autoLogin).toBe(true);
  });
  it('without ID or password shows both as required and sends nothing', async () => {
    await open();
    await logIn('', '');
    expect(screen.getByText('ID is required.')).toBeDefined();
    expect(screen.getByText('Password is required.')).toBeDefined();
    expect(asked).toEqual([]);
    expect(document.activeElement).toBe(screen.getByLabelText('ID'));
  });
  it('refused shows this, with what is left', async () => {
    await open();
    refuse = new Problem('WRONG_CREDENTIALS', { left: 2 });
    await logIn();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Wrong ID or password. Reset password. 2 more failures disable the login for 5 minutes.',
    );
    expect(store.get().session).toBeNull();
    expect((screen.getByLabelText('Password') as HTMLInputElement).value).toBe('');
    expect(document.activeElement).toBe(screen.getByLabelText('Password'));
  });
  it('refused for the first two times does not count aloud', async () => {
    await open();
    refuse = new Problem('WRONG_CREDENTIALS');
    await logIn();
    expect((await screen.findByRole('alert')).textContent).toBe('Wrong ID or password. Reset password.');
  });
  it.each([
    ['INACTIVE', 'This account is not active. Ask your administrator.'],
    ['NO_PHONE', 'This account has no phone for the verification code. Ask your administrator.'],
  ])('that cannot go on names whom to ask: %s', async (code, message) => {
    await open();
    refuse = new Problem(code);
    await logIn();
    expect((await screen.findByRole('alert')).textContent).toBe(message);
  });
  it('locked counts down and keeps the button shut', async () => {
    await open();
    refuse = new Problem('LOCKED_OUT', { seconds: 300 });
    await logIn();
    await waitFor(() => expect(screen.getByRole('alert').textContent).toMatch(/Try again in 0(5:00|4:5\d)/u));
    expect((screen.getByRole('button', { name: 'Log in' }) as HTMLButtonElement).disabled).toBe(true);
  });
  it('locked is locked for its own id only: somebody else at the desk may log in', async () => {
    await open();
    refuse = new Problem('LOCKED_OUT', { seconds: 300 });
    await logIn();
    await waitFor(() =>
      expect((screen.getByRole('button', { name: 'Log in' }) as HTMLButtonElement).disabled).toBe(true),
    );
    await userEvent.type(screen.getByLabelText('ID'), '2');
    expect((screen.getByRole('button', { name: 'Log in' }) as HTMLButtonElement).disabled).toBe(false);
    await userEvent.type(screen.getByLabelText('ID'), '{Backspace}');
    expect((screen.getByRole('button', { name: 'Log in' }) as HTMLButtonElement).disabled).toBe(true);
  });
});

describe('the page', () => {
  it.each([
    ['elsewhere', 'The session was ended: this ID logged in elsewhere, or an administrator ended it.'],
    ['expired', 'Your session has expired. Log in again.'],
    ['missing', 'Log in first.'],
    ['invalid', 'Your login is no longer valid. Log in again.'],
    ['joined', 'Sign-up complete. Log in now.'],
    ['linkUsed', 'The sign-up link has been used already. Log in.'],
    ['codeDead', 'The verification was canceled after 5 wrong codes. Start again.'],
    ['coldLink', 'That page opens only during login. Log in here.'],
    ['passwordChanged', 'Your password was changed. Log in with the new one.'],
  ])('shows why one is here: %s', async (reason, message) => {
    await open(`/login?reason=${reason}`);
    expect(screen.getByText(message)).toBeDefined();
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
    expect(screen.getByRole('link', { name: 'Development mailbox' }).getAttribute('href')).toBe('/mailbox');
    unmount();
    await open('/login', false);
    await screen.findByText('Headland 1.0.0');
    expect(screen.queryByText('Demo accounts')).toBeNull();
    expect(screen.queryByText('Development mailbox')).toBeNull();
  });
  it('links to a forgotten id and password, in both languages', async () => {
    await open();
    expect(screen.getByRole('link', { name: 'Forgot ID' }).getAttribute('href')).toBe('/findId');
    expect(screen.getByRole('link', { name: 'Forgot password' }).getAttribute('href')).toBe('/findPw');
    await userEvent.click(screen.getByRole('radio', { name: '한국어' }));
    expect(store.get().language).toBe('ko');
  });
});
