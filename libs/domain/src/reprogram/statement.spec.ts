import { describe, expect, it } from 'vitest';
import { confirmationRefusal, isConfirmed } from './statement';

const identity = { target: 'ecu', variant: 'HL-D24', calibration: 'CAL-0412', version: 'SW-3.2.1' } as const;
const stated = { ...identity, statedBy: 1, confirmedBy: null };

describe('what a person states of a program', () => {
  it('is confirmed by another account that was shown the same', () => {
    expect(confirmationRefusal(stated, { userId: 2, seen: identity })).toBeNull();
    expect(confirmationRefusal(stated, { userId: 1, seen: identity })).toBe('PROGRAM_OWN');
    expect(confirmationRefusal(stated, { userId: 2, seen: { ...identity, version: 'SW-3.2.0' } })).toBe(
      'CHANGED_MEANWHILE',
    );
    expect(confirmationRefusal({ ...stated, confirmedBy: 2 }, { userId: 3, seen: identity })).toBe('PROGRAM_CONFIRMED');
  });
  it('needs no confirmation where the file itself was read', () => {
    expect([
      isConfirmed(stated),
      isConfirmed({ ...stated, confirmedBy: 2 }),
      isConfirmed({ statedBy: null, confirmedBy: null }),
    ]).toEqual([false, true, true]);
    expect(confirmationRefusal({ ...stated, statedBy: null }, { userId: 2, seen: identity })).toBe('PROGRAM_CONFIRMED');
  });
});
