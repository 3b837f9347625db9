import type { ErrorCode } from '@headland/contracts/errors';
import type { EventName } from '@headland/contracts/event-log';
import { type JobState, maxJobImages } from '@headland/contracts/after-service';
import type { Decision } from '../decision';

/**
 * A service job: a visit to a machine because of a symptom. It is open until the first connect for after-service, then
 * in progress, and closed with the work done and its result; a visit without a connection is closed from open. A closed
 * job is locked: its report has been signed. One open job per vehicle at a time.
 */
export type JobAct = 'begin' | 'edit' | 'picture' | 'close';
export type JobEvent = Extract<EventName, `serviceJob.${string}`>;

/** action → state → next state, or why not. */
export const jobTransitions: Record<JobAct, Record<JobState, JobState | ErrorCode>> = {
  begin: { open: 'inProgress', inProgress: 'inProgress', closed: 'JOB_CLOSED' },
  edit: { open: 'open', inProgress: 'inProgress', closed: 'JOB_CLOSED' },
  picture: { open: 'open', inProgress: 'inProgress', closed: 'JOB_CLOSED' },
  close: { open: 'closed', inProgress: 'closed', closed: 'JOB_CLOSED' },
};

/**
 * Why an action is not possible in a state, or null. The console shows it as the reason of a disabled button, the
 * server refuses with it.
 */
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
/** `present`: images already attached. */
export const addJobImage = (state: JobState, present: number): Answer =>
  present >= maxJobImages && state !== 'closed'
    ? { code: 'JOB_IMAGES_FULL', values: { n: maxJobImages } }
    : acted(state, 'picture', 'serviceJob.changed');
export const removeJobImage = (state: JobState): Answer => acted(state, 'picture', 'serviceJob.changed');
/** `testRuns`: on the machine, by any member. */
export const closeJob = (state: JobState, testRuns: boolean): Answer =>
  testRuns && state !== 'closed' ? { code: 'JOB_TEST_RUNS' } : acted(state, 'close', 'serviceJob.closed');
