import { statusUp } from '@headland/testing/builders/up';
import { upTopic } from '@headland/contracts/device/envelope';
import { Random } from '@headland/testing/random';
import { type FleetDevice } from './devices-file';
import { type Behaviour } from './behaviour';
import { type EngineOptions } from './engine/engine-room';
import { LoadBody } from './load-body';
import { Link, type LinkShared } from './link';
import { Machine, type MachineMemory } from './machine/machine';
import { homeOf } from './machine/regions';
import { Unit } from './unit';

/** A terminal on a machine: the unit that speaks and the link that carries it. */
export interface TerminalOptions {
  index: number;
  device: FleetDevice;
  seed: number;
  behaviour: Behaviour;
  boot: number;
  startMs: number;
  /** a load run: no machine behind the telemetry */
  load: boolean;
  memory: MachineMemory | null;
  shared: LinkShared;
  engine?: EngineOptions;
  /** something was done to its machine from outside: it is due earlier than was planned */
  onTurned?: (terminal: Terminal) => void;
}

export class Terminal {
  readonly id: string;
  readonly unit: Unit;
  readonly link: Link;
  readonly machine: Machine | null;
  private readonly firmware: string;
  private readonly sim: string;
  private readonly radio: Random;

  constructor(private readonly options: TerminalOptions) {
    const { device, seed, behaviour, shared, index, startMs, boot } = options;
    this.id = device.id;
    this.radio = new Random(seed, `${device.id}/radio`);
    this.firmware = this.radio.pick(['2.4.1', '2.4.1', '2.4.0', '2.3.7', '1.9.12']);
    const random = new Random(seed, `${device.id}/machine`);
    const home = homeOf(device, random);
    this.sim = `${home.country === 'KR' ? '8982' : '8901'}${String(this.radio.whole(0, 999_999)).padStart(6, '0')}${String(this.radio.whole(0, 999_999_999)).padStart(9, '0')}`;
    this.machine = options.load
      ? null
      : new Machine(device.machine ?? 'tractor', home, random, options.memory, device.engineHours);
    const body = this.machine ?? new LoadBody(home, seed, random, startMs);
    const slow = this.radio.chance(behaviour.slowLink.share) ? behaviour.slowLink.bytesPerSecond : null;
    const will = { topic: upTopic(device.id, 'status'), payload: Buffer.from('{"v":1,"online":false}') };
    this.link = new Link(
      { index, id: device.id, secret: device.secret, will },
      shared,
      {
        config: (config) => this.unit.onConfig(config),
        sos: (said) => this.unit.onSos(said),
        control: (command) => {
          if (this.unit.onControl(command, Date.now())) options.onTurned?.(this);
        },
        diag: (asked) => this.turn((nowMs) => this.unit.onDiag(asked, nowMs)),
        flash: (said) => this.turn((nowMs) => this.unit.onFlash(said, nowMs)),
        block: (session, block, bytes) => this.turn((nowMs) => this.unit.onBlock(session, block, bytes, nowMs)),
        sessionHeard: () => this.unit.engineRoom?.heard(Date.now()),
        status: (online) => this.status(online),
        online: (online) => {
          shared.ledger.add({ what: 'link', device: index, boot: this.boot, atMs: Date.now(), online });
          if (online) this.turn((nowMs) => this.unit.engineRoom?.online(nowMs));
        },
      },
      new Random(seed, `${device.id}/link`),
      slow,
    );
    shared.ledger.add({ what: 'device', index, id: device.id });
    this.unit = new Unit({
      device: device.id,
      seed,
      behaviour,
      boot,
      startMs,
      body,
      ...(options.engine === undefined ? {} : { engine: options.engine }),
      port: {
        send: (message) => {
          if (message.kind === 'sos') shared.stats.sos += 1;
          if (message.kind === 'fault') shared.stats.faults += 1;
          this.link.send(message);
        },
        litter: (rubbish) => this.link.litter(rubbish),
        deadSpot: (ms) => this.link.vanish(ms),
        rebooted: (next, skewMs, downMs) => {
          shared.ledger.add({ what: 'boot', device: index, boot: next, atMs: Date.now(), skewMs });
          this.link.vanish(downMs);
        },
      },
    });
    shared.ledger.add({ what: 'boot', device: index, boot, atMs: startMs, skewMs: this.unit.skewAt(startMs) });
    this.unit.deliverBacklog();
  }

  get boot(): number {
    return this.unit.maker.sequence.boot;
  }

  /** Something is done to the unit now, and it may be due earlier than was planned. */
  private turn(act: (nowMs: number) => void): void {
    act(Date.now());
    this.options.onTurned?.(this);
  }

  private status(online: boolean): Buffer {
    const { maker } = this.unit;
    const status = statusUp({
      boot: this.boot,
      ts: maker.clock.at(Date.now()),
      online,
      firmware: this.firmware,
      sim: this.sim,
      rssi: this.radio.whole(-112, -58),
    });
    return Buffer.from(JSON.stringify(status));
  }
}
