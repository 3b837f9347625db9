import type { ErrorCode } from '@headland/contracts/errors';

/** A screen offers to take an act back for eight seconds; a slow network gets more time to say so. */
const undoMs = 60_000;

/** After this long nobody needs what it takes to undo something: pictures of what was removed are dropped. */
export const undoableUntil = (now: Date): Date => new Date(now.getTime() - 60 * undoMs);

/** Whether what was done at a moment may still be taken back. */
export const undoRefusal = (doneAt: Date, now: Date): ErrorCode | null =>
  now.getTime() - doneAt.getTime() > undoMs ? 'UNDO_LATE' : null;
