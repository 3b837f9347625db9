import { maxPayloadBytes, parseUpTopic, type UpKind } from '@headland/contracts/device/envelope';
import { DiagUp, StreamUp } from '@headland/contracts/device/diagnosis';
import { FlashUp } from '@headland/contracts/device/flash';
import { EngineUp, FaultUp, SosUp, StatusUp, TelemetryUp } from '@headland/contracts/device/up';
import { Decoder, type Options } from 'cbor-x';
import { describe, expect, it } from 'vitest';
import { malformed, malformedReasons } from './builders/malformed';
import { Sequence } from './builders/sequence';
import {
  diagUp,
  engineUp,
  faultUp,
  flashUp,
  sosUp,
  statusUp,
  streamUp,
  telemetryBatch,
  telemetryUp,
} from './builders/up';
import { upFixture, upFixtures } from './fixtures';

const schemas: Partial<Record<UpKind, { safeParse: (value: unknown) => { success: boolean; error?: unknown } }>> = {
  status: StatusUp,
  telemetry: TelemetryUp,
  engine: EngineUp,
  fault: FaultUp,
  sos: SosUp,
  diag: DiagUp,
  stream: StreamUp,
  flash: FlashUp,
};

const cbor = new Decoder({ useRecords: false, int64AsNumber: true } as Options);

/** The protocol's rule in short: the first byte determines the encoding. */
function accepts(kind: UpKind, payload: Buffer): boolean {
  const first = payload[0] ?? 0;
  try {
    if (payload.length > maxPayloadBytes) return false;
    if (first === 0x7b) return schemas[kind]?.safeParse(JSON.parse(payload.toString('utf8'))).success ?? false;
    if (first >= 0xa0 && first <= 0xbf) return schemas[kind]?.safeParse(cbor.decode(payload)).success ?? false;
  } catch {
    return false;
  }
  return false;
}

describe('wire fixtures', () => {
  const all = upFixtures();

  it.each(all.map((f) => [`${f.kind}/${f.ok ? 'ok' : 'not-ok'}/${f.name} (${f.encoding})`, f] as const))(
    '%s',
    (_, f) => {
      expect(accepts(f.kind, f.payload)).toBe(f.ok);
    },
  );

  it('exist in both verdicts for every message that has a schema', () => {
    for (const kind of Object.keys(schemas) as UpKind[]) {
      expect(upFixtures({ kind, ok: true }).length, kind).toBeGreaterThan(2);
      expect(upFixtures({ kind, ok: false }).length, kind).toBeGreaterThan(5);
    }
  });

  it('are found by name', () => {
    expect(JSON.parse(upFixture('sos', true, 'rollover').payload.toString())).toMatchObject({ type: 'rollover' });
    expect(() => upFixture('sos', true, 'fire')).toThrow('up/sos/ok/fire');
  });
});

describe('builders', () => {
  it.each([
    ['telemetry', telemetryUp()],
    ['telemetry', telemetryBatch(60)],
    ['engine', engineUp()],
    ['fault', faultUp()],
    ['sos', sosUp()],
    ['status', statusUp()],
    ['diag', diagUp()],
    ['stream', streamUp()],
    ['flash', flashUp()],
  ] as const)('make a message that the schema accepts as it is: %s', (kind, message) => {
    expect(schemas[kind]?.safeParse(message)).toEqual({ success: true, data: message });
  });

  it('space the samples of a batch 10 s apart, the last at its time', () => {
    expect(telemetryBatch(3, { ts: 100_000 }).samples.map((s) => s.ts)).toEqual([80_000, 90_000, 100_000]);
  });

  it('count seq for each topic and from 1 after a reboot', () => {
    const sequence = new Sequence(4);
    expect([sequence.next('sos'), sequence.next('sos'), sequence.next('fault')]).toEqual([
      { boot: 4, seq: 1 },
      { boot: 4, seq: 2 },
      { boot: 4, seq: 1 },
    ]);
    sequence.reboot();
    expect(sequence.next('sos')).toEqual({ boot: 5, seq: 1 });
  });

  it.each(malformedReasons)('break a message in one way: %s', (reason) => {
    const good = telemetryUp();
    const { topic, payload } = malformed(reason, 'KT-0001', good);
    const parsed = parseUpTopic(topic);
    if (reason === 'foreignDevice') expect(parsed?.device).not.toBe('KT-0001');
    else expect(accepts(parsed?.kind ?? 'status', payload)).toBe(false);
  });
});
