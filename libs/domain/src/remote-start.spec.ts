import { describe, expect, it } from 'vitest';
import { type Parked, startRefusal, type StartRefusal, startsOf } from './remote-start';

const parked: Parked = {
  remoteControl: 'startClimate',
  hasDevice: true,
  online: true,
  engine: 'off',
  speed: 0,
  openSos: 0,
  held: false,
  underway: false,
};

describe('a remote start', () => {
  it('is for a parked machine', () => expect(startRefusal('startClimate', parked)).toBeNull());
  it('is for one whose receiver trembles', () => expect(startRefusal('start', { ...parked, speed: 0.3 })).toBeNull());
  it.each<[Partial<Parked>, StartRefusal]>([
    [{ remoteControl: 'none' }, 'notFitted'],
    [{ remoteControl: 'start' }, 'notFitted'],
    [{ hasDevice: false, online: false }, 'noDevice'],
    [{ online: false }, 'offline'],
    [{ engine: 'on' }, 'engineOn'],
    [{ engine: null }, 'engineUnknown'],
    [{ speed: 0.5 }, 'moving'],
    [{ speed: null }, 'speedUnknown'],
    [{ held: true, underway: true }, 'held'],
    [{ openSos: 1 }, 'openSos'],
    [{ underway: true }, 'underway'],
  ])('is refused with %j: %s', (over, reason) =>
    expect(startRefusal('startClimate', { ...parked, ...over })).toBe(reason),
  );
  it.each([
    ['none', []],
    ['start', ['start']],
    ['startClimate', ['start', 'startClimate']],
  ] as const)('of a model with %s is one of %j', (remoteControl, commands) =>
    expect(startsOf(remoteControl)).toEqual(commands),
  );
});
