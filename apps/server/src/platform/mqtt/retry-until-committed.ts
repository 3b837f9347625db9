import { setTimeout as wait } from 'node:timers/promises';
import { ingestMetrics } from '../metrics';

const firstPauseMs = 25;
const longestPauseMs = 2_000;

interface RetryOptions {
  stopping: () => boolean;
  givesUp: (error: unknown) => boolean;
  /** how often it has to be given up before it is: a rival transaction may have been the reason */
  attempts?: number;
  onRetry: (error: Error, attempt: number) => void;
}

/**
 * Repeats with a growing pause until it succeeds. Rejects when the process ends, or when `givesUp` says that trying again cannot help: then with the
 * error of the last attempt.
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

/** For `givesUp`: what has to be kept waits for as long as it takes. */
export const never = (): boolean => false;
