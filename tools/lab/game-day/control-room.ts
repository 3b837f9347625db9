import { accessHeader } from '@headland/contracts/session';
import { sosAlerts } from '@headland/contracts/sos';
import type { Console } from '../chaos/consoles/console';

/** Something that the control room or an operator saw, in seconds of the game; `lastedS` once it is over. */
export interface Seen {
  atS: number;
  act: string;
  who: 'operator' | 'control room' | 'Prometheus' | 'machine';
  what: string;
  lastedS?: number;
}

/** The map is taken for a picture that stands still after so long; the fleet sends without a pause. */
const stillAfterMs = 3_000;
const lookEveryMs = 100;
const askEveryMs = 500;
const answerWithinMs = 2_000;

/** Who looks at a console for the whole game and writes down what a person would notice. */
export class ControlRoom {
  readonly seen: Seen[] = [];
  /** when each call was first on the screen, on the clock of the machine */
  readonly shownAtMs = new Map<number, number>();
  act = '';
  private readonly startedMs = performance.now();
  private readonly open = new Map<string, Seen>();
  private readonly timers: NodeJS.Timeout[];

  constructor(
    private readonly console: Console,
    private readonly url: string,
    private readonly token: () => string,
  ) {
    this.timers = [setInterval(() => this.look(), lookEveryMs), setInterval(() => void this.ask(), askEveryMs)];
  }

  note(who: Seen['who'], what: string): void {
    this.seen.push({ atS: this.nowS(), act: this.act, who, what });
  }

  /** Of an act: how long each thing lasted at the longest, in seconds. */
  longest(act: string, what: string): number {
    return Math.max(
      0,
      ...this.seen.filter((one) => one.act === act && one.what === what).map((one) => one.lastedS ?? 0),
    );
  }

  close(): void {
    for (const timer of this.timers) clearInterval(timer);
    for (const what of [...this.open.keys()]) this.is(what, false);
  }

  private look(): void {
    for (const id of this.console.calls.keys()) if (!this.shownAtMs.has(id)) this.shownAtMs.set(id, Date.now());
    this.is(lineLost, !this.console.isLive);
    this.is(mapStill, this.console.isLive && performance.now() - this.console.movedAtMs > stillAfterMs);
  }

  /** A list as a colleague who has just logged in would read it. */
  private async ask(): Promise<void> {
    const query = new URLSearchParams({ tab: 'queue', size: '20' });
    const answer = await fetch(`${this.url}${sosAlerts.list.path}?${query}`, {
      headers: { [accessHeader]: this.token() },
      signal: AbortSignal.timeout(answerWithinMs),
    }).catch(() => null);
    this.is(noAnswer, answer?.ok !== true);
    await answer?.body?.cancel();
  }

  private is(what: string, so: boolean): void {
    const before = this.open.get(what);
    if (so && before === undefined) {
      const one: Seen = { atS: this.nowS(), act: this.act, who: 'control room', what };
      this.open.set(what, one);
      this.seen.push(one);
    } else if (!so && before !== undefined) {
      before.lastedS = Math.round((this.nowS() - before.atS) * 10) / 10;
      this.open.delete(what);
    }
  }

  private nowS(): number {
    return Math.round((performance.now() - this.startedMs) / 100) / 10;
  }
}

export const lineLost = 'the live line is lost, the console says so';
export const mapStill = 'the map stands still';
export const noAnswer = 'lists do not answer';
