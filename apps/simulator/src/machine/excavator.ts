import { type Random } from '@headland/testing/random';
import { type EngineSpec } from './engine';
import { type Activity, engineOff, type Job } from './job';

/**
 * An excavator digs at a site: dig, swing, dump, swing back, some twenty seconds each time; now and then it moves a
 * little or waits for a truck.
 */
export const excavatorSpec = (random: Random): EngineSpec => {
  const kw = random.between(18, 45);
  return {
    idleRpm: 1000,
    ratedRpm: 2200,
    ratedFuelLitresPerHour: kw * 0.24,
    fuelTankLitres: Math.round(30 + kw * 1.8),
    defTankLitres: 12,
  };
};

export class ExcavatorJob implements Job {
  readonly now: Activity = {
    phase: 'off',
    demand: engineOff,
    x: 0,
    y: 0,
    speedKmh: 0,
    heading: 0,
    hitch: null,
    pto: null,
    rough: 0,
  };
  private leftS = 0;
  private cycleS = 0;
  /** the direction it digs in */
  private facing: number;

  constructor(
    private readonly random: Random,
    private readonly spec: EngineSpec,
  ) {
    this.facing = random.between(0, 360);
    const dice = random.next();
    if (dice < 0.6) this.enterWork();
    else if (dice < 0.7) this.enterIdle();
    else this.enterOff(random.between(60, 4 * 3600));
  }

  get wakesInS(): number {
    return this.now.phase === 'off' ? this.leftS : Infinity;
  }

  step(seconds: number): void {
    this.leftS -= seconds;
    switch (this.now.phase) {
      case 'off':
        if (this.leftS <= 0) this.enterIdle();
        return;
      case 'idle':
        if (this.leftS <= 0)
          this.random.chance(0.12)
            ? this.enterOff(
                this.random.chance(0.6) ? this.random.between(900, 4000) : this.random.between(4, 12) * 3600,
              )
            : this.enterWork();
        return;
      case 'drive':
        this.track(seconds);
        if (this.leftS <= 0) this.enterWork();
        return;
      case 'work':
        this.dig(seconds);
        if (this.leftS <= 0) this.random.chance(0.6) ? this.enterDrive() : this.enterIdle();
    }
  }

  stop(): void {
    this.enterOff(this.random.between(1800, 7200));
  }

  turnKey(on: boolean): void {
    if (on && this.now.phase === 'off') this.enterIdle();
    if (!on && this.now.phase !== 'off') this.enterOff(this.random.between(600, 7200));
  }

  private dig(seconds: number): void {
    this.cycleS = (this.cycleS + seconds) % 20;
    const part = this.cycleS / 20;
    const digging = part < 0.4;
    this.now.heading = (this.facing + (digging ? 0 : 95 * Math.sin((Math.PI * (part - 0.4)) / 0.6)) + 360) % 360;
    this.now.demand = { running: true, rpm: this.spec.ratedRpm * 0.9, load: digging ? 0.82 : 0.45 };
    this.now.rough = digging ? 0.9 : 0.5;
  }

  private track(seconds: number): void {
    const metres = (this.now.speedKmh / 3.6) * seconds;
    // it stays on its site: it turns back at the edge
    if (Math.hypot(this.now.x, this.now.y) > 80) this.facing = (Math.atan2(-this.now.x, -this.now.y) * 180) / Math.PI;
    const direction = (this.facing * Math.PI) / 180;
    this.now.x += metres * Math.sin(direction);
    this.now.y += metres * Math.cos(direction);
    this.now.heading = (this.facing + 360) % 360;
  }

  private enterWork(): void {
    this.leftS = this.random.between(240, 1500);
    Object.assign(this.now, { phase: 'work', speedKmh: 0 });
    this.dig(0);
  }

  private enterDrive(): void {
    this.leftS = this.random.between(8, 45);
    this.facing = this.random.between(0, 360);
    Object.assign(this.now, {
      phase: 'drive',
      speedKmh: this.random.between(1.8, 3.6),
      rough: 0.6,
      demand: { running: true, rpm: this.spec.ratedRpm * 0.8, load: 0.5 },
    });
  }

  private enterIdle(): void {
    this.leftS = this.random.between(60, 600);
    Object.assign(this.now, {
      phase: 'idle',
      speedKmh: 0,
      rough: 0,
      demand: { running: true, rpm: this.spec.idleRpm, load: 0.05 },
    });
  }

  private enterOff(seconds: number): void {
    this.leftS = seconds;
    Object.assign(this.now, { phase: 'off', speedKmh: 0, rough: 0, demand: engineOff });
  }
}
