import { notifications } from '@headland/contracts/notification';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { usePush, usePushLinks } from '../../shell/push';
import { answer } from '../../testing/fake-back-end';
import { renderPage } from '../../testing/render-page';
import { PushDevices } from './push-devices';

const address = 'https://push.example/abc';
const publicKey = Buffer.alloc(65, 4).toString('base64url');
const keys = { p256dh: Buffer.alloc(65, 1).toString('base64url'), auth: Buffer.alloc(16, 1).toString('base64url') };
interface Device {
  id: number;
  agent: string | null;
  createdAt: string;
  lastUsedAt: string | null;
  endpointHash: string;
  ofThisSession: boolean;
}
let key: string | null;
let devices: Device[];
let sent: unknown[];
let subscribed: boolean;
let permission: NotificationPermission;
let answerOfUser: NotificationPermission;
let pushService: boolean;
const device = (id: number, endpoint: string, ofThisSession = true): Device => ({
  id,
  agent: 'Windows Chrome/140',
  createdAt: '2026-11-20T05:00:00Z',
  lastUsedAt: null,
  endpointHash: createHash('sha256').update(endpoint).digest('hex'),
  ofThisSession,
});
const answers = [
  answer(notifications.devices, () => ({ publicKey: key, devices })),
  answer(notifications.subscribe, ({ body }) => {
    sent.push(body);
    const added = device(1, body.endpoint);
    devices = [...devices, added];
    return added;
  }),
  answer(notifications.unsubscribe, ({ params }) => {
    devices = devices.filter((d) => d.id !== params.id);
    return { ended: true as const };
  }),
];

/** Browser APIs that jsdom lacks. */
beforeEach(() => {
  key = publicKey;
  devices = [];
  sent = [];
  subscribed = false;
  permission = 'default';
  answerOfUser = 'granted';
  pushService = true;
  const subscription = {
    endpoint: address,
    options: { applicationServerKey: Buffer.alloc(65, 4).buffer.slice(0, 65) },
    toJSON: () => ({ endpoint: address, expirationTime: null, keys }),
    unsubscribe: async () => !(subscribed = false),
  };
  const pushManager = {
    getSubscription: async () => (subscribed ? subscription : null),
    subscribe: async () => {
      if (!pushService) throw new DOMException('Registration failed - push service error', 'AbortError');
      subscribed = true;
      return subscription;
    },
  };
  const registration = { pushManager };
  const serviceWorker = {
    register: async () => registration,
    getRegistration: async () => registration,
    ready: Promise.resolve(registration),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  };
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true });
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PushManager', class {});
  vi.stubGlobal(
    'Notification',
    class {
      static get permission() {
        return permission;
      }
      static requestPermission = async () => (permission = answerOfUser);
    },
  );
});
afterEach(() => Reflect.deleteProperty(navigator, 'serviceWorker'));

function Page() {
  return <PushDevices push={usePush()} />;
}
function Shell() {
  usePushLinks();
  return null;
}
const open = () => renderPage(<Page />, { answers, at: '/dash' });
const turnOn = async () =>
  fireEvent.click(await screen.findByRole('button', { name: 'Turn on notifications in this browser' }));

describe('web push', () => {
  it('is turned on with the key of the server, and registered with it', async () => {
    open();
    await turnOn();
    expect(await screen.findByText(/This browser receives notifications/u)).toBeDefined();
    expect(sent).toEqual([{ endpoint: address, keys }]);
    expect(screen.getByText('This browser')).toBeDefined();
  });

  it('of this browser ends here and on the server; another’s leaves this one alone', async () => {
    subscribed = true;
    permission = 'granted';
    devices = [device(1, address), device(2, 'https://push.example/other')];
    open();
    expect(await screen.findByText('This browser')).toBeDefined();
    const end = async (nth: number) => {
      fireEvent.click(screen.getAllByRole('button', { name: 'End Chrome on Windows' })[nth] as HTMLElement);
      fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'End' }));
      await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    };
    await end(1);
    expect(subscribed).toBe(true);
    await end(0);
    await waitFor(() => expect(devices).toEqual([]));
    expect(subscribed).toBe(false);
    expect(await screen.findByText('No browser receives push yet.')).toBeDefined();
  });

  it('that a former session turned on here is carried on by this one', async () => {
    subscribed = true;
    devices = [device(1, address, false)];
    renderPage(<Shell />, { answers, at: '/dash' });
    await waitFor(() => expect(sent).toEqual([{ endpoint: address, keys }]));
    expect(subscribed).toBe(true);
  });

  it('of another member ends here', async () => {
    subscribed = true;
    renderPage(<Shell />, { answers, at: '/dash' });
    await waitFor(() => expect(subscribed).toBe(false));
    expect(sent).toEqual([]);
  });

  it('refused by the person shows how to allow it again', async () => {
    answerOfUser = 'denied';
    open();
    await turnOn();
    expect(await screen.findByText(/The browser blocks notifications/u)).toBeDefined();
    expect(sent).toEqual([]);
  });

  it('whose question was closed can be asked again', async () => {
    answerOfUser = 'default';
    open();
    await turnOn();
    expect(await screen.findByText(/notifications were not allowed/u)).toBeDefined();
    expect(screen.getByRole('button', { name: 'Turn on notifications in this browser' })).toBeDefined();
  });

  it('without the browser’s push service shows this, and is not on', async () => {
    pushService = false;
    open();
    await turnOn();
    expect(await screen.findByText(/push service of this browser is not reachable/u)).toBeDefined();
    expect(sent).toEqual([]);
  });

  it('that the server has not set up is not offered', async () => {
    key = null;
    open();
    expect(await screen.findByText(/not set up on this server/u)).toBeDefined();
    expect(screen.queryByRole('button', { name: /Turn on/u })).toBeNull();
  });

  it('that the browser cannot do is not offered', async () => {
    Reflect.deleteProperty(navigator, 'serviceWorker');
    open();
    expect(await screen.findByText(/does not support web push/u)).toBeDefined();
    expect(screen.queryByRole('button', { name: /Turn on/u })).toBeNull();
  });
});
