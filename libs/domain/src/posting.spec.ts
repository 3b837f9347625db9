import { describe, expect, it } from 'vitest';
import { isVisible, postingState } from './posting';

const days = { startOn: '2026-11-20', endOn: '2026-11-22' };

describe('the state of a posting', () => {
  it.each([
    ['2026-11-19', 'scheduled'],
    ['2026-11-20', 'on'],
    ['2026-11-22', 'on'],
    ['2026-11-23', 'ended'],
  ])('on %s is %s', (today, state) => expect(postingState(days, today)).toBe(state));

  it('without limit is always on', () => expect(postingState({ startOn: null, endOn: null }, '2026-11-20')).toBe('on'));

  it('of one day is on for that day alone', () => {
    const one = { startOn: '2026-02-28', endOn: '2026-02-28' };
    expect(['2026-02-27', '2026-02-28', '2026-03-01'].map((day) => postingState(one, day))).toEqual([
      ...['scheduled', 'on', 'ended'],
    ]);
  });

  it('is visible while it is displayed and on', () => {
    expect(isVisible({ ...days, display: 'shown' }, '2026-11-21')).toBe(true);
    expect(isVisible({ ...days, display: 'hidden' }, '2026-11-21')).toBe(false);
    expect(isVisible({ ...days, display: 'shown' }, '2026-11-23')).toBe(false);
  });
});
