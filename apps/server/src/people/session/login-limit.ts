import { Injectable } from '@nestjs/common';
import { Problem } from '../../platform/problem';
import { networkOf } from '../../platform/trusted-proxies';

const minuteMs = 60_000;
const hourMs = 3_600_000;
const dayMs = 86_400_000;
/** Keys kept in memory; beyond it the oldest are forgotten. */
const maxKeys = 20_000;

/** A sliding window in the memory of the process: every api process counts by itself. */
export class AttemptWindow {
  private readonly attempts = new Map<string, number[]>();

  constructor(
    private readonly most: number,
    private readonly windowMs = minuteMs,
  ) {}

  /** Counts the attempt and returns whether it is allowed. */
  admits(key: string, now: number): boolean {
    const recent = (this.attempts.get(key) ?? []).filter((at) => now - at < this.windowMs);
    if (recent.length >= this.most) return false;
    remember(this.attempts, key, [...recent, now]);
    return true;
  }
}

/** What strangers may do within a minute, if nothing else is said: of one address (an office has one for all its people; of IPv6 it is the network), and of one address on one thing. */
const doors = {
  login: { address: 300, each: 30 },
  code: { address: 300, each: 30 },
  find: { address: 20, each: 10 },
  join: { address: 60, each: 30 },
  // the telephones of a carrier have one address for many customers
  app: { address: 120, each: 10 },
  password: { address: 60, each: 20 },
  document: { address: 120, each: 30 },
  // of content without a token; each may be a reader to be counted
  read: { address: 300, each: 300, windowMs: dayMs },
  // by customer instead of address: each request tells whether somebody is a member, and writes to them; a fleet may be sold in a day
  transfer: { address: 200, each: 200, windowMs: dayMs },
  // events about no account: of one address, and of all of them
  event: { address: 30, each: 30, windowMs: hourMs },
  events: { address: 300, each: 300, windowMs: hourMs },
} satisfies Record<string, { address: number; each: number; windowMs?: number }>;
type Door = keyof typeof doors;

/** Stops a machine that tries and tries at a public door: enough for people who fumble, too few for guessing. */
@Injectable()
export class PublicLimit {
  private readonly windows = new Map<string, AttemptWindow>();

  /** `thing`: the id or account that is tried. Throws TOO_MANY_REQUESTS. */
  admit(door: Door, address: string, thing = ''): void {
    if (!this.admits(door, address, thing)) throw new Problem('TOO_MANY_REQUESTS');
  }

  admits(door: Door, address: string, thing = ''): boolean {
    const now = performance.now();
    const network = networkOf(address);
    const { address: most, each, windowMs }: { address: number; each: number; windowMs?: number } = doors[door];
    return (
      this.window(door, most, windowMs).admits(network, now) &&
      (thing === '' || this.window(`${door} each`, each, windowMs).admits(`${network} ${thing}`, now))
    );
  }

  /** Whether an attempt that concerns no account gets an event: a machine that tries all day must not fill the log. */
  isLogged(address: string): boolean {
    return this.admits('event', address) && this.admits('events', 'everybody');
  }

  private window(name: string, most: number, windowMs?: number): AttemptWindow {
    const window = this.windows.get(name) ?? new AttemptWindow(most, windowMs);
    this.windows.set(name, window);
    return window;
  }
}

/** One attempt on an id at a time: guesses made side by side would all be judged before the first is counted. */
export class OneAtATime {
  private readonly last = new Map<string, Promise<unknown>>();
  private readonly waiting = new Map<string, number>();

  /** Null where too many wait already. */
  run<T>(key: string, most: number, work: () => Promise<T>): Promise<T> | null {
    const waiting = this.waiting.get(key) ?? 0;
    if (waiting >= most) return null;
    this.waiting.set(key, waiting + 1);
    const mine = (this.last.get(key) ?? Promise.resolve()).catch(() => undefined).then(work);
    this.last.set(key, mine);
    const done = (): void => {
      const left = (this.waiting.get(key) ?? 1) - 1;
      if (left > 0) this.waiting.set(key, left);
      else {
        this.waiting.delete(key);
        this.last.delete(key);
      }
    };
    mine.then(done, done);
    return mine;
  }
}

function remember<T>(map: Map<string, T>, key: string, value: T): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= maxKeys) return;
  const oldest = map.keys().next();
  if (!oldest.done) map.delete(oldest.value);
}
