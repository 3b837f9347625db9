import { describe, expect, it } from 'vitest';
import { isVisible, nextTurn, postingState } from './posting';
import { dayOf } from './zone-day';

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

describe('the next turn of a posting', () => {
  const seoul = 'Asia/Seoul';
  it('is midnight in the zone of the product', () => {
    expect(nextTurn(days, Date.parse('2026-11-19T14:59:59Z'), seoul)).toBe(Date.parse('2026-11-19T15:00:00Z'));
    expect(nextTurn(days, Date.parse('2026-11-19T15:00:00Z'), seoul)).toBe(Date.parse('2026-11-22T15:00:00Z'));
    expect(nextTurn(days, Date.parse('2026-11-22T15:00:00Z'), seoul)).toBeNull();
  });

  it('changes its state, and nothing between does', () => {
    for (const zone of [seoul, 'America/New_York', 'Pacific/Kiritimati'])
      for (let hour = 0; hour < 24 * 7; hour++) {
        const now = Date.parse('2026-11-17T00:00:00Z') + hour * 3_600_000;
        const stateAt = (at: number) => postingState(days, dayOf(at, zone));
        const turn = nextTurn(days, now, zone);
        if (turn === null) {
          expect(stateAt(now)).toBe('ended');
          continue;
        }
        expect(stateAt(turn - 1)).toBe(stateAt(now));
        expect(stateAt(turn)).not.toBe(stateAt(now));
      }
  });
});
