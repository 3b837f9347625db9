import type { Server, Socket } from 'socket.io';
import type { Feature } from '@headland/contracts/access';
import { featureOf } from '@headland/contracts/event-log';
import type { ClientToServer, ServerToClient } from '@headland/contracts/live';
import type { LogRow } from '../../platform/event-log/log-reader';
import type { TokenBucket } from '../../platform/mqtt/token-bucket';
import type { FoundSession } from '../../platform/session-reader';

/** What the stream knows of one browser. */
export interface SocketData {
  caller: FoundSession['caller'];
  /** null: everything */
  organizationId: number | null;
  eventRooms: string[];
  /** a wall display: it gets fewer fields */
  isWall: boolean;
  live: boolean;
  /** too far behind for events: it will get a `resync` */
  stalled: boolean;
  /** data is queued for it: it gets no positions until the queue is empty, and then what it missed */
  slow: boolean;
  tiles: { zoom: number; x: number; y: number }[];
  vehicles: number[];
  /** how often it has subscribed to a view: a newer one replaces one that is still being judged */
  looks: number;
  /** how often it has asked for what it missed: a newer request replaces one that waits or is under way */
  resumes: number;
  /** ends when no request is under way any more */
  resuming: Promise<void>;
  resumeAllowance: TokenBucket;
}
export type LiveServer = Server<ClientToServer, ServerToClient, Record<string, never>, SocketData>;
export type LiveSocket = Socket<ClientToServer, ServerToClient, Record<string, never>, SocketData>;

/** Browsers with queued data; they get no positions or frames. */
export const slowRoom = 'slow';
/** A wall display gets the same events with fewer fields. */
export const wallRoom = (room: string): string => `wall ${room}`;
export const eventRoom = (feature: Feature, organizationId: number | null): string =>
  `${feature} @${organizationId ?? '*'}`;
/** Events for one member alone: notifications, changes of the own permissions. */
export const memberRoom = (userId: number): string => `member ${userId}`;
/** The screens of one wall display. */
export const kioskRoom = (kioskId: number): string => `kiosk ${kioskId}`;
export const tileRoom = (scope: number | null, zoom: number, x: number, y: number): string =>
  `map ${scope ?? '*'} ${zoom} ${x} ${y}`;
export const vehicleRoom = (id: number): string => `vehicle ${id}`;
/** Browsers that watch the same vehicles get the same frames. */
export const watchRoom = (ids: readonly number[]): string => `watch ${ids.join(' ')}`;
export const programRoom = (vehicleId: number): string => `program ${vehicleId}`;

/** The diagnosis session that a room is of; null: it is another room. */
export const sessionOfRoom = (room: string): number | null =>
  room.startsWith('session ') ? Number(room.slice('session '.length)) : null;

/** The rooms of one browser's scope. */
export const inRoomsOf = (io: LiveServer, kind: 'vehicle' | 'program' | 'session') => ({
  has: (id: number): boolean => io.sockets.adapter.rooms.has(`${kind} ${id}`),
  all: (): number[] =>
    [...io.sockets.adapter.rooms.keys()]
      .filter((room) => room.startsWith(`${kind} `))
      .map((room) => Number(room.slice(kind.length + 1))),
});

/**
 * The rooms of a browser's subscription: tiles of the map, and each vehicle with its position and values, and with its
 * programs if the caller may read them.
 */
export function viewedRooms({ eventRooms, organizationId, tiles, vehicles }: SocketData): string[] {
  const programs = eventRooms.includes(eventRoom('reProgram', organizationId));
  return [
    ...tiles.map((t) => tileRoom(organizationId, t.zoom, t.x, t.y)),
    ...(vehicles.length > 0 ? [watchRoom(vehicles)] : []),
    ...vehicles.flatMap((id) => (programs ? [vehicleRoom(id), programRoom(id)] : [vehicleRoom(id)])),
  ];
}
export const isViewportRoom = (room: string): boolean => /^(?:map|watch|vehicle|program) /u.test(room);

/**
 * Viewers without a scope and each organization on the path of the event's own; or the one member or wall display
 * it is addressed to.
 */
export function roomsOf(row: LogRow): string[] {
  if (row.name === 'member.notified' || row.name === 'member.changed')
    return 'userId' in row.payload && row.payload.userId !== null ? [memberRoom(row.payload.userId)] : [];
  if (row.name === 'kiosk.changed') return 'kioskId' in row.payload ? [kioskRoom(row.payload.kioskId)] : [];
  const feature = featureOf(row.name);
  return feature === null ? [] : [eventRoom(feature, null), ...row.scope.map((id) => eventRoom(feature, id))];
}
export const eventOf = ({ number, at, name, payload, by }: LogRow): Parameters<ServerToClient['event']>[0] => ({
  number,
  at,
  name,
  payload,
  by,
});
