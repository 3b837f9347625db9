import { describe, expect, it } from 'vitest';
import { correct, type DeviceClock, goesOn, mayBeRecent, newClock, observe, plausible, skewOf } from './device-clock';

const day = 86_400_000;
const hour = 3_600_000;
const now = Date.UTC(2026, 4, 20, 9, 0, 0);

/** Sent at true time `at` (ms after now) by a clock that is `skew` ahead, received `delay` later. */
interface Sent {
  at: number;
  skew: number;
  delay?: number;
  seq?: number | null;
  topic?: string;
  sync?: boolean;
}
/** Feeds messages in the order of the list; answers the correction error of each (corrected − true) and the clock at the end. */
function play(sent: Sent[]): { errors: number[]; clock: DeviceClock } {
  let clock = newClock();
  const errors = sent.map(({ at, skew, delay = 0, seq, topic = 'telemetry', sync = false }, index) => {
    const ts = now + at + skew;
    const seen = observe(clock, {
      topic,
      seq: seq === undefined ? index + 1 : seq,
      ts,
      receivedAt: now + at + delay,
      sync,
    });
    clock = seen.clock;
    return correct(ts, seen.offsetMs) - (now + at);
  });
  return { errors, clock };
}
const every30s = (n: number, skew: (at: number) => number, delay: (i: number) => number = () => 200): Sent[] =>
  Array.from({ length: n }, (_, i) => ({ at: i * 30_000, skew: skew(i * 30_000), delay: delay(i) }));

/** A clock is kept as JSON. */
const copyOf = (clock: DeviceClock): DeviceClock => JSON.parse(JSON.stringify(clock)) as DeviceClock;

describe('a device clock', () => {
  it('that is right is never corrected by latency', () => {
    const { errors, clock } = play([
      { at: 0, skew: 0, delay: 900 },
      { at: 30_000, skew: 0, delay: 25_000 },
      { at: 60_000, skew: 1_500, delay: 300 },
      { at: 90_000, skew: -20_000, delay: 10 },
    ]);
    expect(clock).toMatchObject({ offsetMs: 0, trust: 'right' });
    expect(errors).toEqual([0, 0, 1_500, -20_000]);
  });

  it('that is right keeps the time of data that waited hours in a dead spot', () => {
    const { errors, clock } = play([
      { at: 0, skew: 0, delay: 100 },
      { at: 30_000, skew: 0, delay: 6 * hour },
      { at: 60_000, skew: 0, delay: 6 * hour },
      { at: 6 * hour, skew: 0, delay: 100 },
    ]);
    expect(errors).toEqual([0, 0, 0, 0]);
    expect(clock.offsetMs).toBe(0);
  });

  it('of which only late data is known is trusted', () => {
    expect(play([{ at: 0, skew: 0, delay: 5 * hour }]).errors).toEqual([0]);
  });

  it.each([
    ['73 years ahead', 73 * 365 * day],
    ['a day ahead', day],
    ['6 s ahead', 6_000],
    ['at 1970', -(now % (1000 * 365 * day))],
    ['500 days behind', -500 * day],
  ])('that is %s is corrected by the first message', (_, skew) => {
    const { errors } = play([
      { at: 0, skew, delay: 400 },
      { at: 30_000, skew, delay: 400 },
    ]);
    for (const error of errors) expect(Math.abs(error)).toBeLessThanOrEqual(400);
  });

  it('that is hours behind is known by the live status of the connect, and then late data is late', () => {
    const skew = -3 * hour;
    const { errors } = play([
      { at: 0, skew, delay: 50, sync: true, topic: 'status', seq: null },
      { at: -2 * hour, skew, delay: 2 * hour + 100, topic: 'sos', seq: 1 },
      { at: 1_000, skew, delay: 100 },
    ]);
    for (const error of errors) expect(Math.abs(error)).toBeLessThanOrEqual(100);
  });

  it('that is hours behind without a status is known after ten minutes of steady arrival', () => {
    const { errors, clock } = play(every30s(25, () => -hour));
    expect(clock.trust).toBe('estimated');
    expect(errors.at(-1)).toBe(200);
  });

  it('is not taken for one that is behind by a backlog of a day that takes longer than ten minutes to come', () => {
    // oldest first, one a second, thirty seconds of the past each
    const { errors, clock } = play(
      [...Array(2_000).keys()].map((i) => ({ at: -24 * hour + i * 30_000, skew: 0, delay: 24 * hour - i * 29_000 })),
    );
    expect(new Set(errors)).toEqual(new Set([0]));
    expect(clock.offsetMs).toBe(0);
  });

  it('that is set forward (1970, then GNSS) is right from then on, and what it sent before keeps its time', () => {
    const wrong = -now;
    const { errors, clock } = play([
      { at: 0, skew: wrong, delay: 100, seq: 1 },
      { at: 30_000, skew: wrong, delay: 100, seq: 2 },
      { at: 90_000, skew: 0, delay: 100, seq: 4 },
      { at: 60_000, skew: wrong, delay: 60_000, seq: 3 },
      { at: 120_000, skew: 0, delay: 100, seq: 5 },
    ]);
    for (const error of errors) expect(Math.abs(error)).toBeLessThanOrEqual(100);
    expect(clock).toMatchObject({ offsetMs: 0, trust: 'right' });
  });

  it('that is set back by an hour gets a new offset at the next message, and stays with it', () => {
    const { errors } = play([
      ...every30s(4, () => 0),
      { at: 120_000, skew: -hour, delay: 100, seq: 5 },
      { at: 150_000, skew: -hour, delay: 700, seq: 6 },
    ]);
    for (const error of errors) expect(Math.abs(error)).toBeLessThanOrEqual(200);
  });

  it('that is set right before its first telemetry is right a minute later', () => {
    const { errors, clock } = play([
      { at: 0, skew: 2 * hour, delay: 100, sync: true, topic: 'status', seq: null },
      ...[...Array(4).keys()].map((i) => ({ at: 30_000 * (i + 1), skew: 0, delay: 200, seq: i + 1 })),
    ]);
    const early = -2 * hour + 100;
    expect(errors).toEqual([100, early, early, 0, 0]);
    expect(clock).toMatchObject({ offsetMs: 0, trust: 'right' });
    expect(clock).not.toHaveProperty('agreesSince');
  });

  it('that is being set right is not thrown off by a message from before, resent a minute later', () => {
    const skew = 2 * hour;
    const { errors, clock } = play([
      { at: 0, skew, delay: 100, sync: true, topic: 'status', seq: null },
      { at: 30_000, skew: 0, delay: 100, seq: 2 },
      { at: 80_000, skew: 0, delay: 100, seq: 3 },
      { at: 10_000, skew, delay: 85_000, seq: 1 },
      { at: 100_000, skew: 0, delay: 100, seq: 4 },
    ]);
    expect(errors[3]).toBe(100);
    expect(clock).toMatchObject({ offsetMs: 0, trust: 'right' });
  });

  it('that is two hours ahead is not taken for right by a backlog of two hours ago', () => {
    const skew = 2 * hour;
    // ten times as fast as it was made: for some seconds its times agree with ours
    const backlog = [...Array(400).keys()].map((i) => {
      const at = -2.1 * hour + 30_000 * i;
      return { at, skew, delay: 3_000 * i - at, seq: i + 1 };
    });
    const { errors, clock } = play([
      { at: 0, skew, delay: 100, sync: true, topic: 'status', seq: null },
      ...backlog.filter(({ at, delay }) => delay >= 0 && at < 0),
    ]);
    for (const error of errors) expect(Math.abs(error)).toBeLessThanOrEqual(100);
    expect(clock).toMatchObject({ trust: 'estimated' });
  });

  it('that is ahead is not taken for right by single messages among those of now', () => {
    const skew = 2 * hour;
    const { clock } = play([
      { at: 0, skew, delay: 100, sync: true, topic: 'status', seq: null },
      ...[...Array(40).keys()].map((i) =>
        i % 2 === 0
          ? { at: i * 10_000, skew, delay: 100, seq: i + 1 }
          : { at: i * 10_000 - 2 * hour, skew, delay: 2 * hour, seq: i, topic: 'engine' },
      ),
    ]);
    expect(clock).toMatchObject({ trust: 'estimated' });
  });

  it.each([
    [0, -2 * hour, true],
    [-4_000, -2 * hour, true],
    [hour, -2 * hour, true],
    [hour + 1, -2 * hour, false],
    [-10_000, -9 * hour, true],
    [-300_001, -2 * hour, false],
    [0, -30 * 60_000, true],
    [0, -30_000, false],
    [2 * hour, 0, false],
    [3 * hour, 2 * hour, false],
  ])('a message of delta %d ms under the offset %d ms may be recent: %s', (deltaMs, offsetMs, recent) => {
    expect(mayBeRecent(deltaMs, offsetMs)).toBe(recent);
  });

  it('that was set back from 2099 is not thrown forward again by what it sent before', () => {
    const wrong = 73 * 365 * day;
    const { errors, clock } = play([
      { at: 0, skew: wrong, delay: 100, seq: 1 },
      { at: 60_000, skew: 0, delay: 100, seq: 3 },
      { at: 30_000, skew: wrong, delay: 60_000, seq: 2 },
      { at: 90_000, skew: 0, delay: 100, seq: 4 },
    ]);
    expect(errors.map((e) => Math.abs(e) <= 100)).toEqual([true, true, true, true]);
    expect(clock.offsetMs).toBe(0);
  });

  it('that drifts slowly is followed in both directions', () => {
    for (const ppm of [400, -400]) {
      const { errors } = play(every30s(6 * 120, (at) => day + (at * ppm) / 1e6));
      for (const error of errors) expect(Math.abs(error)).toBeLessThan(5_000);
    }
  });

  it('that is right is not thrown off by a delay that grows (an overloaded receiver)', () => {
    const { clock } = play(
      every30s(
        60,
        () => 0,
        (i) => i * 9_000,
      ),
    );
    expect(clock.offsetMs).toBe(0);
  });

  it('is stored when the offset changes and each ten minutes, not with each message', () => {
    let clock = newClock();
    let stored = 0;
    for (const [i, m] of every30s(200, () => -day).entries()) {
      const seen = observe(clock, {
        topic: 'telemetry',
        seq: i + 1,
        ts: now + m.at + m.skew,
        receivedAt: now + m.at + 200,
        sync: i === 0,
      });
      clock = JSON.parse(JSON.stringify(seen.clock)) as DeviceClock;
      if (seen.changed) stored++;
    }
    expect(stored).toBe(10);
  });

  it('never yields a time over 5 minutes in the future, and errs no more than the least delayed message so far', () => {
    let state = 7;
    const random = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
    for (let device = 0; device < 300; device++) {
      // ahead by 6 s … 70 years, or behind by 401 days … 50 years
      const skew = random() < 0.5 ? 6_000 + random() ** 6 * 70 * 365 * day : -(401 * day + random() * 49 * 365 * day);
      let least = Number.POSITIVE_INFINITY;
      let clock = newClock();
      const order = Array.from({ length: 40 }, (_, i) => ({
        seq: i + 1,
        at: i * 20_000,
        delay: random() ** 8 * 20 * hour,
      })).sort((a, b) => a.at + a.delay - (b.at + b.delay));
      for (const { seq, at, delay } of order) {
        least = Math.min(least, delay);
        const ts = Math.round(now + at + skew);
        const receivedAt = Math.round(now + at + delay);
        const seen = observe(clock, { topic: 'telemetry', seq, ts, receivedAt, sync: false });
        clock = seen.clock;
        expect(correct(ts, seen.offsetMs)).toBeLessThanOrEqual(receivedAt + 300_000);
        expect(Math.abs(correct(ts, seen.offsetMs) - (now + at))).toBeLessThanOrEqual(least + 5_002);
      }
    }
  });
});

describe('a clock that goes on as it is', () => {
  /** Clocks right, wrong, drifting, jumping and set back; messages late, in disorder and marked as just sent. */
  function* messages(random: () => number) {
    let skew = random() < 0.5 ? 0 : (random() - 0.5) * 10 ** (3 + random() * 8);
    const latest = { telemetry: 0, engine: 0 };
    for (let at = 0; at < 60 * 60_000; at += 500 + random() * 90_000) {
      if (random() < 0.02) skew += (random() - 0.5) * 10 ** (3 + random() * 6);
      const topic = random() < 0.8 ? 'telemetry' : 'engine';
      const seq = random() < 0.9 ? ++latest[topic] : Math.max(1, latest[topic] - Math.floor(random() * 5));
      const receivedAt = Math.round(now + at + random() ** 6 * 2 * hour);
      yield {
        topic,
        seq: random() < 0.03 ? null : seq,
        ts: Math.round(now + at + skew),
        receivedAt,
        sync: random() < 0.02,
      };
    }
  }

  it('is what observing the message would answer, for any order of messages', () => {
    let state = 11;
    const random = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
    let went = 0;
    for (let device = 0; device < 400; device++) {
      let clock = newClock();
      for (const seen of messages(random)) {
        const observed = observe(copyOf(clock), seen);
        if (goesOn(clock, seen)) {
          went++;
          expect({ clock, offsetMs: clock.offsetMs, changed: false }).toEqual(observed);
        } else clock = observed.clock;
      }
    }
    expect(went).toBeGreaterThan(1_000);
  });

  it('is left untouched by a message that changes more', () => {
    const { clock } = play(every30s(5, () => 0));
    const before = copyOf(clock);
    for (const seen of [
      { seq: 3, ts: now, receivedAt: now },
      { seq: 9, ts: now - day, receivedAt: now + 20 * 60_000 },
      { seq: 9, ts: now + 200_000, receivedAt: now + 180_000 },
    ])
      expect(goesOn(clock, { topic: 'telemetry', sync: false, ...seen })).toBe(false);
    expect(clock).toEqual(before);
  });
});

describe('a corrected time', () => {
  it.each([
    [0, 'ok'],
    [299_000, 'ok'],
    [300_001, 'future'],
    [-400 * day, 'ok'],
    [-400 * day - 1, 'tooOld'],
  ] as const)('%d ms from the receipt is %s', (difference, verdict) =>
    expect(plausible(now + difference, now)).toBe(verdict),
  );
  it('shows the skew of a clock that is ahead as positive', () => {
    expect(skewOf(-90_000)).toBe(90_000);
    expect(skewOf(0)).toBe(0);
  });
});
