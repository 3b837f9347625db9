import { type Sample } from '@headland/contracts/device/up';
import { type Random } from '@headland/testing/random';
import { clamp, Engine, type EngineMemory, toward } from './engine';
import { ExcavatorJob, excavatorSpec } from './excavator';
import { engineOff, type Job } from './job';
import { type Home, offset } from './regions';
import { TractorJob, tractorSpec } from './tractor';

/** A machine with a terminal: its job, engine, tilt and sensors. */
export type MachineType = 'tractor' | 'excavator';
export type SampleBody = Omit<Sample, 'ts'>;
export interface Tilt {
  x: number;
  y: number;
  z: number;
}
/** State kept between runs: counters never fall. */
export interface MachineMemory extends EngineMemory {
  odometerKm: number;
}

export class Machine {
  readonly engine: Engine;
  readonly job: Job;
  readonly memory: MachineMemory;
  private tilt: Tilt = { x: 0, y: 0, z: 0 };
  private slope: Tilt;
  /** lies on its side or roof */
  private rolledOver: Tilt | null = null;
  /** in the workshop: parked with its key on, engine idling or stopped, until it is released */
  override: 'run' | 'stop' | null = null;
  /** some models have no DEF, some no soot signal */
  private readonly hasDef: boolean;

  constructor(
    readonly type: MachineType,
    private readonly home: Home,
    private readonly random: Random,
    memory: MachineMemory | null,
    meters: Meters = {},
  ) {
    const spec = type === 'tractor' ? tractorSpec(random, home.country) : excavatorSpec(random);
    this.memory = memory ?? firstMemory(random, type, meters);
    this.engine = new Engine(spec, this.memory, random.between(8, 24), random);
    this.job = type === 'tractor' ? new TractorJob(random, home.country, spec) : new ExcavatorJob(random, spec);
    this.hasDef = spec.ratedFuelLitresPerHour > 10;
    this.slope = { x: 1.5 * random.normal(), y: 1.5 * random.normal(), z: 0 };
    if (this.keyOn) {
      this.engine.warmUp();
      this.engine.step(20, this.job.now.demand);
    }
  }

  get keyOn(): boolean {
    return this.override !== null || this.job.now.phase !== 'off';
  }

  get engineRuns(): boolean {
    return this.override === null ? this.keyOn : this.override === 'run';
  }

  get isRolledOver(): boolean {
    return this.rolledOver !== null;
  }

  step(seconds: number): void {
    for (let left = seconds; left > 0;) {
      const s = this.keyOn ? Math.min(left, 2) : Math.min(left, Math.max(1, this.job.wakesInS));
      this.advance(s);
      left -= s;
    }
  }

  /** It tips over: the engine dies and it stays there until someone rights it. */
  tip(tilt: Tilt): void {
    this.rolledOver = tilt;
    this.job.stop();
    this.engine.step(1, this.job.now.demand);
  }

  /** It hits something: it stops, with the engine off. */
  crash(): void {
    this.job.stop();
    this.engine.step(1, this.job.now.demand);
  }

  right(): void {
    this.rolledOver = null;
  }

  place(): { lat: number; lon: number } {
    const { x, y } = this.job.now;
    const at = offset(this.home, x + this.random.normal(), y + this.random.normal());
    return { lat: round(clamp(at.lat, -90, 90), 6), lon: round(at.lon, 6) };
  }

  leaning(): Tilt {
    const base = this.rolledOver ?? this.tilt;
    const shake = () => 0.2 * this.random.normal();
    return { x: round(base.x + shake(), 1), y: round(base.y + shake(), 1), z: round(base.z + shake(), 1) };
  }

  get speedKmh(): number {
    return round(this.rolledOver === null && this.override === null ? this.job.now.speedKmh : 0, 1);
  }

  get engineHours(): number {
    return round(this.memory.engineHours, 3);
  }

  /** The current sensor values. With the key off the control units sleep: their values are missing, not 0. */
  sample(): SampleBody {
    const { engine, memory, job } = this;
    const always: SampleBody = {
      ...(this.random.chance(0.003) ? {} : this.place()),
      speed: this.speedKmh,
      engine: this.engineRuns ? 'on' : 'off',
      key: this.keyOn ? 'on' : 'off',
      tilt: this.leaning(),
      engineHours: this.engineHours,
      odometer: round(memory.odometerKm, 3),
      fuelUsed: round(memory.fuelUsedLitres, 2),
      fuelLevel: round(memory.fuelLevelPercent, 1),
      battery: round(engine.batteryV, 2),
    };
    if (!this.keyOn) return always;
    return {
      ...always,
      heading: round(job.now.heading, 1) % 360,
      work: job.now.phase === 'off' || this.override !== null ? 'idle' : job.now.phase,
      rpm: Math.round(engine.rpm),
      load: round(engine.loadPercent, 1),
      coolant: round(engine.coolantC, 1),
      oilTemp: round(engine.oilC, 1),
      exhaustTemp: Math.round(engine.exhaustC),
      oilPressure: Math.round(engine.oilKpa),
      railPressure: Math.round(engine.railBar),
      dpfSoot: round(memory.dpfSootPercent, 1),
      ...(this.hasDef ? { defLevel: round(memory.defLevelPercent, 1) } : {}),
      ...(job.now.hitch === null
        ? {}
        : { hitch: Math.round(clamp(job.now.hitch + 1.5 * this.random.normal(), 0, 100)) }),
      ...(job.now.pto === null
        ? {}
        : { pto: Math.round(job.now.pto === 0 ? 0 : (job.now.pto * engine.rpm) / (engine.spec.ratedRpm * 0.93)) }),
    };
  }

  private advance(s: number): void {
    const wasOn = this.keyOn;
    if (this.override !== null) {
      this.engine.step(
        s,
        this.override === 'run' ? { running: true, rpm: this.engine.spec.idleRpm, load: 0.06 } : engineOff,
      );
      return;
    }
    this.job.step(s);
    const { now } = this.job;
    this.engine.step(s, now.demand);
    this.memory.odometerKm += (now.speedKmh * s) / 3600;
    // refuelled in the yard, outside working hours
    if (this.memory.fuelLevelPercent < 14 && (now.phase === 'idle' || wasOn !== this.keyOn)) this.engine.refuel();
    if (this.memory.fuelLevelPercent < 4) this.engine.refuel();
    const lean = (from: number, slope: number): number =>
      toward(from, slope, s, 8) + 1.1 * now.rough * Math.sqrt(Math.min(s, 2)) * this.random.normal() * 0.5;
    if (this.random.chance(s / 120))
      this.slope = { x: 1.8 * this.random.normal(), y: 1.8 * this.random.normal(), z: 0 };
    this.tilt = {
      x: clamp(lean(this.tilt.x, this.slope.x), -14, 14),
      y: clamp(lean(this.tilt.y, this.slope.y), -14, 14),
      z: clamp(lean(this.tilt.z, 0), -6, 6),
    };
  }
}

/** Readings that are given: h, km and l. */
interface Meters {
  engineHours?: number | undefined;
  odometer?: number | undefined;
  fuelUsed?: number | undefined;
}

/** A used machine with some seasons behind it. */
function firstMemory(random: Random, type: MachineType, given: Meters): MachineMemory {
  const drawn = 20 + 4800 * random.next() ** 1.6;
  const engineHours = given.engineHours ?? drawn;
  const odometerKm = engineHours * (type === 'tractor' ? random.between(4.5, 8) : random.between(0.2, 0.6));
  const fuelUsedLitres = engineHours * random.between(5, 11);
  return {
    engineHours,
    odometerKm: given.odometer ?? odometerKm,
    fuelUsedLitres: given.fuelUsed ?? fuelUsedLitres,
    fuelLevelPercent: random.between(20, 98),
    defLevelPercent: random.between(15, 98),
    dpfSootPercent: random.between(5, 90),
  };
}

export const round = (x: number, digits: number): number => {
  const scale = 10 ** digits;
  return Math.round(x * scale) / scale;
};
