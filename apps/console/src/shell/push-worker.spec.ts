// @vitest-environment node
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { PushPayload } from '@headland/contracts/notification';
import { beforeEach, describe, expect, it } from 'vitest';

/** The shipped worker, in a fake browser that records the calls. */
const source = readFileSync(join(import.meta.dirname, '..', '..', 'public', 'push-worker.js'), 'utf8');
interface Window {
  url: string;
  focused: boolean;
  messages: unknown[];
}
let windows: Window[];
let shown: { title: string; options: Record<string, unknown> }[];
let opened: string[];
let fire: (name: string, event: Record<string, unknown>) => Promise<void>;
beforeEach(() => {
  windows = [];
  shown = [];
  opened = [];
  const ears: Record<string, (event: unknown) => void> = {};
  const self = {
    addEventListener: (name: string, ear: (event: unknown) => void) => (ears[name] = ear),
    skipWaiting: () => undefined,
    registration: {
      showNotification: async (title: string, options: Record<string, unknown>) => shown.push({ title, options }),
    },
    clients: {
      claim: async () => undefined,
      matchAll: async () =>
        windows.map((w) => ({
          url: w.url,
          focused: w.focused,
          postMessage: (m: unknown) => w.messages.push(m),
          focus: async () => (w.focused = true),
        })),
      openWindow: async (path: string) => opened.push(path),
    },
  };
  runInNewContext(source, { self, URL });
  fire = async (name, event) => {
    let done: Promise<unknown> = Promise.resolve();
    ears[name]?.({ ...event, waitUntil: (p: Promise<unknown>) => (done = p) });
    await done;
  };
});
const push = (payload: unknown) => fire('push', { data: { json: () => payload } });
const press = (link: unknown) =>
  fire('notificationclick', { notification: { close: () => undefined, data: { link } } });
const at = (path: string, focused = false): Window => ({
  url: `https://console.example${path}`,
  focused,
  messages: [],
});
const sos = PushPayload.parse({ title: 'SOS', body: 'Roll-over', link: '/sos?id=4', tag: 'sos-4', kind: 'sos' });

describe('a push', () => {
  it('is shown with its words; an SOS stays until it is touched', async () => {
    await push(sos);
    await push({ ...sos, title: 'Fault', kind: 'fault', tag: 'fault-1' });
    expect(shown.map((s) => s.title)).toEqual(['SOS', 'Fault']);
    expect(shown[0]?.options).toMatchObject({
      body: 'Roll-over',
      tag: 'sos-4',
      requireInteraction: true,
      silent: false,
      data: { link: '/sos?id=4' },
    });
    expect(shown[1]?.options.requireInteraction).toBe(false);
  });
  it('is silent in front of a console that is looked at', async () => {
    windows = [at('/dash', true)];
    await push(sos);
    expect(shown[0]?.options.silent).toBe(true);
  });
  it('that is not ours is shown all the same: a silent push costs the permission', async () => {
    await fire('push', { data: null });
    await push({ nothing: 1 });
    expect(shown.map((s) => s.title)).toEqual(['Headland', 'Headland']);
  });
});

describe('a press on it', () => {
  it('goes there in the console that is open', async () => {
    windows = [at('/wall'), at('/dash')];
    await press('/sos?id=4');
    expect(windows.map((w) => w.messages)).toEqual([[], [{ open: '/sos?id=4' }]]);
    expect(windows[1]?.focused).toBe(true);
    expect(opened).toEqual([]);
  });
  it('opens a console where none is, and never leads out of it', async () => {
    await press('/sos?id=4');
    windows = [at('/login')];
    await press('//evil.example');
    await press(undefined);
    expect(opened).toEqual(['/sos?id=4', '/dash', '/dash']);
  });
});
