import { randomUUID } from 'node:crypto';
import { type DiagDown, DiagUp, StreamUp } from '@headland/contracts/device/diagnosis';
import { type FlashDown, FlashUp } from '@headland/contracts/device/flash';
import { type Sample, TelemetryUp } from '@headland/contracts/device/up';
import { judge, type Judgement } from '@headland/domain/diagnosis/judge';
import { questionsOf } from '@headland/domain/diagnosis/questions';
import type { Sample as Measured } from '@headland/domain/diagnosis/run';
import { definitionOf } from '@headland/domain/diagnosis/tests';
import { Random } from '@headland/testing/random';
import { Behaviour } from '../behaviour';
import { decodePayload } from '../encoding';
import { Machine } from '../machine/machine';
import { type Outgoing } from '../message-maker';
import { Unit } from '../unit';
import { DefectOption, defectsOf } from '../engine/defects';

/** For specs: one machine in a workshop, controlled directly, with simulated time. */
export class Bench {
  readonly session = randomUUID();
  readonly diag: DiagUp[] = [];
  readonly stream: StreamUp[] = [];
  readonly flash: FlashUp[] = [];
  readonly deadSpots: number[] = [];
  readonly faults: Record<string, unknown>[] = [];
  readonly samples: Sample[] = [];
  readonly unit: Unit;
  readonly machine: Machine;
  nowMs = Date.UTC(2026, 5, 1, 8);
  readonly startMs = this.nowMs;
  /** the latest time until which a message is delayed */
  delayedUntilMs = 0;
  private lastMessageMs = 0;

  constructor(
    defects = '',
    options: { speed?: number; flashKey?: string | null; clock?: object; ambient?: number } = {},
  ) {
    const home = { lat: 35.8, lon: 126.9, country: 'KR' as const };
    // a machine at work from the beginning, with DEF in its tank
    const seed =
      Array.from({ length: 200 }, (_, i) => i).find(
        (i) => new Machine('tractor', home, new Random(i, 'bench'), null).keyOn,
      ) ?? 0;
    this.machine = new Machine('tractor', home, new Random(seed, 'bench'), null, { engineHours: 1234 });
    this.machine.memory.defLevelPercent = 70;
    if (options.ambient !== undefined) Object.assign(this.machine.engine, { ambientC: options.ambient });
    this.unit = new Unit({
      device: 'KT-0001',
      seed,
      behaviour: Behaviour.parse({
        cbor: 0,
        clock: { driftPpm: 0, ...options.clock },
        rebootsPerHour: 0,
        faultsPerDay: 0,
        sosPerDay: 0,
        deadSpots: { perHour: 0 },
      }),
      boot: 1,
      startMs: this.nowMs,
      body: this.machine,
      port: {
        send: (message) => this.receive(message),
        sendGarbage: () => undefined,
        deadSpot: (ms) => this.deadSpots.push(ms),
        rebooted: () => undefined,
      },
      engine: {
        defects: defectsOf(DefectOption.parse(defects), 'KT-0001'),
        speed: options.speed ?? 1,
        flashKey: options.flashKey ?? null,
      },
    });
  }

  /** Advances the time; the back end is connected by default. */
  pass(seconds: number, backEnd = true): void {
    const until = this.nowMs + seconds * 1000;
    while (this.nowMs < until) {
      this.nowMs = Math.min(until, Math.max(this.nowMs + 1, this.unit.nextMs));
      if (backEnd && this.nowMs - this.lastMessageMs >= 10_000) {
        this.lastMessageMs = this.nowMs;
        this.unit.engineRoom?.onCommitted(this.nowMs);
      }
      this.unit.run(this.nowMs);
    }
  }

  set(engine: 'run' | 'stop', warm: boolean | null = null): this {
    this.unit.service(engine, warm, this.nowMs);
    this.pass(15);
    return this;
  }

  ask(
    op: Omit<Extract<DiagDown, { op: 'connect' }>, 'session' | 'req' | 'op'> & { op: DiagDown['op'] } & Record<
        string,
        unknown
      >,
    session = this.session,
  ): string {
    const req = randomUUID();
    this.unit.onDiag({ session, req, ...op } as DiagDown, this.nowMs);
    return req;
  }
  connect(): this {
    this.ask({ op: 'connect' });
    this.pass(12);
    return this;
  }
  answers(req: string): DiagUp[] {
    return this.diag.filter((m) => m.req === req);
  }

  /** Runs a test to its end and judges it like the back end; `confirm` is the answer of the person on site. */
  test(
    test: string,
    args: Record<string, string | number | boolean> = {},
    confirm = true,
  ): { end: DiagUp; judgement: Judgement; answers: DiagUp[] } {
    const definition = definitionOf(test, { model: null, engineType: null, hwVariant: null });
    if (definition === null) throw new Error(`no test ${test}`);
    const req =
      definition.via === 'test'
        ? this.ask({ op: 'test', test, args })
        : this.ask({ op: 'write', item: test, value: args });
    const ended = (): DiagUp | undefined => this.answers(req).find((m) => m.state === 'complete' || m.state === 'fail');
    for (let s = 0; s < 900 && ended() === undefined; s++) this.pass(1);
    const end = ended();
    if (end === undefined) throw new Error(`${test} does not end`);
    const answers = this.answers(req);
    const from = answers.find((m) => m.trace !== undefined)?.trace?.t0 ?? 0;
    const samples = answers.flatMap((m): Measured[] => {
      const { trace, step } = m;
      if (trace === undefined) return [];
      return trace.rows.map((row, k) => ({
        atS: (trace.t0 - from + k * trace.period) / 1000,
        step: step ?? 0,
        values: Object.fromEntries(trace.items.map((item, i) => [item, row[i] ?? null])),
      }));
    });
    // the value read from the tank is the real one
    const seen = confirm ? this.machine.memory.defLevelPercent : 0;
    const confirms = Object.fromEntries(
      questionsOf(definition.verdict).map(({ key, item }) => [key, item === null ? confirm : seen]),
    );
    return { end, answers, judgement: judge(definition, { samples, values: end.values ?? {}, confirms, args }) };
  }

  offer(m: FlashDown): void {
    this.unit.onFlash(m, this.nowMs);
  }

  private receive(message: Outgoing): void {
    this.delayedUntilMs = Math.max(this.delayedUntilMs, message.notBeforeMs);
    const body = decodePayload(Buffer.from(message.payload as string));
    if (message.kind === 'diag') this.diag.push(DiagUp.parse(body));
    if (message.kind === 'stream') this.stream.push(StreamUp.parse(body));
    if (message.kind === 'flash') this.flash.push(FlashUp.parse(body));
    if (message.kind === 'telemetry') this.samples.push(...TelemetryUp.parse(body).samples);
    if (message.kind === 'fault') this.faults.push(body as Record<string, unknown>);
  }
}
