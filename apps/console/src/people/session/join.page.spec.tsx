import { session } from '@headland/contracts/session';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it } from 'vitest';
import { Problem } from '../../lib/call';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { aCode, aConfig } from '../../testing/sms';
import { JoinPage } from './join.page';
import { store } from '../../lib/session/store';

const token = 'a-link-of-an-email-0123456789';
let joined: unknown[];
let asked: unknown[];
let invited: Problem | null;
let refuse: Problem | null;
beforeEach(() => {
  joined = [];
  asked = [];
  invited = null;
  refuse = null;
});
async function open(at = `/join?token=${token}`) {
  const page = renderPage(<JoinPage />, {
    at,
    answers: [
      aConfig(),
      answer(session.invitation, () => {
        if (invited) throw invited;
        const place = { country: '82', phone: '', postalCode: '', address: '', addressDetail: '' };
        return {
          organization: 'Jeongeup agency',
          groupType: 'AGENCY' as const,
          role: 'STAFF' as const,
          email: 'kim@korea.kr',
          name: '김민수',
          ...place,
          language: 'ko' as const,
          expiresAt: '2099-01-01T00:00:00Z',
        };
      }),
      answer(session.joinCheckId, ({ body }) => (asked.push(body), { free: body.id !== 'taken' })),
      answer(session.joinSend, ({ body }) => (asked.push(body), aCode())),
      answer(session.joinConfirm, ({ body }) => {
        if (body.code !== '123456') throw new Problem('SMS_CODE_WRONG', { left: 4 });
        return { confirmed: true as const };
      }),
      answer(session.join, ({ body }) => {
        joined.push(body);
        if (refuse) throw refuse;
        return { id: body.id };
      }),
    ],
  });
  store.clear();
  store.set({ language: 'en' });
  return page;
}
/** Sets the value at once: the form is long, and single key presses would render it each time. */
const type = async (label: string, text: string) => {
  await userEvent.click(await screen.findByLabelText(label));
  await userEvent.paste(text);
};
const press = (name: string) => userEvent.click(screen.getByText(name, { selector: 'button' }));
const check = async (id: string) => {
  await type('ID', id);
  await press('Check');
};
const prove = async (phone = '010-5555-1234', code = '123456') => {
  await type('Phone', phone);
  await press('Send code');
  await type('Verification code', code);
  // Enter confirms the code, it does not send the form
  await userEvent.keyboard('{Enter}');
};
const fill = async () => {
  await check('kim01');
  await screen.findByText('This ID is available.');
  await type('Password', 'Field-2026');
  await type('Confirm password', 'Field-2026');
  await prove();
  await screen.findByText('Phone verified.');
};

describe('a sign-up', { timeout: 60_000 }, () => {
  it('by a good link joins, and leads to the login, which shows this', async () => {
    const { router } = await open();
    expect(await screen.findByText('Jeongeup agency')).toBeDefined();
    expect(screen.getByText('kim@korea.kr')).toBeDefined();
    await fill();
    await type('Postal code optional', '56146');
    await userEvent.click(screen.getByLabelText('Agree to all'));
    await press('Sign up');
    await waitFor(() => expect(router.state.location.href).toBe('/login?reason=joined'));
    expect(joined).toEqual([
      {
        token,
        id: 'kim01',
        password: 'Field-2026',
        name: '김민수',
        country: '82',
        phone: '010-5555-1234',
        smsId: aCode().smsId,
        postalCode: '56146',
        address: '',
        addressDetail: '',
        terms: ['service', 'privacy', 'location', 'marketing'],
        language: 'en',
      },
    ]);
  });
  it('needs everything that is required, all errors at once, the first in focus', async () => {
    await open();
    await screen.findByLabelText('ID');
    await press('Sign up');
    for (const message of [
      'ID is required.',
      'Password is required.',
      'Confirm password is required.',
      'Phone is required.',
      'Agree to the required terms.',
    ])
      expect(await screen.findByText(message)).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('ID')));
    expect(joined).toEqual([]);
  });
  it('without the terms that are required does not join; without the news it does', async () => {
    const { router } = await open();
    await fill();
    await press('Sign up');
    expect(await screen.findByText('Agree to the required terms.')).toBeDefined();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Terms' })));
    await userEvent.click(screen.getByLabelText('Agree to all'));
    await userEvent.click(screen.getByRole('checkbox', { name: /^News by email/u }));
    await press('Sign up');
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(joined).toMatchObject([{ terms: ['service', 'privacy', 'location'] }]);
  });
  it('with an id that was not checked requires the check', async () => {
    await open();
    await fill();
    await type('ID', '2');
    await userEvent.click(screen.getByLabelText('Agree to all'));
    await press('Sign up');
    expect(await screen.findByText('Check the ID for duplicates.')).toBeDefined();
    expect(joined).toEqual([]);
  });
  it('with an id that is in use shows this', async () => {
    await open();
    await check('taken');
    expect(await screen.findByText('This ID is already in use.')).toBeDefined();
  });
  it('with an id that cannot be one does not even ask', async () => {
    await open();
    await type('ID', 'k!');
    expect((screen.getByRole('button', { name: 'Check' }) as HTMLButtonElement).disabled).toBe(true);
    await userEvent.tab();
    expect(await screen.findByText('Use 4-20 letters and numbers.')).toBeDefined();
  });
  it('with another phone after the proof needs another proof', async () => {
    await open();
    await fill();
    await type('Phone', '9');
    expect(screen.queryByText('Phone verified.')).toBeNull();
    await userEvent.clear(screen.getByLabelText('Phone'));
    await type('Phone', '010-5555-9999');
    await userEvent.click(screen.getByLabelText('Agree to all'));
    await press('Sign up');
    expect(await screen.findByText('Request the code and confirm it.')).toBeDefined();
    expect(joined).toEqual([]);
  });
  it('with a wrong code shows how many tries are left', async () => {
    await open();
    await prove('010-5555-1234', '000000');
    expect(await screen.findByText('Verification code expired or mismatched.')).toBeDefined();
    expect(screen.getByText('4 attempts left.')).toBeDefined();
  });
  it('requires name and phone before it sends a code, and names the missing one', async () => {
    await open();
    await userEvent.clear(await screen.findByLabelText('Name'));
    await press('Send code');
    expect(await screen.findByText('Enter the Name and request the code first.')).toBeDefined();
    await type('Name', 'Kim');
    await press('Send code');
    expect(await screen.findByText('Enter the Phone and request the code first.')).toBeDefined();
    expect(asked).toEqual([]);
  });
  it.each([
    ['82', '123', 'Enter exactly 5 digits.'],
    ['1', '12345678901', 'Up to 10 characters.'],
  ])('in country %s refuses the postal code %s', async (country, code, message) => {
    await open();
    await userEvent.selectOptions(await screen.findByLabelText('Country code'), country);
    await type('Postal code optional', code);
    await userEvent.tab();
    expect(await screen.findByText(message)).toBeDefined();
  });
  it('elsewhere accepts a phone of plain digits, in Korea one with hyphens', async () => {
    await open();
    await type('Phone', '5551234567');
    await press('Send code');
    expect(await screen.findByText('Enter the phone as digits with hyphens, e.g. 010-1234-5678.')).toBeDefined();
    await userEvent.selectOptions(screen.getByLabelText('Country code'), '1');
    await press('Send code');
    await screen.findByLabelText('Verification code');
    expect(asked).toEqual([{ token, country: '1', phone: '5551234567' }]);
  });
  it('shows each of the terms in place', async () => {
    await open();
    await userEvent.click(await screen.findByRole('button', { name: 'Terms of service: text' }));
    expect(screen.getByRole('region', { name: 'Terms of service' }).textContent).toContain('Headland is a console');
    expect(screen.getByRole('button', { name: 'Terms of service: text' }).getAttribute('aria-expanded')).toBe('true');
  });
  it('whose id was registered meanwhile shows this at its field', async () => {
    refuse = new Problem('E0001', {}, { id: 'field.idTaken' });
    await open();
    await fill();
    await userEvent.click(screen.getByLabelText('Agree to all'));
    await press('Sign up');
    expect(await screen.findByText('This ID is already in use.')).toBeDefined();
  });
  it('with an expired phone verification asks for another, and can be sent again', async () => {
    refuse = new Problem('E0001', {}, { phone: 'field.smsOk' });
    const { router } = await open();
    await fill();
    await userEvent.click(screen.getByLabelText('Agree to all'));
    await press('Sign up');
    expect(await screen.findByText('Request the code and confirm it.')).toBeDefined();
    expect(screen.queryByText('Phone verified.')).toBeNull();
    refuse = null;
    await press('Send code');
    await type('Verification code', '123456');
    await press('Confirm');
    await screen.findByText('Phone verified.');
    await press('Sign up');
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  });
  it('whose link ran out while one typed keeps what was typed, and names whom to ask', async () => {
    refuse = new Problem('LINK_EXPIRED');
    await open();
    await fill();
    await userEvent.click(screen.getByLabelText('Agree to all'));
    await press('Sign up');
    expect((await screen.findByText(/The sign-up link has expired/u)).textContent).toContain('Ask the administrator');
    expect((screen.getByLabelText('ID') as HTMLInputElement).value).toBe('kim01');
  });
});

describe('a link', () => {
  it('that has expired shows this, and how to get another', async () => {
    invited = new Problem('LINK_EXPIRED');
    await open();
    expect(await screen.findByText('The sign-up link has expired (1 day).')).toBeDefined();
    expect(screen.getByText(/Ask the administrator/u)).toBeDefined();
  });
  it('that was used leads to the login', async () => {
    invited = new Problem('LINK_USED');
    const { router } = await open();
    await waitFor(() => expect(router.state.location.href).toBe('/login?reason=linkUsed'));
  });
  it.each(['/join', '/join?token=x'])('is invalid: shows this without a request (%s)', async (at) => {
    await open(at);
    expect(await screen.findByText(/This sign-up link is not valid/u)).toBeDefined();
  });
  it('that cannot be judged now can be tried again', async () => {
    invited = new Problem('UNAVAILABLE');
    await open();
    await screen.findByText('The service is temporarily unavailable. Try again shortly.');
    invited = null;
    await press('Retry');
    expect(await screen.findByText('Jeongeup agency')).toBeDefined();
  });
});
