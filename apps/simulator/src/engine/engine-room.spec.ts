import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { blockBytes, type FlashOffer, type FlashUp } from '@headland/contracts/device/flash';
import { judgeCode, withCheckCharacter } from '@headland/domain/after-service/injector-code';
import { shippedInjectorProfile } from '@headland/domain/after-service/injector-profile';
import { liveItems } from '@headland/domain/diagnosis/gates';
import { monitorItems } from '@headland/domain/diagnosis/items';
import { testCatalogue } from '@headland/domain/diagnosis/tests';
import { blocksOf, blockSpan } from '@headland/domain/reprogram/blocks';
import { signedText } from '@headland/domain/reprogram/offer';
import { describe, expect, it } from 'vitest';
import { Bench } from '../testing/bench';
import { DefectOption } from './defects';

const running = ['runup', 'shutoff', 'highpre', 'prvTest', 'leakTest'];
const code = withCheckCharacter('A1B2C3D4E5F6G7H8J9K', '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ');
// it fires last of the four
const second = { cylinder: '02', position: 4, code };
const pump = { part: 'hpPump', partCode: 'HP100', serial: '0012345', hours: 0 };
const args: Record<string, Record<string, string | number>> = { c3iInfo: second, partReplacement: pump };
const engine = { model: null, engineType: null, hwVariant: null, cylinders: 4 };
/** Prepares the machine as the test requires. */
function ready(test: string, defects = ''): Bench {
  const bench = new Bench(defects, { speed: 10, ambient: 12 }).set(
    running.includes(test) ? 'run' : 'stop',
    test === 'plugTest' ? false : true,
  );
  // the exhaust of a machine that has just worked is too hot for urea
  if (!running.includes(test) && test !== 'plugTest') bench.machine.engine.exhaustC = 90;
  bench.connect();
  for (const need of testCatalogue.byId.get(test as never)?.needs ?? []) bench.test(need.test);
  return bench;
}

describe('a sound machine', () => {
  it.each([...testCatalogue.byId.keys()])('passes %s', (test) => {
    const { end, judgement, answers } = ready(test).test(test, args[test]);
    expect(end, JSON.stringify(end)).toMatchObject({ state: 'complete' });
    expect(judgement.verdict, JSON.stringify(judgement.evidence, null, 1)).toBe('pass');
    expect(answers[0]?.state).toBe('waiting');
    expect(answers.some((m) => m.state === 'running')).toBe(true);
    // progress never decreases
    const progress = answers.flatMap((m) => (m.progress === undefined ? [] : [m.progress]));
    expect([...progress].sort((a, b) => a - b)).toEqual(progress);
  });
});

describe('a faulty part is found', () => {
  it.each([
    ['weak-injector:2', 'shutoff', 'drop', 2],
    ['weak-injector:3', 'runup', 'cylinders', 3],
    ['low-compression:3', 'compres', 'range:cyl.dRpm', 3],
    ['low-compression:1', 'shutoff', 'drop', 1],
    ['wrong-c3i:4', 'shutoff', 'drop', 4],
    ['rail-leak', 'leakTest', 'tightness', null],
    ['rail-leak', 'prvTest', 'loss', null],
    ['rail-leak', 'hpTest', 'build', null],
    ['worn-pump', 'hpTest', 'build', null],
    ['stuck-prv', 'prvTest', 'release', null],
    ['air-in-urea', 'pumpPriming', 'build', null],
    ['clogged-filter', 'pumpPriming', 'build', null],
    ['clogged-filter', 'defControlTest', 'steady', null],
    ['clogged-filter', 'defInjectTest', 'amount', null],
    ['urea-return', 'defControlTest', 'steady', null],
    ['bad-urea', 'lqsTemp', 'concentration', null],
    ['acv-jam', 'acvTest', 'follow', null],
    ['dead-heater', 'defHeaterTest', 'tank', null],
    ['egr-jam', 'egrTest', 'follow', null],
    ['open-plug', 'plugTest', 'each', 1],
    ['open-plug:3', 'plugTest', 'current', null],
  ] as const)('%s by %s', (defect, test, limit, cylinder) => {
    const { judgement } = ready(test, defect).test(test, args[test]);
    const missed = judgement.evidence.filter((e) => e.ok === false);
    expect(judgement.verdict, JSON.stringify(judgement.evidence, null, 1)).toBe('fail');
    expect(missed.map((e) => e.limit)).toContain(limit);
    if (cylinder !== null) expect(missed.filter((e) => e.limit === limit).map((e) => e.cylinder)).toEqual([cylinder]);
    // the first part that is wrong leads on to something
    expect(judgement.next.length).toBeGreaterThan(0);
  });

  it.each([
    ['below', 'worn-pump', -200],
    ['above', 'open-imv', 200],
  ])(
    'a rail that stays 200 bar %s its target by the high-pressure test, which ends by itself after 8 s',
    (_, defect, bound) => {
      const { end, answers } = ready('highpre', defect).test('highpre');
      expect(end).toMatchObject({ state: 'fail', reason: 'limit', item: 'rail.deviation' });
      const items = answers.find((m) => m.trace !== undefined)?.trace?.items ?? [];
      const deviation = answers
        .flatMap((m) => m.trace?.rows ?? [])
        .map((row) => row[items.indexOf('rail.deviation')] ?? 0);
      // ten rows a second: not before eight seconds of it, and not after
      const beyond = deviation.length - 1 - deviation.findLastIndex((bar) => bar * Math.sign(bound) <= 200);
      expect(beyond).toBeGreaterThanOrEqual(79);
      expect(beyond).toBeLessThanOrEqual(82);
    },
  );
  it('air in the urea goes with the second priming', () => {
    const bench = ready('pumpPriming', 'air-in-urea');
    expect(bench.test('pumpPriming').judgement.verdict).toBe('fail');
    expect(bench.test('pumpPriming').judgement.verdict).toBe('pass');
  });
  it('an injector’s code that is written and read back makes a wrong one right', () => {
    const bench = ready('c3iInfo', 'wrong-c3i:2');
    expect(bench.test('c3iInfo', args.c3iInfo).judgement.verdict).toBe('pass');
    expect(new Set(bench.test('c3iInfo', args.c3iInfo).end.values?.['c3i.codes'] as string[]).size).toBe(4);
    bench.set('run');
    expect(bench.test('shutoff').judgement.verdict).toBe('pass');
    // a code that another cylinder has is refused
    const taken = (bench.set('stop'), bench.test('c3iInfo', { ...second, cylinder: 1, position: 1 }));
    expect([taken.end.state, taken.end.reason, taken.judgement.verdict]).toEqual(['fail', 'codeTwice', 'fail']);
  });
});

describe('what is written into an engine', () => {
  const codesOf = (bench: Bench): unknown => bench.diag.find((m) => m.state === 'connected')?.values?.['c3i.codes'];

  it('is reported first: the codes with the connect, in firing order; learned values before their reset', () => {
    const bench = new Bench('', { speed: 1 }).set('stop', true).connect();
    const before = codesOf(bench) as string[];
    expect(before).toHaveLength(4);
    for (const [at, other] of before.entries())
      expect([judgeCode(other, engine, shippedInjectorProfile).checksum, before.indexOf(other)]).toEqual([null, at]);
    const { answers, end } = bench.test('c3iInfo', second);
    expect(answers.find((m) => m.state === 'running' && m.values !== undefined)?.values).toEqual({
      'c3i.old': before[3],
    });
    // the others are unchanged
    expect(end.values).toMatchObject({
      'c3i.old': before[3],
      'c3i.code': code,
      'c3i.codes': [...before.slice(0, 3), code],
    });

    const reset = bench.test('partReplacement', pump);
    const first = reset.answers.findIndex((m) => m.values?.['before.counter'] === 7);
    expect(first).toBeGreaterThanOrEqual(0);
    expect(reset.answers.findIndex((m) => m.prompt === 'key.cycle')).toBeGreaterThan(first);
    expect(reset.end.values).toMatchObject({
      'before.counter': 7,
      'before.pumpTrim': 3.2,
      'after.counter': 0,
      'after.pumpTrim': 0,
      'part.counter': 0,
    });
    // the key is reported off, and the session continues
    expect(bench.diag.some((m) => m.state === 'alive' && m.live?.key === 0)).toBe(true);
    expect(bench.test('partReplacement', { ...pump, part: 'dpf' }).judgement.verdict).toBe('pass');
  });

  it.each([
    ['at another place than its cylinder’s', { position: 2 }, 'badCode'],
    ['of a cylinder that is not there', { cylinder: 5, position: 5 }, 'badCode'],
  ])('is not a code %s', (_, over, reason) => {
    const bench = ready('c3iInfo');
    const before = codesOf(bench) as string[];
    const { end, judgement } = bench.test('c3iInfo', { ...second, ...over });
    expect([end.state, end.reason, end.values?.['c3i.codes']]).toEqual(['fail', reason, before]);
    expect(judgement.verdict).not.toBe('pass');
  });

  it('and reads back otherwise is put back', () => {
    const bench = ready('c3iInfo', 'c3i-write:2');
    const before = codesOf(bench) as string[];
    const { end } = bench.test('c3iInfo', second);
    expect(end).toMatchObject({
      state: 'fail',
      reason: 'readBack',
      values: { 'c3i.old': before[3], 'c3i.code': before[3], 'c3i.codes': before },
    });
    // the memory of another cylinder is sound
    expect(bench.test('c3iInfo', { ...second, cylinder: 3, position: 2 }).judgement.verdict).toBe('pass');
  });

  it('and is aborted is put back', () => {
    const bench = new Bench('', { speed: 1 }).set('stop', true).connect();
    const before = codesOf(bench) as string[];
    const req = bench.ask({ op: 'write', item: 'c3iInfo', value: second });
    bench.pass(3);
    bench.ask({ op: 'abort' });
    expect(bench.answers(req).at(-1)).toMatchObject({
      state: 'fail',
      reason: 'aborted',
      values: { 'c3i.code': before[3], 'c3i.codes': before },
    });
  });

  it('of a reset return when the key is not turned', () => {
    const { end } = ready('partReplacement', 'no-key-cycle').test('partReplacement', pump);
    expect(end).toMatchObject({
      state: 'fail',
      reason: 'noKeyCycle',
      values: { 'before.counter': 7, 'after.counter': 7, 'before.pumpTrim': 3.2, 'after.pumpTrim': 3.2 },
    });
  });
  it('of an unknown part is refused', () => {
    expect(ready('partReplacement').test('partReplacement', { ...pump, part: 'turbo' }).end).toMatchObject({
      state: 'fail',
      reason: 'notSupported',
    });
  });
});

describe('a session', () => {
  const fresh = (defects = ''): Bench => new Bench(defects).set('run', true);

  it('names who it is, what its gates ask for each second, and what was chosen at its period', () => {
    const bench = fresh().connect();
    const [connected] = bench.diag;
    expect(connected).toMatchObject({
      state: 'connected',
      info: { device_id: 'KT-0001', hw_variant: 'HL-D24', cyl: 4, ecu_sw_sequence: 'SW-3.1.0' },
    });
    expect(Object.keys(connected?.live ?? {}).sort()).toEqual([...liveItems].sort());
    const alive = bench.diag.filter((m) => m.state === 'alive');
    expect(alive.length).toBeGreaterThanOrEqual(11);
    const items = [...monitorItems.keys()].slice(0, 10);
    const req = bench.ask({ op: 'watch', items, period: 500 });
    bench.pass(10);
    expect(bench.answers(req).map((m) => m.state)).toEqual(['watching']);
    expect(bench.stream).toHaveLength(20);
    bench.stream.forEach((m, i) => expect(m.t0 - (bench.stream[0]?.t0 ?? 0)).toBe(i * 500));
    const before = bench.stream.length;
    bench.ask({ op: 'unwatch' });
    bench.pass(5);
    expect(bench.stream).toHaveLength(before);
  });

  it('reads every item of the catalogue within its range', () => {
    const bench = fresh().connect();
    const ids = [...monitorItems.keys()];
    for (let i = 0; i < ids.length; i += 10) {
      bench.ask({ op: 'watch', items: ids.slice(i, i + 10), period: 500 });
      bench.pass(2);
    }
    for (const { items, rows } of bench.stream)
      for (const row of rows)
        row.forEach((value, i) => {
          const item = monitorItems.get(items[i] ?? '');
          if (value !== null && item) expect(value >= item.min && value <= item.max, `${item.id} ${value}`).toBe(true);
        });
    const seen = new Set(
      bench.stream.flatMap((m) => m.rows.flatMap((row) => m.items.filter((_, i) => row[i] !== null))),
    );
    expect(seen.size).toBeGreaterThan(40);
  });

  it('is one at a time: another is refused until this one ends or is silent for a minute', () => {
    const bench = fresh().connect();
    const other = randomUUID();
    const refused = bench.ask({ op: 'connect' }, other);
    expect(bench.answers(refused)[0]).toMatchObject({ state: 'fail', reason: 'alreadyConnected' });
    // the same request again is answered again: the answer may have been lost
    expect(bench.answers(bench.ask({ op: 'connect' }))[0]?.state).toBe('connected');
    bench.pass(61, false);
    expect(bench.answers(bench.ask({ op: 'connect' }, other))[0]?.state).toBe('connected');
    expect(bench.answers(bench.ask({ op: 'faults' }))[0]).toMatchObject({ state: 'fail', reason: 'noSession' });
    expect(bench.answers(bench.ask({ op: 'disconnect' }, other))[0]?.state).toBe('disconnected');
    expect(bench.answers(bench.ask({ op: 'faults' }, other))[0]).toMatchObject({ reason: 'noSession' });
  });

  it('parks a machine that works for as long as it lasts', () => {
    const bench = new Bench();
    bench.pass(60);
    expect(bench.machine.speedKmh).toBeGreaterThan(0);
    bench.connect();
    expect([bench.machine.speedKmh, bench.machine.engineRuns]).toEqual([0, true]);
    bench.ask({ op: 'disconnect' });
    bench.pass(15);
    expect(bench.machine.override).toBeNull();
  });

  it('refuses a test whose gate does not hold, and a second one', () => {
    const bench = fresh().connect();
    expect(bench.answers(bench.ask({ op: 'test', test: 'compres', args: {} }))[0]).toMatchObject({
      state: 'fail',
      reason: 'gate',
      gate: 'STOP',
    });
    expect(bench.answers(bench.ask({ op: 'test', test: 'nothing', args: {} }))[0]).toMatchObject({
      reason: 'notSupported',
    });
    const first = bench.ask({ op: 'test', test: 'shutoff', args: {} });
    bench.pass(3);
    expect(bench.answers(bench.ask({ op: 'test', test: 'highpre', args: {} }))[0]).toMatchObject({
      reason: 'otherTestRunning',
    });
    const abort = bench.ask({ op: 'abort' });
    expect(bench.answers(first).at(-1)).toMatchObject({ state: 'fail', reason: 'aborted' });
    expect(bench.answers(abort)[0]?.state).toBe('connected');
  });

  it('ends a test within a second of a lost gate', () => {
    const bench = fresh('loses-park:5').connect();
    const req = bench.ask({ op: 'test', test: 'shutoff', args: {} });
    bench.pass(6.1);
    expect(bench.answers(req).at(-1)).toMatchObject({
      state: 'fail',
      reason: 'gate',
      gate: 'PARK',
      item: 'brake.park',
    });
  });

  it('ends with a key that stays off for a minute, the test at once', () => {
    const bench = fresh().connect();
    const req = bench.ask({ op: 'test', test: 'shutoff', args: {} });
    bench.pass(3);
    bench.machine.override = null;
    bench.machine.job.stop();
    bench.pass(2);
    expect(bench.answers(req).at(-1)).toMatchObject({ state: 'fail', reason: 'keyOff' });
    bench.pass(62);
    expect(bench.diag.at(-1)).toMatchObject({ state: 'disconnected', reason: 'keyOff' });
  });

  it('reads and clears its faults while parked', () => {
    const bench = fresh().connect();
    bench.unit.raiseFault('E0410', bench.nowMs);
    expect(bench.answers(bench.ask({ op: 'faults' }))[0]?.stored?.map((f) => f.code)).toEqual(['E0410']);
    expect(bench.answers(bench.ask({ op: 'clearFaults' }))[0]).toMatchObject({ state: 'fail', reason: 'gate' });
    bench.set('stop');
    expect(bench.answers(bench.ask({ op: 'clearFaults' }))[0]).toMatchObject({ stored: [], cleared: ['E0410'] });
    expect(bench.faults.at(-1)).toMatchObject({ active: [], cleared: ['E0410'] });
  });

  it('misbehaves as configured', () => {
    const silent = fresh('silent:1').connect();
    silent.ask({ op: 'faults' });
    const count = silent.diag.length;
    silent.ask({ op: 'faults' });
    silent.pass(30);
    expect(silent.diag).toHaveLength(count);
    const wrong = fresh('wrong-answers').connect();
    const req = wrong.ask({ op: 'faults' });
    expect(wrong.answers(req).map((m) => m.state)).toEqual(['watching', 'watching', 'faults', 'faults']);
    const late = fresh('late-answers').connect();
    expect(late.delayedUntilMs).toBeGreaterThan(late.startMs + 10_000);
    const lossy = fresh('link-loss').connect();
    lossy.pass(30);
    expect(lossy.deadSpots).toHaveLength(1);
    expect(lossy.deadSpots.every((ms) => ms >= 5000 && ms <= 90_000)).toBe(true);
  });
});

describe('reprogramming', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const flashKey = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const bytes = Uint8Array.from({ length: 100_001 }, (_, i) => (i * 31) & 0xff);
  function offer(over: Partial<FlashOffer> = {}): FlashOffer {
    const unsigned = {
      session: randomUUID(),
      op: 'offer' as const,
      target: 'ecu' as const,
      name: 'engine.ulp',
      format: 'ulp' as const,
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      block: blockBytes as 4096,
      blocks: blocksOf(bytes.length),
      variant: 'HL-D24',
      calibration: 'CAL-D24-0412',
      version: 'SW-3.2.1',
      until: Date.UTC(2100, 0, 1),
      ...over,
    };
    return { signature: sign(null, Buffer.from(signedText(unsigned)), privateKey).toString('base64'), ...unsigned };
  }
  const bench = (defects = ''): Bench => new Bench(defects, { speed: 10, flashKey }).set('stop', true);
  const states = (b: Bench): string[] => [...new Set(b.flash.map((m) => m.state ?? 'need'))];
  /** Sends the requested blocks until none is requested, without the `lost` ones. */
  function serve(
    b: Bench,
    o: FlashOffer,
    lost: (block: number, times: number) => boolean = () => false,
  ): Map<number, number> {
    const sent = new Map<number, number>();
    let read = 0;
    for (let round = 0; round < 200; round++) {
      const asked = b.flash.slice(read).filter((m): m is Extract<FlashUp, { need: unknown }> => 'need' in m);
      read = b.flash.length;
      for (const { need } of asked)
        for (let block = need[0]; block <= need[1]; block++) {
          const times = (sent.get(block) ?? 0) + 1;
          sent.set(block, times);
          const { from, to } = blockSpan(block, bytes.length);
          if (!lost(block, times)) b.unit.onBlock(o.session, block, bytes.subarray(from, to), b.nowMs);
        }
      if (asked.length === 0) b.pass(6);
    }
    return sent;
  }

  it('receives a program block by block and reports the version it then runs', () => {
    const b = bench();
    const o = offer();
    b.offer(o);
    const sent = serve(b, o);
    expect(states(b)).toEqual(['ready', 'need', 'checking', 'programming', 'done']);
    expect(b.flash.at(-1)).toMatchObject({ state: 'done', version: 'SW-3.2.1', calibration: 'CAL-D24-0412' });
    expect([...sent.values()].every((n) => n === 1)).toBe(true);
    expect(sent.size).toBe(o.blocks);
  });

  it('requests lost blocks again, and none that it has', () => {
    const b = bench();
    const o = offer();
    b.offer(o);
    const sent = serve(b, o, (block, times) => block % 3 === 0 && times === 1);
    expect(b.flash.at(-1)?.state).toBe('done');
    for (const [block, times] of sent) if (block % 3 !== 0 && block < 16) expect(times).toBe(1);
  });

  it('goes on after each of several cuts', () => {
    const b = bench('flash-cut:30+60+99');
    const o = offer();
    b.offer(o);
    serve(b, o);
    expect(b.deadSpots).toEqual([8000, 8000, 8000]);
    expect(b.flash.at(-1)?.state).toBe('done');
    expect(b.unit.engineRoom?.lastProgram?.sha256).toBe(o.sha256);
  });

  it.each([30, 60, 99])('resumes where it stopped after a cut at %d %%', (percent) => {
    const b = bench(`flash-cut:${percent}`);
    const o = offer();
    b.offer(o);
    serve(b, o);
    expect(b.deadSpots).toEqual([8000]);
    expect(b.flash.at(-1)?.state).toBe('done');
    // the same offer again answers with what it has
    const again = bench('flash-cut:60');
    const other = offer();
    again.offer(other);
    const [first] = again.flash.filter((m): m is Extract<FlashUp, { need: unknown }> => 'need' in m);
    for (let block = first?.need[0] ?? 0; block < 10; block++)
      again.unit.onBlock(
        other.session,
        block,
        bytes.subarray(blockSpan(block, bytes.length).from, blockSpan(block, bytes.length).to),
        again.nowMs,
      );
    again.offer(other);
    expect(again.flash.findLast((m) => m.state === 'ready')).toMatchObject({ have: [[0, 9]] });
  });

  it.each([
    ['a signature of somebody else', '', { signature: `${'A'.repeat(86)}==` }, 'failed', 'signature'],
    ['a hash that does not fit', '', { sha256: 'a'.repeat(64) }, 'failed', 'hash'],
    ['bytes that came wrong', 'flash-hash', {}, 'failed', 'hash'],
    ['another hardware', '', { variant: 'HL-D18' }, 'refused', 'variant'],
    ['another calibration', '', { calibration: 'CAL-D18-0412' }, 'refused', 'calibration'],
    ['an offer of yesterday', '', { until: 1 }, 'refused', 'expired'],
    ['a wrong number of blocks', '', { blocks: 99 }, 'refused', 'tooLarge'],
    ['12.3 V', 'low-battery', {}, 'refused', 'battery'],
    ['a unit without room', 'flash-refuse', {}, 'refused', 'noSpace'],
    ['a controller that fails', 'flash-fail', {}, 'failed', 'programming'],
  ] as const)('keeps the old version with %s', (_, defects, over, state, reason) => {
    const b = bench(defects);
    const o = offer(over);
    b.offer(o);
    serve(b, o);
    expect(b.flash.at(-1)).toMatchObject({ state, reason, version: 'SW-3.1.0' });
    expect(b.unit.engineRoom?.identity.software.ecu.version).toBe('SW-3.1.0');
  });

  it('reports the old id where it does not run the new one', () => {
    const b = bench('flash-old-id');
    const o = offer();
    b.offer(o);
    serve(b, o);
    expect(b.flash.at(-1)).toMatchObject({ state: 'done', version: 'SW-3.1.0' });
  });

  it('is for a parked machine, whose terminal knows the server, without a session', () => {
    const runs = new Bench('', { flashKey }).set('run', true);
    runs.offer(offer());
    expect(runs.flash.at(-1)).toMatchObject({ reason: 'engineRuns' });
    const stranger = new Bench('').set('stop', true);
    stranger.offer(offer());
    expect(stranger.flash.at(-1)).toMatchObject({ reason: 'noKey' });
    const busy = bench().connect();
    busy.offer(offer());
    expect(busy.flash.at(-1)).toMatchObject({ reason: 'busy' });
    const taking = bench();
    taking.offer(offer());
    taking.offer(offer());
    expect(taking.flash.at(-1)).toMatchObject({ state: 'refused', reason: 'busy' });
    expect(taking.answers(taking.ask({ op: 'connect' }))[0]).toMatchObject({ reason: 'reprogramming' });
  });

  it('is cancelled until it is programmed', () => {
    const b = bench();
    const o = offer();
    b.offer(o);
    b.offer({ session: o.session, op: 'cancel' });
    expect(b.flash.at(-1)).toMatchObject({ state: 'failed', reason: 'cancelled', version: 'SW-3.1.0' });
    const late = bench();
    const other = offer();
    late.offer(other);
    for (let block = 0; block < other.blocks; block++)
      late.unit.onBlock(
        other.session,
        block,
        bytes.subarray(blockSpan(block, bytes.length).from, blockSpan(block, bytes.length).to),
        late.nowMs,
      );
    const checked = bench();
    const third = offer();
    checked.offer(third);
    for (let block = 0; block < third.blocks; block++)
      checked.unit.onBlock(
        third.session,
        block,
        bytes.subarray(blockSpan(block, bytes.length).from, blockSpan(block, bytes.length).to),
        checked.nowMs,
      );
    expect(checked.flash.at(-1)?.state).toBe('checking');
    checked.offer({ session: third.session, op: 'cancel' });
    expect(checked.flash.at(-1)).toMatchObject({ state: 'failed', reason: 'cancelled', version: 'SW-3.1.0' });
    late.pass(1);
    late.offer({ session: other.session, op: 'cancel' });
    late.pass(10);
    expect(late.flash.at(-1)?.state).toBe('done');
  });
});

describe('the list of defects', () => {
  it.each([
    [
      'weak-injector:2,KT-0007/rail-leak',
      [
        ['weak-injector', [2], null],
        ['rail-leak', [], 'KT-0007'],
      ],
    ],
    ['flash-cut:30+60+99', [['flash-cut', [30, 60, 99], null]]],
    ['', []],
  ])('%s', (text, list) => expect(DefectOption.parse(text).map((d) => [d.name, d.n, d.device])).toEqual(list));
  it.each(['weak', 'weak-injector:x', 'flash-cut:30+', 'kt/rail-leak'])('refuses %s', (text) =>
    expect(DefectOption.safeParse(text).success).toBe(false),
  );
});
