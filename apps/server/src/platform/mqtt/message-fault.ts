const sqlState = /^[0-9A-Z]{5}$/;
/** Data exception, integrity constraint violation. */
const dataClass = /^2[23][0-9A-Z]{3}$/;
const sequenceExhausted = '2200H';
const checkViolation = '23514';

/**
 * Whether PostgreSQL refused a message for what it says, so that trying again cannot help and the message belongs into quarantine. Whatever else fails
 * (the database is away, renamed, full, read-only; a password, a right or a column is gone; our own code is wrong) lies outside the message: it waits
 * and is not acknowledged.
 */
export function isMessageFault(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  if (typeof code !== 'string' || !dataClass.test(code) || code === sequenceExhausted) return false;
  // a check that is no constraint of a table: rows without a partition, or in the wrong one
  return code !== checkViolation || typeof constraint === 'string';
}

/** Whether PostgreSQL answered with an error that has nothing to do with what was to be written: it goes away when the database is mended. */
export function isDatabaseFault(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && sqlState.test(code) && !isMessageFault(error);
}
