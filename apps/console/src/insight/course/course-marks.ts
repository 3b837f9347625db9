import type { Severity } from '@headland/contracts/fault';
import { stateOfSeverity, type State } from '../../ui/state-mark';
import type { Course } from './course-rows';

/** A fault report or an SOS call at its moment. */
export interface Mark {
  key: string;
  at: number;
  state: State;
  kind: 'fault' | 'sos';
  id: number;
  /** code and severity, or the type of the call */
  fault?: { code: string; severity: Severity };
  sos?: Course['sos'][number]['type'];
}

/** Of both kinds, in order of time. */
export const marksOf = ({ faults, sos }: Pick<Course, 'faults' | 'sos'>): Mark[] =>
  [
    ...faults.map(({ id, at, code, severity }): Mark => ({
      key: `fault ${id}`,
      kind: 'fault',
      id,
      at,
      state: stateOfSeverity[severity],
      fault: { code, severity },
    })),
    ...sos.map(({ id, at, type }): Mark => ({ key: `sos ${id}`, kind: 'sos', id, at, state: 'now', sos: type })),
  ].sort((a, b) => a.at - b.at);

export const pathOfMark = ({ kind, id }: Mark): { to: '/breakdown' | '/sos'; search: { id: string } } => ({
  to: kind === 'fault' ? '/breakdown' : '/sos',
  search: { id: String(id) },
});

/** As near as a pointer can be held to. */
const nearPixels = 6;
export function markNear(marks: readonly Mark[], at: number, msPerPixel: number): Mark | null {
  let best: Mark | null = null;
  for (const mark of marks)
    if (Math.abs(mark.at - at) <= nearPixels * msPerPixel && (!best || Math.abs(mark.at - at) < Math.abs(best.at - at)))
      best = mark;
  return best;
}
