import type { ErrorCode, ProblemValues } from '@headland/contracts/errors';

/** A refusal: a code of the one catalogue and the values its text needs. Thrown by handlers, never by rules. */
export class Problem extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly values: ProblemValues = {},
    /** field → message key, for E0001 */
    readonly fields?: Record<string, string>,
    options?: { cause?: unknown },
  ) {
    super(code, options);
    this.name = 'Problem';
  }
}
