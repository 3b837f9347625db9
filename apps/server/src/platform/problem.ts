import type { ErrorCode, ProblemValues } from '@headland/contracts/errors';

/** A refusal: a code of the one catalogue and the values its text needs. Thrown by handlers, never by rules. */
export class Problem extends Error {
  constructor(
    readonly code: ErrorCode,
    readonly values: ProblemValues = {},
    /** field → message key, for E0001 */
    readonly fields?: Record<string, string>,
    /** `fieldValues`: what the text of a field's message needs, by the same names as `fields` */
    readonly options: { cause?: unknown; fieldValues?: Record<string, ProblemValues> } = {},
  ) {
    super(code, options);
    this.name = 'Problem';
  }
}

/** What a rule answered: a code refuses, null lets pass. */
export function refuse(code: ErrorCode | null): void {
  if (code !== null) throw new Problem(code);
}
