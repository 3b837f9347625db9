import { describe, expect, it } from 'vitest';
import { configOf, defaultRollover, deviceLock, sameConfig } from './device';

describe('a device', () => {
  it.each([
    [true, false, false, null],
    [true, true, false, 'sos'],
    [true, false, true, 'flash'],
    [true, true, true, 'sos'],
    [false, false, false, 'notInUse'],
    [false, true, true, 'notInUse'],
  ] as const)(
    'in use %s with an open SOS %s, reprogramming %s, is locked: %s',
    (inUse, openSos, reprogramming, lock) => {
      expect(deviceLock({ inUse, openSos, reprogramming })).toBe(lock);
    },
  );
});

describe('the config of a device', () => {
  const model = { rollover: { 1: { x: 45, y: 44, z: 60 }, 2: { x: 40, y: 39, z: 55 } }, remoteControl: 'startClimate' };

  it('has the thresholds of its type from the model of its vehicle', () => {
    expect(configOf({ intervalS: 60, type: 2, model })).toEqual({
      interval: 60,
      rollover: { x: 40, y: 39, z: 55 },
      remoteControl: 'startClimate',
    });
    expect(configOf({ intervalS: 30, type: 1, model }).rollover).toEqual({ x: 45, y: 44, z: 60 });
  });

  it('without a vehicle watches for the usual degrees and starts nothing', () => {
    expect(configOf({ intervalS: 30, type: 1, model: null })).toEqual({
      interval: 30,
      rollover: defaultRollover,
      remoteControl: 'none',
    });
  });

  it('is the same or another, field by field', () => {
    const config = configOf({ intervalS: 30, type: 1, model });
    expect(sameConfig(config, { ...config, rollover: { ...config.rollover } })).toBe(true);
    expect(sameConfig(config, { ...config, interval: 60 })).toBe(false);
    expect(sameConfig(config, { ...config, remoteControl: 'none' })).toBe(false);
    expect(sameConfig(config, { ...config, rollover: { ...config.rollover, y: 43 } })).toBe(false);
  });
});
