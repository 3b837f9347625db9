import { session } from '@headland/contracts/session';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { aCode, aConfig } from '../../testing/sms';
import { FindIdPage } from './find-id.page';
import { FindPwPage } from './find-pw.page';
import { store } from '../../lib/session/store';

let sent: unknown[];
let ids: { id: string; joinedAt: string }[];
let refuse: Problem | null;
beforeEach(() => {
  sent = [];
  ids = [{ id: 'kim***01', joinedAt: '2026-05-04T03:00:00Z' }];
  refuse = null;
});
const judge = (code: string) => {
  if (refuse) throw refuse;
  if (code !== '123456') throw new Problem('SMS_CODE_WRONG', { left: 4 });
};
const answers = [
  aConfig(),
  answer(session.findIdSend, ({ body }) => (sent.push(body), aCode())),
  answer(session.findIdConfirm, ({ body }) => (judge(body.code), { ids })),
  answer(session.findPasswordSend, ({ body }) => (sent.push(body), aCode())),
  answer(session.findPasswordConfirm, ({ body }) => (judge(body.code), { email: 'ki***@korea.kr' })),
];
const type = (label: string, text: string) => userEvent.type(screen.getByLabelText(label), text);
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('a forgotten id', () => {
  const open = async () => {
    const page = renderPage(<FindIdPage />, { at: '/findId', answers });
    store.clear();
    await screen.findByLabelText('Name');
    return page;
  };
  const askFor = async (name = '김민수', phone = '010-5555-1234') => {
    if (name) await type('Name', name);
    if (phone) await type('Phone', phone);
    await press('Send code');
  };
  it('comes masked, with the day of the sign-up and the ways on', async () => {
    await open();
    await askFor();
    await userEvent.type(await screen.findByLabelText('Verification code'), '123456');
    await press('Confirm');
    expect(await screen.findByText('kim***01')).toBeDefined();
    expect(screen.getByText('Signed up 2026-05-04')).toBeDefined();
    expect(screen.getByRole('link', { name: 'Forgot password' }).getAttribute('href')).toBe('/findPw');
    expect(screen.getByRole('link', { name: 'Back to login' }).getAttribute('href')).toBe('/login');
    expect(sent).toEqual([{ name: '김민수', phone: '010-5555-1234' }]);
  });
  it('of no member is shown only after the code', async () => {
    ids = [];
    await open();
    await askFor();
    await screen.findByLabelText('Verification code');
    expect(screen.queryByText(/No ID found/u)).toBeNull();
    await type('Verification code', '123456');
    await press('Confirm');
    expect((await screen.findByRole('alert')).textContent).toBe('No ID found for this name and phone.');
    await press('Try again');
    expect(screen.getByLabelText('Name')).toBeDefined();
  });
  it.each([
    ['', '010-5555-1234', 'Enter the Name and request the code first.', 'Name'],
    ['김민수', '', 'Enter the Phone and request the code first.', 'Phone'],
    ['김민수', '01', 'Enter the phone as digits with hyphens, e.g. 010-1234-5678.', 'Phone'],
  ])('with name "%s" and phone "%s" sends nothing and shows what is missing', async (name, phone, message, label) => {
    await open();
    await askFor(name, phone);
    expect(await screen.findByText(message)).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)));
    expect(sent).toEqual([]);
  });
  it('with a wrong code shows how many tries are left', async () => {
    await open();
    await askFor();
    await userEvent.type(await screen.findByLabelText('Verification code'), '000000');
    await press('Confirm');
    expect(await screen.findByText('Verification code expired or mismatched.')).toBeDefined();
    expect(screen.getByText('4 attempts left.')).toBeDefined();
  });
  it('with five wrong codes leads to the login', async () => {
    const { router } = await open();
    await askFor();
    await userEvent.type(await screen.findByLabelText('Verification code'), '000000');
    refuse = new Problem('SMS_CODE_DEAD');
    await press('Confirm');
    await waitFor(() => expect(router.state.location.href).toBe('/login?reason=codeDead'));
  });
  it('with another phone needs another code', async () => {
    await open();
    await askFor();
    await screen.findByLabelText('Verification code');
    await type('Phone', '5');
    expect(screen.queryByLabelText('Verification code')).toBeNull();
    expect(screen.getByRole('button', { name: 'Send code' })).toBeDefined();
  });
});

describe('a forgotten password', () => {
  const open = async () => {
    const page = renderPage(<FindPwPage />, { at: '/findPw', answers });
    store.clear();
    await screen.findByLabelText('ID');
    return page;
  };
  const askFor = async () => {
    await type('ID', 'kim01');
    await type('Name', '김민수');
    await type('Phone', '010-5555-1234');
    await press('Send code');
    await userEvent.type(await screen.findByLabelText('Verification code'), '123456');
    await press('Confirm');
  };
  it('is replaced by a temporary one, sent to the masked address', async () => {
    await open();
    await askFor();
    expect((await screen.findByText(/ki\*\*\*@korea\.kr/u)).textContent).toContain('within 24 hours');
    expect(sent).toEqual([{ id: 'kim01', name: '김민수', phone: '010-5555-1234' }]);
  });
  it('of an unknown combination is shown only after the code, and all can be asked again', async () => {
    refuse = new Problem('CHECK_INFORMATION');
    await open();
    await askFor();
    expect((await screen.findByRole('alert')).textContent).toBe(
      'Please check the information you entered and try again.',
    );
    await press('Send code');
    await waitFor(() => expect(sent).toHaveLength(2));
    expect(await screen.findByLabelText('Verification code')).toBeDefined();
  });
  it('without an id sends nothing', async () => {
    await open();
    await type('Name', '김민수');
    await type('Phone', '010-5555-1234');
    await press('Send code');
    expect(await screen.findByText('Enter the ID and request the code first.')).toBeDefined();
    expect(sent).toEqual([]);
  });
});
