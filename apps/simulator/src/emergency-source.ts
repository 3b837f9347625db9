import { type ConfigDown } from '@headland/contracts/device/down';
import { type SosType } from '@headland/contracts/device/up';
import { type Random } from '@headland/testing/random';
import { type Behaviour } from './behaviour';
import { type Tilt } from './machine/machine';

/** SOS of one machine: when, of which type, and the posture of a rolled-over machine. */
export interface Emergency {
  type: SosType;
  /** false for a roll-over that only the tilt samples show */
  reported: boolean;
}
export type Thresholds = ConfigDown['rollover'];

export class EmergencySource {
  nextMs: number;

  constructor(
    private readonly behaviour: Behaviour,
    private readonly random: Random,
    startMs: number,
  ) {
    this.nextMs = startMs + random.waitMs(behaviour.sosPerDay / 24);
  }

  run(nowMs: number): Emergency {
    this.nextMs = nowMs + this.random.waitMs(this.behaviour.sosPerDay / 24);
    const { button, rollover, collision } = this.behaviour.sosTypes;
    const dice = this.random.next() * (button + rollover + collision);
    const type: SosType = dice < button ? 'button' : dice < button + rollover ? 'rollover' : 'collision';
    return { type, reported: type !== 'rollover' || !this.random.chance(this.behaviour.derivedRollovers) };
  }

  /** On a side, or far forward or back: far enough beyond one threshold that sensor noise does not matter. */
  fall({ x, y }: Thresholds): Tilt {
    const aboveThreshold = (threshold: number): number =>
      Math.min(175, threshold + this.random.between(12, 60)) * (this.random.chance(0.5) ? 1 : -1);
    return this.random.chance(0.8)
      ? { x: aboveThreshold(x), y: this.random.between(-8, 8), z: this.random.between(-3, 3) }
      : { x: this.random.between(-8, 8), y: aboveThreshold(y), z: this.random.between(-3, 3) };
  }

  /** Until somebody rights the machine, if the back end never closes the SOS. */
  rolledOverMs(): number {
    return Math.round(this.random.between(600_000, 1_800_000));
  }
}
