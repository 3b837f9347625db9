import { type Random } from '@headland/testing/random';
import { clamp, toward } from '../machine/engine';
import { type Defects } from './defects';
import { EngineMemory } from './memory';

/**
 * The engine and its DEF system as a diagnostic tool sees them: the effect of a command on rail, cylinders, valves,
 * pump and heaters, and of a faulty part. Relations and magnitudes are those of a four-cylinder common-rail engine; a
 * defect changes a cause, never a result.
 */
export interface Environment {
  key: boolean;
  running: boolean;
  coolantC: number;
  oilC: number;
  exhaustC: number;
  oilKpa: number;
  batteryV: number;
  ambientC: number;
  defLevel: number;
  fuelLevel: number;
  soot: number;
  engineHours: number;
  speedKmh: number;
  redLamps: number;
}
export interface PlantSpec {
  idleRpm: number;
  governedRpm: number;
  cylinders: number;
}

const ratedDefKpa = 750;

export class Plant {
  rpm = 0;
  railBar = 0;
  defKpa = 0;
  dosedG = 0;
  defTempC: number;
  cranking = false;
  /** the command of each part; null: controlled by the engine */
  readonly ask = {
    request: 0,
    cylinderOff: null as number | null,
    injection: true,
    rail: null as number | null,
    railHeld: false,
    prv: false,
    stopped: false,
    pump: 'off' as 'off' | 'prime' | 'hold' | 'purge',
    dose: 0,
    heater: null as 'tank' | 'line' | 'pump' | null,
    throttle: 0,
    egr: 0,
    plug: false,
    buzzer: false,
  };
  parkBrake = true;
  private throttle = 0;
  private egr = 0;
  private air: number;
  private plugS = 0;
  private steadyS = 0;
  private wasRunning = false;
  private prvOpenings: number;
  readonly memory: EngineMemory;
  /** the key is off for a moment */
  keyTurned = false;
  /** adaptations of the part being reset */
  counter: number | null = null;

  constructor(
    readonly spec: PlantSpec,
    private readonly defects: Defects,
    private readonly random: Random,
    private around: Environment,
  ) {
    this.defTempC = around.ambientC + 1;
    this.air = defects.has('air-in-urea') ? 1 : 0;
    this.prvOpenings = random.whole(0, 12);
    this.egr = defects.of('egr-jam', 30) ?? 0;
    this.throttle = defects.of('acv-jam', 40) ?? 0;
    this.memory = new EngineMemory(spec.cylinders, defects, random);
    this.rpm = around.running ? spec.idleRpm : 0;
    this.wasRunning = around.running;
    // initial state: the machine has been like this for a while
    this.steadyS = 60;
  }

  get running(): boolean {
    return this.around.running && !this.ask.stopped;
  }

  set environment(around: Environment) {
    this.around = around;
  }

  /** Output of a cylinder; 1 is a good one. */
  strength(cylinder: number): number {
    const { defects } = this;
    let strength = 1;
    if (defects.of('weak-injector', 1) === cylinder) strength *= 0.45;
    if (defects.of('low-compression', 1) === cylinder) strength *= 0.55;
    if (this.memory.mixedUp && defects.of('wrong-c3i', 1) === cylinder) strength *= 0.6;
    return strength;
  }

  /** Advances the time, in steps of at most 0.1 s. */
  step(seconds: number): void {
    for (let left = seconds; left > 1e-6; left -= 0.1) this.advance(Math.min(left, 0.1));
  }

  private advance(s: number): void {
    const { ask, spec, running, random } = this;
    this.steadyS = running === this.wasRunning && ask.request === 0 && !this.cranking ? this.steadyS + s : 0;
    this.wasRunning = running;
    const total = this.strengths().reduce((sum, x) => sum + x, 0);
    const off = ask.cylinderOff === null ? 0 : this.strength(ask.cylinderOff) / total;
    const health = total / spec.cylinders;
    if (this.cranking) this.rpm = toward(this.rpm, 218, s, 0.4);
    else if (!running) this.rpm = toward(this.rpm, 0, s, 0.5) < 5 ? 0 : toward(this.rpm, 0, s, 0.5);
    else if (ask.request > 0) {
      const reachable = spec.idleRpm + (spec.governedRpm - spec.idleRpm) * (ask.request / 100);
      // with a cylinder missing it cannot get as far: the others motor it
      const target = off === 0 ? reachable : spec.governedRpm * (0.8 - 0.6 * (off - 1 / spec.cylinders));
      this.rpm = toward(this.rpm, target, s, 0.75 / health ** 2);
    } else this.rpm = toward(this.rpm, spec.idleRpm - 360 * off * health, s, ask.cylinderOff === null ? 0.6 : 0.8);
    this.stepRail(s);
    this.stepUrea(s);
    if (!this.defects.has('acv-jam')) this.throttle = toward(this.throttle, ask.throttle, s, 0.08);
    if (!this.defects.has('egr-jam')) this.egr = toward(this.egr, ask.egr, s, 0.14);
    this.plugS = ask.plug ? this.plugS + s : 0;
    this.defTempC =
      toward(this.defTempC, this.around.ambientC + 1, s, 6000) +
      (ask.heater === 'tank' ? 0.0013 * this.heaterA('tank') * s : 0);
    if (random.chance(s / 3600)) this.prvOpenings++;
  }

  private stepRail(s: number): void {
    const { ask, defects } = this;
    const leak = defects.has('rail-leak');
    const worn = defects.has('worn-pump');
    if (ask.prv && !defects.has('stuck-prv')) this.railBar = toward(this.railBar, 0, s, 0.22);
    else if (ask.railHeld) this.railBar = Math.max(0, this.railBar - (leak ? 14 : 0.7) * s);
    else if (this.running || this.cranking) {
      const normal = this.cranking ? 300 : 262 + 0.38 * (this.rpm - this.spec.idleRpm);
      const reachable =
        (this.cranking ? 320 : 1900) *
        (worn ? (this.cranking ? 0.8 : 0.47) : 1) *
        (leak ? (this.cranking ? 0.5 : 0.6) : 1);
      const target = defects.has('open-imv') && this.running ? 1500 : Math.min(ask.rail ?? normal, reachable);
      this.railBar = toward(this.railBar, target, s, this.cranking ? (worn ? 2.5 : 0.25) : worn ? 1.4 : 0.35);
    } else this.railBar = toward(this.railBar, 0, s, leak ? 1.5 : 5.6);
    if (this.railBar < 1) this.railBar = 0;
  }

  private stepUrea(s: number): void {
    const { ask, random, defects } = this;
    const clogged = defects.has('clogged-filter');
    if (ask.pump === 'off' || ask.pump === 'purge') {
      this.defKpa = toward(this.defKpa, 0, s, ask.pump === 'purge' ? 3 : 120);
      return;
    }
    this.air = Math.max(0, this.air - s / 150);
    const leaking = defects.has('urea-return') && ask.pump === 'hold';
    const reachable = ratedDefKpa * (clogged || leaking ? 0.84 : 1) * (1 - 0.5 * this.air);
    const swing = this.air > 0.1 ? 60 * this.air * random.normal() : 0;
    const flow = ask.dose > 0 && clogged ? 90 : 0;
    this.defKpa = clamp(
      toward(this.defKpa, reachable + swing - flow, s, this.defKpa < 500 ? 7 : clogged ? 4 : 0.9),
      0,
      1100,
    );
    if (ask.dose > 0) this.dosedG += (100 / 120) * Math.sqrt(this.defKpa / ratedDefKpa) * (ask.dose / 100) * s;
  }

  /** Dosing pulses reduce the line pressure at once. */
  pulse(count: number): void {
    this.defKpa = Math.max(0, this.defKpa - 26 * count);
  }

  /** Clears all commands: after an abort, and at the end of a test. */
  release(): void {
    const { pump } = this.ask;
    Object.assign(this.ask, {
      request: 0,
      cylinderOff: null,
      injection: true,
      rail: null,
      railHeld: false,
      prv: false,
      stopped: false,
      dose: 0,
      heater: null,
      throttle: 0,
      egr: 0,
      plug: false,
      buzzer: false,
      // a primed system keeps its pressure for the tests that need it
      pump: pump === 'prime' || pump === 'hold' ? 'hold' : 'off',
    });
    this.cranking = false;
  }

  heaterA(which: 'tank' | 'line' | 'pump'): number {
    if (this.ask.heater !== which) return 0;
    return which === 'tank' ? (this.defects.has('dead-heater') ? 4.3 : 9) : which === 'line' ? 4 : 2.3;
  }

  private strengths(): number[] {
    return Array.from({ length: this.spec.cylinders }, (_, i) => this.strength(i + 1));
  }

  /** Speed of each cylinder at its top dead centre against the mean while cranking: less compression is faster. */
  crankDeviation(): number[] {
    return Array.from({ length: this.spec.cylinders }, (_, i) =>
      round((this.defects.of('low-compression', 1) === i + 1 ? 17 : -1) + 1.5 * this.random.normal(), 1),
    );
  }

  /** Each glow plug by itself: a cold one draws more, an open one nothing. */
  plugCurrents(): number[] {
    const open = this.defects.of('open-plug', 1) ?? 0;
    return Array.from({ length: this.spec.cylinders }, (_, i) =>
      this.ask.plug && i >= open ? round(9.6 + 7 * Math.exp(-this.plugS / 2), 1) : 0,
    );
  }

  /** A sensor's value, or null if this engine has none of that name. */
  read(item: string): number | null {
    const { ask, around, random } = this;
    const noisy = (value: number, by: number, digits: number): number => round(value + by * random.normal(), digits);
    const load = this.running ? clamp(6 + ask.request * 0.5 + (ask.rail ?? 0) / 100, 0, 100) : 0;
    switch (item) {
      case 'engine.rpm':
        return this.rpm === 0 ? 0 : Math.round(noisy(this.rpm, this.cranking ? 2 : 3, 0));
      case 'crank.rpm':
        return this.cranking && this.rpm > 100 ? Math.round(noisy(this.rpm, 2, 0)) : null;
      case 'engine.load':
        return noisy(load, this.running ? 0.6 : 0, 0);
      case 'engine.torque':
        return noisy(load * 0.9, this.running ? 0.6 : 0, 0);
      case 'engine.governed':
        return this.spec.governedRpm;
      case 'engine.coolant':
        return noisy(around.coolantC, 0.05, 1);
      case 'engine.oilTemp':
        return noisy(around.oilC, 0.05, 1);
      case 'engine.oilPressure':
        return this.running ? noisy(110 + 0.12 * (this.rpm - this.spec.idleRpm) + around.oilKpa * 0.1, 2, 0) : 0;
      case 'engine.hours':
        return round(around.engineHours, 1);
      case 'engine.steady':
        return Math.min(600, Math.floor(this.steadyS));
      case 'rail.pressure':
        return this.railBar === 0 ? 0 : Math.max(0, noisy(this.railBar, 2, 1));
      case 'rail.target':
        return this.running ? (ask.rail ?? Math.round(262 + 0.38 * (this.rpm - this.spec.idleRpm))) : 0;
      case 'rail.deviation':
        return this.running && !ask.prv ? round(this.railBar - (ask.rail ?? this.railBar), 1) : 0;
      case 'fuel.imv':
        return this.running ? noisy(ask.railHeld ? 0 : clamp(20 + this.railBar / 30, 0, 100), 0.3, 1) : 0;
      case 'fuel.temp':
        return noisy(around.ambientC + (this.running ? 14 : 4), 0.1, 1);
      case 'fuel.quantity':
        return this.running ? noisy(7 + load * 0.6, 0.2, 1) : 0;
      case 'fuel.rate':
        return this.running ? noisy(1.6 + load * 0.2, 0.05, 1) : 0;
      case 'fuel.level':
        return round(around.fuelLevel, 0);
      case 'prv.current':
        return ask.prv ? noisy(1.4, 0.02, 2) : 0;
      case 'prv.openings':
        return this.prvOpenings;
      case 'air.boost':
        return this.running ? noisy(2 + ((this.rpm - this.spec.idleRpm) / 1600) * 90, 0.8, 0) : 0;
      case 'air.intakeTemp':
        return noisy(around.ambientC + 6, 0.1, 1);
      case 'air.mass':
        return this.running ? noisy(this.rpm * 0.17, 1.5, 0) : 0;
      case 'air.throttle':
        return clamp(noisy(this.throttle, 0.2, 1), 0, 100);
      case 'air.throttleCommand':
        return ask.throttle;
      case 'egr.position':
        return clamp(noisy(this.egr, 0.2, 1), 0, 100);
      case 'egr.command':
        return ask.egr;
      case 'egr.voltage':
        return noisy(1 + 0.03 * this.egr, 0.01, 2);
      case 'plug.current': {
        if (!ask.plug) return 0;
        return noisy(
          this.plugCurrents().reduce((sum, a) => sum + a, 0),
          0.1,
          1,
        );
      }
      case 'plug.relay':
        return ask.plug ? 1 : 0;
      case 'exhaust.temp':
        return noisy(around.exhaustC, 0.4, 0);
      case 'dpf.soot':
        return round(around.soot, 0);
      case 'dpf.dp':
        return this.running ? noisy(0.6 + around.soot / 60, 0.05, 1) : 0;
      case 'nox.in':
        return this.running ? noisy(220 + load * 6, 6, 0) : null;
      case 'nox.out':
        return this.running ? noisy(18 + load, 2, 0) : null;
      case 'def.level':
        return round(around.defLevel, 0);
      case 'def.temp':
        return noisy(this.defTempC, 0.03, 1);
      case 'def.concentration':
        return noisy(this.defects.has('bad-urea') ? 27.5 : 32.5, 0.1, 1);
      case 'def.pressure':
        return this.defKpa < 1 ? 0 : Math.max(0, noisy(this.defKpa, 4, 0));
      case 'def.pumpDuty':
        return ask.pump === 'prime' ? 90 : ask.pump === 'hold' ? noisy(34, 1, 1) : ask.pump === 'purge' ? 60 : 0;
      case 'def.pumpRpm':
        return ask.pump === 'off' ? 0 : noisy(ask.pump === 'prime' ? 3100 : 1900, 20, 0);
      case 'def.pumpCurrent':
        return ask.pump === 'off' ? 0 : noisy(ask.pump === 'prime' ? 4.2 : 2.6, 0.1, 1);
      case 'def.valve':
        return ask.dose;
      case 'def.dosed':
        return round(this.dosedG, 1);
      case 'def.heaterTank':
        return noisy(this.heaterA('tank'), ask.heater === 'tank' ? 0.05 : 0, 1);
      case 'def.heaterLine':
        return noisy(this.heaterA('line'), ask.heater === 'line' ? 0.05 : 0, 1);
      case 'def.heaterPump':
        return noisy(this.heaterA('pump'), ask.heater === 'pump' ? 0.05 : 0, 1);
      case 'battery':
        return noisy(this.batteryV(), 0.01, 2);
      case 'ambient':
        return round(around.ambientC, 1);
      case 'speed':
        return this.defects.has('no-speed') ? null : round(around.speedKmh, 1);
      case 'key':
        if (this.defects.has('old-terminal')) return null;
        return around.key && !this.keyTurned ? 1 : 0;
      case 'pto.rpm':
        return 0;
      case 'hitch':
        return 0;
      case 'gear.neutral':
      case 'implement.down':
        return around.speedKmh < 0.5 ? 1 : 0;
      case 'brake.park':
        return this.parkBrake && around.speedKmh < 0.5 ? 1 : 0;
      case 'lamp.red':
        return around.redLamps;
      case 'lamp.part':
        return 0;
      case 'part.counter':
        return this.counter;
      default:
        return null;
    }
  }

  private batteryV(): number {
    if (this.defects.has('low-battery')) return 12.3;
    if (this.cranking) return 10.7;
    const drawn =
      (this.ask.plug ? 0.6 : 0) + (this.ask.heater === null ? 0 : 0.2) + (this.ask.pump === 'off' ? 0 : 0.05);
    return (
      (this.running ? 14.1 : Math.max(12.5, Math.min(12.8, this.around.batteryV))) - drawn * (this.running ? 0.3 : 1)
    );
  }
}

export const round = (x: number, digits: number): number => Math.round(x * 10 ** digits) / 10 ** digits;
