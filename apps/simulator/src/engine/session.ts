import { type DiagDown, type DiagUp, type EngineInfo, type StoredFault } from '@headland/contracts/device/diagnosis';
import { conditionsOf, liveItems, lostGate } from '@headland/domain/diagnosis/gates';
import { definitionOf } from '@headland/domain/diagnosis/tests';
import { sessionTimes } from '@headland/domain/diagnosis/session';
import { type Random } from '@headland/testing/random';
import { type Defects } from './defects';
import { type Plant } from './plant';
import { Procedure } from './procedure';

/**
 * The terminal's half of a diagnosis session: it takes one session at a time, answers each request, streams what was chosen, says once a second what the
 * gates ask for, and runs one test. It lets go when the back end has said nothing for a minute or the key has been off as long.
 */
export type DiagBody = Omit<DiagUp, 'v' | 'boot' | 'seq' | 'ts'>;
export interface ServiceOptions {
  defects: Defects;
  random: Random;
  model: string | null;
  plant: () => Plant;
  /** seconds of the plant in one of the clock: tests take less time in tests */
  speed: number;
  info: () => EngineInfo;
  keyOn: () => boolean;
  faults: () => StoredFault[];
  clearFaults: () => string[];
  /** device clock */
  clockAt: (ms: number) => number;
  /** `heldMs`: not before so long */
  say: (body: DiagBody, heldMs?: number) => void;
  stream: (body: {
    session: string;
    t0: number;
    period: 500 | 1000;
    items: string[];
    rows: (number | null)[][];
  }) => void;
  began: () => void;
  ended: () => void;
  loseLink: (ms: number) => void;
  jumpClock: () => void;
  reprogramming: () => boolean;
}

interface Held {
  id: string;
  plant: Plant;
  heardMs: number;
  steppedMs: number;
  aliveMs: number;
  watch: { items: string[]; period: 500 | 1000; nextMs: number } | null;
  test: { req: string; procedure: Procedure; startMs: number; saidMs: number; saidStep: number; ranS: number } | null;
  requests: number;
  keyOffMs: number | null;
  lossMs: number;
  jumpMs: number;
}

const tickMs = 100;
const crisisMs = 60_000;
export class Service {
  private held: Held | null = null;

  constructor(private readonly o: ServiceOptions) {}

  get inSession(): boolean {
    return this.held !== null;
  }
  get nextMs(): number {
    const { held } = this;
    if (held === null) return Infinity;
    return Math.min(
      held.aliveMs,
      held.watch?.nextMs ?? Infinity,
      held.test === null ? Infinity : held.steppedMs + tickMs,
    );
  }

  /** Any word of the back end that belongs to a session. */
  heard(nowMs: number): void {
    if (this.held !== null) this.held.heardMs = nowMs;
  }

  ask(m: DiagDown, nowMs: number): void {
    if (m.op === 'connect') return this.connect(m, nowMs);
    const { held } = this;
    if (held?.id !== m.session) return this.fail(m, 'noSession');
    held.heardMs = nowMs;
    held.requests++;
    const mute = this.o.defects.of('silent', 2);
    if (mute !== null && held.requests > mute) {
      held.aliveMs = Infinity;
      return;
    }
    this.misbehave(m);
    switch (m.op) {
      case 'faults':
        return this.answer(m, { state: 'faults', stored: this.o.faults(), pending: [] });
      case 'clearFaults': {
        if ((held.plant.read('engine.rpm') ?? 0) > 0) return this.fail(m, 'gate', 'STOP');
        const cleared = this.o.clearFaults();
        return this.answer(m, { state: 'faults', stored: this.o.faults(), pending: [], cleared });
      }
      case 'watch':
        held.watch = { items: m.items, period: m.period, nextMs: nowMs + m.period };
        held.plant.step(Math.min(5, (nowMs - held.steppedMs) / 1000));
        held.steppedMs = nowMs;
        return this.answer(m, { state: 'watching' });
      case 'unwatch':
        held.watch = null;
        return this.answer(m, { state: 'connected' });
      case 'test':
        return this.begin(m.req, m.test, m.args, held, nowMs);
      case 'write':
        return this.begin(m.req, m.item, m.value, held, nowMs);
      case 'abort':
        this.stopTest('aborted');
        return this.answer(m, { state: 'connected' });
      case 'disconnect':
        this.answer(m, { state: 'disconnected' });
        return this.end();
    }
  }

  run(nowMs: number): void {
    const { held } = this;
    if (held === null) return;
    if (nowMs - held.heardMs >= sessionTimes.silenceMs) return this.end();
    this.watchKey(held, nowMs);
    if (this.held === null) return;
    const secondsOfPlant = Math.min(5, (nowMs - held.steppedMs) / 1000) * (held.test === null ? 1 : this.o.speed);
    if (held.test !== null) this.runTest(held, held.test, secondsOfPlant, nowMs);
    else held.plant.step(secondsOfPlant);
    held.steppedMs = nowMs;
    while (held.watch !== null && held.watch.nextMs <= nowMs) this.sample(held, held.watch);
    if (held.aliveMs <= nowMs) {
      held.aliveMs = nowMs + sessionTimes.aliveMs;
      this.o.say({ session: held.id, state: 'alive', live: this.live(held.plant) });
      this.trouble(held, nowMs);
    }
  }

  /** A reboot forgets the session. */
  end(): void {
    if (this.held === null) return;
    this.held.plant.release();
    this.held = null;
    this.o.ended();
  }

  shift(byMs: number): void {
    const { held } = this;
    if (held === null) return;
    held.heardMs += byMs;
    held.steppedMs += byMs;
    held.aliveMs += byMs;
    if (held.watch !== null) held.watch.nextMs += byMs;
  }

  private connect(m: DiagDown, nowMs: number): void {
    if (this.held !== null && this.held.id !== m.session && nowMs - this.held.heardMs < sessionTimes.silenceMs)
      return this.fail(m, 'alreadyConnected');
    if (!this.o.keyOn()) return this.fail(m, 'keyOff');
    if (this.o.reprogramming()) return this.fail(m, 'reprogramming');
    if (this.held?.id !== m.session) {
      this.end();
      this.o.began();
      const plant = this.o.plant();
      this.held = {
        id: m.session,
        plant,
        heardMs: nowMs,
        steppedMs: nowMs,
        aliveMs: nowMs + sessionTimes.aliveMs,
        watch: null,
        test: null,
        requests: 0,
        keyOffMs: null,
        lossMs: nowMs + crisisMs / 3,
        jumpMs: nowMs + crisisMs / 4,
      };
    }
    const { plant } = this.held as Held;
    this.answer(m, {
      state: 'connected',
      info: this.o.info(),
      live: this.live(plant),
      values: { 'c3i.codes': plant.memory.inFiringOrder },
    });
  }

  private begin(req: string, test: string, args: Readonly<Record<string, unknown>>, held: Held, nowMs: number): void {
    const refuse = (reason: string, gate?: string, item?: string): void =>
      this.o.say({
        session: held.id,
        req,
        state: 'fail',
        reason,
        ...(gate === undefined ? {} : { gate }),
        ...(item === undefined ? {} : { item }),
      });
    if (held.test !== null) return refuse('otherTestRunning');
    const definition = definitionOf(test, { model: this.o.model, engineType: null, hwVariant: null });
    if (definition === null) return refuse('notSupported');
    // the device checks what the back end has checked
    const lost = lostGate(
      definition.gates,
      this.live(
        held.plant,
        definition.gates.flatMap((g) => conditionsOf(g).map((c) => c.item)),
      ),
      definition.gateLimits,
    );
    if (lost !== null) return refuse('gate', lost.gate, lost.item);
    held.watch = null;
    held.test = {
      req,
      procedure: new Procedure(definition, held.plant, args, this.o.defects.has('no-key-cycle')),
      startMs: this.o.clockAt(nowMs),
      saidMs: 0,
      saidStep: -1,
      ranS: 0,
    };
    held.steppedMs = nowMs;
    this.o.say({ session: held.id, req, state: 'waiting' });
  }

  private runTest(held: Held, test: NonNullable<Held['test']>, seconds: number, nowMs: number): void {
    const { procedure } = test;
    const about = { session: held.id, req: test.req };
    // in pieces no longer than a message can carry
    for (let left = seconds; left > 1e-6; left -= 2) {
      const piece = Math.min(left, 2);
      test.ranS += piece;
      const loose = this.o.defects.of('loses-park', 5);
      if (loose !== null && test.ranS >= loose) held.plant.parkBrake = false;
      const outcome = procedure.run(piece);
      // whoever is asked to turn the key is asked before the key is seen to be off
      const asks =
        !outcome.ended &&
        test.saidStep !== outcome.now.step &&
        procedure.definition.steps[outcome.now.step]?.op === 'prompt';
      if (!outcome.ended && !procedure.full && !asks && nowMs - test.saidMs < 500) continue;
      test.saidMs = nowMs;
      test.saidStep = procedure.takeStep();
      const progress = outcome.ended ? 1 : outcome.now.progress;
      for (let part = procedure.takeTrace(test.startMs); part !== null; part = procedure.takeTrace(test.startMs))
        this.o.say({
          ...about,
          state: 'running',
          step: part.step,
          progress,
          trace: part.trace,
          ...(held.plant.keyTurned ? {} : { live: this.live(held.plant) }),
        });
      if (!outcome.ended) {
        this.o.say({ ...about, ...outcome.now });
        continue;
      }
      held.test = null;
      held.plant.parkBrake = true;
      if (outcome.ok) return this.o.say({ ...about, state: 'complete', values: outcome.values });
      const { ended: _, ok: __, ...why } = outcome;
      return this.o.say({ ...about, state: 'fail', ...why });
    }
  }

  private stopTest(reason: string): void {
    const { held } = this;
    if (held?.test == null) return;
    const { req, procedure } = held.test;
    const values = procedure.abort();
    held.test = null;
    held.plant.parkBrake = true;
    this.o.say({
      session: held.id,
      req,
      state: 'fail',
      reason,
      ...(Object.keys(values).length === 0 ? {} : { values }),
    });
  }

  private sample(held: Held, watch: NonNullable<Held['watch']>): void {
    const row = watch.items.map((item) => held.plant.read(item));
    this.o.stream({
      session: held.id,
      t0: this.o.clockAt(watch.nextMs),
      period: watch.period,
      items: watch.items,
      rows: [row],
    });
    watch.nextMs += watch.period;
  }

  private watchKey(held: Held, nowMs: number): void {
    if (this.o.keyOn()) {
      held.keyOffMs = null;
      return;
    }
    held.keyOffMs ??= nowMs;
    this.stopTest('keyOff');
    if (nowMs - held.keyOffMs < sessionTimes.keyOffMs) return;
    this.o.say({ session: held.id, state: 'disconnected', reason: 'keyOff' });
    this.end();
  }

  private trouble(held: Held, nowMs: number): void {
    const { defects, random } = this.o;
    if (defects.has('link-loss') && nowMs >= held.lossMs) {
      held.lossMs = nowMs + crisisMs;
      this.o.loseLink(random.whole(5000, 90_000));
    }
    if (defects.has('clock-jump') && nowMs >= held.jumpMs) {
      held.jumpMs = Infinity;
      this.o.jumpClock();
    }
  }

  private misbehave(m: DiagDown): void {
    if (!this.o.defects.has('wrong-answers')) return;
    this.o.say({ session: '00000000-0000-4000-8000-000000000000', req: m.req, state: 'watching' });
    this.o.say({ session: m.session, req: '00000000-0000-4000-8000-000000000000', state: 'watching' });
    this.o.say({ session: m.session, req: m.req, state: m.op === 'watch' ? 'complete' : 'watching' });
  }

  private answer(m: Pick<DiagDown, 'session' | 'req'>, body: Omit<DiagBody, 'session' | 'req'>): void {
    const { defects } = this.o;
    const said = { session: m.session, req: m.req, ...body } as DiagBody;
    this.o.say(said, defects.has('late-answers') ? 12_000 : undefined);
    if (defects.has('wrong-answers')) this.o.say(said);
  }

  private fail(m: Pick<DiagDown, 'session' | 'req'>, reason: string, gate?: string): void {
    this.answer(m, { state: 'fail', reason, ...(gate === undefined ? {} : { gate }) });
  }

  private live(plant: Plant, more: readonly string[] = []): Record<string, number | null> {
    return Object.fromEntries([...new Set([...liveItems, ...more])].map((item) => [item, plant.read(item)]));
  }
}
