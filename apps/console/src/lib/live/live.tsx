import type { DiagnosisFrame } from '@headland/contracts/diagnosis';
import type { LoggedEvent } from '@headland/contracts/event-log';
import type { ClientToServer, LiveCounts, ServerToClient } from '@headland/contracts/live';
import type { MapFrame } from '@headland/contracts/live-frame';
import type { FlashFrame } from '@headland/contracts/reprogram';
import type { VehicleNow } from '@headland/contracts/shared-shapes';
import { useQueryClient } from '@tanstack/react-query';
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
import { io, type Socket } from 'socket.io-client';
import type { TokenHolder } from '../call';
import { noteServerTime } from '../clock';
import { LiveClient, type LiveStatus } from './client';
import { Subscriptions, type Watch } from './subscriptions';
import { applyEvent, invalidateAll } from './on-event';

export interface Live {
  client: LiveClient;
  subscriptions: Subscriptions;
  vehicles: Map<number, VehicleNow>;
  counts: { value: LiveCounts | null };
}
export const LiveContext = createContext<Live | null>(null);

/** One connection for everything below it; it lives as long as the holder has a token. */
export function LiveProvider({
  holder,
  children,
}: {
  holder: Pick<TokenHolder, 'access' | 'renew' | 'ended'>;
  children: ReactNode;
}) {
  const cache = useQueryClient();
  const live = useMemo(() => createLive(holder), [holder]);
  useEffect(() => {
    const { client, subscriptions: looks } = live;
    const heard = (event: LoggedEvent) => applyEvent(cache, event);
    const invalidate = () => invalidateAll(cache);
    const back = () => client.reconnectNow();
    client.onEvent.add(heard);
    client.onResync.add(invalidate);
    document.addEventListener('visibilitychange', looks.later);
    window.addEventListener('online', back);
    client.start();
    looks.start();
    return () => {
      client.stop();
      looks.stop();
      client.onEvent.delete(heard);
      client.onResync.delete(invalidate);
      document.removeEventListener('visibilitychange', looks.later);
      window.removeEventListener('online', back);
    };
  }, [live, cache]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

/** The state of the stream. `newestAgeMs` is how old the newest telemetry was when the server last said so. */
export function useLiveState(): LiveStatus {
  const { client } = useLive();
  return useSyncExternalStore(
    useCallback((f) => listen(client.onStatus, f), [client]),
    client.getStatus,
  );
}
/** True once the stream has been lost for so long that what is shown must be marked as old. */
export function useLiveStopped(): boolean {
  const { client } = useLive();
  return useSyncExternalStore(
    useCallback((f) => listen(client.onStatus, f), [client]),
    () => client.getStatus().state === 'stopped',
  );
}
export function useReconnect(): () => void {
  const { client } = useLive();
  return useCallback(() => client.reconnectNow(), [client]);
}

/** Each event of the log, once, in order, after the query cache was told. The newest handler is called; it need not be stable. */
export function useLiveEvents(handler: (event: LoggedEvent) => void): void {
  const { client } = useLive();
  const latest = useEffectEvent(handler);
  useEffect(() => listen(client.onEvent, (event) => latest(event)), [client]);
}

/** Everything is read again; what a page keeps of events beside the query cache is out of date. */
export function useLiveResync(handler: () => void): void {
  const { client } = useLive();
  const latest = useEffectEvent(handler);
  useEffect(() => listen(client.onResync, () => latest()), [client]);
}

/** Says what this part of the page watches: the map's view, single vehicles. Merged over the page; null watches nothing. */
export function useSubscription(watch: Partial<Watch> | null): void {
  const { subscriptions: looks } = useLive();
  const [owner] = useState(() => Symbol('look'));
  const said = JSON.stringify({ map: watch?.map ?? null, vehicles: watch?.vehicles ?? [] });
  useEffect(() => looks.set(owner, JSON.parse(said) as Watch), [looks, owner, said]);
  useEffect(() => () => looks.drop(owner), [looks, owner]);
}

/** Packed frames of the map as they come, outside React's state: for a canvas. */
export function useMapFrames(take: (frame: MapFrame) => void): void {
  const { client } = useLive();
  const latest = useEffectEvent(take);
  useEffect(() => listen(client.onFrame, (frame) => latest(frame)), [client]);
}

/** The newest of one vehicle that some part of the page watches (`useSubscription`); null until the stream has said something. */
export function useVehicleNow(id: number | null): VehicleNow | null {
  const { client, vehicles } = useLive();
  const subscribe = useCallback(
    (f: () => void) => listen(client.onVehicle, (now) => now.id === id && f()),
    [client, id],
  );
  return useSyncExternalStore(subscribe, () => (id === null ? null : (vehicles.get(id) ?? null)));
}
/** Every pushed vehicle, for a caller that draws or patches many. */
export function useVehicleUpdates(handler: (now: VehicleNow) => void): void {
  const { client } = useLive();
  const latest = useEffectEvent(handler);
  useEffect(() => listen(client.onVehicle, (now) => latest(now)), [client]);
}

/** Follows a diagnosis session: its values as they come, outside React's state. `following` tells that they begin, after each reconnect again. */
export function useDiagnosisFrames(
  sessionId: number | null,
  take: (frame: DiagnosisFrame) => void,
  following: (following: boolean) => void,
): void {
  const { client } = useLive();
  const latest = useEffectEvent((frame: DiagnosisFrame) => frame.sessionId === sessionId && take(frame));
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

/** How far programs are on their way, of vehicles that some part of the page looks at (`useSubscription`). */
export function useFlashFrames(take: (frame: FlashFrame) => void): void {
  const { client } = useLive();
  const latest = useEffectEvent(take);
  useEffect(() => listen(client.onFlash, (frame) => latest(frame)), [client]);
}

/** Vehicles, online, engine on, offline in the caller's scope; null until the server has pushed them once. */
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

function createLive(holder: Pick<TokenHolder, 'access' | 'renew' | 'ended'>): Live {
  const client = new LiveClient({
    // The client decides itself when to connect again: the library's own attempts know nothing of refused tokens.
    connect: () =>
      io({
        path: '/socket.io',
        transports: ['websocket'],
        autoConnect: false,
        reconnection: false,
        auth: (send) => send({ token: holder.access() }),
      }) as Socket<ServerToClient, ClientToServer>,
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
  client.onVehicle.add((now) => live.vehicles.set(now.id, now));
  client.onCounts.add((counts) => (live.counts.value = counts));
  return live;
}

function listen<T>(set: Set<(value: T) => void>, f: (value: T) => void): () => void {
  set.add(f);
  return () => set.delete(f);
}
