import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLedger } from '@headland/testing/read-ledger';
import type { LedgerBook } from '@headland/testing/ledger-book';
import { inCheckout } from '../../../src/run/checkout';
import { StopWith } from '../../../src/run/stop-with';
import type { FleetPromise } from '../account/expect';
import { Program, until } from './program';
import { fleetSecret } from './registry';

/** Options of the simulator (apps/simulator/src/options.ts and behaviour.ts). */
export interface FleetPlan {
  devices: string[];
  /** messages a second, all devices together; null: machines with engines and controllers, which send what a machine sends */
  ratePerS: number | null;
  /** with machines: the server's public key (PEM), and seconds of theirs in one of the clock while they are programmed */
  programs?: { publicKey: string; speed: number };
  seed: number;
  /**
   * `kept`: terminals of the protocol, which keep a message until `down/ack`. `puback`: simple clients, which trust the broker's acknowledgement alone and
   * send nothing twice; then only the server's own order of commit and acknowledgement prevents a loss in a crash.
   */
  promise: FleetPromise;
  behaviour?: Record<string, unknown>;
  /** connections a second at the start */
  connectRate?: number;
  /** file of the authority that these devices trust: they connect with TLS */
  authority?: string;
  /** devices with another secret than the registered one */
  wrongSecrets?: string[];
}

export interface FleetStats {
  devices: number;
  connected: number;
  made: number;
  sent: number;
  again: number;
  duplicates: number;
  puback: number;
  committed: number;
  waiting: number;
  dropped: number;
  malformed: number;
  connects: number;
  refused: number;
  faults: number;
  sos: number;
  errors: Record<string, number>;
}
export interface Software {
  runs: Record<'ecu' | 'dcu', { version: string; calibration: string }>;
  program: { sha256: string; bytes: number } | null;
}
type Event = { event: string } & Record<string, unknown>;

/** The simulator: a process of its own, controlled over its standard input, with a ledger. */
export class Fleet {
  private readonly program: Program;
  private readonly ledgerFile: string;
  private readonly waiting: { event: string; resolve: (event: Event) => void }[] = [];

  constructor(
    private readonly plan: FleetPlan,
    dir: string,
    port: number,
    name = 'fleet',
  ) {
    const devicesFile = join(dir, `${name}.json`);
    this.ledgerFile = join(dir, `${name}.ledger.ndjson`);
    const wrong = new Set(plan.wrongSecrets);
    writeFileSync(
      devicesFile,
      JSON.stringify(plan.devices.map((id) => ({ id, secret: wrong.has(id) ? 'not-the-secret' : fleetSecret }))),
    );
    const simple = plan.promise === 'puback';
    // only what the scenario enables: it is about one disturbance at a time
    const behaviour = { cbor: 0.2, deadSpots: { perHour: 0 }, rebootsPerHour: 0, ...plan.behaviour };
    const args = [
      '--enable-source-maps',
      inCheckout('apps/simulator/dist/main.js'),
      '--mqtt',
      plan.authority === undefined ? `mqtt://127.0.0.1:${port}` : `mqtts://localhost:${port}`,
      '--devices',
      devicesFile,
      ...(plan.ratePerS === null ? [] : ['--rate', String(plan.ratePerS)]),
      ...programOptions(plan, join(dir, `${name}.pem`)),
      '--seed',
      String(plan.seed),
      '--ledger',
      this.ledgerFile,
      '--behaviour',
      JSON.stringify(behaviour),
      '--resend-after',
      simple ? '3600' : '5',
      '--connect-rate',
      String(plan.connectRate ?? 2000),
      '--stats',
    ];
    this.program = new Program(name, process.execPath, args, {
      logFile: join(dir, 'logs', `${name}.log`),
      ...(plan.authority === undefined ? {} : { env: { NODE_EXTRA_CA_CERTS: plan.authority } }),
      onLine: (line) => this.onLine(line),
    });
  }

  async start(withinMs = 60_000): Promise<void> {
    this.program.start();
    const wanted = this.plan.devices.length - (this.plan.wrongSecrets?.length ?? 0);
    await this.reach('the fleet to connect', (s) => s.connected >= wanted, withinMs);
  }

  get running(): boolean {
    return this.program.running;
  }

  /** No new messages. */
  async pause(): Promise<void> {
    await this.request({ do: 'pause' }, 'done');
  }

  async resume(): Promise<void> {
    await this.request({ do: 'resume' }, 'done');
  }

  async sos(device: string, type: 'button' | 'rollover' | 'collision' = 'button'): Promise<void> {
    await this.request({ do: 'sos', device, type }, 'done');
  }

  /** Switches the engine off and leaves the key on. */
  async park(device: string): Promise<void> {
    await this.request({ do: 'service', device, engine: 'stop' }, 'done');
  }

  /** The programs of a machine as its controllers report them, and the hash of the last program. */
  async software(device: string): Promise<Software> {
    return (await this.request({ do: 'software', device }, 'software')) as unknown as Software;
  }

  async fault(device: string, code: string): Promise<void> {
    await this.request({ do: 'fault', device, code }, 'done');
  }

  /** Loses the connections of a share of the fleet at once. */
  async cut(share: number, ms = 0): Promise<void> {
    await this.request({ do: 'cut', share, ms }, 'done');
  }

  async stats(): Promise<FleetStats> {
    return (await this.request({ do: 'stats' }, 'stats')) as unknown as FleetStats;
  }

  async reach(what: string, isSo: (stats: FleetStats) => boolean, withinMs: number): Promise<FleetStats> {
    let stats = await this.stats();
    const progress = (): string =>
      `${stats.connected} of ${stats.devices} connected, ${stats.puback} of ${stats.made} accepted, ${stats.waiting} waiting, ${JSON.stringify(stats.errors)}`;
    await until(what, async () => isSo((stats = await this.stats())), {
      withinMs,
      everyMs: 100,
      programs: [this.program],
      explain: progress,
    });
    return stats;
  }

  /**
   * Says nothing new and waits until all is handed over: for terminals until `down/ack` has named everything, for simple clients until the broker
   * has accepted everything.
   */
  async drain(withinMs: number): Promise<void> {
    if (this.plan.promise === 'kept') {
      const { all, ...stats } = (await this.request(
        { do: 'drain', withinMs, exit: false },
        'drained',
        withinMs + 30_000,
      )) as unknown as { all: boolean } & FleetStats;
      if (!all)
        throw new StopWith(
          `the back end did not name ${stats.waiting} messages as committed within ${withinMs / 1000} s`,
        );
      return;
    }
    await this.pause();
    await this.reach('the broker to take everything', (s) => s.puback >= s.made, withinMs);
  }

  /** Ends the process and reads its ledger. */
  async end(): Promise<LedgerBook> {
    await this.program.stop(15_000);
    return readLedger(this.ledgerFile);
  }

  private request(command: object, answer: string, withinMs = 30_000): Promise<Event> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new StopWith(`the fleet does not answer ${JSON.stringify(command)}:\n${this.program.lastWords}`)),
        withinMs,
      );
      this.waiting.push({
        event: answer,
        resolve: (event) => {
          clearTimeout(timer);
          if (event.event === 'refused')
            reject(new StopWith(`the fleet refuses ${JSON.stringify(command)}: ${String(event.because)}`));
          else resolve(event);
        },
      });
      this.program.writeLine(JSON.stringify(command));
    });
  }

  private onLine(line: string): void {
    if (!line.startsWith('{')) return;
    const event = JSON.parse(line) as Event;
    const at = this.waiting.findIndex((w) => w.event === event.event || event.event === 'refused');
    const [found] = at === -1 ? [] : this.waiting.splice(at, 1);
    found?.resolve(event);
  }
}

function programOptions({ programs }: FleetPlan, keyFile: string): string[] {
  if (programs === undefined) return [];
  writeFileSync(keyFile, programs.publicKey);
  return ['--flash-key', keyFile, '--test-speed', String(programs.speed)];
}
