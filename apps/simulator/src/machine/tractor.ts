import { type Random } from '@headland/testing/random';
import { type EngineSpec, toward } from './engine';
import { type Activity, engineOff, type Job } from './job';
import { type Field, fieldPath, makeField, type Path, type Point, roadPath } from './path';

/**
 * A tractor's day: warm up in the yard, drive to a field, work it pass by pass with a break now and then, drive home or
 * to the next field, rest. Its implement determines speed and load.
 */
interface Implement {
  name: string;
  widthM: { KR: number; US: number };
  speedKmh: number;
  load: number;
  pto: number;
}
const implementsBehind: readonly Implement[] = [
  { name: 'plough', widthM: { KR: 1.6, US: 5 }, speedKmh: 6.5, load: 0.82, pto: 0 },
  { name: 'rotary tiller', widthM: { KR: 2.2, US: 3.5 }, speedKmh: 3.6, load: 0.74, pto: 540 },
  { name: 'seed drill', widthM: { KR: 2.4, US: 9 }, speedKmh: 8.5, load: 0.56, pto: 0 },
  { name: 'mower', widthM: { KR: 2.8, US: 5.5 }, speedKmh: 10, load: 0.5, pto: 540 },
  { name: 'sprayer', widthM: { KR: 8, US: 18 }, speedKmh: 11, load: 0.38, pto: 540 },
];
const fallback: Implement = { name: 'mower', widthM: { KR: 2.8, US: 5.5 }, speedKmh: 10, load: 0.5, pto: 540 };

export const tractorSpec = (random: Random, country: 'KR' | 'US'): EngineSpec => {
  const kw = country === 'KR' ? random.between(35, 75) : random.between(30, 110);
  return {
    idleRpm: 820,
    ratedRpm: 2300,
    ratedFuelLitresPerHour: kw * 0.26,
    fuelTankLitres: Math.round(60 + kw * 1.6),
    defTankLitres: Math.round(8 + kw * 0.12),
  };
};

const yard: Point = { x: 0, y: 0 };

export class TractorJob implements Job {
  readonly now: Activity = {
    phase: 'off',
    demand: engineOff,
    x: 0,
    y: 0,
    speedKmh: 0,
    heading: 0,
    hitch: 90,
    pto: 0,
    rough: 0,
  };
  private leftS = 0;
  private path: Path | null = null;
  private doneM = 0;
  private field: Field | null = null;
  private implement: Implement = fallback;
  /** a break in the field ends by continuing; one at home with the key */
  private isFieldBreak = false;

  constructor(
    private readonly random: Random,
    private readonly country: 'KR' | 'US',
    private readonly spec: EngineSpec,
  ) {
    const dice = random.next();
    if (dice < 0.52) {
      this.enterWork();
      this.doneM = random.next() * 0.9 * (this.path?.lengthM ?? 0);
    } else if (dice < 0.64) this.enterDrive(yard, this.newField());
    else if (dice < 0.72) this.enterIdle(random.between(60, 400), false);
    else this.enterOff(random.between(60, 4 * 3600));
    this.settle();
  }

  get wakesInS(): number {
    return this.now.phase === 'off' ? this.leftS : Infinity;
  }

  step(seconds: number): void {
    this.leftS -= seconds;
    switch (this.now.phase) {
      case 'off':
        if (this.leftS <= 0) this.enterIdle(this.random.between(90, 300), false);
        return;
      case 'idle':
        this.now.speedKmh = 0;
        if (this.leftS <= 0) this.afterIdle();
        return;
      case 'drive':
      case 'work':
        this.follow(seconds);
    }
  }

  stop(): void {
    this.path = null;
    this.enterOff(this.random.between(1800, 7200));
  }

  turnKey(on: boolean): void {
    if (on && this.now.phase === 'off') this.enterIdle(this.random.between(90, 300), false);
    if (!on && this.now.phase !== 'off') this.enterOff(this.random.between(600, 7200));
  }

  private follow(seconds: number): void {
    const { now, path, random } = this;
    if (path === null) return this.enterIdle(60, false);
    const place = path.place(this.doneM);
    const working = now.phase === 'work';
    const wanted = working ? (place.turning ? 3.5 : this.implement.speedKmh) : this.country === 'KR' ? 26 : 32;
    now.speedKmh = Math.max(0.5, toward(now.speedKmh, wanted, seconds, 3) + 0.15 * random.normal());
    this.doneM += (now.speedKmh / 3.6) * seconds;
    this.settle();
    if (this.doneM >= path.lengthM) this.afterPath();
    else if (working && this.leftS <= 0) {
      this.leftS = random.between(1800, 5400);
      if (random.chance(0.6)) this.enterIdle(random.between(180, 900), true);
    }
  }

  /** Sets the signals from the path and the phase. */
  private settle(): void {
    const { now, path, spec } = this;
    if (path === null || now.phase === 'off' || now.phase === 'idle') return;
    const place = path.place(this.doneM);
    now.x = place.x;
    now.y = place.y;
    now.heading = place.heading;
    if (now.phase === 'work' && !place.turning) {
      now.hitch = 18;
      now.pto = this.implement.pto;
      now.demand = {
        running: true,
        rpm: this.implement.pto > 0 ? spec.ratedRpm * 0.93 : spec.ratedRpm * 0.84,
        load: this.implement.load,
      };
      now.rough = 0.5;
    } else if (now.phase === 'work') {
      now.hitch = 82;
      now.pto = this.implement.pto;
      now.demand = { running: true, rpm: spec.ratedRpm * 0.7, load: 0.28 };
      now.rough = 0.7;
    } else {
      now.hitch = 90;
      now.pto = 0;
      now.demand = { running: true, rpm: spec.ratedRpm * 0.78, load: 0.42 };
      now.rough = 0.25;
    }
  }

  private afterIdle(): void {
    if (this.isFieldBreak && this.path !== null) {
      this.now.phase = 'work';
      this.leftS = this.random.between(1800, 5400);
      return this.settle();
    }
    const atHome = Math.hypot(this.now.x, this.now.y) < 60;
    if (!atHome || this.random.chance(0.85))
      this.enterDrive({ x: this.now.x, y: this.now.y }, atHome ? this.newField() : null);
    else this.enterOff(this.random.between(600, 3600));
  }

  private afterPath(): void {
    this.path = null;
    if (this.now.phase === 'drive' && this.field !== null) this.enterWork();
    else if (this.now.phase === 'drive')
      this.enterOff(this.random.chance(0.5) ? this.random.between(900, 5400) : this.random.between(3, 12) * 3600);
    else if (this.random.chance(0.5)) this.enterDrive({ x: this.now.x, y: this.now.y }, this.newField());
    else this.enterDrive({ x: this.now.x, y: this.now.y }, null);
  }

  private newField(): Field {
    this.implement = this.random.pick(implementsBehind);
    return (this.field = makeField(this.country, this.random));
  }

  /** To the first corner of a field, or home if there is none. */
  private enterDrive(from: Point, to: Field | null): void {
    this.field = to;
    this.path = roadPath(from, to === null ? yard : this.start(to), this.random);
    this.doneM = 0;
    this.now.phase = 'drive';
    this.settle();
  }

  private start(field: Field): Point {
    const { x, y } = fieldPath(field, this.implement.widthM[this.country]).place(0);
    return { x, y };
  }

  private enterWork(): void {
    this.path = fieldPath(this.field ?? this.newField(), this.implement.widthM[this.country]);
    this.doneM = 0;
    this.leftS = this.random.between(1800, 5400);
    this.now.phase = 'work';
    this.settle();
  }

  private enterIdle(seconds: number, inField: boolean): void {
    this.isFieldBreak = inField;
    this.leftS = seconds;
    Object.assign(this.now, {
      phase: 'idle',
      speedKmh: 0,
      rough: 0,
      pto: 0,
      demand: { running: true, rpm: this.spec.idleRpm, load: 0.06 },
    });
  }

  private enterOff(seconds: number): void {
    this.leftS = seconds;
    Object.assign(this.now, { phase: 'off', speedKmh: 0, rough: 0, pto: 0, demand: engineOff });
  }
}
