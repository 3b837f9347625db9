import { describe, expect, it } from 'vitest';
import { isRolledOver, type Posture, type TiltSample, watchPosture } from './rollover';

const thresholds = { x: 45, y: 45, z: 60 };
const upright: TiltSample = { tilt: { x: 3, y: -4, z: 2 }, speed: 12 };
const bump: TiltSample = { tilt: { x: 50, y: 0, z: 0 }, speed: 12 };
const side: TiltSample = { tilt: { x: -88, y: 5, z: 0 }, speed: 0 };
const sideUnknownSpeed: TiltSample = { tilt: { x: 0, y: 95, z: 0 } };
const blind: TiltSample = { speed: 0 };

describe('a machine', () => {
  it.each([
    ['upright', { x: 0, y: 0, z: 0 }, false],
    ['at the threshold', { x: 45, y: 45, z: 60 }, false],
    ['beyond it to the left', { x: -45.1, y: 0, z: 0 }, true],
    ['beyond it forward', { x: 0, y: 46, z: 0 }, true],
    ['beyond it on z', { x: 0, y: 0, z: -61 }, true],
    ['on its roof', { x: 180, y: 0, z: 0 }, true],
    ['upright, counted as a full turn', { x: 357, y: -355, z: 360 }, false],
    ['on its side, counted from 360', { x: 271, y: 0, z: 0 }, true],
  ])('%s', (_, tilt, lies) => expect(isRolledOver(tilt, thresholds)).toBe(lies));

  it.each<[string, Posture, TiltSample[], Posture, number | null]>([
    ['one bump at speed is no roll-over', 'upright', [upright, bump, upright], 'upright', null],
    ['two samples in a row at speed are', 'upright', [upright, bump, bump], 'lying', 2],
    ['also across two messages', 'suspect', [bump], 'lying', 0],
    ['one is enough when stationary', 'upright', [upright, side], 'lying', 1],
    ['one is enough without a speed', 'upright', [sideUnknownSpeed], 'lying', 0],
    ['a bump, then lying stationary', 'upright', [bump, side], 'lying', 1],
    ['a sample without tilt between does not excuse it', 'upright', [bump, blind, bump], 'lying', 2],
    ['a machine that lies is not raised again', 'lying', [side, side], 'lying', null],
    ['put upright and over again: a new one', 'lying', [side, upright, side], 'lying', 2],
    ['only the first of a message is reported', 'upright', [side, upright, side], 'lying', 0],
  ])('%s', (_, posture, samples, after, at) =>
    expect(watchPosture(posture, samples, thresholds)).toEqual({ posture: after, rolledOverAt: at }),
  );
});
