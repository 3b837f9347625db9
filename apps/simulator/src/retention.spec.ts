import { ackDown } from '@headland/testing/builders/down';
import { type SentKind } from '@headland/testing/ledger';
import { Random } from '@headland/testing/random';
import { describe, expect, it } from 'vitest';
import { type RetainedMessage, Retention } from './retention';

const limits = { maxBytes: 1_000_000, resendAfterMs: 20_000, maxResendAfterMs: 300_000, minGapMs: 2000 };
const message = (seq: number, over: Partial<RetainedMessage> = {}): RetainedMessage => ({
  kind: 'telemetry',
  boot: 1,
  seq,
  bytes: 100,
  state: 'waiting',
  notBeforeMs: 0,
  lastSentMs: 0,
  ...over,
});
const seqs = (list: readonly RetainedMessage[]): number[] => list.map((m) => m.seq);

function holding(
  from: number,
  to: number,
  over: Partial<RetainedMessage> = {},
  size = limits.maxBytes,
): Retention<RetainedMessage> {
  const retention = new Retention<RetainedMessage>({ ...limits, maxBytes: size });
  for (let seq = from; seq <= to; seq++) retention.add(message(seq, over));
  return retention;
}

describe('an ack', () => {
  it.each([
    ['commits up to its mark', { upTo: 4 }, [1, 2, 3, 4], []],
    [
      'requests missing ones again',
      {
        upTo: 6,
        missing: [
          [2, 3],
          [5, 5],
        ],
      },
      [1, 4, 6],
      [2, 3, 5],
    ],
    ['may ask for all', { upTo: 10, missing: [[1, 10]] }, [], [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]],
    ['may know more than is kept', { upTo: 99 }, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10], []],
    ['of nothing yet changes nothing', { upTo: 0 }, [], []],
    ['of another boot changes nothing', { boot: 2, upTo: 10 }, [], []],
    ['of another topic changes nothing', { topic: 'fault', upTo: 10 }, [], []],
  ] as const)('%s', (_, over, committed, again) => {
    const retention = holding(1, 10);
    const acked = retention.ack(
      ackDown({ ...over, missing: 'missing' in over ? over.missing.map(([a, b]) => [a, b]) : [] }),
      50_000,
    );
    expect(seqs(acked.committed)).toEqual(committed);
    expect(seqs(acked.resend)).toEqual(again);
    expect(retention.size).toBe(10 - committed.length);
    expect(retention.bytes).toBe(100 * retention.size);
  });

  it('that arrives twice commits once', () => {
    const retention = holding(1, 5);
    expect(seqs(retention.ack(ackDown({ upTo: 3 }), 1).committed)).toEqual([1, 2, 3]);
    expect(retention.ack(ackDown({ upTo: 3 }), 2)).toEqual({ committed: [], resend: [] });
  });

  it('does not ask twice for what is already on its way, in flight, or sent a moment ago', () => {
    const ack = ackDown({ upTo: 1, missing: [[1, 1]] });
    for (const over of [{ state: 'queued' }, { state: 'inflight' }, { lastSentMs: 49_000 }] as const)
      expect(holding(1, 1, over).ack(ack, 50_000).resend).toEqual([]);
    const retention = holding(1, 1);
    expect(seqs(retention.ack(ack, 50_000).resend)).toEqual([1]);
    expect(retention.ack(ack, 50_000).resend).toEqual([]);
  });

  it('keeps the messages of an older boot until they are committed too', () => {
    const retention = holding(1, 3);
    retention.add(message(1, { boot: 2 }));
    expect(seqs(retention.ack(ackDown({ boot: 2, upTo: 1 }), 1).committed)).toEqual([1]);
    expect(retention.size).toBe(3);
    expect(seqs(retention.ack(ackDown({ boot: 1, upTo: 3 }), 2).committed)).toEqual([1, 2, 3]);
  });
});

describe('silence', () => {
  it('leads to sending again after the set time, each round after twice as long', () => {
    const retention = holding(1, 2, { lastSentMs: 1000 });
    const resend = (nowMs: number): number[] => {
      const again = retention.overdue(nowMs);
      for (const m of again) Object.assign(m, { state: 'waiting', lastSentMs: nowMs });
      return seqs(again);
    };
    expect(resend(20_999)).toEqual([]);
    expect(resend(21_000)).toEqual([1, 2]);
    expect(resend(60_999)).toEqual([]);
    expect(resend(61_000)).toEqual([1, 2]);
    expect(resend(140_999)).toEqual([]);
    expect(resend(141_000)).toEqual([1, 2]);
  });

  it('is not broken by an ack that commits nothing: the last message may be lost', () => {
    const retention = holding(1, 3, { lastSentMs: 0 });
    retention.ack(ackDown({ upTo: 2 }), 1000);
    for (let nowMs = 2000; nowMs < 30_000; nowMs += 200) retention.ack(ackDown({ upTo: 2 }), nowMs);
    expect(seqs(retention.overdue(30_000))).toEqual([3]);
  });

  it('is over with any progress of the topic: a back end that works through its backlog is not sent everything again', () => {
    const retention = holding(1, 3, { lastSentMs: 0 });
    retention.ack(ackDown({ upTo: 1 }), 19_000);
    expect(retention.overdue(25_000)).toEqual([]);
    expect(seqs(retention.overdue(39_000))).toEqual([2, 3]);
  });

  it('does not touch what has not been sent yet', () => {
    expect(holding(1, 3, { state: 'queued' }).overdue(1e9)).toEqual([]);
    expect(holding(1, 3, { state: 'inflight' }).overdue(1e9)).toEqual([]);
  });
});

describe('a reconnect', () => {
  it('sends all again that is not committed: calls for help first, then faults, each topic and boot in its order', () => {
    const retention = holding(1, 2);
    for (const [kind, boot, seq] of [
      ['telemetry', 2, 1],
      ['fault', 1, 1],
      ['engine', 1, 1],
      ['sos', 2, 1],
      ['sos', 1, 4],
    ] as const)
      retention.add(message(seq, { kind, boot }));
    expect(retention.requeueAll().map((m) => `${m.kind} ${m.boot}.${m.seq}`)).toEqual([
      'sos 1.4',
      'sos 2.1',
      'fault 1.1',
      'engine 1.1',
      'telemetry 1.1',
      'telemetry 1.2',
      'telemetry 2.1',
    ]);
  });
});

describe('full memory', () => {
  it('gives up the oldest telemetry of the oldest boot, never a call for help or a fault', () => {
    const retention = holding(1, 3, {}, 700);
    retention.add(message(1, { boot: 2 }));
    retention.add(message(1, { kind: 'sos' }));
    retention.add(message(1, { kind: 'fault' }));
    expect(retention.add(message(2, { boot: 2 }))).toEqual([]);
    expect(retention.add(message(3, { boot: 2, bytes: 350 })).map((m) => [m.boot, m.seq])).toEqual([
      [1, 1],
      [1, 2],
      [1, 3],
      [2, 1],
    ]);
    for (let seq = 2; seq < 20; seq++)
      for (const given of retention.add(message(seq, { kind: 'sos' }))) expect(given.kind).toBe('telemetry');
    expect(retention.requeueAll().filter((m) => m.kind === 'sos')).toHaveLength(19);
  });
});

/**
 * A back end that commits at random and a broker that loses at random: nothing is removed before it is committed, and
 * all is committed in the end.
 */
describe('for 200 random runs', () => {
  it.each(Array.from({ length: 200 }, (_, i) => i))(
    'seed %i: kept = made − committed − given up, and every message is committed at last',
    (seed) => {
      const random = new Random(seed, 'retention');
      const maxBytes = random.chance(0.3) ? 3000 : limits.maxBytes;
      const retention = new Retention<RetainedMessage>({ ...limits, maxBytes });
      const made = new Map<string, RetainedMessage>();
      const atServer = new Set<string>();
      const committed = new Set<string>();
      const givenUp = new Set<string>();
      const last: Record<string, number> = {};
      const key = (m: { kind: SentKind; boot: number; seq: number }): string => `${m.kind}.${m.boot}.${m.seq}`;
      let boot = 1;
      let nowMs = 0;
      const send = (list: RetainedMessage[], loss: number): void => {
        for (const m of list) {
          Object.assign(m, { state: 'waiting', lastSentMs: nowMs });
          if (!random.chance(loss)) atServer.add(key(m));
        }
      };
      const ackAll = (): void => {
        for (const kind of ['telemetry', 'fault', 'sos'] as const) {
          for (let b = 1; b <= boot; b++) {
            const seen = [...Array(last[`${kind}.${b}`] ?? 0).keys()]
              .map((i) => i + 1)
              .filter((seq) => atServer.has(`${kind}.${b}.${seq}`));
            const upTo = seen.at(-1) ?? 0;
            const missing = [...Array(upTo).keys()]
              .map((i) => i + 1)
              .filter((seq) => !seen.includes(seq))
              .map((seq): [number, number] => [seq, seq]);
            const acked = retention.ack({ topic: kind, boot: b, upTo, missing }, nowMs);
            for (const m of acked.committed) {
              expect(atServer.has(key(m))).toBe(true);
              committed.add(key(m));
            }
            send(acked.resend, 0.2);
          }
        }
      };
      for (let step = 0; step < 80; step++) {
        nowMs += random.whole(100, 8000);
        const dice = random.next();
        if (dice < 0.6) {
          const kind = random.pick(['telemetry', 'telemetry', 'telemetry', 'fault', 'sos'] as const);
          const seq = (last[`${kind}.${boot}`] = (last[`${kind}.${boot}`] ?? 0) + 1);
          const m = message(seq, { kind, boot, state: 'queued' });
          made.set(key(m), m);
          for (const given of retention.add(m)) givenUp.add(key(given));
          if (m.state === 'queued' && random.chance(0.9)) send([m], 0.3);
        } else if (dice < 0.75) ackAll();
        else if (dice < 0.85) send(retention.overdue(nowMs), 0.3);
        else if (dice < 0.95) send(retention.requeueAll(), 0.3);
        else boot += 1;
        expect(retention.size).toBe(made.size - committed.size - givenUp.size);
      }
      for (let round = 0; round < 5; round++) {
        nowMs += 60_000;
        send(retention.requeueAll(), 0);
        ackAll();
      }
      expect(retention.size).toBe(0);
      expect(retention.bytes).toBe(0);
      expect(committed.size + givenUp.size).toBe(made.size);
      for (const k of givenUp) expect(k).toMatch(/^telemetry/);
    },
  );
});
