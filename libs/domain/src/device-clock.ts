/**
 * Estimates how far a device's clock is off. It may be right, wrong by seconds or by decades, may jump or drift within
 * a boot; messages come late (hours in a dead spot) and out of order, duplicates are already removed. The offset is
 * "true time minus device time". A delay is never negative, so `receivedAt − ts` of every message is an upper bound of
 * it: the least delayed message is the most precise. A clock that seems right is not corrected, so that latency never
 * "corrects" a good clock.
 */
export interface DeviceClock {
  /** added to a device time to get the true one */
  offsetMs: number;
  /** assumed: nothing known yet; right: a live message agreed with our clock; estimated: corrected by `offsetMs` */
  trust: 'assumed' | 'right' | 'estimated';
  /** least `receivedAt − ts` of the live messages of this ten-minute bucket and the one before: follows a slow drift */
  window: {
    startedAt: number;
    leastMs: number;
    beforeMs: number | null;
    floorMs: number;
    /** delta of the bucket's first message */
    firstMs?: number;
    /** the bucket before caught up: its messages came faster than they were made */
    caughtUp?: boolean;
  } | null;
  /** the newest message of each topic */
  newest: Record<string, { seq: number; ts: number; live: boolean }>;
  /** offsets of this boot before its jumps, newest first: for messages sent before a jump that arrive after it */
  past: number[];
  /** since when every message of a later time than the estimate allows agreed with our clock, epoch ms */
  agreesSince?: number;
}

export interface Observation {
  topic: string;
  /** null or 0: the message has none (status) */
  seq: number | null;
  /** device clock, epoch ms */
  ts: number;
  /** epoch ms */
  receivedAt: number;
  /** known to be just sent: `status online:true` on connect, neither retained nor from a backlog */
  sync: boolean;
}

/** A right clock may seem this much ahead (ours may be behind) … */
const aheadMs = 5_000;
/** … or this much behind (latency); a smaller skew is not shown either. */
const behindMs = 30_000;
/** With an estimate, a message further in the future than this lowers it. */
const toleranceMs = 2_000;
/** How much more delayed than the least delayed message a live one may be. */
const liveMs = 30_000;
const bucketMs = 600_000;
/** A difference between two offsets that no delay explains: the clock was set. */
export const clockSetMs = 5_000;
/**
 * An estimated clock whose messages agree with ours this long was set right. A backlog that was as old as the estimate is
 * wrong would be through these 35 s of delay sooner, since it arrives faster than it was made.
 */
const agreesMs = 60_000;
/** A quartz drifts below 100 ppm; what rises faster than 1,000 ppm is a growing delay, not a drift. */
const driftPerBucketMs = 600;
const recentMs = 3_600_000;
const dayMs = 86_400_000;
const oldestMs = 400 * dayMs;
const newestMs = 300_000;
const maxPastOffsets = 4;

export const newClock = (): DeviceClock => ({ offsetMs: 0, trust: 'assumed', window: null, newest: {}, past: [] });

/**
 * The clock after one more message, and the offset for this message (`past` ones differ from the clock's own).
 * `changed`: worth storing; a reader of an older state only loses where a jump began.
 */
export function observe(
  clock: DeviceClock,
  seen: Observation,
): { clock: DeviceClock; offsetMs: number; changed: boolean } {
  const deltaMs = seen.receivedAt - seen.ts;
  const seq = seen.seq ?? 0;
  const newest = seq === 0 ? undefined : clock.newest[seen.topic];
  const comesAfter = newest === undefined || seq > newest.seq;
  if (!comesAfter && !fits(deltaMs, clock.offsetMs)) {
    const offsetMs = clock.past.find((past) => fits(deltaMs, past));
    if (offsetMs !== undefined) return { clock, offsetMs, changed: false };
  }
  const agreesSince = agreeing(clock, deltaMs, seen.receivedAt, comesAfter);
  const setRight = comesAfter && agreesSince !== undefined && seen.receivedAt - agreesSince >= agreesMs;
  const settled = setRight ? from(deltaMs) : settle(clock, deltaMs, seen, comesAfter ? newest : undefined);
  const jumped = settled.offsetMs !== clock.offsetMs;
  const { window, rotated } = slide(jumped ? null : clock.window, deltaMs, seen.receivedAt);
  const { offsetMs, trust } = follow(settled, window);
  const live = deltaMs - offsetMs <= liveMs;
  const next: DeviceClock = {
    offsetMs,
    trust,
    window,
    newest: comesAfter && seq > 0 ? { ...clock.newest, [seen.topic]: { seq, ts: seen.ts, live } } : clock.newest,
    past:
      jumped && clock.trust !== 'assumed'
        ? [clock.offsetMs, ...clock.past.filter((p) => p !== clock.offsetMs)].slice(0, maxPastOffsets)
        : clock.past,
    ...(agreesSince === undefined || jumped ? {} : { agreesSince }),
  };
  const changed = rotated || offsetMs !== clock.offsetMs || trust !== clock.trust || newest === undefined;
  return { clock: next, offsetMs, changed };
}

/**
 * The usual message, after which a clock goes on as it is and only its newest message is another: changes `clock` in
 * place, as `observe` would answer it. False: nothing was changed, and `observe` decides. A fleet sends thousands of
 * messages a second, and each new clock is memory to be collected.
 */
export function goesOn(clock: DeviceClock, { topic, seq, ts, receivedAt, sync }: Observation): boolean {
  const { offsetMs, trust, window } = clock;
  const newest = clock.newest[topic];
  if (sync || seq === null || newest === undefined || seq <= newest.seq || window === null) return false;
  const ageMs = receivedAt - ts - offsetMs;
  if (trust === 'assumed' || clock.agreesSince !== undefined || ageMs < 0 || ageMs > liveMs) return false;
  if (newest.live && ts < newest.ts - 1_000) return false;
  const deltaMs = receivedAt - ts;
  if (deltaMs < window.leastMs || deltaMs < window.floorMs || receivedAt - window.startedAt >= bucketMs) return false;
  newest.seq = seq;
  newest.ts = ts;
  newest.live = true;
  return true;
}

export const correct = (ts: number, offsetMs: number): number => ts + offsetMs;

/** How much the device's clock is ahead of true time; over 30 s it is shown. */
export const skewOf = (offsetMs: number): number => (offsetMs === 0 ? 0 : -offsetMs);

/**
 * Whether a message that the offset makes late may be of now, or of up to `withinMs` ago: its own time says so, and the
 * device may have set its clock since the offset was found, if not to the second. What must not be late by mistake asks.
 */
export const mayBeRecent = (deltaMs: number, offsetMs: number, withinMs = recentMs): boolean =>
  offsetMs < 0 && deltaMs - offsetMs > liveMs && deltaMs >= -newestMs && deltaMs <= withinMs;

/** Implausible times go to quarantine: more than 5 minutes in the future or more than 400 days old after correction. */
export function plausible(correctedMs: number, receivedAtMs: number): 'ok' | 'future' | 'tooOld' {
  if (correctedMs > receivedAtMs + newestMs) return 'future';
  return correctedMs < receivedAtMs - oldestMs ? 'tooOld' : 'ok';
}

/**
 * Whether a message whose number was received before is another one and no repeat: it was made a day or more after the last of its
 * start was received. The terminal counts its starts anew, after a reset or an update. All epoch ms.
 */
export const numberedAnew = (correctedMs: number, receivedAtMs: number, lastReceivedAtMs: number): boolean =>
  correctedMs - lastReceivedAtMs >= dayMs && plausible(correctedMs, receivedAtMs) === 'ok';

/** Whether a message with this delta may have been sent under this offset. */
const fits = (deltaMs: number, offsetMs: number): boolean =>
  deltaMs - offsetMs >= -(offsetMs === 0 ? aheadMs : toleranceMs) && deltaMs - offsetMs <= oldestMs;

type Offset = Pick<DeviceClock, 'offsetMs' | 'trust'>;

/** The offset in force after this message. */
function settle(
  clock: DeviceClock,
  deltaMs: number,
  seen: Observation,
  newest: { ts: number; live: boolean } | undefined,
): Offset {
  const ageMs = deltaMs - clock.offsetMs;
  const estimated = clock.trust === 'estimated';
  if (ageMs < -(estimated ? toleranceMs : aheadMs) || ageMs > oldestMs) return from(deltaMs);
  if (seen.sync && ageMs > behindMs) return from(deltaMs);
  // set back within the boot: a later message with an earlier time, after one that was live
  if (newest?.live === true && seen.ts < newest.ts - 1_000) return from(deltaMs);
  if (!estimated && deltaMs <= behindMs) return { offsetMs: 0, trust: 'right' };
  return { offsetMs: clock.offsetMs, trust: clock.trust };
}

/** A message just sent by a right clock has such a delta. */
const agrees = (deltaMs: number): boolean => deltaMs >= -aheadMs && deltaMs <= behindMs;

const from = (deltaMs: number): Offset =>
  agrees(deltaMs) ? { offsetMs: 0, trust: 'right' } : { offsetMs: deltaMs, trust: 'estimated' };

/** See `DeviceClock.agreesSince`, after one more message. */
function agreeing(clock: DeviceClock, deltaMs: number, receivedAt: number, comesAfter: boolean): number | undefined {
  if (clock.trust !== 'estimated') return undefined;
  if (!comesAfter) return clock.agreesSince;
  const isLate = deltaMs - clock.offsetMs > liveMs;
  return isLate && agrees(deltaMs) ? (clock.agreesSince ?? receivedAt) : undefined;
}

/** The windowed minimum after one more message; a late one is ignored. */
function slide(
  window: DeviceClock['window'],
  deltaMs: number,
  receivedAt: number,
): { window: DeviceClock['window']; rotated: boolean } {
  if (window === null)
    return {
      window: { startedAt: receivedAt, leastMs: deltaMs, beforeMs: null, floorMs: deltaMs, firstMs: deltaMs },
      rotated: false,
    };
  if (deltaMs - window.floorMs > liveMs) return { window, rotated: false };
  const buckets = Math.floor((receivedAt - window.startedAt) / bucketMs);
  if (buckets < 1)
    return {
      window: { ...window, leastMs: Math.min(window.leastMs, deltaMs), floorMs: Math.min(window.floorMs, deltaMs) },
      rotated: false,
    };
  const floorMs = Math.min(window.leastMs, deltaMs, window.floorMs + buckets * driftPerBucketMs);
  // the bucket that just ended still counts: floor = least of two buckets
  const least = window.beforeMs === null ? window.floorMs : floorMs;
  return {
    window: {
      startedAt: receivedAt,
      leastMs: deltaMs,
      beforeMs: window.leastMs,
      floorMs: least,
      firstMs: deltaMs,
      caughtUp: (window.firstMs ?? window.leastMs) - window.leastMs > liveMs,
    },
    rotated: true,
  };
}

/**
 * A clock that falls behind slowly, or is steadily behind for ten minutes: the window's least delta rises above the
 * offset. A long backlog is behind as well, but catches up.
 */
function follow(offset: Offset, window: DeviceClock['window']): Offset {
  if (window === null || window.beforeMs === null) return offset;
  if (offset.trust === 'estimated' && window.floorMs > offset.offsetMs + toleranceMs)
    return { offsetMs: window.floorMs, trust: 'estimated' };
  if (offset.trust !== 'estimated' && window.floorMs > behindMs && window.caughtUp !== true)
    return { offsetMs: window.floorMs, trust: 'estimated' };
  return offset;
}
