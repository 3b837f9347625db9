import { flashRunStates } from '@headland/contracts/reprogram';
import { rollOutStates } from '@headland/contracts/roll-out';
import { describe, expect, it } from 'vitest';
import { hasEnded, preflight, type FlashMachine } from './offer';
import { shippedProgramProfile } from './program-profile';
import {
  approvalRefusal,
  nextStep,
  endOfRun,
  hasRollOutEnded,
  isDue,
  matchOf,
  mustStop,
  nextWaveAt,
  rollOutAfter,
  rollOutMay,
  waveSizes,
} from './roll-out';

/** Repeatable numbers in [0, below). */
function dice(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 4_294_967_296) * below);
  };
}
const counts = (over: object = {}) => ({
  waiting: 0,
  underWay: 0,
  done: 0,
  failed: 0,
  cancelled: 0,
  expired: 0,
  skipped: 0,
  ...over,
});

describe('waves', () => {
  it.each([
    [100, 5, [20, 30, 50], [5, 19, 29, 47]],
    [10, 10, [100], [10]],
    [3, 5, [50, 50], [3]],
    [2, 1, [10, 10, 80], [1, 1]],
    [1, 1, [100], [1]],
    [0, 5, [100], []],
  ])('%i vehicles, %i first, then %j', (vehicles, first, shares, sizes) =>
    expect(waveSizes(vehicles, first, shares)).toEqual(sizes),
  );

  it('hold every vehicle once, none is empty, the first is the group', () => {
    for (let seed = 1; seed <= 500; seed++) {
      const roll = dice(seed);
      const vehicles = 1 + roll(2000);
      const first = 1 + roll(2000);
      const shares: number[] = [];
      for (let left = 100; left > 0 && shares.length < 9; left -= shares.at(-1) ?? 0)
        shares.push(shares.length === 8 ? left : 1 + roll(left));
      const sizes = waveSizes(vehicles, first, shares);
      expect(sizes.reduce((x, y) => x + y, 0)).toBe(vehicles);
      expect(sizes.every((size) => size > 0)).toBe(true);
      expect(sizes[0]).toBe(Math.min(first, vehicles));
    }
  });

  const began = new Date('2026-11-22T00:00:00Z');
  it.each([
    ['all ended', counts({ done: 2, skipped: 1 }), null, 0],
    ['one waits', counts({ done: 2, waiting: 1 }), null, null],
    ['one is under way', counts({ done: 2, underWay: 1 }), null, null],
    ['held, one done and one not ready', counts({ done: 1, waiting: 1 }), 2, 2],
    ['held, nothing shown yet', counts({ waiting: 3 }), 2, null],
    ['held, one under way', counts({ done: 5, underWay: 1 }), 2, null],
    ['held, all ended without one that is done', counts({ cancelled: 2 }), 2, 2],
  ])('the next one: %s', (_, wave, hold, hours) =>
    expect(nextWaveAt(wave, began, hold)).toBe(hours === null ? null : began.getTime() + hours * 3_600_000),
  );
});

describe('a vehicle and a program', () => {
  const file = { target: 'ecu', variant: 'HL-D24', calibration: 'CAL-D24-0412', version: 'SW-3.2.1' } as const;
  const { calibrations } = shippedProgramProfile;
  it.each([
    ['fits', { variant: 'HL-D24', calibration: 'CAL-D24-0388', version: 'SW-3.1.0' }],
    ['sameVersion', { variant: 'HL-D24', calibration: 'CAL-D24-0412', version: 'SW-3.2.1' }],
    ['variant', { variant: 'HL-D18', calibration: 'CAL-D24-0388', version: 'SW-3.2.1' }],
    ['calibration', { variant: 'HL-D24', calibration: 'CAL-X-1', version: null }],
    ['unknown', { variant: null, calibration: null, version: null }],
    ['unknown', { variant: 'HL-D24', calibration: null, version: 'SW-3.1.0' }],
  ] as const)('%s: %j', (match, known) => expect(matchOf(file, known, calibrations)).toBe(match));

  const ready: FlashMachine = {
    online: true,
    keyOn: true,
    rpm: 0,
    battery: 12.6,
    speed: 0,
    hwVariant: 'HL-D24',
    calibration: 'CAL-D24-0388',
    version: 'SW-3.1.0',
    held: false,
    confirmed: null,
    signed: true,
    openSos: 0,
  };
  it.each([
    [{}, { act: 'offer' }],
    [{ online: false }, { act: 'wait', for: 'online' }],
    [{ keyOn: null }, { act: 'wait', for: 'keyOn' }],
    [{ battery: 12.3 }, { act: 'wait', for: 'battery' }],
    [{ hwVariant: null }, { act: 'wait', for: 'variant' }],
    [{ held: true }, { act: 'wait', for: 'noSession' }],
    // the program is not for it, whether it is there or not
    [
      { hwVariant: 'HL-D18', online: false },
      { act: 'skip', reason: 'variant' },
    ],
    [{ calibration: 'CAL-X-1' }, { act: 'skip', reason: 'calibration' }],
    [
      { version: 'SW-3.2.1', online: false },
      { act: 'skip', reason: 'sameVersion' },
    ],
  ])('in its turn with %j: %j', (over, act) =>
    expect(nextStep(preflight(file, { ...ready, ...over }, calibrations))).toEqual(act),
  );

  it('is offered only where every check holds', () => {
    for (let seed = 1; seed <= 2000; seed++) {
      const roll = dice(seed);
      const one = <T>(...of: T[]): T => of[roll(of.length)] as T;
      const m: FlashMachine = {
        online: one(true, true, false),
        keyOn: one(true, true, false, null),
        rpm: one(0, 0, 800, null),
        battery: one(12.4, 13, 12.3, null),
        speed: one(0, 0, 4, null),
        hwVariant: one('HL-D24', 'HL-D24', 'HL-D18', null),
        calibration: one('CAL-D24-0388', 'CAL-D24-0412', 'CAL-X-1', null),
        version: one('SW-3.1.0', 'SW-3.2.1', null),
        held: one(false, false, true),
        confirmed: one(true, null, false),
        signed: one(true, true, false),
        openSos: one(0, 0, 1),
      };
      const checked = preflight(file, m, calibrations);
      expect(nextStep(checked).act === 'offer').toBe(checked.ok && !checked.sameVersion);
    }
  });

  const now = new Date('2026-11-22T10:00:00Z');
  const later = new Date('2026-11-22T10:01:00Z');
  const rollOut = { state: 'running', wave: 2, validUntil: later } as const;
  const vehicle = { state: 'waiting', wave: 2, againAt: null } as const;
  it.each([
    ['in its wave', {}, {}, true],
    ['in an earlier wave', {}, { wave: 1 }, true],
    ['before its wave', {}, { wave: 3 }, false],
    ['paused', { state: 'paused' as const }, {}, false],
    ['after the end', { validUntil: now }, {}, false],
    ['tried just now', {}, { againAt: later }, false],
    ['tried a while ago', {}, { againAt: now }, true],
    ['under way', {}, { state: 'underWay' as const }, false],
  ])('turn %s', (_, r, v, turn) => expect(isDue({ ...rollOut, ...r }, { ...vehicle, ...v }, now)).toBe(turn));
});

describe('a run that has ended', () => {
  it.each([
    ['done', null, 'done'],
    ['failed', 'verify', 'failed'],
    ['failed', 'noAnswer', 'failed'],
    ['failed', 'broker', 'again'],
    ['failed', 'cancelled', 'cancelled'],
    ['refused', 'battery', 'again'],
    ['refused', 'engineRuns', 'again'],
    ['refused', 'signature', 'failed'],
    ['refused', 'cancelled', 'cancelled'],
    ['refused', null, 'failed'],
    ['expired', null, 'again'],
    ['cancelled', null, 'cancelled'],
  ] as const)('%s %s: %s', (state, reason, end) => expect(endOfRun(state, reason)).toBe(end));
  it('means nothing before it has ended', () => {
    for (const state of flashRunStates) expect(endOfRun(state, null) === null, state).toBe(!hasEnded(state));
  });

  it.each([
    [{ done: 0, failed: 0 }, 10, false],
    [{ done: 9, failed: 1 }, 10, true],
    [{ done: 10, failed: 1 }, 10, false],
    [{ done: 0, failed: 1 }, 100, true],
    [{ done: 1, failed: 1 }, 100, false],
  ])('%j at %i %%: stops %s', (wave, share, stops) => expect(mustStop(wave, share)).toBe(stops));
  it('stops the sooner the more have failed and the smaller the share', () => {
    for (let seed = 1; seed <= 1000; seed++) {
      const roll = dice(seed);
      const [done, failed, share] = [roll(200), roll(200), 2 + roll(99)];
      if (!mustStop({ done, failed }, share)) continue;
      expect(mustStop({ done, failed: failed + 1 }, share)).toBe(true);
      expect(mustStop({ done, failed }, share - 1)).toBe(true);
    }
  });
});

describe('who and when', () => {
  it('a second account that sees all of it', () => {
    expect(approvalRefusal({ drafted: true, unseen: 0 })).toBe('ROLL_OUT_OWN');
    expect(approvalRefusal({ drafted: false, unseen: 1 })).toBe('ROLL_OUT_UNSEEN');
    expect(approvalRefusal({ drafted: false, unseen: 0 })).toBeNull();
  });
  const author = { drafted: true, unseen: 0 };
  const other = { drafted: false, unseen: 0 };
  it.each([
    ['draft', author, ['change', 'send', 'cancel']],
    ['draft', other, ['cancel']],
    ['waitsForApproval', author, ['cancel']],
    ['waitsForApproval', other, ['approve', 'decline', 'cancel']],
    ['waitsForApproval', { drafted: false, unseen: 2 }, ['decline', 'cancel']],
    ['running', author, ['pause', 'cancel']],
    ['paused', other, ['resume', 'cancel']],
    ['done', other, []],
  ] as const)('%s by %j: %j', (state, by, acts) => expect(rollOutMay(state, by)).toEqual(acts));
  it('nothing follows the end', () => {
    for (const state of rollOutStates.filter(hasRollOutEnded))
      for (const event of ['send', 'approve', 'decline', 'pause', 'stop', 'resume', 'cancel', 'expire', 'end'] as const)
        expect(rollOutAfter(state, event)).toBeNull();
  });
  it('only approval and a reason make it run', () => {
    for (const state of rollOutStates) {
      expect(rollOutAfter(state, 'approve')).toBe(state === 'waitsForApproval' ? 'running' : null);
      expect(rollOutAfter(state, 'resume')).toBe(state === 'paused' ? 'running' : null);
    }
  });
});
