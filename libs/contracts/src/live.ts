import { z } from 'zod';
import type { DiagnosisFrame } from './diagnosis';
import type { LoggedEvent } from './event-log';
import type { FlashFrame } from './reprogram';
import type { VehicleNow } from './shared-shapes';

/**
 * The Socket.IO protocol between console and server. The access token is in the handshake (`auth.token`); path
 * `/socket.io`, websocket only. A console sends `resume` once per connection with its last number (null: none) and the
 * time of that event. The answer `live` means that everything after that number arrives as `event`, in order, once;
 * `resync` means that the gap was too wide, or that the log has lost that event (a fail-over, a restored backup):
 * refetch the lists, the stream continues from `head`, which may be lower. `look` replaces the console's subscription:
 * a map view, single vehicles. Positions are dropped for a slow browser, events are not: one that falls too far behind
 * is sent `resync`.
 */
export const Resume = z.object({
  after: z.number().int().min(0).nullable(),
  at: z.iso.datetime().nullable().default(null),
});
/** The last event sent: its number, and its time if there is one. */
export interface StreamHead {
  head: number;
  headAt: string | null;
}
export type ResumeAnswer = { mode: 'live' | 'resync' } & StreamHead;
export const ViewportSubscription = z.object({
  map: z
    .object({
      zoom: z.number().int().min(2).max(18),
      west: z.number().min(-720).max(720),
      south: z.number().min(-90).max(90),
      east: z.number().min(-720).max(720),
      north: z.number().min(-90).max(90),
    })
    .nullable(),
  vehicles: z.array(z.number().int()).max(120),
});
export const Follow = z.object({ sessionId: z.number().int().nullable() });
export interface FollowAnswer {
  following: boolean;
}
export type ViewportSubscription = z.output<typeof ViewportSubscription>;

/** Conflated once a second for a scope, sent when it changed. */
export interface LiveCounts {
  vehicles: number;
  online: number;
  engineOn: number;
  offline: number;
}
/** Every two seconds: the server's clock, the log's head, and when the newest telemetry was committed (null: none yet). */
export interface Beat {
  at: number;
  head: number;
  newestAt: number | null;
}

export interface ServerToClient {
  event: (event: LoggedEvent) => void;
  resync: (from: StreamHead) => void;
  map: (frame: ArrayBuffer | Uint8Array) => void;
  /** watched vehicles that have changed, several in one frame; dropped for a slow browser */
  vehicles: (nows: VehicleNow[]) => void;
  counts: (counts: LiveCounts) => void;
  beat: (beat: Beat) => void;
  /** values of the session that this console holds; dropped for a slow browser */
  diagnosis: (frame: DiagnosisFrame) => void;
  /** frames of the session that this console holds were dropped, and come again from now on: refetch */
  diagnosisMissed: (of: { sessionId: number }) => void;
  /** progress of a program transfer to a vehicle that this console subscribes to; dropped for a slow browser */
  flash: (frame: FlashFrame) => void;
  /** the session behind the socket is over: an error code of the catalogue; the socket closes after it */
  ended: (end: { code: string }) => void;
}
export interface ClientToServer {
  resume: (body: z.input<typeof Resume>, answer: (a: ResumeAnswer) => void) => void;
  look: (body: ViewportSubscription) => void;
  /** the session shown by this console, null: none. While there is one, the session is not ended as abandoned. */
  follow: (body: z.input<typeof Follow>, answer: (a: FollowAnswer) => void) => void;
}
