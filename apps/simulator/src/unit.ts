import { type DiagDown } from '@headland/contracts/device/diagnosis';
import { type ConfigDown, type ControlDown, type SosDown } from '@headland/contracts/device/down';
import { type FlashDown } from '@headland/contracts/device/flash';
import { type Sample, type SosType } from '@headland/contracts/device/up';
import { type SampleContent } from '@headland/testing/ledger';
import { Random } from '@headland/testing/random';
import { Behaviour } from './behaviour';
import { type Emergency, EmergencySource } from './emergency-source';
import { type Defects } from './engine/defects';
import { EngineRoom, type EngineOptions, plainEngine } from './engine/engine-room';
import { faultCodes } from './fault-codes';
import { type FaultReport, FaultSource } from './fault-source';
import { type Machine, type Tilt } from './machine/machine';
import { LoadBody } from './load-body';
import { MessageMaker, type MessagePort } from './message-maker';

/**
 * The part of a terminal that creates messages: it samples its machine, detects keys, faults and accidents. It knows no
 * network and reads no clock: `run(now)` does everything due by then, so the same seed and times give the same
 * messages. The link handles the network.
 */
export interface UnitPort extends MessagePort {
  /** a dead spot: the connection is lost for this long */
  deadSpot(ms: number): void;
  /** a power loss: back after this long, with the next boot */
  rebooted(boot: number, skewMs: number, downMs: number): void;
}

export interface UnitOptions {
  device: string;
  seed: number;
  behaviour: Behaviour;
  boot: number;
  startMs: number;
  body: Machine | LoadBody;
  port: UnitPort;
  engine?: EngineOptions;
}

const sampleEveryMs = 10_000;
const asleepEveryMs = 6 * 3_600_000;
/** Tilts from here on are recorded in the ledger, to verify a derived roll-over. */
const notableTilt = 20;
const wellBehaved = Behaviour.parse({ clock: { driftPpm: 0 } });

export class Unit {
  readonly maker: MessageMaker;
  config: ConfigDown = { interval: 30, rollover: { x: 45, y: 45, z: 60 }, remoteControl: 'none' };
  readonly panel: SosDown[] = [];
  private readonly random: Random;
  private readonly faults: FaultSource;
  private readonly emergencies: EmergencySource;
  private readonly machine: Machine | null;
  /** none behind a load run */
  readonly engineRoom: EngineRoom | null;
  private pending: { ts: number; trueMs: number; sample: Sample }[] = [];
  private keyOn = false;
  /** the running engine is to be reported at once */
  private startAsked = false;
  private lastStepMs: number;
  private lastReportMs = 0;
  private readonly due = {
    sample: Infinity,
    send: Infinity,
    jump: Infinity,
    reboot: Infinity,
    deadSpot: Infinity,
    upright: Infinity,
  };

  constructor(private readonly options: UnitOptions) {
    const { device, seed, behaviour, startMs, boot, body, port } = options;
    this.random = new Random(seed, `${device}/unit`);
    this.maker = new MessageMaker(device, seed, behaviour, boot, startMs, port);
    this.faults = new FaultSource(
      faultCodes,
      behaviour.faultsPerDay / 24,
      new Random(seed, `${device}/faults`),
      startMs,
    );
    this.emergencies = new EmergencySource(behaviour, new Random(seed, `${device}/emergencies`), startMs);
    this.machine = body instanceof LoadBody ? null : body;
    this.engineRoom =
      this.machine === null
        ? null
        : new EngineRoom(device, seed, this.machine, this.maker, options.engine ?? plainEngine, {
            deadSpot: (ms) => port.deadSpot(ms),
            faults: () => this.faults.activeNow,
            clearFaults: (nowMs) => {
              const report = this.faults.clearAll();
              if (report.cleared.length > 0) this.reportFaults(report, nowMs);
              return report.cleared;
            },
          });
    this.lastStepMs = startMs;
    this.due.jump = startMs + this.random.waitMs(behaviour.clock.jumpsPerHour);
    this.due.reboot = startMs + this.random.waitMs(behaviour.rebootsPerHour);
    this.due.deadSpot = startMs + this.random.waitMs(behaviour.deadSpots.perHour);
    if (this.machine !== null && this.defects.has('key-only')) this.machine.override = 'stop';
    if (this.machine !== null) this.beginSampling(startMs, this.machine);
  }

  private get defects(): Defects {
    return (this.options.engine ?? plainEngine).defects;
  }

  /** Fields that this terminal reports: an old one has no key, some have no speed. */
  private sampleOf(machine: Machine): Sample {
    const { key, speed, ...rest } = machine.sample();
    return {
      ts: 0,
      ...rest,
      ...(key === undefined || this.defects.has('old-terminal') ? {} : { key }),
      ...(speed === undefined || this.defects.has('no-speed') ? {} : { speed }),
    };
  }

  /** When `run` is due again. */
  get nextMs(): number {
    const { due } = this;
    return Math.min(
      due.sample,
      due.jump,
      due.reboot,
      due.deadSpot,
      due.upright,
      this.faults.nextMs,
      this.emergencies.nextMs,
      this.engineRoom?.nextMs ?? Infinity,
    );
  }

  /** Does everything due by now, in order of time. */
  run(nowMs: number): void {
    for (let atMs = this.nextMs; atMs <= nowMs; atMs = this.nextMs) this.runAt(atMs);
  }

  /** A pause: everything is postponed. */
  shift(byMs: number): void {
    for (const key of Object.keys(this.due) as (keyof typeof this.due)[]) this.due[key] += byMs;
    this.lastStepMs += byMs;
    this.emergencies.nextMs += byMs;
    this.faults.shift(byMs);
    this.engineRoom?.shift(byMs);
  }

  /**
   * Messages recorded in the hours before, under the previous boot, delivered among the new ones during the first
   * minute.
   */
  deliverBacklog(): void {
    const { device, seed, behaviour, boot, startMs, body, port } = this.options;
    const random = new Random(seed, `${device}/backlog`);
    const { share, messages, hours } = behaviour.backlog;
    if (!random.chance(share)) return;
    const fromMs = startMs - hours * 3_600_000;
    const before = new MessageMaker(device, seed, wellBehaved, boot - 1, fromMs, port);
    for (let i = 0; i < messages; i++) {
      const trueMs = Math.round(fromMs + ((startMs - 60_000 - fromMs) * (i + 1)) / messages);
      const ts = before.clock.at(trueMs);
      const sample: Sample = { ts, ...body.place(startMs), speed: 0, engine: 'off', battery: 12.5 };
      before.create(
        trueMs,
        { samples: [sample] },
        { kind: 'telemetry', samples: [{ ts, trueMs }] },
        startMs + random.between(0, 60_000),
      );
    }
  }

  /** One message of a load run. */
  load(nowMs: number): void {
    const { body } = this.options;
    if (body instanceof LoadBody)
      this.maker.createLoadMessage(nowMs, body.tail(nowMs), body.isRolledOver ? body.leaning() : undefined);
  }

  /** rolled over, and not righted yet */
  get isRolledOver(): boolean {
    return this.options.body.isRolledOver;
  }

  onConfig(config: ConfigDown): void {
    this.config = config;
  }

  onSos(message: SosDown): void {
    this.panel.push(message);
    if (this.panel.length > 20) this.panel.shift();
    if (message.status === 'resolved' || message.status === 'falseAlarm') this.options.body.right();
  }

  /**
   * Remote start: a parked, upright machine starts, unless the command is older than its clock allows. Returns whether
   * it did.
   */
  onControl({ until }: ControlDown, nowMs: number): boolean {
    const { machine } = this;
    if (machine === null || machine.keyOn || machine.isRolledOver || this.maker.clock.at(nowMs) > until) return false;
    this.turnKey(true, nowMs);
    this.startAsked = true;
    return true;
  }

  onDiag(m: DiagDown, nowMs: number): void {
    this.engineRoom?.onDiag(m, nowMs);
  }
  onFlash(m: FlashDown, nowMs: number): void {
    this.engineRoom?.onFlash(m, nowMs);
  }
  onBlock(session: string, block: number, bytes: Uint8Array, nowMs: number): void {
    this.engineRoom?.onBlock(session, block, bytes, nowMs);
  }
  /** Workshop: the machine's state, whether its engine is warm or cold, and the ambient temperature, °C. */
  service(
    engine: 'run' | 'stop' | null,
    warm: boolean | null,
    nowMs: number,
    ambientC = this.machine?.engine.ambientC,
  ): void {
    if (this.machine === null || this.engineRoom === null || this.machine.isRolledOver) return;
    this.engineRoom.set(engine);
    if (ambientC !== undefined) this.machine.engine.ambientC = ambientC;
    if (warm === true) this.machine.engine.warmUp();
    if (warm === false) this.machine.engine.coolDown();
    this.due.sample = nowMs;
  }

  sos(type: SosType, nowMs: number): void {
    this.emergency({ type, reported: true }, nowMs);
  }

  raiseFault(code: string, nowMs: number): void {
    this.reportFaults(this.faults.force(code, nowMs), nowMs);
  }

  clearFault(code: string, nowMs: number): void {
    this.reportFaults(this.faults.clear(code), nowMs);
  }

  turnKey(on: boolean, nowMs: number): void {
    if (this.machine === null || this.machine.isRolledOver) return;
    this.machine.job.turnKey(on);
    this.due.sample = nowMs;
  }

  reboot(nowMs: number): void {
    const downMs = this.random.whole(3000, 15_000);
    this.pending = [];
    this.engineRoom?.reboot();
    this.maker.reboot(nowMs);
    this.options.port.rebooted(this.maker.sequence.boot, this.skewAt(nowMs), downMs);
    if (this.machine !== null) this.due.sample = nowMs + downMs;
  }

  skewAt(nowMs: number): number {
    return this.maker.clock.at(nowMs) - nowMs;
  }

  private runAt(atMs: number): void {
    const { due, random } = this;
    const { behaviour, port, body } = this.options;
    if (this.engineRoom !== null && this.engineRoom.nextMs <= atMs) this.engineRoom.run(atMs);
    if (due.sample <= atMs) this.sample(atMs);
    if (due.upright <= atMs) {
      due.upright = Infinity;
      body.right();
    }
    if (this.faults.nextMs <= atMs) {
      const report = this.faults.run(atMs, this.machine?.keyOn ?? true);
      if (report !== null) this.reportFaults(report, atMs);
    }
    if (this.emergencies.nextMs <= atMs) {
      const emergency = this.emergencies.run(atMs);
      if (!body.isRolledOver) this.emergency(emergency, atMs);
    }
    if (due.jump <= atMs) {
      due.jump = atMs + random.waitMs(behaviour.clock.jumpsPerHour);
      this.maker.clock.jump();
    }
    if (due.reboot <= atMs) {
      due.reboot = atMs + random.waitMs(behaviour.rebootsPerHour);
      this.reboot(atMs);
    }
    if (due.deadSpot <= atMs) {
      due.deadSpot = atMs + random.waitMs(behaviour.deadSpots.perHour);
      port.deadSpot(
        random.whole(behaviour.deadSpots.minMs, Math.max(behaviour.deadSpots.minMs, behaviour.deadSpots.maxMs)),
      );
    }
  }

  /** A terminal reports once when it starts, spread over the interval so that a fleet does not report at once. */
  private beginSampling(startMs: number, machine: Machine): void {
    this.keyOn = machine.keyOn;
    this.due.sample = startMs + this.random.whole(0, sampleEveryMs - 1);
    this.due.send = this.due.sample + sampleEveryMs * this.random.whole(0, this.config.interval / 10 - 1);
  }

  private sample(atMs: number): void {
    const { machine } = this;
    if (machine === null) return;
    machine.step((atMs - this.lastStepMs) / 1000);
    this.lastStepMs = atMs;
    const isKeyTurned = machine.keyOn !== this.keyOn;
    if (isKeyTurned) this.reportKey(machine, atMs);
    const awake = machine.keyOn || machine.isRolledOver;
    const asleepReport =
      !awake && (this.lastReportMs === 0 ? atMs >= this.due.send : atMs - this.lastReportMs >= asleepEveryMs);
    if (awake || asleepReport || isKeyTurned)
      this.pending.push({ ts: this.maker.clock.at(atMs), trueMs: atMs, sample: this.sampleOf(machine) });
    if (this.pending.length > 0 && (atMs >= this.due.send || !awake)) this.reportTelemetry(atMs);
    this.due.sample = awake ? atMs + sampleEveryMs : this.wakeMs(machine, atMs);
  }

  /** While asleep it wakes for its report, or with the key. */
  private wakeMs(machine: Machine, atMs: number): number {
    const reportMs = this.lastReportMs === 0 ? Math.max(this.due.send, atMs + 1) : this.lastReportMs + asleepEveryMs;
    return Math.min(reportMs, atMs + Math.max(1000, Math.ceil(machine.job.wakesInS * 1000)));
  }

  private reportTelemetry(atMs: number): void {
    const sent = this.pending;
    this.pending = [];
    this.lastReportMs = atMs;
    this.due.send = atMs + this.config.interval * 1000;
    for (let i = 0; i < sent.length; i += 60) {
      const batch = sent.slice(i, i + 60);
      const samples = batch.map((p): Sample => ({ ...p.sample, ts: p.ts }));
      this.maker.create(
        atMs,
        { samples },
        { kind: 'telemetry', samples: batch.map((p) => remembered(p.ts, p.trueMs, p.sample.tilt)) },
      );
    }
  }

  private reportKey(machine: Machine, atMs: number): void {
    this.keyOn = machine.keyOn;
    const ts = this.maker.clock.at(atMs);
    const engineHours = machine.engineHours;
    this.maker.create(
      atMs,
      { on: machine.keyOn, ...machine.place(), engineHours },
      { kind: 'engine', ts, trueMs: atMs, on: machine.keyOn },
    );
    // the first batch after the key fills up from here; a remote start waits for the engine
    if (machine.keyOn) this.due.send = this.startAsked ? atMs : atMs + this.config.interval * 1000;
    this.startAsked = false;
  }

  private reportFaults({ active, cleared }: FaultReport, atMs: number): void {
    const ts = this.maker.clock.at(atMs);
    const codes = active.map((fault) => fault.code);
    this.maker.create(
      atMs,
      { active, cleared, ...this.options.body.place(atMs) },
      { kind: 'fault', ts, trueMs: atMs, active: codes, cleared },
    );
  }

  private emergency({ type, reported }: Emergency, atMs: number): void {
    const { body } = this.options;
    const speed = body.speedKmh;
    if (type === 'rollover') {
      body.tip(this.emergencies.fall(this.config.rollover));
      this.due.upright = atMs + this.emergencies.rolledOverMs();
    } else if (type === 'collision') body.crash();
    if (reported) {
      const ts = this.maker.clock.at(atMs);
      this.maker.create(
        atMs,
        { type, ...body.place(atMs), tilt: body.leaning(), speed },
        { kind: 'sos', ts, trueMs: atMs, type },
      );
    }
    // signs of a crash are sampled soon, not ten seconds later
    if (this.machine !== null && type !== 'button') this.due.sample = Math.min(this.due.sample, atMs + 1000);
  }
}

function remembered(ts: number, trueMs: number, tilt: Tilt | undefined): SampleContent {
  const notable =
    tilt !== undefined &&
    (Math.abs(tilt.x) >= notableTilt || Math.abs(tilt.y) >= notableTilt || Math.abs(tilt.z) >= notableTilt);
  return notable ? { ts, trueMs, tilt } : { ts, trueMs };
}
