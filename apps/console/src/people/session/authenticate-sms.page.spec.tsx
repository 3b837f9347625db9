import { mailbox } from '@headland/contracts/mailbox';
import { session } from '@headland/contracts/session';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { answer } from '../../testing/fake-back-end';
import { fakeToken, renderPage } from '../../testing/render-page';
import { aCode, aConfig } from '../../testing/sms';
import { AuthenticateSmsPage } from './authenticate-sms.page';
import { store } from '../../lib/session/store';

let refuse: Problem | null;
let mustChange: 'temporary' | 'expired' | null;
let resent: string[];
let confirmed: unknown[];
beforeEach(() => {
  refuse = null;
  mustChange = null;
  resent = [];
  confirmed = [];
});

async function open({
  secondsAgo = 0,
  redirect,
  development = false,
}: { secondsAgo?: number; redirect?: string; development?: boolean } = {}) {
  const page = renderPage(<AuthenticateSmsPage />, {
    at: '/authenticateSms',
    answers: [
      aConfig({ development }),
      answer(mailbox.list, () => [
        {
          id: 3,
          at: new Date().toISOString(),
          channel: 'sms' as const,
          to: 'Lee',
          address: '010-7777-9999',
          title: null,
          text: '[Headland] 111111',
        },
        {
          id: 2,
          at: new Date().toISOString(),
          channel: 'sms' as const,
          to: 'Kim',
          address: '010-5555-1234',
          title: null,
          text: '[Headland] Verification code 246813.',
        },
        {
          id: 1,
          at: '2026-01-01T00:00:00Z',
          channel: 'sms' as const,
          to: 'Kim',
          address: '010-5555-1234',
          title: null,
          text: '[Headland] Verification code 000000.',
        },
      ]),
      answer(session.loginConfirm, ({ body }) => {
        confirmed.push(body);
        if (refuse) throw refuse;
        const tokens =
          mustChange === null
            ? { accessToken: fakeToken({ groupType: 'AGENCY', role: 'ADMIN' }), refreshToken: 'r' }
            : { accessToken: '', refreshToken: '' };
        return {
          ...tokens,
          id: 'kim',
          name: 'Kim',
          credentialsNonExpired: mustChange === null,
          mustChange,
          changeToken: mustChange && 'change-1',
        };
      }),
      answer(session.resendCode, ({ body }) => {
        resent.push(body.smsId);
        if (refuse) throw refuse;
        return aCode(0, { smsId: '6c1f4f4e-2f0e-4a67-9a53-1f4f4e2f0e4b' });
      }),
    ],
  });
  const { smsId, ...smsLoginData } = aCode(secondsAgo);
  store.set({
    session: null,
    smsLogin: { smsLoginId: smsId, smsLoginData, id: 'kim', ...(redirect === undefined ? {} : { redirect }) },
  });
  await screen.findByLabelText('Verification code');
  return page;
}
const field = () => screen.getByLabelText('Verification code') as HTMLInputElement;
const button = () => screen.getByRole('button', { name: 'Confirm' }) as HTMLButtonElement;
const enter = async (code = '123456') => {
  await userEvent.type(field(), code);
  await userEvent.click(button());
};

describe('the right code', () => {
  it('opens the session and leads to where one wanted to go', async () => {
    const { router } = await open({ redirect: '/sos?id=4' });
    await enter();
    await waitFor(() => expect(router.state.location.href).toBe('/sos?id=4'));
    expect(store.get()).toMatchObject({
      session: { id: 'kim', refreshToken: 'r' },
      smsLogin: null,
      forcedChange: null,
    });
    expect(confirmed).toEqual([{ smsLoginId: aCode().smsId, code: '123456' }]);
  });
  it.each([
    ['temporary', '/changePwd'],
    ['expired', '/changeExpiredPwd'],
  ] as const)('of a password that is %s opens its change only', async (why, path) => {
    mustChange = why;
    const { router } = await open();
    await enter();
    await waitFor(() => expect(router.state.location.pathname).toBe(path));
    expect(store.get()).toMatchObject({
      session: null,
      smsLogin: null,
      forcedChange: { changeToken: 'change-1', mustChange: why },
    });
  });
});

describe('a wrong code', () => {
  it('shows this with the tries left, and the field is ready for another', async () => {
    await open();
    refuse = new Problem('SMS_CODE_WRONG', { left: 3 });
    await enter();
    expect(await screen.findByText('Verification code expired or mismatched.')).toBeDefined();
    expect(screen.getByText('3 attempts left.')).toBeDefined();
    expect(field().value).toBe('');
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(document.activeElement).toBe(field());
    expect(store.get().session).toBeNull();
  });
  it('for the fifth time leads back to the login, with the reason', async () => {
    const { router } = await open();
    refuse = new Problem('SMS_CODE_DEAD');
    await enter();
    await waitFor(() => expect(router.state.location.href).toBe('/login?reason=codeDead'));
  });
});

describe('the field', () => {
  it('is one for the six digits, filled in by the phone, and opens the button with the sixth', async () => {
    await open();
    expect(field().getAttribute('autocomplete')).toBe('one-time-code');
    expect(field().getAttribute('inputmode')).toBe('numeric');
    expect(document.activeElement).toBe(field());
    await userEvent.type(field(), '12345');
    expect(button().disabled).toBe(true);
    await userEvent.type(field(), '6');
    expect(button().disabled).toBe(false);
  });
  it('accepts a pasted code with separators, and shows that letters are invalid', async () => {
    await open();
    await userEvent.click(field());
    await userEvent.paste('123 456');
    expect(field().value).toBe('123456');
    await userEvent.clear(field());
    await userEvent.type(field(), 'a');
    expect(screen.getByText('Numbers only.')).toBeDefined();
  });
  it('counts down three minutes, then shows that the code has expired', async () => {
    await open();
    expect(screen.getByRole('timer').textContent).toMatch(/^0(3:00|2:5\d)$/u);
    store.set({ smsLogin: null });
  });
  it('of a code from four minutes ago shows that it has expired', async () => {
    await open({ secondsAgo: 240 });
    expect(screen.getByRole('timer').textContent).toBe('expired');
  });
});

describe('another sending', () => {
  it('has to wait for a minute', async () => {
    await open();
    expect((screen.getByRole('button', { name: /^Resend in (60|5\d) s$/u }) as HTMLButtonElement).disabled).toBe(true);
  });
  it('brings a new code: the former is not confirmed any more', async () => {
    await open({ secondsAgo: 61 });
    await userEvent.click(screen.getByRole('button', { name: 'Resend' }));
    await screen.findByRole('button', { name: /^Resend in/u });
    expect(resent).toEqual([aCode().smsId]);
    expect(store.get().smsLogin?.smsLoginId).toBe('6c1f4f4e-2f0e-4a67-9a53-1f4f4e2f0e4b');
    await enter();
    await waitFor(() => expect(confirmed).toMatchObject([{ smsLoginId: '6c1f4f4e-2f0e-4a67-9a53-1f4f4e2f0e4b' }]));
  });
  it('too often shows when it may be asked for again', async () => {
    await open({ secondsAgo: 61 });
    refuse = new Problem('SMS_TOO_MANY', { minutes: 42 });
    await userEvent.click(screen.getByRole('button', { name: 'Resend' }));
    expect((await screen.findByRole('alert')).textContent).toBe('Too many codes were sent. Try again in 42 minutes.');
  });
});

describe('the code on the page', () => {
  it('is shown in a development start: the newest to this phone', async () => {
    await open({ development: true });
    await userEvent.click(await screen.findByRole('button', { name: 'Fill in' }));
    expect(field().value).toBe('246813');
    expect(screen.getByText(/^Development · code/u)).toBeDefined();
  });
  it('and never in any other', async () => {
    await open();
    await screen.findByText('Headland 1.0.0');
    expect(screen.queryByText(/^Development · code/u)).toBeNull();
  });
});

it('without the first step it leads to the login', async () => {
  const { router } = renderPage(<AuthenticateSmsPage />, { at: '/authenticateSms', answers: [aConfig()] });
  store.clear();
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
});
