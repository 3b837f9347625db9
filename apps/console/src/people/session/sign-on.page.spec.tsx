import { session } from '@headland/contracts/session';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '../../lib/call';
import { store } from '../../lib/session/store';
import { answer } from '../../testing/fake-back-end';
import { aConfig } from '../../testing/sms';
import { fakeToken, renderPage } from '../../testing/render-page';
import { LoginPage } from './login.page';
import { SignOnPage } from './sign-on.page';

let finished: { state: string; query: string }[];
let refuse: Problem | null;
let only: boolean;
const assign = vi.fn();
const answers = () => [
  aConfig({ signOn: { name: 'Example ID', only } }),
  answer(session.signOnStart, () => {
    if (refuse) throw refuse;
    return { url: 'https://id.example.com/authorize?x=1', state: 'mine' };
  }),
  answer(session.signOnFinish, ({ body }) => {
    finished.push(body);
    if (refuse) throw refuse;
    return {
      ...{ accessToken: fakeToken({ groupType: 'AGENCY', role: 'ADMIN' }), refreshToken: 'r', id: 'kim', name: 'Kim' },
      ...{ credentialsNonExpired: true, mustChange: null, changeToken: null },
    };
  }),
];
beforeEach(() => {
  finished = [];
  refuse = null;
  only = false;
  sessionStorage.clear();
  vi.stubGlobal('location', { ...window.location, assign });
  assign.mockClear();
});
afterEach(() => vi.unstubAllGlobals());

describe('the login page', () => {
  const open = async (at = '/login') => {
    renderPage(<LoginPage />, { answers: answers(), at });
    store.clear();
    return screen.findByRole('button', { name: 'Log in with Example ID' });
  };

  it('sends the browser to the company directory', async () => {
    fireEvent.click(await open('/login?redirect=%2Fsos'));
    await waitFor(() => expect(assign).toHaveBeenCalledWith('https://id.example.com/authorize?x=1'));
    expect(JSON.parse(sessionStorage.getItem('headlandSignOn') ?? '')).toEqual({ state: 'mine', redirect: '/sos' });
  });

  it('says why it cannot', async () => {
    refuse = new Problem('SSO_UNREACHABLE');
    fireEvent.click(await open());
    expect(await screen.findByText(/company account service is not responding/u)).toBeTruthy();
    expect(assign).not.toHaveBeenCalled();
  });

  it.each([false, true])('offers it after the password, or before it where that is for a few (%s)', async (few) => {
    only = few;
    const button = await open();
    const field = screen.getByLabelText('Password');
    const after = (button.compareDocumentPosition(field) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    expect(after).toBe(few);
  });
});

describe('the way back', () => {
  const open = (query: string, begun: object | null = { state: 'mine', redirect: '/sos?id=4' }) => {
    if (begun) sessionStorage.setItem('headlandSignOn', JSON.stringify(begun));
    const page = renderPage(<SignOnPage />, { answers: answers(), at: `/sso?${query}` });
    store.clear();
    return page;
  };

  it('opens the session and the page that was asked for', async () => {
    const { router } = open('state=mine&code=abc');
    await waitFor(() => expect(router.state.location.href).toBe('/sos?id=4'));
    expect(finished).toEqual([{ state: 'mine', query: 'state=mine&code=abc' }]);
    expect(store.get().session).toMatchObject({ id: 'kim' });
    expect(sessionStorage.getItem('headlandSignOn')).toBeNull();
  });

  it.each([
    ['of another browser', 'state=theirs&code=abc', { state: 'mine' }],
    ['that nobody has asked for', 'state=mine&code=abc', null],
  ])('takes no answer %s', async (_, query, begun) => {
    open(query, begun);
    expect(await screen.findByText(/started in another window/u)).toBeTruthy();
    expect(finished).toEqual([]);
  });

  it('says why somebody is not let in', async () => {
    refuse = new Problem('SSO_NO_ACCOUNT');
    open('state=mine&code=abc');
    expect(await screen.findByText(/Ask your administrator to register you/u)).toBeTruthy();
    expect(store.get().session).toBeNull();
  });
});
