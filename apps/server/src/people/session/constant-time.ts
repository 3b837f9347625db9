import { setTimeout as wait } from 'node:timers/promises';

/** An answer leaves no sooner than this, so that its time does not reveal what the server knows. */
const answeredAfterMs = 250;

/** Right or refused, the answer has the same duration. */
export async function constantTime<T>(work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    await remainder(began);
  }
}

/** Only a refusal has the same duration: a success is known to the caller anyway. */
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
