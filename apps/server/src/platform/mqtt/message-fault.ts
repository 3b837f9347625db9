const sqlState = /^[0-9A-Z]{5}$/;
/** Data exception, integrity constraint violation. */
const dataClass = /^2[23][0-9A-Z]{3}$/;
const sequenceExhausted = '2200H';
const checkViolation = '23514';

/**
 * Whether PostgreSQL rejected a message for its content, so that a retry cannot help and it belongs into quarantine.
 * Any other failure (the database is away, renamed, full, read-only; a password, a privilege or a column is missing; a
 * bug of ours) is not the message's fault: it waits unacknowledged.
 */
export function isMessageFault(error: unknown): boolean {
  const { code, constraint } = (error ?? {}) as { code?: unknown; constraint?: unknown };
  if (typeof code !== 'string' || !dataClass.test(code) || code === sequenceExhausted) return false;
  // a check that is no constraint of a table: rows without a partition, or in the wrong one
  return code !== checkViolation || typeof constraint === 'string';
}

/** Whether PostgreSQL returned an error unrelated to the data: it ends when the database is fixed. */
export function isDatabaseFault(error: unknown): boolean {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' && sqlState.test(code) && !isMessageFault(error);
}
