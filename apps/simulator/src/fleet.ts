import { createPublicKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type FleetDevice } from './devices-file';
import { defectsOf } from './engine/defects';
import { Ledger } from './ledger';
import { type LinkShared } from './link';
import { type Options } from './options';
import { Schedule } from './schedule';
import { readState, writeState } from './state-file';
import { Stats } from './stats';
import { Terminal } from './terminal';

/** All terminals of a run: connects them at a set rate, runs each at its due time, and ends the run. */
export class Fleet {
  readonly stats = new Stats();
  readonly ledger: Ledger;
  readonly terminals: Terminal[] = [];
  private readonly schedule = new Schedule();
  private readonly byId = new Map<string, Terminal>();
  private readonly timers: NodeJS.Timeout[] = [];
  private readonly startedMs = Date.now();
  private state: 'starting' | 'running' | 'paused' | 'draining' | 'ended' = 'starting';
  private pausedMs = 0;
  private connecting = 0;
  private loadFromMs = 0;
  private loaded = 0;
  private loadTurn = 0;
  private nextIndex = 0;

  constructor(
    private readonly options: Options,
    devices: readonly FleetDevice[],
  ) {
    this.ledger = new Ledger(options.ledger ?? null);
    this.ledger.add({ what: 'run', version: 1, seed: options.seed, atMs: this.startedMs });
    const shared = this.shared(devices.length);
    const keyFile = options['flash-key'];
    const flashKey =
      keyFile === undefined
        ? null
        : createPublicKey(readFileSync(keyFile)).export({ type: 'spki', format: 'der' }).toString('base64');
    const { highestBoot, machines } = readState(options.state);
    // seconds since 2020: grows from run to run like a terminal's boot counter, even without a state file; the boot
    // before it is the backlog's
    const boot = options.boot ?? Math.max(Math.floor((this.startedMs - Date.UTC(2020, 0, 1)) / 1000), highestBoot + 2);
    for (const [index, device] of devices.entries()) {
      const { seed, behaviour, rate } = options;
      const terminal = new Terminal({
        index,
        device,
        seed,
        behaviour,
        boot,
        shared,
        startMs: this.startedMs,
        load: rate !== undefined,
        memory: machines[device.id] ?? null,
        engine: { defects: defectsOf(options.defect, device.id), speed: options['test-speed'], flashKey },
        onRescheduled: (rescheduled) => this.visit(rescheduled),
      });
      this.terminals.push(terminal);
      this.byId.set(device.id, terminal);
    }
    this.stats.devices = this.terminals.length;
  }

  start(): void {
    this.state = 'running';
    this.every(20, () => this.connectSome());
    this.every(100, () => this.tickSome());
    for (const terminal of this.terminals) this.visit(terminal);
    if (this.options.rate !== undefined) this.every(5, () => this.load());
    if (this.options.state !== undefined) this.every(60_000, () => this.save());
  }

  find(id: string): Terminal | undefined {
    return this.byId.get(id);
  }

  /** No new messages; those in the outbox are still sent. */
  pause(): void {
    if (this.state !== 'running') return;
    this.state = 'paused';
    this.pausedMs = Date.now();
  }

  resume(): void {
    if (this.state !== 'paused') return;
    const byMs = Date.now() - this.pausedMs;
    this.state = 'running';
    this.loadFromMs += this.loadFromMs === 0 ? 0 : byMs;
    for (const terminal of this.terminals) {
      terminal.unit.shift(byMs);
      this.visit(terminal);
    }
  }

  /** Stops new messages and waits until the back end has committed all; false on timeout. */
  async drain(withinMs: number): Promise<boolean> {
    this.state = 'draining';
    const untilMs = Date.now() + withinMs;
    for (const terminal of this.terminals) terminal.link.sendAll();
    while (this.stats.waiting > 0 && Date.now() < untilMs) await new Promise((resolve) => setTimeout(resolve, 20));
    return this.stats.waiting === 0;
  }

  /** Disconnects every terminal; the ledger is complete when this has resolved. */
  async end(): Promise<void> {
    if (this.state === 'ended') return;
    this.state = 'ended';
    for (const timer of this.timers) clearInterval(timer);
    this.schedule.stop();
    this.save();
    for (const terminal of this.terminals) terminal.link.leave();
    // the DISCONNECT packets are flushed before the process ends
    await new Promise((resolve) => setTimeout(resolve, Math.min(800, 50 + this.terminals.length / 20)));
    await this.ledger.close();
  }

  /** Drops the connections of a share of the fleet at once, for this long. */
  cut(share: number, ms: number): void {
    const count = Math.ceil(share * this.terminals.length);
    for (const terminal of this.terminals.slice(0, count)) terminal.link.dropConnection(ms);
  }

  /** Recalculates when a terminal is due, after an external change. */
  visit(terminal: Terminal): void {
    const atMs = terminal.unit.nextMs;
    this.schedule.at(atMs, (dueMs) => {
      // only the newest entry counts: the due time may have moved
      if (this.state !== 'running' || terminal.unit.nextMs > dueMs) return;
      terminal.unit.run(dueMs);
      this.visit(terminal);
    });
  }

  private shared(devices: number): LinkShared {
    const { options, schedule, stats, ledger } = this;
    const share = (options.memory * 1024 * 1024) / devices;
    return {
      schedule,
      stats,
      ledger,
      limits: {
        maxBytes: Math.min(Math.max(share, 16 * 1024), 8 * 1024 * 1024),
        resendAfterMs: options['resend-after'] * 1000,
        maxResendAfterMs: Math.max(options['resend-after'] * 1000, 300_000),
        minGapMs: 2000,
      },
      connection: {
        broker: options.mqtt,
        version: options.protocol === '5' ? 5 : 4,
        keepaliveS: options.keepalive,
        clean: options['clean-session'],
        window: options.window,
      },
    };
  }

  private connectSome(): void {
    const target = Math.min(
      this.terminals.length,
      Math.ceil(((Date.now() - this.startedMs) * this.options['connect-rate']) / 1000),
    );
    for (; this.connecting < target; this.connecting++) this.terminals[this.connecting]?.link.connect();
  }

  /** Each terminal is checked every 2 s. */
  private tickSome(): void {
    const nowMs = Date.now();
    const count = Math.ceil(this.terminals.length / 20);
    for (let i = 0; i < count; i++) this.terminals[this.nextIndex++ % this.terminals.length]?.link.tick(nowMs);
  }

  /**
   * As many messages as the rate requires by now, round robin over all devices; begins once all have started to
   * connect.
   */
  private load(): void {
    if (this.state !== 'running' || this.connecting < this.terminals.length) return;
    const nowMs = Date.now();
    if (this.loadFromMs === 0) this.loadFromMs = nowMs;
    const target = Math.floor(((nowMs - this.loadFromMs) * (this.options.rate ?? 0)) / 1000);
    for (; this.loaded < target; this.loaded++)
      this.terminals[this.loadTurn++ % this.terminals.length]?.unit.load(nowMs);
  }

  private save(): void {
    if (this.options.state === undefined) return;
    const highestBoot = this.terminals.reduce((highest, t) => Math.max(highest, t.boot), 0);
    const machines = Object.fromEntries(
      this.terminals.flatMap((t) => (t.machine === null ? [] : [[t.id, t.machine.memory]])),
    );
    writeState(this.options.state, { highestBoot, machines });
  }

  private every(ms: number, run: () => void): void {
    this.timers.push(setInterval(run, ms));
  }
}
