import { type Random } from '@headland/testing/random';
import { type ClockBehaviour } from './behaviour';

/**
 * The clock of a terminal, which may be wrong: off by seconds or days, at 1970 because its battery is empty, or at 2099
 * because of a bad register read. Within a boot it can drift, and jump when a satellite fix or the network sets it.
 */
export class DeviceClock {
  private offsetMs: number;
  private readonly driftPpm: number;
  private readonly startMs: number;

  /** A new clock for each boot. */
  constructor(
    private readonly random: Random,
    private readonly behaviour: ClockBehaviour,
    bootMs: number,
  ) {
    this.startMs = bootMs;
    this.driftPpm = behaviour.driftPpm === 0 ? 0 : random.between(-behaviour.driftPpm, behaviour.driftPpm);
    const draw = random.next();
    if (draw < behaviour.epoch1970Share) this.offsetMs = -bootMs + random.whole(0, 60_000);
    else if (draw < behaviour.epoch1970Share + behaviour.year2099Share)
      this.offsetMs = Date.UTC(2099, 0, 1) + random.whole(0, 86_400_000) - bootMs;
    else if (draw < behaviour.epoch1970Share + behaviour.year2099Share + behaviour.skewShare) {
      // small errors are more frequent than large ones: uniform over the order of magnitude
      const size = Math.exp(random.between(0, Math.log(behaviour.skewMaxMs)));
      this.offsetMs = Math.round(random.chance(0.5) ? size : -size);
    } else this.offsetMs = 0;
  }

  /** What the clock shows at a moment; never before 1970. */
  at(trueMs: number): number {
    return Math.max(0, Math.round(trueMs + this.offsetMs + ((trueMs - this.startMs) * this.driftPpm) / 1e6));
  }

  jump(): void {
    this.offsetMs += Math.round(this.random.between(-this.behaviour.jumpMaxMs, this.behaviour.jumpMaxMs));
  }
}
