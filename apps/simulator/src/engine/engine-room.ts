import { type DiagDown, type EngineInfo } from '@headland/contracts/device/diagnosis';
import { type FlashDown } from '@headland/contracts/device/flash';
import { type ActiveFault } from '@headland/contracts/device/up';
import { Random } from '@headland/testing/random';
import { type Machine } from '../machine/machine';
import { type MessageMaker } from '../message-maker';
import { Controller, type FlashBody, type Identity } from './controller';
import { type Defects, sound } from './defects';
import { Plant, type Environment } from './plant';
import { type DiagBody, Service } from './session';

/**
 * The diagnostic connector of a machine: its engine with faulty parts, the diagnosis session, and the programmable
 * controllers.
 */
export interface EngineOptions {
  defects: Defects;
  /** seconds of a test per second of the clock */
  speed: number;
  /** the server's public key, base64 DER; without it no program is accepted */
  flashKey: string | null;
}
export const plainEngine: EngineOptions = { defects: sound, speed: 1, flashKey: null };

/** Their own ids have no known form; a program for them has no known header either, and a person states its target. */
const foreignControllers: Identity = {
  variant: 'M4-T3',
  software: { ecu: { version: '04.00 B7', calibration: '7K22/3' }, dcu: { version: 'U1.3', calibration: '7K90/1' } },
};
const familyOf = (machine: Machine): 'D24' | 'D18' => (machine.type === 'tractor' ? 'D24' : 'D18');

export interface EngineRoomPort {
  deadSpot(ms: number): void;
  faults(): ActiveFault[];
  /** returns the codes that were cleared */
  clearFaults(nowMs: number): string[];
}

export class EngineRoom {
  readonly identity: Identity;
  private readonly service: Service;
  private readonly controller: Controller;
  private readonly random: Random;
  private plant: Plant | null = null;
  private nowMs = 0;
  /** held for the session only: then the machine returns to its work */
  private isInWorkshop = false;

  constructor(
    private readonly device: string,
    seed: number,
    private readonly machine: Machine,
    private readonly maker: MessageMaker,
    private readonly options: EngineOptions,
    private readonly port: EngineRoomPort,
  ) {
    const { defects, speed, flashKey } = options;
    this.random = new Random(seed, `${device}/engine`);
    const family = familyOf(machine);
    this.identity = defects.has('foreign-controllers')
      ? structuredClone(foreignControllers)
      : {
          variant: `HL-${family}`,
          software: {
            ecu: { version: 'SW-3.1.0', calibration: `CAL-${family}-0388` },
            dcu: { version: 'DS-1.4.2', calibration: 'DCAL-U2-0107' },
          },
        };
    const clockAt = (ms: number): number => maker.clock.at(ms);
    this.service = new Service({
      defects,
      random: this.random,
      model: machine.type === 'tractor' ? null : 'HE-35',
      plant: () => this.thePlant(),
      speed,
      info: () => this.info(),
      keyOn: () => machine.keyOn,
      faults: () =>
        port.faults().map((f) => ({
          ...f,
          lastHours: machine.engineHours,
          freeze: { 'engine.rpm': 1980, 'engine.coolant': 84.5, 'engine.load': 62 },
        })),
      clearFaults: () => port.clearFaults(this.nowMs),
      clockAt,
      send: (body, heldMs) => this.send('diag', body, heldMs),
      stream: (body) => this.send('stream', body),
      began: () => this.park(),
      ended: () => this.release(),
      loseLink: (ms) => port.deadSpot(ms),
      jumpClock: () => maker.clock.jump(),
      reprogramming: () => this.controller.busy,
    });
    this.controller = new Controller({
      defects,
      identity: this.identity,
      speed,
      publicKey: flashKey,
      machine: () => ({
        key: machine.keyOn,
        rpm: machine.engineRuns ? 1 : 0,
        batteryV: defects.has('low-battery') ? 12.3 : Math.max(12.5, machine.engine.batteryV),
        speedKmh: machine.speedKmh,
        inSession: this.service.inSession,
      }),
      clockAt,
      send: (body: FlashBody) => this.send('flash', body),
      loseLink: (ms) => port.deadSpot(ms),
    });
  }

  get lastProgram(): { sha256: string; bytes: number } | null {
    return this.controller.lastProgram;
  }
  get nextMs(): number {
    return Math.min(this.service.nextMs, this.controller.nextMs);
  }

  run(nowMs: number): void {
    this.at(nowMs);
    if (this.service.nextMs <= nowMs) this.service.run(nowMs);
    if (this.controller.nextMs <= nowMs) this.controller.run(nowMs);
  }
  onDiag(m: DiagDown, nowMs: number): void {
    this.at(nowMs);
    this.service.ask(m, nowMs);
  }
  onFlash(m: FlashDown, nowMs: number): void {
    this.at(nowMs);
    this.controller.handle(m, nowMs);
  }
  onBlock(session: string, block: number, bytes: Uint8Array, nowMs: number): void {
    this.at(nowMs);
    this.controller.block(session, block, bytes, nowMs);
  }
  /** The back end has committed data of the session: it is connected. */
  onCommitted(nowMs: number): void {
    this.service.onBackEndMessage(nowMs);
  }
  online(nowMs: number): void {
    this.at(nowMs);
    this.controller.online(nowMs);
  }
  shift(byMs: number): void {
    this.service.shift(byMs);
    this.controller.shift(byMs);
  }
  /** After a power loss the session is lost, the received blocks of a file are not. */
  reboot(): void {
    this.service.end();
  }

  private at(nowMs: number): void {
    this.nowMs = nowMs;
    if (this.plant !== null) this.plant.environment = this.around();
  }

  private send(kind: 'diag' | 'stream' | 'flash', body: DiagBody | FlashBody | object, heldMs?: number): void {
    const content = { kind, ts: this.maker.clock.at(this.nowMs), trueMs: this.nowMs };
    this.maker.create(this.nowMs, body, content, heldMs === undefined ? undefined : this.nowMs + heldMs);
  }

  private thePlant(): Plant {
    const { spec } = this.machine.engine;
    this.plant ??= new Plant(
      { idleRpm: spec.idleRpm, governedRpm: Math.round(spec.ratedRpm * 1.065), cylinders: 4 },
      this.options.defects,
      this.random,
      this.around(),
    );
    return this.plant;
  }

  /** The driver stops and lets the engine idle, unless a state was set on site. */
  private park(): void {
    if (this.machine.override !== null) return;
    this.machine.override = 'run';
    this.isInWorkshop = true;
  }
  private release(): void {
    if (this.isInWorkshop) this.machine.override = null;
    this.isInWorkshop = false;
  }
  /** Sets the machine up on site: engine idling, stopped with the key on, or back to its work. */
  set(engine: 'run' | 'stop' | null): void {
    this.machine.override = engine;
    this.isInWorkshop = false;
  }

  private around(): Environment {
    const { machine } = this;
    const { engine, memory } = machine;
    return {
      key: machine.keyOn,
      running: machine.engineRuns,
      coolantC: engine.coolantC,
      oilC: engine.oilC,
      exhaustC: engine.exhaustC,
      oilKpa: engine.oilKpa,
      batteryV: engine.batteryV,
      ambientC: engine.ambientC,
      defLevel: memory.defLevelPercent,
      fuelLevel: memory.fuelLevelPercent,
      soot: memory.dpfSootPercent,
      engineHours: memory.engineHours,
      speedKmh: machine.speedKmh,
      redLamps: this.port.faults().filter((f) => f.lamp === 'RSL').length,
    };
  }

  private info(): EngineInfo {
    const { identity, machine } = this;
    const at = this.maker.clock.at(this.nowMs);
    const family = familyOf(machine);
    return {
      mid: `HL-${this.device}`,
      ts: new Date(Math.min(at, 8.64e15)).toISOString(),
      ts_epoch: at,
      device_id: this.device,
      command: 'connect',
      ecu_sw_sequence: identity.software.ecu.version,
      ecu_calibration_id: identity.software.ecu.calibration,
      dcu_sw_version: identity.software.dcu.version,
      dcu_calibration_id: identity.software.dcu.calibration,
      engine: family,
      engine_type: `${family} CRDI`,
      emission: 'Stage V',
      induction_system: 'VGT',
      after_treatment: 'DOC+DPF+SCR',
      hw_variant: identity.variant,
      map_date: '2025-08-01',
      user: 'plant',
      flash_date: '2025-10-02',
      engine_runtime: machine.engineHours,
      cyl: 4,
      engine_load: Math.round(machine.engine.loadPercent),
      map_info: `M-${family}`,
      vehicleType: machine.type,
    };
  }
}
