import { setTimeout as wait } from 'node:timers/promises';

/** An answer leaves no sooner than this, so that its time does not tell what the server knows. */
const answeredAfterMs = 250;

/** Right or refused, the answer takes as long. */
export async function constantTime<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    await remainder(began);
  }
}

/** Only a refusal takes as long: what is right is known to whoever asked. */
export async function constantTimeRefusal<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } catch (error) {
    await remainder(began);
    throw error;
  }
}

const remainder = (began: number): Promise<void> => wait(Math.max(0, answeredAfterMs - (performance.now() - began)));
