import type { Decoded, Refused } from './decode';

/** A message without a PUBACK yet. */
export interface PendingMessage {
  topic: string;
  payload: Buffer;
  /** decoded on arrival, during another commit, not when its own batch is built */
  decoded: Decoded | Refused;
  retain: boolean;
  /** epoch ms when this process received it */
  receivedAt: number;
  id: number | null;
  generation: number;
  /** received in the first seconds of a resumed session, when the broker sends its queue: it may be old */
  backlog?: boolean;
}
