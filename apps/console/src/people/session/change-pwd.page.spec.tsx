import { session } from '@headland/contracts/session';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { aConfig } from '../../testing/sms';
import { ChangeExpiredPwdPage, ChangePwdPage } from './change-pwd.page';
import { store } from '../../lib/session/store';

let sent: unknown[];
let refuse: Problem | null;
beforeEach(() => {
  sent = [];
  refuse = null;
});
async function open(which: 'temporary' | 'expired' = 'temporary', until = Date.now() + 60_000) {
  const page = renderPage(which === 'temporary' ? <ChangePwdPage /> : <ChangeExpiredPwdPage />, {
    at: '/changePwd',
    answers: [
      aConfig(),
      answer(session.forcedChange, ({ body }) => {
        sent.push(body);
        if (refuse) throw refuse;
        return { changed: true as const };
      }),
    ],
  });
  store.set({ session: null, forcedChange: { changeToken: 'change-1', mustChange: which, until } });
  return page;
}
/** Sets the value at once: single key presses would render the checklist each time. */
const type = async (label: string, text: string) => {
  await userEvent.click(await screen.findByLabelText(label));
  await userEvent.paste(text);
};
const save = () => userEvent.click(screen.getByText('Change password', { selector: 'button' }));
const fill = async (next = 'Field-2026', confirm = next) => {
  await type('Temporary password', 'temp0rary-pass');
  await type('New password', next);
  await type('Confirm new password', confirm);
};

describe('a forced change of the password', () => {
  it('leads to the login, which shows this, and opens nothing by itself', async () => {
    const { router } = await open();
    await fill();
    await save();
    await waitFor(() => expect(router.state.location.href).toBe('/login?reason=passwordChanged'));
    expect(sent).toEqual([{ changeToken: 'change-1', current: 'temp0rary-pass', next: 'Field-2026' }]);
    expect(store.get()).toMatchObject({ session: null, forcedChange: null });
  });
  it.each([
    ['short', 'Ab1!', 'Ab1!', '8-20 characters, no spaces, at least 3 of upper case, lower case, digit, special.'],
    [
      'with a space',
      'Field 2026',
      'Field 2026',
      '8-20 characters, no spaces, at least 3 of upper case, lower case, digit, special.',
    ],
    [
      'of two classes',
      'fieldfield1',
      'fieldfield1',
      '8-20 characters, no spaces, at least 3 of upper case, lower case, digit, special.',
    ],
    ['repeated differently', 'Field-2026', 'Field-2027', 'The passwords do not match.'],
    ['the current one', 'temp0rary-pass', 'temp0rary-pass', 'Use a password you have not used before.'],
  ])('%s is refused before it is sent', async (_, next, confirm, message) => {
    await open();
    await fill(next, confirm);
    await save();
    expect(await screen.findByText(message)).toBeDefined();
    expect(sent).toEqual([]);
  });
  it('requires all three and focuses the first', async () => {
    await open();
    await screen.findByLabelText('Temporary password');
    await save();
    for (const message of [
      'Temporary password is required.',
      'New password is required.',
      'Confirm new password is required.',
    ])
      expect(screen.getByText(message)).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Temporary password')));
  });
  it.each([
    ['current', 'field.pwdCur', 'The current password does not match.', 'Temporary password'],
    ['next', 'field.pwdNew', 'Use a password you have not used before.', 'New password'],
  ])('refused by the server shows this at its field: %s', async (field, key, message, label) => {
    refuse = new Problem('E0001', {}, { [field]: key });
    await open();
    await fill();
    await save();
    expect(await screen.findByText(message)).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(label)));
  });
  it('that fails otherwise shows that it failed', async () => {
    refuse = new Problem('UNAVAILABLE');
    await open();
    await fill();
    await save();
    expect((await screen.findByRole('alert')).textContent).toContain('Password change failed');
  });
  it('whose time is over leads to the login, with the reason', async () => {
    refuse = new Problem('CHANGE_TOKEN');
    const { router } = await open();
    await fill();
    await save();
    await waitFor(() => expect(router.state.location.href).toBe('/login?reason=changeOver'));
    expect(store.get().forcedChange).toBeNull();
  });
  it('names the reason: six months', async () => {
    await open('expired');
    expect(await screen.findByText(/older than 6 months/u)).toBeDefined();
    expect(screen.getByLabelText('Current password')).toBeDefined();
  });
  it('ticks off the classes as they are typed', async () => {
    await open();
    await type('New password', 'field2026');
    const rules = within(screen.getByRole('group', { name: 'Password requirements' }));
    const met = () =>
      rules
        .getAllByRole('listitem')
        .filter((row) => row.hasAttribute('data-met'))
        .map((row) => row.textContent?.replace('met', ''));
    expect(met()).toEqual(['8-20 characters, no spaces', 'Lower case', 'Digit']);
    await type('New password', '!');
    expect(met()).toEqual([
      '8-20 characters, no spaces',
      'At least three of these four (3 of 3)',
      'Lower case',
      'Digit',
      'Special character',
    ]);
  });
});

it.each([
  ['without a login that demands it', null],
  ['after its ten minutes', { changeToken: 'change-1', mustChange: 'temporary' as const, until: Date.now() - 1 }],
])('%s it leads to the login', async (_, forcedChange) => {
  const { router } = renderPage(<ChangePwdPage />, { at: '/changePwd', answers: [aConfig()] });
  store.set({ session: null, forcedChange });
  await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
});
