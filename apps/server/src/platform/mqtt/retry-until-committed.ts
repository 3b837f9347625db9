import { setTimeout as wait } from 'node:timers/promises';
import { ingestMetrics } from '../metrics';

const firstPauseMs = 25;
const longestPauseMs = 2_000;

interface RetryOptions {
  stopping: () => boolean;
  givesUp: (error: unknown) => boolean;
  /** failures in a row before giving up: a concurrent transaction may be the cause */
  attempts?: number;
  onRetry: (error: Error, attempt: number) => void;
}

/**
 * Retries with a growing pause until it succeeds. Rejects on shutdown, or when `givesUp` decides that a retry cannot help:
 * then with the last error.
 */
export async function untilCommitted<T>(
  work: () => Promise<T>,
  { stopping, givesUp, onRetry, attempts = 1 }: RetryOptions,
): Promise<T> {
  let own = 0;
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (stopping() || (givesUp(error) && ++own >= attempts)) throw error;
      ingestMetrics.retries.inc();
      onRetry(error as Error, attempt);
      await wait(Math.min(firstPauseMs * 2 ** attempt, longestPauseMs));
    }
  }
}

/** For `givesUp`: what must not be lost is retried without limit. */
export const never = (): boolean => false;
