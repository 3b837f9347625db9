import { flashRunStates } from '@headland/contracts/reprogram';
import { describe, expect, it } from 'vitest';
import { sessionTimes } from './diagnosis/session';
import { hasEnded } from './reprogram/offer';
import { servedBy, servedRefusal, type Served } from './served-machine';

const now = new Date('2026-11-23T09:00:00Z');
const by = { userId: 7, name: 'Kim Minsu', organization: 'Head office', since: new Date('2026-11-23T08:55:00Z') };
const at = now.getTime();
const clock = {
  state: 'connected',
  askedAt: null,
  lastMessageAt: at,
  seenAt: at,
  actedAt: at,
  keyOffAt: null,
} as const;
const later = new Date(at + 60_000);

describe('a machine that is being served', () => {
  it('is served by who holds a session, until the time of the session is up', () => {
    expect(servedBy({ clock, by }, null, now)).toEqual({ kind: 'session', ...by });
    expect(servedBy({ clock: { ...clock, seenAt: at - sessionTimes.awayMs }, by }, null, now)).toBeNull();
    expect(servedBy(null, null, now)).toBeNull();
  });

  it('is served by who offered a program, from the offer to its end', () => {
    for (const state of flashRunStates)
      expect(servedBy(null, { state, expiresAt: later, by }, now)?.kind ?? null, state).toBe(
        hasEnded(state) ? null : 'program',
      );
    expect(servedBy(null, { state: 'offered', expiresAt: now, by }, now)).toBeNull();
    expect(servedBy(null, { state: 'programming', expiresAt: now, by }, now)).toMatchObject({ kind: 'program' });
  });

  it('is refused to everyone but the holder of the session; a program is in everybody’s way', () => {
    const served = (kind: Served['kind']): Served => ({ kind, ...by });
    const refusal = {
      code: 'VEHICLE_HELD',
      values: { by: 'Kim Minsu', organization: 'Head office', since: '2026-11-23T08:55:00.000Z' },
    };
    expect(servedRefusal(null, 8)).toBeNull();
    expect(servedRefusal(served('session'), 7)).toBeNull();
    for (const other of [8, null]) expect(servedRefusal(served('session'), other)).toEqual(refusal);
    for (const anyone of [7, 8, null]) expect(servedRefusal(served('program'), anyone)).toEqual(refusal);
    expect(servedRefusal({ ...served('session'), userId: null }, null)).toEqual(refusal);
  });
});
