import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { readDemo, repository } from './product';

export interface PlayedDevice {
  id: string;
  secret: string;
}

interface Played {
  /** `KT-0001/weak-injector:2,…`, as its command line has them */
  defects?: string;
  /** test seconds per clock second */
  speed?: number;
  /** the server's public key for programs, PEM; without it they accept none */
  programKey?: string;
}
/** The programs of a machine as its controllers report them, and the hash of the last program. */
export interface Software {
  runs: Record<'ecu' | 'dcu', { version: string; calibration: string }>;
  program: { sha256: string; bytes: number } | null;
}

/** Machines without defects, incidents or gaps in the mobile network. */
const goodDays = { cbor: 0, faultsPerDay: 0, sosPerDay: 0, rebootsPerHour: 0, deadSpots: { perHour: 0 } };

/**
 * Machines with a diagnosable engine, run by the product's simulator as a separate process, which takes commands.
 */
export class Simulator {
  private constructor(
    private readonly process: ChildProcess,
    private readonly folder: string,
  ) {}

  static async start(
    devices: readonly PlayedDevice[],
    { defects = '', speed = 1, programKey }: Played = {},
  ): Promise<Simulator> {
    const folder = mkdtempSync(join(tmpdir(), 'headland-machines-'));
    const file = join(folder, 'devices.json');
    writeFileSync(
      file,
      JSON.stringify(
        devices.map(({ id, secret }) => ({ id, secret, machine: 'tractor', region: 'KR', lat: 35.8, lon: 126.9 })),
      ),
    );
    const { host, port } = readDemo().mqtt;
    const args = [
      '--mqtt',
      `mqtt://${host}:${port}`,
      '--devices',
      file,
      '--behaviour',
      JSON.stringify(goodDays),
      '--test-speed',
      String(speed),
    ];
    if (defects !== '') args.push('--defect', defects);
    if (programKey !== undefined) {
      writeFileSync(join(folder, 'key.pem'), programKey);
      args.push('--flash-key', join(folder, 'key.pem'));
    }
    const child = spawn(process.execPath, [join(repository(), 'apps/simulator/dist/main.js'), ...args], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const simulator = new Simulator(child, folder);
    await simulator.nextEvent('started');
    return simulator;
  }

  /** Key on and the engine idling or stopped; warm, or cold at 12 °C. Resolves when done. */
  async setUp(device: string, engine: 'run' | 'stop', warm: boolean): Promise<void> {
    await this.send({ do: 'service', device, engine, warm, ambient: 12 });
  }

  /** Turns the key off, whatever runs. */
  async keyOff(device: string): Promise<void> {
    this.write({ do: 'service', device, engine: null });
    await this.send({ do: 'key', device, on: false });
  }

  async fault(device: string, code: string): Promise<void> {
    await this.send({ do: 'fault', device, code });
  }

  async software(device: string): Promise<Software> {
    const answer = this.nextEvent('software', { device });
    this.write({ do: 'software', device });
    return (await answer) as unknown as Software;
  }

  async stop(): Promise<void> {
    if (this.process.exitCode === null) {
      const exit = once(this.process, 'exit');
      this.process.kill('SIGTERM');
      await exit;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async send(command: { do: string; device: string } & Record<string, unknown>): Promise<void> {
    const done = this.nextEvent('done', command);
    this.write(command);
    await done;
  }
  private write(command: object): void {
    this.process.stdin?.write(`${JSON.stringify(command)}\n`);
  }

  /** Its next event of this kind for this command. */
  private nextEvent(event: string, about: { do?: string; device?: string } = {}): Promise<object> {
    return new Promise((resolve, reject) => {
      const lines = createInterface({ input: this.process.stdout as NodeJS.ReadableStream });
      const ended = (code: number | null): void => reject(new Error(`the simulator ended with ${code}`));
      const end = (): void => {
        lines.close();
        this.process.off('exit', ended);
        // closing a reader pauses what it read from
        this.process.stdout?.resume();
      };
      lines.on('line', (line) => {
        if (!line.startsWith('{')) return;
        const message = JSON.parse(line) as { event?: string; do?: string; device?: string; because?: string };
        if (message.event === 'refused') {
          end();
          reject(new Error(`the simulator refuses: ${message.because}`));
        } else if (
          message.event === event &&
          (about.do === undefined || message.do === about.do) &&
          (about.device === undefined || message.device === about.device)
        ) {
          end();
          resolve(message);
        }
      });
      this.process.once('exit', ended);
    });
  }
}

/**
 * Builds the simulator, which a start without a fleet does not do. Once, before the journeys: parallel builds would
 * break each other.
 */
export function buildSimulator(): void {
  const program = `import { buildStale } from ${JSON.stringify(join(repository(), 'tools/bootstrap/build.mjs'))}; await buildStale(['simulator'], () => undefined)`;
  const built = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(built.stderr);
}
