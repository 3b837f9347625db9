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

/** A terminal on a machine: the unit that creates messages and the link that sends them. */
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
  /** its machine was changed from outside: it is due earlier than planned */
  onRescheduled?: (terminal: Terminal) => void;
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
    this.machine = options.load ? null : new Machine(device.machine ?? 'tractor', home, random, options.memory, device);
    const body = this.machine ?? new LoadBody(home, seed, random, startMs);
    const slow = this.radio.chance(behaviour.slowLink.share) ? behaviour.slowLink.bytesPerSecond : null;
    const will = { topic: upTopic(device.id, 'status'), payload: Buffer.from('{"v":1,"online":false}') };
    this.link = new Link(
      { index, id: device.id, secret: device.secret, will },
      shared,
      {
        config: (config) => this.unit.onConfig(config),
        sos: (message) => this.unit.onSos(message),
        control: (command) => {
          if (this.unit.onControl(command, Date.now())) options.onRescheduled?.(this);
        },
        diag: (asked) => this.runNow((nowMs) => this.unit.onDiag(asked, nowMs)),
        flash: (message) => this.runNow((nowMs) => this.unit.onFlash(message, nowMs)),
        block: (session, block, bytes) => this.runNow((nowMs) => this.unit.onBlock(session, block, bytes, nowMs)),
        sessionCommitted: () => this.unit.engineRoom?.onCommitted(Date.now()),
        status: (online) => this.status(online),
        online: (online) => {
          shared.ledger.add({ what: 'link', device: index, boot: this.boot, atMs: Date.now(), online });
          if (online) this.runNow((nowMs) => this.unit.engineRoom?.online(nowMs));
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
        sendGarbage: (garbage) => this.link.sendGarbage(garbage),
        deadSpot: (ms) => this.link.dropConnection(ms),
        rebooted: (next, skewMs, downMs) => {
          shared.ledger.add({ what: 'boot', device: index, boot: next, atMs: Date.now(), skewMs });
          this.link.dropConnection(downMs);
        },
      },
    });
    shared.ledger.add({ what: 'boot', device: index, boot, atMs: startMs, skewMs: this.unit.skewAt(startMs) });
    this.unit.deliverBacklog();
  }

  get boot(): number {
    return this.unit.maker.sequence.boot;
  }

  /** Changes the unit now; it may be due earlier than planned. */
  private runNow(act: (nowMs: number) => void): void {
    act(Date.now());
    this.options.onRescheduled?.(this);
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
