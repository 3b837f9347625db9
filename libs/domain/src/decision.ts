import type { ErrorCode, ProblemValues } from '@headland/contracts/errors';

/** What a rule answers: the fields that change and the events that tell of it, or why not. */
export interface Refusal {
  code: ErrorCode;
  values?: ProblemValues;
}
export type Decision<Change, Event extends string> = { change: Change; events: readonly Event[] } | Refusal;

export const isRefusal = (decision: object): decision is Refusal => 'code' in decision;
