import { EngineUp, FaultUp, SosUp, TelemetryUp } from '@headland/contracts/device/up';
import { parseUpTopic } from '@headland/contracts/device/envelope';
import { watchPosture } from '@headland/domain/rollover';
import { decodeLedgerLine, sentLine } from '@headland/testing/ledger';
import { controlDown } from '@headland/testing/builders/down';
import { Random } from '@headland/testing/random';
import { describe, expect, it } from 'vitest';
import { type z } from 'zod';
import { Behaviour } from './behaviour';
import { decodePayload } from './encoding';
import { LoadBody } from './load-body';
import { Machine } from './machine/machine';
import { type Outgoing, type Garbage } from './message-maker';
import { Unit } from './unit';

const schemas = { telemetry: TelemetryUp, engine: EngineUp, fault: FaultUp, sos: SosUp };
const startMs = Date.UTC(2026, 5, 1, 8);
const hourMs = 3_600_000;
const wild = {
  cbor: 0.5,
  duplicates: 0.2,
  reorder: { share: 0.2 },
  late: { share: 0.1 },
  backlog: { share: 0.5 },
  deadSpots: { perHour: 3 },
  rebootsPerHour: 0.5,
  clock: { skewShare: 0.3, epoch1970Share: 0.1, year2099Share: 0.1, jumpsPerHour: 0.3, driftPpm: 100 },
  malformed: { share: 0.3 },
  faultsPerDay: 60,
  sosPerDay: 12,
};

interface Received {
  sent: Outgoing[];
  rubbish: Garbage[];
  boots: number[];
  deadSpots: number;
  unit: Unit;
}

function play(
  device: string,
  seed: number,
  given: z.input<typeof Behaviour>,
  hours: number,
  options: { load?: boolean; machine?: 'tractor' | 'excavator' } = {},
): Received {
  const received: Omit<Received, 'unit'> = { sent: [], rubbish: [], boots: [], deadSpots: 0 };
  const home = { lat: 35.8, lon: 126.9, country: 'KR' as const };
  const random = new Random(seed, `${device}/machine`);
  const unit = new Unit({
    device,
    seed,
    behaviour: Behaviour.parse(given),
    boot: 100,
    startMs,
    body:
      options.load === true
        ? new LoadBody(home, seed, random, startMs)
        : new Machine(options.machine ?? 'tractor', home, random, null),
    port: {
      send: (message) => received.sent.push(message),
      sendGarbage: (rubbish) => received.rubbish.push(rubbish),
      deadSpot: () => received.deadSpots++,
      rebooted: (boot) => received.boots.push(boot),
    },
  });
  unit.deliverBacklog();
  const until = startMs + hours * hourMs;
  for (let at = unit.nextMs; at <= until; at = unit.nextMs) unit.run(at);
  return { ...received, unit };
}

const bytes = (m: Outgoing): Buffer => Buffer.from(m.payload as string);
const isOn = (m: Outgoing): boolean =>
  m.kind === 'telemetry' && TelemetryUp.parse(read(m)).samples.some((s) => s.engine === 'on');
const read = (m: Outgoing): Record<string, unknown> => decodePayload(bytes(m)) as Record<string, unknown>;

describe('a unit', () => {
  it('sends the same bytes for the same seed, and others for another', () => {
    const key = (received: Received) =>
      JSON.stringify([
        received.sent.map((m) => ({ ...m, payload: bytes(m).toString('hex') })),
        received.rubbish.map((r) => [r.reason, r.payload.length]),
        received.boots,
      ]);
    for (const device of ['KT-0001', 'KT-0002', 'KT-0003']) {
      const first = key(play(device, 5, wild, 3));
      expect(first.length).toBeGreaterThan(10_000);
      expect(key(play(device, 5, wild, 3))).toBe(first);
      expect(key(play(device, 6, wild, 3))).not.toBe(first);
    }
  });

  it.each([
    ['tractor', { machine: 'tractor' }],
    ['excavator', { machine: 'excavator' }],
    ['load', { load: true }],
  ] as const)(
    'makes only messages that their schema accepts, numbered without a gap in each topic and boot (%s)',
    (_, options) => {
      const kinds = new Set<string>();
      for (let seed = 0; seed < 10; seed++) {
        const { sent, unit } = play(`KT-${seed}`, seed, wild, 6, options);
        if ('load' in options) for (let i = 0; i < 500; i++) unit.load(startMs + i * 100);
        const last = new Map<string, number>();
        for (const message of sent) {
          const { kind, boot, seq } = message;
          const parsed = schemas[kind as keyof typeof schemas].safeParse(read(message));
          expect(parsed.error, bytes(message).toString()).toBeUndefined();
          expect(parsed.data).toMatchObject({ boot, seq });
          expect(seq).toBe((last.get(`${kind}.${boot}`) ?? 0) + 1);
          last.set(`${kind}.${boot}`, seq);
          kinds.add(kind);
        }
      }
      expect([...kinds].sort()).toEqual(
        'load' in options ? ['fault', 'sos', 'telemetry'] : ['engine', 'fault', 'sos', 'telemetry'],
      );
    },
  );

  it('sends samples 10 s apart in batches of half a minute, and of a minute once configured', () => {
    const calm = { clock: { driftPpm: 0 }, rebootsPerHour: 0, faultsPerDay: 0, sosPerDay: 0 };
    // a machine that works through the whole quarter of an hour
    const seed = Array.from({ length: 50 }, (_, i) => i).find((i) => {
      const { sent } = play('KT-1', i, calm, 0.25);
      return sent.length > 20 && sent.every((m) => m.kind === 'telemetry');
    });
    const { sent, unit } = play('KT-1', seed ?? -1, calm, 0);
    const run = (minutes: number, fromMs: number): number[] => {
      sent.length = 0;
      for (let at = unit.nextMs; at <= fromMs + minutes * 60_000; at = unit.nextMs) unit.run(at);
      return sent.map((m) => TelemetryUp.parse(read(m)).samples.length);
    };
    run(3, startMs);
    expect(run(3, startMs + 180_000)).toEqual([3, 3, 3, 3, 3, 3]);
    unit.onConfig({ ...unit.config, interval: 60 });
    run(2, startMs + 360_000);
    expect(run(4, startMs + 480_000)).toEqual([6, 6, 6, 6]);
    for (const m of sent) {
      const { samples } = TelemetryUp.parse(read(m));
      for (let i = 1; i < samples.length; i++) expect((samples[i]?.ts ?? 0) - (samples[i - 1]?.ts ?? 0)).toBe(10_000);
    }
  });

  it('asleep sends a status every six hours, and reports waking with the key', () => {
    for (let seed = 0; seed < 6; seed++) {
      const { sent } = play(
        `KT-${seed}`,
        seed,
        { clock: { driftPpm: 0 }, rebootsPerHour: 0, faultsPerDay: 0, sosPerDay: 0 },
        72,
        { machine: 'excavator' },
      );
      let on: boolean | null = null;
      let lastTs = startMs;
      for (const m of sent) {
        const body = read(m);
        if (m.kind === 'engine') {
          expect(body.on).not.toBe(on);
          on = body.on === true;
        }
        if (m.kind !== 'telemetry') continue;
        expect(Number(body.ts) - lastTs).toBeLessThanOrEqual(6 * hourMs);
        lastTs = Number(body.ts);
      }
      expect(on).not.toBeNull();
    }
  });

  it('that rolls over shows it in its samples, by its configured thresholds, whether it reports or not', () => {
    for (let seed = 0; seed < 20; seed++) {
      const derived = seed % 2 === 0;
      const { sent, unit } = play(
        `KT-${seed}`,
        seed,
        {
          sosPerDay: 240,
          sosTypes: { button: 0, rollover: 1, collision: 0 },
          derivedRollovers: derived ? 1 : 0,
          faultsPerDay: 0,
        },
        0,
      );
      unit.onConfig({ ...unit.config, rollover: { x: 70, y: 75, z: 80 } });
      for (let at = unit.nextMs; at <= startMs + hourMs; at = unit.nextMs) unit.run(at);
      const calls = sent.filter((m) => m.kind === 'sos').length;
      if (derived) expect(calls).toBe(0);
      else expect(calls).toBeGreaterThan(0);
      const samples = sent.filter((m) => m.kind === 'telemetry').flatMap((m) => TelemetryUp.parse(read(m)).samples);
      expect(watchPosture('upright', samples, unit.config.rollover).rolledOverAt).not.toBeNull();
    }
  });

  it('is righted when the back end states that the call is closed', () => {
    const { unit } = play('KT-1', 1, { sosPerDay: 0 }, 0);
    unit.sos('rollover', startMs + 1);
    const lies = (): boolean => unit.isRolledOver;
    expect(lies()).toBe(true);
    unit.onSos({ sos: 1, status: 'dispatched' });
    expect(lies()).toBe(true);
    unit.onSos({ sos: 1, status: 'resolved' });
    expect(lies()).toBe(false);
    expect(unit.panel.map((p) => p.status)).toEqual(['dispatched', 'resolved']);
  });

  it('starts its parked machine on command only', () => {
    const seed = Array.from({ length: 200 }, (_, i) => i).find(
      (i) => !play('KT-1', i, { sosPerDay: 0, faultsPerDay: 0 }, 0.01).sent.some((m) => read(m).on === true || isOn(m)),
    );
    const { unit, sent } = play('KT-1', seed ?? -1, { sosPerDay: 0, faultsPerDay: 0, rebootsPerHour: 0 }, 0.01);
    const at = startMs + 0.01 * hourMs;
    expect(unit.onControl(controlDown({ until: 1 }), at)).toBe(false);
    expect(unit.onControl(controlDown(), at)).toBe(true);
    unit.run(at + 1);
    expect(sent.filter((m) => m.kind === 'engine').map((m) => EngineUp.parse(read(m)).on)).toEqual([true]);
    // the start request gets the engine state at once, not with the next batch
    const samples = sent.filter((m) => m.kind === 'telemetry').map((m) => TelemetryUp.parse(read(m)).samples.at(-1));
    expect(samples.at(-1)).toMatchObject({ engine: 'on', key: 'on' });
    // it runs already
    expect(unit.onControl(controlDown(), at + 2)).toBe(false);
    unit.sos('rollover', at + 3);
    expect(unit.onControl(controlDown(), at + 4)).toBe(false);
  });

  it('reports the whole set of faults whenever it changes, clears what it raised, and counts repeats', () => {
    let repeats = 0;
    for (let seed = 0; seed < 20; seed++) {
      const active = new Set<string>();
      for (const m of play(`KT-${seed}`, seed, { faultsPerDay: 400, sosPerDay: 0 }, 12).sent.filter(
        (s) => s.kind === 'fault',
      )) {
        const report = FaultUp.parse(read(m));
        const now = new Set(report.active.map((a) => a.code));
        for (const code of report.cleared) {
          expect(active.has(code)).toBe(true);
          expect(now.has(code)).toBe(false);
        }
        expect([...active].filter((code) => !now.has(code)).sort()).toEqual([...report.cleared].sort());
        if (report.cleared.length === 0) expect(now.size).toBe(active.size + 1);
        repeats += report.active.filter((a) => (a.count ?? 0) > 1).length;
        active.clear();
        for (const code of now) active.add(code);
      }
    }
    expect(repeats).toBeGreaterThan(10);
  });

  it('finds no fault, and clears none, while its key is off', () => {
    const steady = { clock: { driftPpm: 0, jumpsPerHour: 0 }, backlog: { share: 0 }, rebootsPerHour: 0, sosPerDay: 0 };
    let reports = 0;
    for (let seed = 0; seed < 4; seed++) {
      const { sent } = play(`KT-${seed}`, seed, { ...steady, faultsPerDay: 400 }, 24);
      const samples = sent.flatMap((m) => (m.kind === 'telemetry' ? TelemetryUp.parse(read(m)).samples : []));
      const keys = samples.sort((a, b) => a.ts - b.ts);
      expect(keys.some((s) => s.key === 'off')).toBe(true);
      for (const m of sent.filter((one) => one.kind === 'fault')) {
        const { ts } = FaultUp.parse(read(m));
        // before its first sample it is as in that one
        expect((keys.findLast((s) => s.ts <= ts) ?? keys[0])?.key, `at ${ts} of seed ${seed}`).toBe('on');
        reports++;
      }
    }
    expect(reports).toBeGreaterThan(10);
  });

  it('records in the ledger what it sent and the true time', () => {
    const { sent } = play('KT-1', 3, { ...wild, backlog: { share: 0 }, cbor: 0 }, 6);
    for (const m of sent) {
      const entry = decodeLedgerLine(sentLine(0, m.kind, m.boot, m.seq, 0, m.content).trimEnd());
      const body = read(m);
      if (entry.what !== 'sent') throw new Error('not a sent line');
      const times = entry.content.kind === 'telemetry' ? entry.content.samples : [entry.content];
      for (const { trueMs } of times) expect(trueMs >= startMs && trueMs <= startMs + 6 * hourMs).toBe(true);
      if (entry.content.kind === 'telemetry') {
        expect(times.map((t) => t.ts)).toEqual(TelemetryUp.parse(body).samples.map((s) => s.ts));
      } else expect(times[0]?.ts).toBe(body.ts);
      if (entry.content.kind === 'fault')
        expect(entry.content.active).toEqual(FaultUp.parse(body).active.map((a) => a.code));
      if (entry.content.kind === 'sos') expect(entry.content.type).toBe(body.type);
    }
  });

  it('delivers what it recorded before under the boot before, spread over the first minute', () => {
    const { sent } = play('KT-1', 1, { backlog: { share: 1, messages: 15, hours: 24 }, clock: { driftPpm: 0 } }, 0);
    const old = sent.filter((m) => m.boot === 99);
    expect(old.map((m) => m.seq)).toEqual(Array.from({ length: 15 }, (_, i) => i + 1));
    for (const m of old) {
      expect(Number(read(m).ts)).toBeLessThan(startMs);
      expect(Number(read(m).ts)).toBeGreaterThan(startMs - 24 * hourMs);
      expect(m.notBeforeMs >= startMs && m.notBeforeMs <= startMs + 60_000).toBe(true);
    }
  });

  it('misbehaves as often as configured', () => {
    const { sent, rubbish, unit } = play(
      'KT-1',
      2,
      { duplicates: 0.2, reorder: { share: 0.3 }, malformed: { share: 0.5 }, sosPerDay: 0 },
      0,
      { load: true },
    );
    for (let i = 0; i < 10_000; i++) unit.load(startMs + i);
    const share = (n: number): number => n / 10_000;
    expect(share(sent.filter((m) => m.duplicate).length)).toBeCloseTo(0.2, 1);
    expect(share(sent.filter((m) => m.notBeforeMs > 0).length)).toBeCloseTo(0.3, 1);
    expect(share(rubbish.length)).toBeCloseTo(0.5, 1);
    expect(new Set(rubbish.map((r) => r.reason))).toEqual(
      new Set(['truncated', 'wrongTypes', 'nul', 'oversize', 'foreignDevice']),
    );
    for (const r of rubbish) expect(parseUpTopic(r.topic)?.device === 'KT-1').toBe(r.reason !== 'foreignDevice');
  });

  it('never holds a call for help back', () => {
    const { sent } = play('KT-1', 2, { late: { share: 1 }, sosPerDay: 480, faultsPerDay: 0 }, 6);
    const calls = sent.filter((m) => m.kind === 'sos');
    expect(calls.length).toBeGreaterThan(5);
    for (const m of calls) expect(m.notBeforeMs).toBe(0);
  });
});

describe('a clock', () => {
  it.each([
    ['right', { driftPpm: 0 }, (ts: number) => ts === startMs + 1000],
    ['at 1970', { epoch1970Share: 1, driftPpm: 0 }, (ts: number) => ts < 120_000],
    ['at 2099', { year2099Share: 1, driftPpm: 0 }, (ts: number) => ts > Date.UTC(2098, 11, 31)],
    [
      'skewed',
      { skewShare: 1, skewMaxMs: 5000, driftPpm: 0 },
      (ts: number) => ts !== startMs + 1000 && Math.abs(ts - startMs - 1000) <= 5000,
    ],
  ] as const)('%s', (_, clock, holds) => {
    for (let seed = 0; seed < 20; seed++)
      expect(holds(play(`KT-${seed}`, seed, { clock }, 0).unit.maker.clock.at(startMs + 1000))).toBe(true);
  });

  it('drifts within a boot and jumps on command', () => {
    const clock = play('KT-1', 1, { clock: { driftPpm: 1000 } }, 0).unit.maker.clock;
    const gained = clock.at(startMs + hourMs) - clock.at(startMs) - hourMs;
    expect(gained).not.toBe(0);
    expect(Math.abs(gained)).toBeLessThanOrEqual(3600);
    const before = clock.at(startMs);
    clock.jump();
    expect(clock.at(startMs)).not.toBe(before);
  });
});
