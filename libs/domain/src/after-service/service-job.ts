import type { ErrorCode } from '@headland/contracts/errors';
import type { EventName } from '@headland/contracts/event-log';
import { type JobState, mostJobImages } from '@headland/contracts/after-service';
import type { Decision } from '../decision';

/**
 * A service job: somebody goes to a machine because of a symptom. It is open until the first connect for after-service, then in progress, and closed with
 * what was done and its result; a visit that needed no connection is closed from open. What is closed is locked: the sheet has been signed for. One open
 * job at a time on a vehicle.
 */
export type JobAct = 'begin' | 'edit' | 'picture' | 'close';
export type JobEvent = Extract<EventName, `serviceJob.${string}`>;

/** act → state → the state after it, or why not. */
export const jobTransitions: Record<JobAct, Record<JobState, JobState | ErrorCode>> = {
  begin: { open: 'inProgress', inProgress: 'inProgress', closed: 'JOB_CLOSED' },
  edit: { open: 'open', inProgress: 'inProgress', closed: 'JOB_CLOSED' },
  picture: { open: 'open', inProgress: 'inProgress', closed: 'JOB_CLOSED' },
  close: { open: 'closed', inProgress: 'closed', closed: 'JOB_CLOSED' },
};

/** Why an act is not possible in a state, or null where it is. The console disables with this reason, the server refuses with it. */
export function jobRefusal(state: JobState, act: JobAct): ErrorCode | null {
  const answer = jobTransitions[act][state];
  return answer === 'open' || answer === 'inProgress' || answer === 'closed' ? null : answer;
}

interface Change {
  state: JobState;
}
type Answer = Decision<Change, JobEvent>;
const acted = (state: JobState, act: JobAct, event: JobEvent): Answer => {
  const code = jobRefusal(state, act);
  return code === null ? { change: { state: jobTransitions[act][state] as JobState }, events: [event] } : { code };
};

export const editJob = (state: JobState): Answer => acted(state, 'edit', 'serviceJob.changed');
/** `present`: pictures that it has already. */
export const addJobImage = (state: JobState, present: number): Answer =>
  present >= mostJobImages && state !== 'closed'
    ? { code: 'JOB_IMAGES_FULL', values: { n: mostJobImages } }
    : acted(state, 'picture', 'serviceJob.changed');
export const removeJobImage = (state: JobState): Answer => acted(state, 'picture', 'serviceJob.changed');
/** `testRuns`: on the machine, whoever asked for it. */
export const closeJob = (state: JobState, testRuns: boolean): Answer =>
  testRuns && state !== 'closed' ? { code: 'JOB_TEST_RUNS' } : acted(state, 'close', 'serviceJob.closed');
