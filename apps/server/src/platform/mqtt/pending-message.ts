import type { Decoded, Refused } from './decode';

/** A message whose PUBACK is still held. */
export interface PendingMessage {
  topic: string;
  payload: Buffer;
  /** read on arrival, while a commit is under way, and not when its own batch is put together */
  decoded: Decoded | Refused;
  retain: boolean;
  /** epoch ms when this process received it */
  receivedAt: number;
  id: number | null;
  generation: number;
  /** came in the first seconds of a resumed session, when the broker sends what waited: it may be old */
  backlog?: boolean;
}
