import { randomUUID } from 'node:crypto';
import type { ErrorCode, ProblemValues } from '@headland/contracts/errors';

/** An error: a code of the one catalogue and the values of its text. Thrown by handlers, never by rules. */
export class Problem extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly values: ProblemValues = {},
    /** field → message key, for E0001 */
    readonly fields?: Record<string, string>,
    /** `fieldValues`: values of a field's message, by the same names as `fields`; `reference`: under which its cause is in the log already */
    readonly options: { cause?: unknown; fieldValues?: Record<string, ProblemValues>; reference?: string | null } = {},
  ) {
    super(code, options);
    this.name = 'Problem';
  }
}

/** What a user reads and the log has, so that one leads to the other. */
export const newReference = (): string => randomUUID().slice(0, 8);

/** The result of a rule: a code refuses, null passes. */
export function refuse(code: ErrorCode | null): void {
  if (code !== null) throw new Problem(code);
}
