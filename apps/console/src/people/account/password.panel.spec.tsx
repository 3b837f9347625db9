import { session } from '@headland/contracts/session';
import { formatMessage } from '../../lib/words';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { PanelHost } from '../../shell/panel-host';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';

let sent: unknown[];
let refuse: Problem | null;
const answers = [
  answer(session.changePassword, ({ body }) => {
    if (refuse) throw refuse;
    sent.push(body);
    return { changed: true as const };
  }),
];
beforeEach(() => {
  sent = [];
  refuse = null;
});
async function open() {
  const page = renderPage(<PanelHost />, { answers, at: '/dash?panel=password' });
  await screen.findByLabelText(formatMessage('en', 'password.current'));
  return page;
}
const fill = (current: string, next: string, confirm = next) => {
  for (const [label, value] of [
    [formatMessage('en', 'password.current'), current],
    [formatMessage('en', 'password.next'), next],
    [formatMessage('en', 'password.confirm'), confirm],
  ] as const)
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
};
const save = () => fireEvent.click(screen.getByRole('button', { name: formatMessage('en', 'password.submit') }));

describe('the change of the password', () => {
  it('sends the current and the new one, shows what happened, and closes', async () => {
    const { router } = await open();
    fill('Old-pass1', 'New-pass22');
    save();
    await waitFor(() => expect(sent).toEqual([{ current: 'Old-pass1', next: 'New-pass22' }]));
    expect(await screen.findByText('Password changed. Your other sessions have ended.')).toBeDefined();
    await waitFor(() => expect(router.state.location.search).toEqual({}));
  });

  it.each([
    ['Old-pass1', 'short1A', 'short1A', /8-20 characters, no spaces, at least 3/u],
    ['Old-pass1', 'onlylowercase', 'onlylowercase', /8-20 characters, no spaces, at least 3/u],
    ['Old-pass1', 'With space1', 'With space1', /8-20 characters, no spaces, at least 3/u],
    ['Old-pass1', 'Old-pass1', 'Old-pass1', /Use a password you have not used before/u],
    ['Old-pass1', 'New-pass22', 'New-pass23', /The passwords do not match/u],
    ['', 'New-pass22', 'New-pass22', /Current password is required/u],
  ])('refuses %j → %j, %j', async (current, next, confirm, messages) => {
    await open();
    fill(current, next, confirm);
    save();
    expect((await screen.findAllByRole('alert')).some((a) => messages.test(a.textContent ?? ''))).toBe(true);
    expect(sent).toEqual([]);
  });

  it('ticks off its rules while one types', async () => {
    await open();
    const met = () => screen.getByRole('group').querySelectorAll('[data-met]').length;
    expect(met()).toBe(0);
    fill('', 'abc');
    expect(met()).toBe(1);
    fill('', 'abcDEF123');
    expect(met()).toBe(5);
  });

  it('shows the server’s errors at their fields', async () => {
    await open();
    fill('Wrong-pass1', 'New-pass22');
    refuse = new Problem('E0001', {}, { current: 'field.pwdCur' });
    save();
    expect(await screen.findByText('The current password does not match.')).toBeDefined();
    refuse = new Problem('E0001', {}, { next: 'field.pwdNew' });
    save();
    expect(await screen.findByText('Use a password you have not used before.')).toBeDefined();
    refuse = new Problem('UNAVAILABLE');
    save();
    const message = await screen.findByText(formatMessage('en', 'password.failed'));
    expect(within(message.parentElement as HTMLElement).getByText(/unavailable/u)).toBeDefined();
  });
});
