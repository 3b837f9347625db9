import { describe, expect, it } from 'vitest';
import { judgeAlarms, type Rung } from './alarms';

/** One SOS at 0 s, a period of 2 s, checked after 7 s: alarms at 2, 4 and 6 s. */
const periodMs = 2_000;
const patienceMs = 1_000;
const message = (reason: string, more: Partial<Rung['deliveries'][number]> = {}) => ({
  reason,
  state: 'delivered',
  left: 1,
  ...more,
});
/** `pausesMs`: until the next one is due, after each that differs from the period. */
const rung = (atMs: number[], deliveries?: Rung['deliveries'], pausesMs: Record<number, number> = {}): Rung => ({
  calls: [
    {
      id: 5,
      receivedMs: 0,
      acknowledgedMs: 7_000,
      escalations: atMs.map((at, i) => ({ number: 10 + i, atMs: at, nextMs: at + (pausesMs[i] ?? periodMs) })),
    },
  ],
  deliveries: deliveries ?? [
    message('sos.raised:5:push:1'),
    ...atMs.map((_, i) => message(`sos.escalated:5:${10 + i}:push:2`)),
  ],
});
const judge = (r: Rung): string[] =>
  judgeAlarms(r, periodMs, patienceMs).findings.map((f) => `${f.count} ${f.what} ${f.subject}`);

describe('alarms', () => {
  it('that each fired once at their time are in order', () => {
    expect(judge(rung([2_000, 4_010, 6_020]))).toEqual([]);
    expect(judgeAlarms(rung([2_000, 4_500, 6_600]), periodMs, patienceMs)).toMatchObject({ fired: 3, latestS: 0.5 });
  });
  it('that fired twice show as early', () =>
    expect(judge(rung([2_000, 2_040, 4_030, 6_020]))).toEqual(['1 duplicate escalation']));
  it('whose event was written long after its decision do not make the next one early', () => {
    // decided at 2 s, written at 2.9 s
    expect(judge(rung([2_900, 4_000, 6_000], undefined, { 0: 1_100 }))).toEqual([]);
    // decided before it was due, and after it was written
    expect(judge(rung([2_900, 3_000, 5_000], undefined, { 0: 0 }))).toEqual(['1 wrong escalation']);
    expect(judge(rung([2_000, 4_600, 6_600], undefined, { 0: 2_600 }))).toEqual(['1 wrong escalation']);
  });
  it('that come to the top of the ladder are awaited after longer and longer pauses', () => {
    const seen = (atMs: number[]): string[] => {
      const one = rung(atMs, undefined, { 1: 4_000, 2: 10_000, 3: 20_000 });
      return judgeAlarms(
        { ...one, calls: one.calls.map((c) => ({ ...c, acknowledgedMs: 20_000 })) },
        periodMs,
        patienceMs,
        1,
      ).findings.map((f) => `${f.count} ${f.what} ${f.subject}`);
    };
    expect(seen([2_000, 4_000, 8_000, 18_000])).toEqual([]);
    expect(seen([2_000, 4_000, 6_000, 16_000])).toEqual(['1 duplicate escalation']);
  });
  it('that were forgotten are missing', () => expect(judge(rung([2_000]))).toEqual(['1 missing escalation']));
  it('that never fired are missing', () => expect(judge(rung([]))).toEqual(['1 missing escalation']));
  it('that fired too late are wrong', () => expect(judge(rung([2_000, 6_500]))).toEqual(['1 wrong escalation']));
  it('without a message are missing', () =>
    expect(
      judge(
        rung(
          [2_000, 4_000, 6_000],
          [message('sos.raised:5:push:1'), message('sos.escalated:5:10:push:2'), message('sos.escalated:5:12:push:2')],
        ),
      ),
    ).toEqual(['1 missing message']));
  it('whose message waits for ever are missing', () => {
    const all = rung([2_000, 4_000, 6_000]);
    expect(
      judge({ ...all, deliveries: all.deliveries.map((d, i) => (i === 1 ? { ...d, state: 'queued', left: 0 } : d)) }),
    ).toEqual(['1 missing message']);
  });
  it('whose message names an event that never was are unexpected', () => {
    const all = rung([2_000, 4_000, 6_000]);
    expect(judge({ ...all, deliveries: [...all.deliveries, message('sos.escalated:5:99:push:2')] })).toEqual([
      '1 unexpected message',
    ]);
  });
});
