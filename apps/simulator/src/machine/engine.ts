import { type Random } from '@headland/testing/random';

/**
 * The diesel engine behind a machine's signals: a governor that droops under load, slow warm-up and cool-down, oil that
 * thins when hot, fuel and DEF consumption, soot that grows until the filter regenerates. No particular maker;
 * relations and magnitudes of a common-rail engine of 40 to 110 kW.
 */
export interface EngineSpec {
  idleRpm: number;
  ratedRpm: number;
  /** at full load */
  ratedFuelLitresPerHour: number;
  fuelTankLitres: number;
  defTankLitres: number;
}

export interface EngineMemory {
  engineHours: number;
  fuelUsedLitres: number;
  fuelLevelPercent: number;
  defLevelPercent: number;
  dpfSootPercent: number;
}

export interface Demand {
  running: boolean;
  rpm: number;
  /** 0..1 of maximum power */
  load: number;
}

const maxStepS = 2;
const sootAtRegeneration = 98;
const sootAfterRegeneration = 12;

export class Engine {
  rpm = 0;
  loadPercent = 0;
  coolantC: number;
  oilC: number;
  exhaustC: number;
  oilKpa = 0;
  railBar = 0;
  batteryV = 12.5;
  regenerating = false;

  constructor(
    readonly spec: EngineSpec,
    readonly memory: EngineMemory,
    /** of the ambient air */
    public ambientC: number,
    private readonly random: Random,
  ) {
    this.coolantC = this.oilC = this.exhaustC = ambientC;
  }

  /** A machine at work before the simulation began is warm. */
  warmUp(): void {
    this.coolantC = 84;
    this.oilC = 92;
    this.exhaustC = 300;
  }

  /** One that was parked overnight. */
  coolDown(): void {
    this.coolantC = this.oilC = this.exhaustC = this.ambientC;
  }

  get running(): boolean {
    return this.rpm > 400;
  }

  step(seconds: number, demand: Demand): void {
    if (!demand.running) return this.rest(seconds);
    for (let left = seconds; left > 0; left -= maxStepS) this.run(Math.min(left, maxStepS), demand);
  }

  refuel(): void {
    this.memory.fuelLevelPercent = 96;
    if (this.memory.defLevelPercent < 50) this.memory.defLevelPercent = 97;
  }

  private run(s: number, demand: Demand): void {
    const { spec, memory, random } = this;
    const load = clamp(demand.load + 0.03 * random.normal(), 0, 1);
    this.loadPercent = toward(this.loadPercent, 100 * load, s, 2.5);
    const share = this.loadPercent / 100;
    // the governor holds the speed but for a droop of 6 % at full load
    const held = Math.max(spec.idleRpm, demand.rpm * (1 - 0.06 * share));
    this.rpm = clamp(toward(this.rpm, held, s, 1.5) + 4 * random.normal(), spec.idleRpm * 0.9, spec.ratedRpm * 1.15);
    const speed = this.rpm / spec.ratedRpm;

    const litres = ((spec.ratedFuelLitresPerHour * (0.09 * speed + 0.91 * share * speed)) / 3600) * s;
    memory.fuelUsedLitres += litres;
    memory.fuelLevelPercent = clamp(memory.fuelLevelPercent - (100 * litres) / spec.fuelTankLitres, 0, 100);
    memory.defLevelPercent = clamp(memory.defLevelPercent - (100 * 0.04 * litres) / spec.defTankLitres, 0, 100);
    memory.engineHours += s / 3600;
    this.burnSoot(s, share);

    this.coolantC = toward(
      this.coolantC,
      80 + 12 * share + (this.ambientC - 20) * 0.1,
      s,
      this.coolantC < 75 ? 260 : 90,
    );
    this.oilC = toward(this.oilC, this.coolantC + 4 + 16 * share, s, 400);
    this.exhaustC = toward(
      this.exhaustC,
      110 + 390 * share * (0.4 + 0.6 * speed) + (this.regenerating ? 190 : 0),
      s,
      18,
    );
    this.railBar = clamp(
      toward(this.railBar, 260 + 380 * (speed - 0.35) + 950 * share, s, 0.8) + 6 * random.normal(),
      0,
      2000,
    );
    const thin = 1 - 0.004 * (this.oilC - 80);
    this.oilKpa = clamp(toward(this.oilKpa, (110 + 290 * speed) * clamp(thin, 0.7, 1.35), s, 1), 60, 650);
    this.batteryV = clamp(toward(this.batteryV, 14.2, s, 20) + 0.02 * random.normal(), 11.8, 14.6);
  }

  /**
   * Idling adds soot, hard work burns part of it; at the limit the filter is heated and regenerated within a quarter of
   * an hour.
   */
  private burnSoot(s: number, load: number): void {
    const { memory } = this;
    if (memory.dpfSootPercent >= sootAtRegeneration) this.regenerating = true;
    const perHour = this.regenerating ? -340 : 9 - 5 * load;
    memory.dpfSootPercent = clamp(memory.dpfSootPercent + (perHour * s) / 3600, 0, 120);
    if (memory.dpfSootPercent <= sootAfterRegeneration) this.regenerating = false;
  }

  private rest(s: number): void {
    this.rpm = 0;
    this.loadPercent = 0;
    this.railBar = 0;
    this.oilKpa = 0;
    this.coolantC = toward(this.coolantC, this.ambientC, s, 3600);
    this.oilC = toward(this.oilC, this.ambientC, s, 4500);
    this.exhaustC = toward(this.exhaustC, this.ambientC, s, 500);
    this.batteryV = toward(this.batteryV, 12.45, s, 600);
  }
}

/** One step of a first-order lag; stable for a step of any length. */
export const toward = (from: number, to: number, seconds: number, tauS: number): number =>
  to + (from - to) * Math.exp(-seconds / tauS);
export const clamp = (x: number, min: number, max: number): number => (x < min ? min : x > max ? max : x);
