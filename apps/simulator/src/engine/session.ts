import { type DiagDown, type DiagUp, type EngineInfo, type StoredFault } from '@headland/contracts/device/diagnosis';
import { conditionsOf, keyOffEnds, liveItems, lostGate } from '@headland/domain/diagnosis/gates';
import { definitionOf } from '@headland/domain/diagnosis/tests';
import { sessionTimes } from '@headland/domain/diagnosis/session';
import { type Random } from '@headland/testing/random';
import { type Defects } from './defects';
import { type Plant } from './plant';
import { Procedure } from './procedure';

/**
 * The terminal's side of a diagnosis session: one session at a time; it answers each request, streams the chosen items,
 * reports the items of the gates once a second, and runs one test. It ends when the back end has been silent, or the
 * key off, for a minute.
 */
export type DiagBody = Omit<DiagUp, 'v' | 'boot' | 'seq' | 'ts'>;
export interface ServiceOptions {
  defects: Defects;
  random: Random;
  model: string | null;
  plant: () => Plant;
  /** seconds of the plant per second of the clock: tests are faster in specs */
  speed: number;
  info: () => EngineInfo;
  keyOn: () => boolean;
  faults: () => StoredFault[];
  clearFaults: () => string[];
  /** device clock */
  clockAt: (ms: number) => number;
  /** `heldMs`: minimum delay */
  send: (body: DiagBody, heldMs?: number) => void;
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

interface Session {
  id: string;
  plant: Plant;
  lastMessageMs: number;
  steppedMs: number;
  aliveMs: number;
  watch: { items: string[]; period: 500 | 1000; nextMs: number } | null;
  test: {
    req: string;
    procedure: Procedure;
    startMs: number;
    reportedMs: number;
    reportedStep: number;
    ranS: number;
  } | null;
  requests: number;
  keyOffMs: number | null;
  lossMs: number;
  jumpMs: number;
}

const tickMs = 100;
const crisisMs = 60_000;
export class Service {
  private session: Session | null = null;

  constructor(private readonly o: ServiceOptions) {}

  get inSession(): boolean {
    return this.session !== null;
  }
  get nextMs(): number {
    const { session } = this;
    if (session === null) return Infinity;
    return Math.min(
      session.aliveMs,
      session.watch?.nextMs ?? Infinity,
      session.test === null ? Infinity : session.steppedMs + tickMs,
    );
  }

  /** Any message of the back end for a session. */
  onBackEndMessage(nowMs: number): void {
    if (this.session !== null) this.session.lastMessageMs = nowMs;
  }

  ask(m: DiagDown, nowMs: number): void {
    if (m.op === 'connect') return this.connect(m, nowMs);
    const { session } = this;
    if (session?.id !== m.session) return this.fail(m, 'noSession');
    session.lastMessageMs = nowMs;
    session.requests++;
    const mute = this.o.defects.of('silent', 2);
    if (mute !== null && session.requests > mute) {
      session.aliveMs = Infinity;
      return;
    }
    this.misbehave(m);
    switch (m.op) {
      case 'faults':
        return this.answer(m, { state: 'faults', stored: this.o.faults(), pending: [] });
      case 'clearFaults': {
        if ((session.plant.read('engine.rpm') ?? 0) > 0) return this.fail(m, 'gate', 'STOP');
        const cleared = this.o.clearFaults();
        return this.answer(m, { state: 'faults', stored: this.o.faults(), pending: [], cleared });
      }
      case 'watch':
        session.watch = { items: m.items, period: m.period, nextMs: nowMs + m.period };
        session.plant.step(Math.min(5, (nowMs - session.steppedMs) / 1000));
        session.steppedMs = nowMs;
        return this.answer(m, { state: 'watching' });
      case 'unwatch':
        session.watch = null;
        return this.answer(m, { state: 'connected' });
      case 'test':
        return this.begin(m.req, m.test, m.args, session, nowMs);
      case 'write':
        return this.begin(m.req, m.item, m.value, session, nowMs);
      case 'abort':
        this.stopTest('aborted');
        return this.answer(m, { state: 'connected' });
      case 'disconnect':
        this.answer(m, { state: 'disconnected' });
        return this.end();
    }
  }

  run(nowMs: number): void {
    const { session } = this;
    if (session === null) return;
    if (nowMs - session.lastMessageMs >= sessionTimes.silenceMs) return this.end();
    this.watchKey(session, nowMs);
    if (this.session === null) return;
    const secondsOfPlant = Math.min(5, (nowMs - session.steppedMs) / 1000) * (session.test === null ? 1 : this.o.speed);
    if (session.test !== null) this.runTest(session, session.test, secondsOfPlant, nowMs);
    else session.plant.step(secondsOfPlant);
    session.steppedMs = nowMs;
    while (session.watch !== null && session.watch.nextMs <= nowMs) this.sample(session, session.watch);
    if (session.aliveMs <= nowMs) {
      session.aliveMs = nowMs + sessionTimes.aliveMs;
      this.o.send({ session: session.id, state: 'alive', live: this.live(session.plant) });
      this.trouble(session, nowMs);
    }
  }

  /** A reboot ends the session. */
  end(): void {
    if (this.session === null) return;
    this.session.plant.release();
    this.session = null;
    this.o.ended();
  }

  shift(byMs: number): void {
    const { session } = this;
    if (session === null) return;
    session.lastMessageMs += byMs;
    session.steppedMs += byMs;
    session.aliveMs += byMs;
    if (session.watch !== null) session.watch.nextMs += byMs;
  }

  private connect(m: DiagDown, nowMs: number): void {
    if (
      this.session !== null &&
      this.session.id !== m.session &&
      nowMs - this.session.lastMessageMs < sessionTimes.silenceMs
    )
      return this.fail(m, 'alreadyConnected');
    if (!this.o.keyOn()) return this.fail(m, 'keyOff');
    if (this.o.reprogramming()) return this.fail(m, 'reprogramming');
    if (this.session?.id !== m.session) {
      this.end();
      this.o.began();
      const plant = this.o.plant();
      this.session = {
        id: m.session,
        plant,
        lastMessageMs: nowMs,
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
    const { plant } = this.session as Session;
    this.answer(m, {
      state: 'connected',
      info: this.o.info(),
      live: this.live(plant),
      values: { 'c3i.codes': plant.memory.inFiringOrder },
    });
  }

  private begin(
    req: string,
    test: string,
    args: Readonly<Record<string, unknown>>,
    session: Session,
    nowMs: number,
  ): void {
    const refuse = (reason: string, gate?: string, item?: string): void =>
      this.o.send({
        session: session.id,
        req,
        state: 'fail',
        reason,
        ...(gate === undefined ? {} : { gate }),
        ...(item === undefined ? {} : { item }),
      });
    if (session.test !== null) return refuse('otherTestRunning');
    const definition = definitionOf(test, { model: this.o.model, engineType: null, hwVariant: null });
    if (definition === null) return refuse('notSupported');
    // the device repeats the server's checks
    const lost = lostGate(
      definition.gates,
      this.live(
        session.plant,
        definition.gates.flatMap((g) => conditionsOf(g).map((c) => c.item)),
      ),
      definition.gateLimits,
    );
    if (lost !== null) return refuse('gate', lost.gate, lost.item);
    session.watch = null;
    session.test = {
      req,
      procedure: new Procedure(definition, session.plant, args, this.o.defects.has('no-key-cycle')),
      startMs: this.o.clockAt(nowMs),
      reportedMs: 0,
      reportedStep: -1,
      ranS: 0,
    };
    session.steppedMs = nowMs;
    this.o.send({ session: session.id, req, state: 'waiting' });
  }

  private runTest(session: Session, test: NonNullable<Session['test']>, seconds: number, nowMs: number): void {
    const { procedure } = test;
    const ids = { session: session.id, req: test.req };
    // in parts that fit into a message
    for (let left = seconds; left > 1e-6; left -= 2) {
      const chunk = Math.min(left, 2);
      test.ranS += chunk;
      const loose = this.o.defects.of('loses-park', 5);
      if (loose !== null && test.ranS >= loose) session.plant.parkBrake = false;
      const outcome = procedure.run(chunk);
      // a prompt to turn the key comes before the key is off
      const asks =
        !outcome.ended &&
        test.reportedStep !== outcome.now.step &&
        procedure.definition.steps[outcome.now.step]?.op === 'prompt';
      if (!outcome.ended && !procedure.full && !asks && nowMs - test.reportedMs < 500) continue;
      test.reportedMs = nowMs;
      test.reportedStep = procedure.currentStep();
      const progress = outcome.ended ? 1 : outcome.now.progress;
      for (let part = procedure.nextTrace(test.startMs); part !== null; part = procedure.nextTrace(test.startMs))
        this.o.send({
          ...ids,
          state: 'running',
          step: part.step,
          progress,
          trace: part.trace,
          ...(session.plant.keyTurned ? {} : { live: this.live(session.plant) }),
        });
      if (!outcome.ended) {
        this.o.send({ ...ids, ...outcome.now });
        continue;
      }
      session.test = null;
      session.plant.parkBrake = true;
      if (outcome.ok) return this.o.send({ ...ids, state: 'complete', values: outcome.values });
      const { ended: _, ok: __, ...why } = outcome;
      return this.o.send({ ...ids, state: 'fail', ...why });
    }
  }

  private stopTest(reason: string): void {
    const { session } = this;
    if (session?.test == null) return;
    const { req, procedure } = session.test;
    const values = procedure.abort();
    session.test = null;
    session.plant.parkBrake = true;
    this.o.send({
      session: session.id,
      req,
      state: 'fail',
      reason,
      ...(Object.keys(values).length === 0 ? {} : { values }),
    });
  }

  private sample(session: Session, watch: NonNullable<Session['watch']>): void {
    const row = watch.items.map((item) => session.plant.read(item));
    this.o.stream({
      session: session.id,
      t0: this.o.clockAt(watch.nextMs),
      period: watch.period,
      items: watch.items,
      rows: [row],
    });
    watch.nextMs += watch.period;
  }

  private watchKey(session: Session, nowMs: number): void {
    const { test } = session;
    // the key is turned because the procedure asks for it
    const turns = test !== null && !keyOffEnds(test.procedure.definition, test.procedure.currentStep());
    if (this.o.keyOn() || turns) {
      session.keyOffMs = null;
      return;
    }
    session.keyOffMs ??= nowMs;
    this.stopTest('keyOff');
    if (nowMs - session.keyOffMs < sessionTimes.keyOffMs) return;
    this.o.send({ session: session.id, state: 'disconnected', reason: 'keyOff' });
    this.end();
  }

  private trouble(session: Session, nowMs: number): void {
    const { defects, random } = this.o;
    if (defects.has('link-loss') && nowMs >= session.lossMs) {
      session.lossMs = nowMs + crisisMs;
      this.o.loseLink(random.whole(5000, 90_000));
    }
    if (defects.has('clock-jump') && nowMs >= session.jumpMs) {
      session.jumpMs = Infinity;
      this.o.jumpClock();
    }
  }

  private misbehave(m: DiagDown): void {
    if (!this.o.defects.has('wrong-answers')) return;
    this.o.send({ session: '00000000-0000-4000-8000-000000000000', req: m.req, state: 'watching' });
    this.o.send({ session: m.session, req: '00000000-0000-4000-8000-000000000000', state: 'watching' });
    this.o.send({ session: m.session, req: m.req, state: m.op === 'watch' ? 'complete' : 'watching' });
  }

  private answer(m: Pick<DiagDown, 'session' | 'req'>, body: Omit<DiagBody, 'session' | 'req'>): void {
    const { defects } = this.o;
    const message = { session: m.session, req: m.req, ...body } as DiagBody;
    this.o.send(message, defects.has('late-answers') ? 12_000 : undefined);
    if (defects.has('wrong-answers')) this.o.send(message);
  }

  private fail(m: Pick<DiagDown, 'session' | 'req'>, reason: string, gate?: string): void {
    this.answer(m, { state: 'fail', reason, ...(gate === undefined ? {} : { gate }) });
  }

  private live(plant: Plant, more: readonly string[] = []): Record<string, number | null> {
    return Object.fromEntries([...new Set([...liveItems, ...more])].map((item) => [item, plant.read(item)]));
  }
}
