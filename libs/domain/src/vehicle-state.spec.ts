import { describe, expect, it } from 'vitest';
import { isEngineOn, isOnline, type LastContact, sampleState, vehicleState } from './vehicle-state';

const now = Date.parse('2026-05-01T09:00:00Z');
const contact = (over: Partial<LastContact>): LastContact => ({
  online: true,
  engine: true,
  work: 'work',
  lastSeenAt: now - 10_000,
  intervalS: 30,
  ...over,
});

describe('the state of a vehicle', () => {
  it.each<[string, Partial<LastContact>, ReturnType<typeof vehicleState>]>([
    ['works', {}, 'work'],
    ['drives', { work: 'drive' }, 'drive'],
    ['idles', { work: 'idle' }, 'idle'],
    ['runs without a work state', { work: null }, 'idle'],
    ['is switched off', { engine: false, work: null }, 'off'],
    ['is switched off, whatever the work sensor has', { engine: false, work: 'work' }, 'off'],
    ['has no engine value, but a work state', { engine: null, work: 'drive' }, 'drive'],
    ['has no engine value at all', { engine: null, work: null }, 'off'],
    ['never sent a message', { lastSeenAt: null }, 'never'],
    ['never sent a message, though its terminal is connected', { lastSeenAt: null, online: true }, 'never'],
    ['disconnected cleanly', { online: false }, 'offline'],
    ['disconnected cleanly with the engine off', { online: false, engine: false }, 'offline'],
    ['is silent for exactly three intervals', { lastSeenAt: now - 90_000 }, 'work'],
    ['is silent for more than three intervals', { lastSeenAt: now - 90_001 }, 'offline'],
    ['reports each minute and is silent for two', { lastSeenAt: now - 120_000, intervalS: 60 }, 'work'],
    ['reports each minute and is silent for more than three', { lastSeenAt: now - 180_001, intervalS: 60 }, 'offline'],
    ['sleeps for six hours', { engine: false, work: null, lastSeenAt: now - 6 * 3_600_000 }, 'off'],
    ['has a report from the future', { lastSeenAt: now + 60_000 }, 'work'],
  ])('a machine that %s', (_, over, state) => {
    expect(vehicleState(contact(over), now)).toBe(state);
  });

  it('agrees with the rules of online and running', () => {
    expect((['off', 'idle', 'work', 'drive', 'offline', 'never'] as const).filter(isOnline)).toEqual([
      'off',
      'idle',
      'work',
      'drive',
    ]);
    expect((['off', 'idle', 'work', 'drive', 'offline', 'never'] as const).filter(isEngineOn)).toEqual([
      'idle',
      'work',
      'drive',
    ]);
  });
});

describe('the state in one sample', () => {
  it.each([
    [true, 'work', 'work'],
    [true, null, 'idle'],
    [false, 'work', 'off'],
    [false, null, 'off'],
    [null, 'drive', 'drive'],
    [null, null, null],
  ] as const)('engine %s, work %s: %s', (engine, work, state) => {
    expect(sampleState(engine, work)).toBe(state);
  });
});
