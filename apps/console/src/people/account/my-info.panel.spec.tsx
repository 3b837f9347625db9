import type { LoggedEvent } from '@headland/contracts/event-log';
import { exportSchedules } from '@headland/contracts/export-schedule';
import { type MyInfo, myInfo, type MySession } from '@headland/contracts/my-info';
import { type NotificationPreference, notificationKinds, notifications } from '@headland/contracts/notification';
import { session } from '@headland/contracts/session';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Problem } from '../../lib/call';
import { store } from '../../lib/session/store';
import { PanelHost } from '../../shell/panel-host';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';

const other = '7f9c24e8-3b1a-4c5d-8e6f-0a1b2c3d4e5f';
const smsId = '0c8f5a52-8b1e-4d0e-9d55-1f6a54c0b001';
let info: MyInfo;
let saved: unknown[];
let refuse: Problem | null;
let preferences: NotificationPreference[];
let set: unknown[];
let sessions: MySession[];
let ended: string[];
let code: string;
let links: string[];
const soon = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const challenge = () => ({ smsId, phone: '010-****-9999', expiresAt: soon(3), resendAt: soon(1), triesLeft: 5 });
const answers = [
  answer(session.config, () => ({
    version: '1',
    development: false,
    mapLayers: [],
    mapLayer: null,
    mapLink: null,
    addressSearch: false,
    signOn: null,
    queryMaxDays: 31,
    productTimeZone: 'Asia/Seoul',
    shopHost: 'https://shop.example.com',
    demoAccounts: [],
  })),
  answer(myInfo.get, () => info),
  answer(myInfo.change, ({ body }) => {
    if (refuse) throw refuse;
    saved.push(body);
    const { email, smsId: _, language = 'en', ...rest } = body;
    info = {
      ...info,
      ...rest,
      language,
      version: info.version + 1,
      pendingEmail: email === info.email ? null : { email, expiresAt: soon(1440) },
    };
    return info;
  }),
  answer(myInfo.confirmEmail, ({ body }) => {
    links.push(body.token);
    if (refuse) throw refuse;
    info = { ...info, email: 'new@korea.kr', pendingEmail: null };
    return info;
  }),
  answer(myInfo.phoneSend, challenge),
  answer(myInfo.phoneConfirm, ({ body }) => {
    if (body.code !== code) throw new Problem('SMS_CODE_WRONG', { left: 4 });
    return { confirmed: true as const };
  }),
  answer(myInfo.sessions, () => sessions),
  answer(myInfo.endSession, ({ params }) => {
    ended.push(params.id);
    sessions = sessions.filter((s) => s.id !== params.id);
    return { ended: true as const };
  }),
  answer(notifications.preferences, () => preferences),
  answer(notifications.quietHours, () => ({ quietHours: null })),
  answer(exportSchedules.list, () => []),
  answer(notifications.setPreferences, ({ body }) => {
    if (refuse) throw refuse;
    set.push(body.preferences);
    preferences = preferences.map((p) => body.preferences.find((n) => n.kind === p.kind) ?? p);
    return preferences;
  }),
  answer(notifications.devices, () => ({ publicKey: null, devices: [] })),
];
beforeEach(() => {
  info = {
    id: 3,
    loginId: 'kim01',
    role: 'ADMIN',
    groupType: 'REGION',
    organization: { id: 10, name: 'Jeonbuk region' },
    lastLogin: { at: '2026-11-20T05:00:00Z', address: '203.0.113.9' },
    name: 'Kim Minsu',
    email: 'kim@korea.kr',
    pendingEmail: null,
    country: '82',
    phone: '010-1234-5678',
    postalCode: '54321',
    address: 'Jeonju',
    addressDetail: '',
    units: 'km',
    language: 'en',
    passwordExpiresAt: '2027-03-01T00:00:00Z',
    version: 1,
  };
  saved = [];
  set = [];
  ended = [];
  links = [];
  refuse = null;
  code = '123456';
  preferences = notificationKinds.map((kind) => ({ kind, inApp: true, push: true, email: false, sms: kind === 'sos' }));
  sessions = [
    {
      id: smsId,
      startedAt: soon(-60),
      seenAt: soon(-1),
      expiresAt: soon(9_000),
      address: '203.0.113.9',
      agent: 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36',
      current: true,
    },
    {
      id: other,
      startedAt: soon(-90),
      seenAt: soon(-50),
      expiresAt: soon(9_000),
      address: null,
      agent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Safari/605.1.15',
      current: false,
    },
  ];
});
async function open(at = '/dash?panel=myInfo') {
  const page = renderPage(<PanelHost />, { answers, at });
  await screen.findByLabelText('Name');
  return page;
}
const value = (label: string) => screen.getByLabelText<HTMLInputElement>(label).value;
const fill = (label: string, text: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value: text } });
const save = () => fireEvent.click(screen.getByRole('button', { name: 'Save' }));

describe('my info', () => {
  it('shows what the account is, and cannot be changed here', async () => {
    await open();
    const dialog = screen.getByRole('dialog', { name: 'My information' });
    for (const text of ['kim01', 'Admin', 'Region', 'Jeonbuk region', '2026-11-20', '203.0.113.9', '2027-03-01'])
      expect(dialog.textContent).toContain(text);
    expect(value('Name')).toBe('Kim Minsu');
  });

  it('saves the form as a whole, with its version; language and units count at once', async () => {
    await open();
    fill('Name', 'Kim Minji');
    fill('Distance unit', 'mile');
    fill('Language', 'ko');
    save();
    await waitFor(() =>
      expect(saved).toEqual([
        {
          version: 1,
          name: 'Kim Minji',
          email: 'kim@korea.kr',
          country: '82',
          phone: '010-1234-5678',
          postalCode: '54321',
          address: 'Jeonju',
          addressDetail: '',
          units: 'mile',
          language: 'ko',
        },
      ]),
    );
    expect(await screen.findByText('My information saved')).toBeDefined();
    expect(store.get()).toMatchObject({ units: 'mile', language: 'ko' });
    fill('Name', 'Kim Minsu');
    save();
    await waitFor(() => expect(saved[1]).toMatchObject({ version: 2, name: 'Kim Minsu' }));
  });

  it('leaves the language and the units of this browser alone where others were not chosen', async () => {
    info = { ...info, language: 'ko' };
    store.set({ language: 'en', units: 'mile' });
    await open();
    fill('Name', 'Kim Minji');
    save();
    await waitFor(() => expect(saved).toMatchObject([{ name: 'Kim Minji', language: 'ko', units: 'km' }]));
    expect(await screen.findByText('My information saved')).toBeDefined();
    expect(store.get()).toMatchObject({ language: 'en', units: 'mile' });
  });

  it('shows at each invalid value what to do, for its own and the server’s errors', async () => {
    await open();
    fill('Name', 'K');
    fill('Postal code optional', '123');
    save();
    expect(await screen.findByText('Use 2-20 Hangul or English letters.')).toBeDefined();
    fill('Name', 'Kim');
    save();
    expect(await screen.findByText('Enter exactly 5 digits.')).toBeDefined();
    fill('Postal code optional', '12345');
    fill('Email', 'kim@gmail.com');
    refuse = new Problem('E0001', {}, { email: 'field.emailDomain' });
    save();
    expect(await screen.findByText('This email domain is not allowed.')).toBeDefined();
    expect(saved).toEqual([]);
  });

  it('fails with its own words and keeps what was typed', async () => {
    await open();
    fill('Name', 'Kim Minji');
    refuse = new Problem('UNAVAILABLE');
    save();
    expect(await screen.findByText('Information modification failed')).toBeDefined();
    expect(value('Name')).toBe('Kim Minji');
  });

  it('a changed e-mail waits for its link, and shows this', async () => {
    await open();
    fill('Email', 'new@korea.kr');
    save();
    expect(await screen.findByText('Saved. Open the link sent to new@korea.kr.')).toBeDefined();
    expect(await screen.findByText(/Open the link sent to new@korea.kr by/u)).toBeDefined();
  });

  it('the link of a new e-mail is used once, and its token leaves the address', async () => {
    const token = 'a'.repeat(30);
    const page = await open(`/dash?panel=myInfo&emailToken=${token}`);
    expect(await screen.findByText('New email address confirmed')).toBeDefined();
    expect(links).toEqual([token]);
    expect(page.router.state.location.search).toEqual({ panel: 'myInfo' });
    await waitFor(() => expect(value('Email')).toBe('new@korea.kr'));
  });

  it('an expired link shows this', async () => {
    refuse = new Problem('LINK_EXPIRED');
    await open(`/dash?panel=myInfo&emailToken=${'b'.repeat(30)}`);
    await waitFor(() => expect(links).toHaveLength(1));
    await waitFor(() => expect(document.body.textContent).toMatch(/expired/iu));
  });

  it('a changed phone is saved only after its code, and a code proves one number only', async () => {
    await open();
    fill('Phone', '010-9999-9999');
    fireEvent.blur(screen.getByLabelText('Phone'));
    expect(screen.queryByText('Request the code and confirm it.')).toBeNull();
    save();
    expect(await screen.findByText('Request the code and confirm it.')).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Send code' }));
    fireEvent.change(await screen.findByRole('textbox', { name: 'Verification code' }), {
      target: { value: '000000' },
    });
    fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText(/4 attempts left/u)).toBeDefined();
    fireEvent.change(screen.getByRole('textbox', { name: 'Verification code' }), { target: { value: code } });
    fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    expect(await screen.findByText('Phone verified. Save to change it.')).toBeDefined();
    fill('Phone', '010-9999-8888');
    expect(screen.queryByText('Phone verified. Save to change it.')).toBeNull();
    save();
    expect(await screen.findByText('Request the code and confirm it.')).toBeDefined();
    expect(saved).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Send code' }));
    fireEvent.change(await screen.findByRole('textbox', { name: 'Verification code' }), { target: { value: code } });
    fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));
    await screen.findByText('Phone verified. Save to change it.');
    save();
    await waitFor(() => expect(saved).toEqual([expect.objectContaining({ phone: '010-9999-8888', smsId })]));
  });

  it('an event from elsewhere shows what is new, but never overwrites unsaved input', async () => {
    const { emit } = await open();
    const changed = (number: number) =>
      ({ number, at: soon(0), name: 'member.changed', payload: { userId: 3 }, by: null }) as LoggedEvent;
    info = { ...info, name: 'Kim Other', version: 2 };
    act(() => emit(changed(1)));
    await waitFor(() => expect(value('Name')).toBe('Kim Other'));
    fill('Address detail optional', 'Room 4');
    info = { ...info, address: 'Iksan', version: 3 };
    act(() => emit(changed(2)));
    refuse = new Problem('CHANGED_MEANWHILE', { by: 'Lee', at: soon(0) }, {}, null, 409);
    save();
    expect(await screen.findByText(/Lee changed this at/u)).toBeDefined();
    expect(value('Address detail optional')).toBe('Room 4');
    fireEvent.click(screen.getByRole('button', { name: 'Show difference' }));
    expect(await screen.findByRole('rowheader', { name: 'Address' })).toBeDefined();
    fireEvent.click(screen.getByRole('button', { name: 'Reload' }));
    await waitFor(() => expect(value('Address optional')).toBe('Iksan'));
    expect(value('Address detail optional')).toBe('');
  });

  it('asks before Esc discards unsaved input', async () => {
    await open();
    fill('Name', 'Kim Minji');
    await userEvent.keyboard('{Escape}');
    const asked = await screen.findByRole('dialog', { name: 'Unsaved changes' });
    fireEvent.click(within(asked).getByRole('button', { name: 'Cancel' }));
    expect(value('Name')).toBe('Kim Minji');
  });
});

describe('notification channels', () => {
  const toggle = (name: string) => screen.findByRole('switch', { name });
  it('a switch is saved at once, as its whole kind', async () => {
    await open();
    fireEvent.click(await toggle('Fault by Email'));
    await waitFor(() => expect(set).toEqual([[{ kind: 'fault', inApp: true, push: true, email: true, sms: false }]]));
    expect((await toggle('Fault by Email')).getAttribute('aria-checked')).toBe('true');
  });
  it('two presses in a row both count', async () => {
    await open();
    fireEvent.click(await toggle('Fault by Email'));
    fireEvent.click(await toggle('Fault by SMS'));
    await waitFor(() =>
      expect(set.at(-1)).toEqual([{ kind: 'fault', inApp: true, push: true, email: true, sms: true }]),
    );
  });
  it('SOS in the app cannot be turned off, and shows why', async () => {
    await open();
    const fixed = await toggle('SOS by In app');
    expect(fixed.getAttribute('aria-checked')).toBe('true');
    expect((fixed as HTMLButtonElement).disabled).toBe(true);
    expect(document.getElementById(fixed.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(
      /cannot be turned off/u,
    );
    fireEvent.click(fixed);
    expect(set).toEqual([]);
    fireEvent.click(await toggle('SOS by SMS'));
    await waitFor(() => expect(set).toEqual([[{ kind: 'sos', inApp: true, push: true, email: false, sms: false }]]));
  });
  it('a switch that the server refuses goes back', async () => {
    await open();
    refuse = new Problem('UNAVAILABLE');
    fireEvent.click(await toggle('Fault by Email'));
    await waitFor(async () => expect((await toggle('Fault by Email')).getAttribute('aria-checked')).toBe('false'));
    expect(set).toEqual([]);
  });
});

describe('own sessions', () => {
  it('name the browser, mark this one, and end another after asking', async () => {
    await open();
    expect(await screen.findByText('Chrome on Windows')).toBeDefined();
    expect(screen.getByText('This session')).toBeDefined();
    expect(screen.getAllByRole('button', { name: /^End / })).toHaveLength(1);
    fireEvent.click(screen.getByRole('button', { name: 'End Safari on iPhone' }));
    const asked = await screen.findByRole('dialog', { name: 'End the session on Safari on iPhone?' });
    expect(ended).toEqual([]);
    fireEvent.click(within(asked).getByRole('button', { name: 'End' }));
    await waitFor(() => expect(ended).toEqual([other]));
    await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
  });
});

it('on a page that came over plain HTTP shows that push is not possible, instead of offering it', async () => {
  vi.stubGlobal('isSecureContext', false);
  await open();
  expect(await screen.findByText(/secure connection/u)).toBeDefined();
  expect(screen.queryByRole('button', { name: /Turn on/u })).toBeNull();
});
