// @vitest-environment node
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { LoggedEvent } from '@headland/contracts/event-log';
import type { ViewportSubscription, ResumeAnswer } from '@headland/contracts/live';
import { packFrame } from '@headland/contracts/live-frame';
import { Server, type Socket } from 'socket.io';
import { io } from 'socket.io-client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LiveClient, silenceMs, stoppedAfterMs } from './client';
import { Subscriptions } from './subscriptions';

/** A real socket server with an event log like the product's; each test defines its responses. */
let http: HttpServer;
let server: Server;
let log: LoggedEvent[];
let tokens: string[];
let subscriptions: ViewportSubscription[];
let resumes: (number | null)[];
let answerResume: (after: number | null, socket: Socket) => ResumeAnswer;
let client: LiveClient;
let token: string;
let clock: number;
let ended: string[];
let renewals: string[];

const event = (number: number) =>
  ({
    number,
    at: '2026-11-20T05:00:00Z',
    name: 'device.connected',
    payload: { vehicleId: number, deviceId: 'D' },
    by: null,
  }) as LoggedEvent;

beforeEach(async () => {
  log = [];
  tokens = [];
  subscriptions = [];
  resumes = [];
  ended = [];
  renewals = [];
  token = 'good';
  clock = 1_000_000;
  answerResume = (after, socket) => {
    for (const e of after === null ? [] : log.filter((x) => x.number > after)) socket.emit('event', e);
    return { mode: 'live', head: log.at(-1)?.number ?? 0, headAt: log.at(-1)?.at ?? null };
  };
  http = createServer();
  server = new Server(http, { transports: ['websocket'] });
  server.use((socket, next) => {
    const given = String(socket.handshake.auth.token);
    tokens.push(given);
    const refusal = given === 'expired' ? 'E0802' : given === 'elsewhere' ? 'E0105' : null;
    next(refusal === null ? undefined : Object.assign(new Error('refused'), { data: { code: refusal } }));
  });
  server.on('connection', (socket) => {
    socket.on('look', (subscription: ViewportSubscription) => subscriptions.push(subscription));
    socket.on('resume', ({ after }: { after: number | null }, reply: (a: ResumeAnswer) => void) => {
      resumes.push(after);
      reply(answerResume(after, socket));
    });
  });
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
  client = new LiveClient({
    connect: () =>
      io(url, {
        transports: ['websocket'],
        autoConnect: false,
        reconnection: false,
        auth: (send) => send({ token }),
      }) as never,
    token: () => token,
    renew: (failed) => {
      renewals.push(failed);
      token = 'good';
      return Promise.resolve();
    },
    ended: (code) => ended.push(code),
    now: () => clock,
  });
});
afterEach(async () => {
  client.stop();
  await server.close();
});

/** Long limit for a busy machine; an expectation that is never met fails all the same. */
const until = (fact: () => void) => vi.waitFor(fact, { timeout: 15_000 });
const seen = (): number[] => {
  const numbers: number[] = [];
  client.onEvent.add((e) => numbers.push(e.number));
  return numbers;
};
const live = () => until(() => expect(client.getStatus().state).toBe('live'));
const publish = (number: number) => {
  log.push(event(number));
  server.emit('event', event(number));
};

describe('after a gap', () => {
  it('resumes from its last number and gets each event once, in order', async () => {
    const numbers = seen();
    client.start();
    await live();
    publish(1);
    publish(2);
    await until(() => expect(numbers).toEqual([1, 2]));
    server.disconnectSockets(true);
    log.push(event(3), event(4));
    await until(() => expect(resumes).toEqual([null, 2]));
    publish(5);
    await until(() => expect(numbers).toEqual([1, 2, 3, 4, 5]));
  });

  it('drops what comes twice: live before the replay has it, too', async () => {
    const numbers = seen();
    answerResume = (after, socket) => {
      for (const n of [1, 2, 2, 1, 3]) socket.emit('event', event(n));
      return { mode: 'live', head: after ?? 0, headAt: null };
    };
    client.start();
    await until(() => expect(numbers).toEqual([1, 2, 3]));
  });

  it('too wide for a replay reads everything again and goes on from the head', async () => {
    const resync = vi.fn();
    client.start();
    await live();
    client.onResync.add(resync);
    answerResume = () => ({ mode: 'resync', head: 9_000, headAt: null });
    server.disconnectSockets(true);
    await until(() => expect(resync).toHaveBeenCalledTimes(1));
    server.disconnectSockets(true);
    await until(() => expect(resumes.at(-1)).toBe(9_000));
  });

  it('of the first connection reads again: what was read before the stream was connected may be old', async () => {
    const resync = vi.fn();
    client.onResync.add(resync);
    client.start();
    await live();
    expect(resync).toHaveBeenCalledTimes(1);
  });

  it('asked to resync by the server (a slow browser), goes on from its head', async () => {
    const numbers = seen();
    const resync = vi.fn();
    client.start();
    await live();
    client.onResync.add(resync);
    server.emit('resync', { head: 50, headAt: null });
    server.emit('event', event(49));
    server.emit('event', event(51));
    await until(() => expect(numbers).toEqual([51]));
    expect(resync).toHaveBeenCalledTimes(1);
  });
});

describe('of a database that is an older copy now', () => {
  it('goes back to the given head, accepts the same numbers once more, and sends the time of the last event when it reconnects', async () => {
    const numbers = seen();
    const sent: (string | null)[] = [];
    server.on('connection', (socket) => socket.on('resume', ({ at }: { at: string | null }) => sent.push(at)));
    client.start();
    await live();
    publish(8);
    publish(9);
    await until(() => expect(numbers).toEqual([8, 9]));
    const resync = vi.fn();
    client.onResync.add(resync);
    server.emit('resync', { head: 7, headAt: '2026-11-20T04:59:00.000Z' });
    publish(8);
    await until(() => expect(numbers).toEqual([8, 9, 8]));
    expect(resync).toHaveBeenCalledTimes(1);
    server.disconnectSockets(true);
    await until(() => expect(sent).toEqual([null, event(8).at]));
  });
});

describe('the token', () => {
  it('that has run out is renewed, and the stream goes on without a lost event', async () => {
    const numbers = seen();
    client.start();
    await live();
    publish(1);
    await until(() => expect(numbers).toEqual([1]));
    token = 'expired';
    server.disconnectSockets(true);
    log.push(event(2));
    await until(() => expect(numbers).toEqual([1, 2]));
    expect(renewals).toEqual(['expired']);
    expect(tokens).toEqual(['good', 'expired', 'good']);
  });

  it('ended by its time while an answer has brought a newer one: no refresh, the newer one will do', async () => {
    client.start();
    await live();
    token = 'fresh';
    server.emit('ended', { code: 'E0802' });
    server.disconnectSockets(true);
    await until(() => expect(tokens).toEqual(['good', 'fresh']));
    expect(renewals).toEqual([]);
  });

  it('refused for good ends the session and is not tried again', async () => {
    token = 'elsewhere';
    client.start();
    await until(() => expect(ended).toEqual(['E0105']));
    expect(tokens).toEqual(['elsewhere']);
  });

  it('of a session that ends while connected', async () => {
    client.start();
    await live();
    server.emit('ended', { code: 'E0105' });
    await until(() => expect(ended).toEqual(['E0105']));
  });
});

describe('its state', () => {
  it('measures the age of the data by the server’s own clock', async () => {
    client.start();
    await live();
    server.emit('beat', { at: 5_000_000, head: 1, newestAt: 4_998_500 });
    await until(() => expect(client.getStatus()).toMatchObject({ state: 'live', newestAgeMs: 1_500, lastAt: clock }));
  });

  it('a line that is silent is lost, whatever the socket thinks, and after five more seconds it has stopped', async () => {
    client.start();
    await live();
    const lastAt = clock;
    answerResume = () => new Promise(() => undefined) as never;
    server.removeAllListeners('connection');
    clock += silenceMs + 1;
    await until(() => expect(client.getStatus().state).toBe('reconnecting'));
    clock += stoppedAfterMs + 1;
    await until(() => expect(client.getStatus()).toMatchObject({ state: 'stopped', lastAt }));
  });

  it('comes back after a growing delay, also where each connection ends before it is resumed', async () => {
    const connections: number[] = [];
    answerResume = (_, socket) => {
      connections.push(performance.now());
      socket.disconnect(true);
      return { mode: 'live', head: 0, headAt: null };
    };
    client.start();
    await until(() => expect(connections.length).toBeGreaterThanOrEqual(4));
    const waits = connections.slice(1, 4).map((at, i) => at - (connections[i] ?? 0));
    // half of each delay at the least; a timer may fire a millisecond early
    for (const [i, wait] of waits.entries()) expect(wait).toBeGreaterThan(125 * 2 ** i - 5);
  });

  it('comes back to live by itself when the server does', async () => {
    client.start();
    await live();
    server.disconnectSockets(true);
    clock += 1_500;
    await until(() => expect(resumes.length).toBe(2));
    await live();
  });
});

describe('frames and subscriptions', () => {
  it('unpacks a frame, and survives one of another version', async () => {
    const frames: number[] = [];
    client.onFrame.add((f) => frames.push(f.singles.length));
    client.start();
    await live();
    const good = packFrame({
      zoom: 8,
      x: 1,
      y: 2,
      at: 3,
      clusters: [],
      singles: [{ id: 7, lat: 35, lon: 126, heading: null, state: 'work', flags: 0 }],
    });
    const strange = good.slice();
    strange[0] = 99;
    server.emit('map', strange);
    server.emit('map', good);
    await until(() => expect(frames).toEqual([1]));
  });

  it('sends the subscription again after a reconnect', async () => {
    client.start();
    await live();
    client.setSubscription({ map: null, vehicles: [4, 5] });
    await until(() => expect(subscriptions.at(-1)).toEqual({ map: null, vehicles: [4, 5] }));
    const before = subscriptions.length;
    server.disconnectSockets(true);
    await until(() => expect(subscriptions.length).toBe(before + 1));
    expect(subscriptions.at(-1)).toEqual({ map: null, vehicles: [4, 5] });
  });
});

describe('a followed diagnosis session', () => {
  it('is subscribed at the server, again after a reconnect, until the page is left; its values arrive', async () => {
    const follows: (number | null)[] = [];
    const received: number[] = [];
    const begun = vi.fn();
    server.on('connection', (socket) =>
      socket.on('follow', ({ sessionId }: { sessionId: number | null }, reply: (a: { following: boolean }) => void) => {
        follows.push(sessionId);
        reply({ following: sessionId !== null });
      }),
    );
    client.onDiagnosis.add((frame) => received.push(frame.sessionId));
    client.onFollowing.add(begun);
    client.start();
    await live();
    client.follow(5);
    client.follow(5);
    await until(() => expect(follows).toEqual([5]));
    server.emit('diagnosis', { sessionId: 5, at: 1, offsetMs: 0 });
    await until(() => expect(received).toEqual([5]));
    server.disconnectSockets(true);
    await until(() => expect(follows).toEqual([5, 5]));
    await until(() => expect(begun).toHaveBeenCalledTimes(2));
    // values of it were dropped for a slow browser: it has begun anew; of another session they are not missed
    server.emit('diagnosisMissed', { sessionId: 4 });
    server.emit('diagnosisMissed', { sessionId: 5 });
    await until(() => expect(begun).toHaveBeenCalledTimes(3));
    expect(begun).toHaveBeenLastCalledWith(true);
    client.follow(null);
    await until(() => expect(follows).toEqual([5, 5, null]));
    expect(begun).toHaveBeenCalledTimes(3);
  });
});

describe('subscriptions of several parts of a page', () => {
  const view = { zoom: 8, west: 126, south: 35, east: 128, north: 37 };
  it('are one: the newest map, all vehicles once, at most 120', () => {
    const merged = new Subscriptions(() => undefined);
    merged.set(Symbol('list'), { map: null, vehicles: Array.from({ length: 119 }, (_, i) => i) });
    merged.set(Symbol('map'), { map: view, vehicles: [5, 900, 901] });
    const subscription = merged.merged();
    expect(subscription.map).toEqual(view);
    expect(subscription.vehicles.length).toBe(120);
    expect(subscription.vehicles.slice(0, 3)).toEqual([5, 900, 901]);
  });
  it('of a hidden tab are none', () => {
    let hidden = false;
    const merged = new Subscriptions(
      () => undefined,
      () => hidden,
    );
    merged.set(Symbol('map'), { map: view, vehicles: [1] });
    hidden = true;
    expect(merged.merged()).toEqual({ map: null, vehicles: [] });
  });
  it('are sent once for many changes in a moment', async () => {
    const sent: ViewportSubscription[] = [];
    const merged = new Subscriptions(
      (subscription) => sent.push(subscription),
      () => false,
      10,
    );
    const owner = Symbol('map');
    for (let i = 0; i < 20; i++) merged.set(owner, { map: { ...view, zoom: 2 + (i % 16) }, vehicles: [] });
    merged.drop(owner);
    merged.set(owner, { map: view, vehicles: [] });
    await until(() => expect(sent).toEqual([{ map: view, vehicles: [] }]));
  });
  it('of an unmounted page are no longer sent, and sent again by a remounted one', () => {
    vi.useFakeTimers();
    try {
      const sent: ViewportSubscription[] = [];
      const merged = new Subscriptions((subscription) => sent.push(subscription));
      const owner = Symbol('map');
      merged.set(owner, { map: view, vehicles: [] });
      merged.stop();
      merged.set(Symbol('list'), { map: null, vehicles: [4] });
      expect(vi.getTimerCount()).toBe(0);
      merged.start();
      merged.drop(owner);
      vi.advanceTimersByTime(1_000);
      expect(sent).toEqual([{ map: null, vehicles: [4] }]);
    } finally {
      vi.useRealTimers();
    }
  });
});
