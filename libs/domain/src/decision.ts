import type { ErrorCode, ProblemValues } from '@headland/contracts/errors';

/** The result of a rule: the changed fields and the events to append, or why not. */
export interface Refusal {
  code: ErrorCode;
  values?: ProblemValues;
}
export type Decision<Change, Event extends string> = { change: Change; events: readonly Event[] } | Refusal;

export const isRefusal = (decision: object): decision is Refusal => 'code' in decision;
