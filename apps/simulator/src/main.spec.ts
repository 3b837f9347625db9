import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { build } from 'vite';
import { readLedger } from './ledger';
import { type FleetState } from './state-file';
import { BackEnd } from './testing/back-end';
import { until } from './testing/until';

const root = join(import.meta.dirname, '..');
const built = join(root, 'test-results', 'build');
const devices = ['KT-0001', 'KT-0002', 'KT-0003'].map((id) => ({ id, secret: `of ${id}`, lat: 35.8, lon: 126.9 }));

class Run {
  readonly events: Record<string, unknown>[] = [];
  code: number | null = null;
  errors = '';
  constructor(readonly child: ChildProcess) {
    if (child.stdout !== null)
      createInterface({ input: child.stdout }).on(
        'line',
        (line) => line.startsWith('{') && this.events.push(JSON.parse(line) as Record<string, unknown>),
      );
    child.stderr?.on('data', (text) => (this.errors += String(text)));
    child.on('exit', (code) => (this.code = code ?? -1));
  }
  send(command: object): void {
    this.child.stdin?.write(`${JSON.stringify(command)}\n`);
  }
  event(name: string): Record<string, unknown> | undefined {
    return this.events.find((e) => e.event === name);
  }
  ended = (): Promise<void> => until('the end of the process', () => this.code !== null);
}

describe('the process', () => {
  let folder: string;
  let backEnd: BackEnd;
  let run: Run | null = null;

  beforeAll(() => build({ root, logLevel: 'silent', build: { outDir: built, emptyOutDir: true } }));
  afterAll(() => rmSync(built, { recursive: true, force: true }));
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'simulator-'));
    writeFileSync(join(folder, 'devices.json'), JSON.stringify(devices));
    backEnd = new BackEnd(new Map(devices.map((d) => [d.id, d.secret])));
    await backEnd.open();
  });
  afterEach(async () => {
    if (run?.code === null) run.child.kill('SIGKILL');
    await backEnd.crash();
    rmSync(folder, { recursive: true });
  });

  const file = (name: string): string => join(folder, name);
  const start = (...args: string[]): Run => {
    const common = [
      '--mqtt',
      `mqtt://127.0.0.1:${backEnd.port}`,
      '--devices',
      file('devices.json'),
      '--ledger',
      file('ledger'),
    ];
    return (run = new Run(spawn(process.execPath, [join(built, 'main.js'), ...common, ...args], { stdio: 'pipe' })));
  };
  const online = (): Promise<void> =>
    until('three online', () => backEnd.status.size === 3 && [...backEnd.status.values()].every((s) => s.online));

  it('obeys commands, and ends with 0 when all is committed', async () => {
    const it = start('--seed', '4');
    await online();
    it.send({ do: 'sos', device: 'KT-0002', type: 'rollover' });
    it.send({ do: 'fault', device: 'KT-0001', code: 'E0410' });
    it.send({ do: 'sos', device: 'KT-9999', type: 'button' });
    it.send({ do: 'dance' });
    it.child.stdin?.write('no json\n');
    const has = (start: string): boolean => [...backEnd.committed.keys()].some((key) => key.startsWith(start));
    await until('the call and the fault', () => has('KT-0002|sos') && has('KT-0001|fault'));
    await until('three refusals', () => it.events.filter((e) => e.event === 'refused').length === 3);
    it.send({ do: 'drain' });
    await it.ended();
    expect(it.code).toBe(0);
    expect(it.event('drained')).toMatchObject({ all: true, waiting: 0, sos: 1, faults: 1 });
    const book = await readLedger(file('ledger'));
    expect(book.seed).toBe(4);
    expect([...book.messages()].filter(([s, , m]) => s.kind === 'sos' && m.committedMs !== null)).toHaveLength(1);
  });

  it('on SIGTERM disconnects cleanly, leaves a complete ledger and its counters, and ends with 0', async () => {
    const it = start('--rate', '200', '--state', file('state.json'));
    await until('100 commits', () => backEnd.committed.size > 100);
    it.child.kill('SIGTERM');
    await it.ended();
    expect(it.code).toBe(0);
    await until('farewells', () => [...backEnd.status.values()].every((s) => !s.online && s.boot !== undefined));
    expect(readFileSync(file('ledger'), 'utf8').endsWith('\n')).toBe(true);
    const book = await readLedger(file('ledger'));
    const sent = new Set([...book.messages()].map(([s, seq]) => `${s.device}|${s.kind}|${s.boot}|${seq}`));
    for (const key of backEnd.arrivals.keys()) expect(sent.has(key)).toBe(true);
  });

  it('remembers the counters of its machines for the next run, whose boots are new', async () => {
    const hours = (): number[] =>
      Object.values((JSON.parse(readFileSync(file('state.json'), 'utf8')) as FleetState).machines).map(
        (m) => m.engineHours,
      );
    const boots: number[] = [];
    const seen: number[][] = [];
    for (const seed of ['1', '2']) {
      const it = start('--seed', seed, '--state', file('state.json'));
      await online();
      boots.push(backEnd.status.get('KT-0001')?.boot ?? 0);
      it.child.kill('SIGTERM');
      await it.ended();
      seen.push(hours());
    }
    seen[0]?.forEach((before, i) => expect((seen[1]?.[i] ?? 0) - before).toBeGreaterThanOrEqual(0));
    // another seed would have begun with other machines
    seen[0]?.forEach((before, i) => expect((seen[1]?.[i] ?? 0) - before).toBeLessThan(1));
    expect(boots[1]).toBeGreaterThan(boots[0] ?? 0);
  });

  it('runs for the seconds it is given, and ends with 3 when not all was committed in time', async () => {
    backEnd.acknowledges = false;
    const it = start('--seconds', '0.5', '--drain-seconds', '0.3', '--rate', '50');
    await it.ended();
    expect(it.code).toBe(3);
    expect(it.event('drained')).toMatchObject({ all: false });
  });

  it.each([
    [['--rate', 'fast'], 'rate'],
    [['--behaviour', '{"duplicates":2}'], 'duplicates'],
    [['--behaviour', '{"dupes":0.2}'], 'dupes'],
    [['--mqtt', 'http://broker'], 'mqtt'],
    [['--no-such'], 'no-such'],
  ])('refuses %j with 2 and states why', async (args, why) => {
    const it = start(...args);
    await it.ended();
    expect(it.code).toBe(2);
    expect(it.errors).toContain(why);
  });

  it('refuses duplicate devices', async () => {
    writeFileSync(file('devices.json'), JSON.stringify([devices[0], devices[0]]));
    const it = start();
    await it.ended();
    expect(it.errors).toContain('KT-0001 occurs twice');
  });
});
