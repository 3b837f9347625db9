import { describe, expect, it } from 'vitest';
import { applySignal, type SignalState, type Signal } from './fault-signal';

const at = (minute: number): Date => new Date(Date.UTC(2026, 4, 20, 9, minute));
const current: SignalState = {
  boot: 3,
  seq: 5,
  active: true,
  signalCount: 2,
  count: 1,
  lastAt: at(5),
  clearedAt: null,
};
const off: SignalState = { ...current, active: false, clearedAt: at(6) };
const uncounted: SignalState = { ...current, signalCount: null };
const signal = (boot: number, seq: number, active: boolean, count: number | null, minute = 10): Signal => ({
  boot,
  seq,
  active,
  count,
  at: at(minute),
});

describe('a fault message', () => {
  it.each<[string, SignalState, Signal, boolean, object | null]>([
    ['that comes late changes nothing', current, signal(3, 4, false, null), true, null],
    ['of an earlier boot changes nothing', current, signal(2, 99, false, null), true, null],
    [
      'that clears the code marks it',
      current,
      signal(3, 6, false, null),
      false,
      { event: 'fault.cleared', next: { active: false, clearedAt: at(10), count: 1 } },
    ],
    [
      'that clears it again emits nothing',
      off,
      signal(3, 6, false, null),
      false,
      { event: null, next: { seq: 6, clearedAt: at(6) } },
    ],
    [
      'that lists it still, beside another code, is no repeat',
      current,
      signal(3, 6, true, 2),
      false,
      { event: null, next: { seq: 6, count: 1, lastAt: at(5) } },
    ],
    [
      'with a higher count is a repeat',
      current,
      signal(3, 6, true, 3),
      false,
      { event: 'fault.repeated', next: { count: 2, signalCount: 3, lastAt: at(10) } },
    ],
    [
      'with a lower count (memory cleared) is a repeat',
      current,
      signal(3, 6, true, 1),
      false,
      { event: 'fault.repeated', next: { count: 2, signalCount: 1 } },
    ],
    [
      'that brings it back is a repeat and unmarks it',
      off,
      signal(4, 1, true, 2),
      false,
      { event: 'fault.repeated', next: { count: 2, active: true, clearedAt: null, boot: 4, seq: 1 } },
    ],
    [
      'without count and without other news is a repeat',
      uncounted,
      signal(3, 6, true, null),
      true,
      { event: 'fault.repeated', next: { count: 2 } },
    ],
    [
      'without count but with other news is none',
      uncounted,
      signal(3, 6, true, null),
      false,
      { event: null, next: { count: 1 } },
    ],
    [
      'with an earlier time (corrected later) never moves the last time back',
      current,
      signal(3, 6, true, 3, 1),
      false,
      { event: 'fault.repeated', next: { lastAt: at(5) } },
    ],
  ])('%s', (_, report, s, onlyNews, result) => {
    const answer = applySignal(report, s, onlyNews);
    if (result === null) expect(answer).toBeNull();
    else expect(answer).toMatchObject(result);
  });
});
