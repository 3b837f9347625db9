import type { DiagnosisFrame } from '@headland/contracts/diagnosis';
import type { LoggedEvent } from '@headland/contracts/event-log';
import type { LiveCounts, ViewportSubscription } from '@headland/contracts/live';
import type { MapFrame } from '@headland/contracts/live-frame';
import type { FlashFrame } from '@headland/contracts/reprogram';
import type { VehicleNow } from '@headland/contracts/shared-shapes';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import {
  createContext,
  type ReactNode,
  use,
  useCallback,
  useEffect,
  useEffectEvent,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import type { TokenHolder } from '../call';
import { noteServerTime } from '../clock';
import { LiveClient, type LiveStatus } from './client';
import { Subscriptions, type Watch } from './subscriptions';

export interface Live {
  client: LiveClient;
  subscriptions: Subscriptions;
  vehicles: Map<number, Pushed>;
  counts: { value: LiveCounts | null };
}
/** A vehicle's newest data as the stream brought it. `at`: when (ms of this browser). */
export interface Pushed {
  now: VehicleNow;
  at: number;
}
/** What a page has read of a vehicle: when (ms of this browser), and when the vehicle was seen last, if that was read. */
export interface VehicleRead {
  at: number;
  lastSeenAt?: string | null | undefined;
}
/** A stream that stands still leaves what it brought last; a later answer is newer, unless it was given before that. */
export const isNewer = ({ now, at }: Pushed, read: VehicleRead): boolean =>
  at >= read.at || (read.lastSeenAt !== undefined && isLater(now.lastSeenAt, read.lastSeenAt));
const isLater = (a: string | null, b: string | null): boolean =>
  a !== null && (b === null || Date.parse(a) > Date.parse(b));
export const LiveContext = createContext<Live | null>(null);

/** One connection for everything below it; it lives as long as there is a token. */
export function LiveProvider({
  holder,
  children,
}: {
  holder: Pick<TokenHolder, 'access' | 'renew' | 'ended'>;
  children: ReactNode;
}) {
  const cache = useQueryClient();
  const { live, apply } = useMemo(() => createLive(holder), [holder]);
  useEffect(() => {
    const { client, subscriptions } = live;
    const onEvent = (event: LoggedEvent) => apply(cache, event);
    const invalidate = () => void cache.invalidateQueries();
    const back = () => client.reconnectNow();
    client.onEvent.add(onEvent);
    client.onResync.add(invalidate);
    document.addEventListener('visibilitychange', subscriptions.later);
    window.addEventListener('online', back);
    client.start();
    subscriptions.start();
    return () => {
      client.stop();
      subscriptions.stop();
      client.onEvent.delete(onEvent);
      client.onResync.delete(invalidate);
      document.removeEventListener('visibilitychange', subscriptions.later);
      window.removeEventListener('online', back);
    };
  }, [live, apply, cache]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

/** The state of the stream. `newestAgeMs` is the age of the newest telemetry at the server's last beat. */
export function useLiveState(): LiveStatus {
  const { client } = useLive();
  return useSyncExternalStore(
    useCallback((f) => listen(client.onStatus, f), [client]),
    client.getStatus,
  );
}
/** True once the stream has been lost for so long that shown data must be marked as old. */
export function useLiveStopped(): boolean {
  const { client } = useLive();
  return useSyncExternalStore(
    useCallback((f) => listen(client.onStatus, f), [client]),
    () => client.getStatus().state === 'stopped',
  );
}
/** The stream has come back after it was lost: what it would have pushed meanwhile was not, and is not sent again. */
export function useLiveBack(handler: () => void): void {
  const { client } = useLive();
  const latest = useEffectEvent(handler);
  useEffect(() => {
    let { state } = client.getStatus();
    return listen(client.onStatus, () => {
      const before = state;
      ({ state } = client.getStatus());
      if (state === 'live' && (before === 'reconnecting' || before === 'stopped')) latest();
    });
  }, [client]);
}
export function useReconnect(): () => void {
  const { client } = useLive();
  return useCallback(() => client.reconnectNow(), [client]);
}

/**
 * Each event of the log, once, in order, after the query cache was updated. The newest handler is called; it need not
 * be stable.
 */
export function useLiveEvents(handler: (event: LoggedEvent) => void): void {
  const { client } = useLive();
  const latest = useEffectEvent(handler);
  useEffect(() => listen(client.onEvent, (event) => latest(event)), [client]);
}

/** Everything is refetched; data derived from events outside the query cache is out of date. */
export function useLiveResync(handler: () => void): void {
  const { client } = useLive();
  const latest = useEffectEvent(handler);
  useEffect(() => listen(client.onResync, () => latest()), [client]);
}

/** Subscribes this part of the page to the map's view or to single vehicles. Merged over the page; null is none. */
export function useSubscription(watch: Partial<Watch> | null): void {
  const { subscriptions } = useLive();
  const [owner] = useState(() => Symbol('look'));
  const subscriptionKey = JSON.stringify({ map: watch?.map ?? null, vehicles: watch?.vehicles ?? [] });
  useEffect(
    () => subscriptions.set(owner, JSON.parse(subscriptionKey) as Watch),
    [subscriptions, owner, subscriptionKey],
  );
  useEffect(() => () => subscriptions.drop(owner), [subscriptions, owner]);
}

/**
 * The part of the map that the stream was asked for last. The server sends its tiles once, and from then on only those
 * that change.
 */
export function useMapSubscription(handler: (map: ViewportSubscription['map']) => void): void {
  const { client } = useLive();
  const latest = useEffectEvent(handler);
  useEffect(() => listen(client.onSubscription, ({ map }) => latest(map)), [client]);
}

/** Packed frames of the map, outside React's state: for a canvas. */
export function useMapFrames(onFrame: (frame: MapFrame) => void): void {
  const { client } = useLive();
  const latest = useEffectEvent(onFrame);
  useEffect(() => listen(client.onFrame, (frame) => latest(frame)), [client]);
}

/** The newest data of a subscribed vehicle (`useSubscription`); null until it arrives, and while what was read is newer. */
export function useVehicleNow(id: number | null, read?: VehicleRead): VehicleNow | null {
  const { client, vehicles } = useLive();
  const subscribe = useCallback(
    (f: () => void) => listen(client.onVehicle, (now) => now.id === id && f()),
    [client, id],
  );
  const pushed = useSyncExternalStore(subscribe, () => (id === null ? null : (vehicles.get(id) ?? null)));
  return pushed === null || (read !== undefined && !isNewer(pushed, read)) ? null : pushed.now;
}
/** Every pushed vehicle, for callers that draw or patch many. */
export function useVehicleUpdates(handler: (now: VehicleNow) => void): void {
  const { client } = useLive();
  const latest = useEffectEvent(handler);
  useEffect(() => listen(client.onVehicle, (now) => latest(now)), [client]);
}

/**
 * Follows a diagnosis session: its values outside React's state. `following` is called when they begin, after each
 * reconnect again.
 */
export function useDiagnosisFrames(
  sessionId: number | null,
  onFrame: (frame: DiagnosisFrame) => void,
  following: (following: boolean) => void,
): void {
  const { client } = useLive();
  const latest = useEffectEvent((frame: DiagnosisFrame) => frame.sessionId === sessionId && onFrame(frame));
  const begun = useEffectEvent(following);
  useEffect(() => {
    if (sessionId === null) return;
    const stopFrames = listen(client.onDiagnosis, (frame) => latest(frame));
    const stopBegun = listen(client.onFollowing, (f) => begun(f));
    client.follow(sessionId);
    return () => {
      stopFrames();
      stopBegun();
      client.follow(null);
    };
  }, [client, sessionId]);
}

/** Progress of program transfers to subscribed vehicles (`useSubscription`). */
export function useFlashFrames(onFrame: (frame: FlashFrame) => void): void {
  const { client } = useLive();
  const latest = useEffectEvent(onFrame);
  useEffect(() => listen(client.onFlash, (frame) => latest(frame)), [client]);
}

/** Vehicles, online, engine on, offline in the caller's scope; null until the first push. */
export function useLiveCounts(): LiveCounts | null {
  const { client, counts } = useLive();
  return useSyncExternalStore(
    useCallback((f) => listen(client.onCounts, f), [client]),
    () => counts.value,
  );
}

function useLive(): Live {
  const live = use(LiveContext);
  if (!live) throw new Error('a live hook needs a LiveProvider above it');
  return live;
}

function createLive(holder: Pick<TokenHolder, 'access' | 'renew' | 'ended'>): { live: Live; apply: ApplyEvent } {
  let apply: ApplyEvent = () => undefined;
  const client = new LiveClient({
    // after the first drawing; no event comes before the code that applies it
    connect: async () => {
      const { applyEvent, openSocket } = await import('./connection');
      apply = applyEvent;
      return openSocket(holder.access);
    },
    token: holder.access,
    renew: holder.renew,
    ended: holder.ended,
    now: Date.now,
  });
  const subscriptions = new Subscriptions(
    (subscription) => client.setSubscription(subscription),
    () => document.visibilityState === 'hidden',
  );
  const live: Live = { client, subscriptions, vehicles: new Map(), counts: { value: null } };
  client.onBeat.add((beat) => noteServerTime(beat.at));
  client.onVehicle.add((now) => live.vehicles.set(now.id, { now, at: Date.now() }));
  client.onCounts.add((counts) => (live.counts.value = counts));
  return { live, apply: (cache, event) => apply(cache, event) };
}
type ApplyEvent = (cache: QueryClient, event: LoggedEvent) => void;

function listen<T>(set: Set<(value: T) => void>, f: (value: T) => void): () => void {
  set.add(f);
  return () => set.delete(f);
}
