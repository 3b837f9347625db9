/**
 * Carries what was just committed from the process that committed it to each api process: one line a commit. Only a
 * hint: lines may be lost, and receivers must be able to tell from the database that they missed one. In the other
 * direction each api process tells which vehicles somebody watches.
 */
export interface FanoutSender {
  /** vehicles that consoles of any api process watch */
  readonly watched: ReadonlySet<number>;
  /** Sends to each api process that keeps up; never waits. */
  send(line: string): void;
  stop(): Promise<void>;
}
export interface FanoutReceiver {
  /** processes that send here */
  readonly senders: number;
  watch(ids: readonly number[]): void;
  stop(): Promise<void>;
}

/** Unsent bytes that a receiver may leave behind; what comes above is dropped. */
export const maxUnsentBytes = 4 * 1024 * 1024;
