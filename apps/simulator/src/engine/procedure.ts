import { type ItemValues, type Trace } from '@headland/contracts/device/diagnosis';
import { gatesDuringTest, lostGate } from '@headland/domain/diagnosis/gates';
import { type SetAbort, stepSeconds, type TestDefinition } from '@headland/domain/diagnosis/tests';
import { type Plant } from './plant';
import { Writing } from './writing';

/**
 * A test as the control unit runs it: the steps of the catalogue on the plant, measurements ten times a second, and its
 * own abort conditions, so that it stops at once without a command. Times are seconds of the plant.
 */
export interface Progress {
  state: 'waiting' | 'running';
  step: number;
  progress: number;
  prompt?: string;
  leftS?: number;
  /** value read before a write */
  values?: ItemValues;
}
export type Outcome =
  | { ended: false; now: Progress }
  | { ended: true; ok: true; values: ItemValues }
  | { ended: true; ok: false; reason: string; gate?: string; item?: string; values?: ItemValues };

const tickS = 0.1;
/** The person on site reacts after this time. */
const personS = 1.5;
const crankS = 4;

export class Procedure {
  private step = -1;
  private inStepS = 0;
  private cylinder = 1;
  private elapsedS = 0;
  private readonly over: number[];
  private readonly beyondS = new Map<SetAbort, number>();
  private readonly values: ItemValues = {};
  /** measured and not sent yet; a message has rows of one step only */
  private rows: { step: number; row: (number | null)[] }[] = [];
  private rowsFromS = 0;
  private readonly items: string[];
  private readonly totalS: number;
  private baseline: number[] = [];
  private lowest = Infinity;
  /** cranking speed, once it is steady */
  private crankRpm: number | null = null;
  private readonly writing: Writing;

  constructor(
    readonly definition: TestDefinition,
    private readonly plant: Plant,
    args: Readonly<Record<string, unknown>>,
    /** the key is not turned when requested */
    private readonly keyForgotten = false,
  ) {
    this.writing = new Writing(plant.memory, args);
    this.items = definition.signals
      .filter((s) => s.per === undefined)
      .map((s) => s.item)
      .slice(0, 12);
    this.over = stepSeconds(definition);
    this.totalS = this.over.reduce((sum, s) => sum + s, 0);
    plant.dosedG = 0;
  }

  get name(): string {
    return this.definition.id;
  }

  /** Advances the plant; returns the progress or the result. */
  run(seconds: number): Outcome {
    for (let left = seconds; left > 1e-6; left -= tickS) {
      if (this.step < 0) this.enter(0);
      this.plant.step(tickS);
      this.elapsedS += tickS;
      this.inStepS += tickS;
      this.sample();
      const lost = this.lost();
      if (lost !== null) return this.end({ ended: true, ok: false, ...lost });
      this.act();
      while (this.isOver()) {
        this.leave();
        if (this.step + 1 >= this.definition.steps.length) return this.end(this.verified());
        this.enter(this.step + 1);
      }
    }
    return { ended: false, now: this.now() };
  }

  /** Returns the current values, if it was writing. */
  abort(): ItemValues {
    this.writing.restore();
    this.plant.release();
    this.plant.keyTurned = false;
    return this.writing.present;
  }

  /**
   * The measurements since the last call, for one step; to be called until it returns nothing. `startMs` on the
   * device's clock.
   */
  nextTrace(startMs: number): { trace: Trace; step: number } | null {
    const [first] = this.rows;
    if (first === undefined || this.items.length === 0) return null;
    const until = this.rows.findIndex((r, i) => r.step !== first.step || i >= 64);
    const part = this.rows.splice(0, until < 0 ? this.rows.length : until);
    const trace = {
      t0: Math.round(startMs + this.rowsFromS * 1000),
      period: tickS * 1000,
      items: this.items,
      rows: part.map((r) => r.row),
    };
    this.rowsFromS += part.length * tickS;
    return { trace, step: first.step };
  }
  /** As many rows as fit into one message are available. */
  get full(): boolean {
    return this.rows.length >= 50;
  }
  /** Number of the current step; before the first one, its number. */
  currentStep(): number {
    return Math.max(0, this.step);
  }

  private now(): Progress {
    const current = this.definition.steps[this.step];
    const before = this.over.slice(0, this.step).reduce((sum, s) => sum + s, 0);
    const progress = Math.min(
      1,
      this.totalS === 0 ? 0 : (before + Math.min(this.inStepS, this.over[this.step] ?? 0)) / this.totalS,
    );
    const saved = this.writing.saved;
    const values = Object.keys(saved).length === 0 ? {} : { values: saved };
    const base = { step: Math.max(0, this.step), progress: Math.round(progress * 1000) / 1000, ...values };
    if (current?.op === 'wait')
      return { state: 'waiting', ...base, leftS: Math.max(0, Math.round(current.wait_s - this.inStepS)) };
    if (current?.op === 'prompt' && this.inStepS < personS)
      return {
        state: 'waiting',
        ...base,
        prompt: current.key,
        leftS: Math.max(0, Math.round(current.max_s - this.inStepS)),
      };
    return { state: 'running', ...base };
  }

  private enter(step: number): void {
    this.step = step;
    this.inStepS = 0;
    this.cylinder = 1;
    const s = this.definition.steps[step];
    if (s?.op === 'cmd') this.command(s.cmd, s.value ?? 0);
  }

  private isOver(): boolean {
    const s = this.definition.steps[this.step];
    if (s === undefined) return true;
    if (s.op === 'prompt')
      return (
        !(s.key === 'key.cycle' && this.keyForgotten) &&
        this.inStepS >= (s.key === 'crank.now' ? personS + crankS : personS + 2)
      );
    // the pump reaches its pressure before the step ends
    if (s.op === 'cmd' && s.cmd === 'pump.prime' && this.plant.defKpa >= 735 && this.inStepS > 3) return true;
    return this.inStepS >= (this.over[this.step] ?? 0) - 1e-6;
  }

  /** Effects of a command on the plant: cylinder by cylinder, and a person who cranks. */
  private act(): void {
    const s = this.definition.steps[this.step];
    const { plant } = this;
    if (s?.op === 'prompt' && s.key === 'crank.now') {
      plant.cranking = this.inStepS >= personS && this.inStepS < personS + crankS;
      if (plant.cranking && this.inStepS > personS + 2) {
        this.note('cyl.dRpm', plant.crankDeviation());
        this.crankRpm = plant.read('crank.rpm') ?? this.crankRpm;
      }
    }
    if (s?.op === 'prompt' && s.key === 'key.cycle')
      plant.keyTurned = !this.keyForgotten && this.inStepS >= personS && this.inStepS < personS + 1.5;
    if (s?.op === 'cmd' && s.cmd === 'plug.relay' && plant.ask.plug) this.note('plug.each', plant.plugCurrents());
    if (s?.op === 'cmd' && s.per === 'cylinder') this.cylinders(s.cmd, s.hold_s, s.rest_s);
  }

  private cylinders(cmd: string, holdS: number, restS: number): void {
    const { plant } = this;
    const cylinderIndex = Math.floor(this.inStepS / (holdS + restS));
    const within = this.inStepS - cylinderIndex * (holdS + restS);
    if (cylinderIndex >= plant.spec.cylinders) return;
    this.cylinder = cylinderIndex + 1;
    const off = within < holdS;
    if (off && plant.ask.cylinderOff !== this.cylinder) this.lowest = Infinity;
    plant.ask.cylinderOff = off ? this.cylinder : null;
    if (cmd === 'cylinder.runup') plant.ask.request = off ? 100 : 0;
    if (!off) return;
    this.lowest = Math.min(this.lowest, plant.rpm);
    const each = cmd === 'cylinder.runup' ? 'cyl.runup' : 'cyl.drop';
    const value = cmd === 'cylinder.runup' ? plant.rpm : plant.spec.idleRpm - this.lowest;
    this.baseline[cylinderIndex] = Math.round(value * 10) / 10;
    this.note(each, [...this.baseline]);
  }

  private command(cmd: string, value: number): void {
    const { ask } = this.plant;
    ask.prv = cmd === 'prv.open';
    if (cmd === 'engine.request') ask.request = value;
    else if (cmd === 'engine.idle') ask.request = 0;
    else if (cmd === 'engine.stop') Object.assign(ask, { stopped: true, rail: null });
    else if (cmd === 'injection.off') ask.injection = false;
    else if (cmd === 'injection.on') ask.injection = true;
    else if (cmd === 'rail.target') Object.assign(ask, { rail: value, railHeld: false });
    else if (cmd === 'rail.hold') ask.railHeld = true;
    else if (cmd === 'rail.release') Object.assign(ask, { rail: null, railHeld: false });
    else if (cmd === 'prv.open') ask.railHeld = false;
    else if (cmd === 'pump.prime') ask.pump = 'prime';
    else if (cmd === 'pump.target') Object.assign(ask, { pump: 'hold', dose: 0 });
    else if (cmd === 'pump.purge') Object.assign(ask, { pump: 'purge', dose: 0 });
    else if (cmd === 'doser.pulse') this.plant.pulse(value);
    else if (cmd === 'doser.dose') ask.dose = value;
    else if (cmd === 'heater.tank' || cmd === 'heater.line' || cmd === 'heater.pump')
      ask.heater = cmd.slice(7) as 'tank' | 'line' | 'pump';
    else if (cmd === 'throttle.command') ask.throttle = value;
    else if (cmd === 'egr.command') ask.egr = value;
    else if (cmd === 'plug.relay') ask.plug = value > 0;
    else if (cmd === 'buzzer.on') ask.buzzer = true;
    else this.writing.command(cmd);
    this.plant.counter = this.writing.counter;
  }

  private leave(): void {
    this.plant.ask.cylinderOff = null;
    this.plant.ask.buzzer = false;
    if (this.definition.steps[this.step]?.op === 'prompt')
      Object.assign(this.plant, { cranking: false, keyTurned: false });
  }

  private result(): ItemValues {
    const { plant, definition } = this;
    const values: ItemValues = { ...this.values };
    if (this.crankRpm !== null) values['crank.rpm'] = this.crankRpm;
    if (definition.id === 'defInjectTest') values['def.dosed'] = plant.read('def.dosed');
    if (definition.id === 'prvTest') values['prv.openings'] = plant.read('prv.openings');
    Object.assign(values, this.writing.present);
    if (definition.steps.some((s) => s.op === 'wait')) values['waited.s'] = Math.round(this.elapsedS);
    return values;
  }

  private note(item: string, value: number[]): void {
    if (this.definition.signals.some((s) => s.item === item)) this.values[item] = value;
  }

  private sample(): void {
    if (this.items.length === 0) return;
    if (this.rows.length === 0) this.rowsFromS = this.elapsedS;
    this.rows.push({ step: this.step, row: this.items.map((item) => this.plant.read(item)) });
  }

  private lost(): { reason: string; gate?: string; item?: string } | null {
    const { definition, plant } = this;
    if (this.writing.problem !== null) return { reason: this.writing.problem };
    const current = definition.steps[this.step];
    if (current?.op === 'prompt' && this.inStepS > current.max_s)
      return { reason: current.key === 'key.cycle' ? 'noKeyCycle' : 'timeout' };
    if (this.elapsedS > definition.max_s) return { reason: 'timeout' };
    if (definition.abort.some((a) => 'gate' in a)) {
      const gates = gatesDuringTest(definition.gates);
      const live = Object.fromEntries(
        [
          'speed',
          'brake.park',
          'gear.neutral',
          'pto.rpm',
          'implement.down',
          'lamp.red',
          'lamp.part',
          'def.level',
          'def.temp',
          'exhaust.temp',
        ].map((i) => [i, plant.read(i)]),
      );
      const gate = lostGate(gates, live, definition.gateLimits);
      if (gate !== null) return { reason: 'gate', ...gate };
    }
    for (const a of definition.abort) {
      if (!('item' in a)) continue;
      const step = definition.steps[this.step];
      if (a.during !== undefined && !(step?.op === 'cmd' && step.cmd === a.during) && a.during !== this.step) continue;
      const value = plant.read(a.item);
      const isExceeded =
        value !== null && ((a.gt !== undefined && value > a.gt) || (a.lt !== undefined && value < a.lt));
      const since = isExceeded ? (this.beyondS.get(a) ?? 0) + tickS : 0;
      this.beyondS.set(a, since);
      if (isExceeded && since >= a.for_s) return { reason: 'limit', item: a.item };
    }
    return null;
  }

  private verified(): Outcome {
    return this.writing.verify()
      ? { ended: true, ok: true, values: this.result() }
      : { ended: true, ok: false, reason: this.writing.problem ?? 'unit' };
  }

  private end(outcome: Outcome): Outcome {
    this.plant.release();
    this.plant.keyTurned = false;
    if (!outcome.ended || outcome.ok) return outcome;
    this.writing.restore();
    return { ...outcome, values: this.writing.present };
  }
}
