import { readCbor } from './cbor';
import { describe, expect, it } from 'vitest';
import { TelemetryUp } from '@headland/contracts/device/up';
import { telemetryBatch } from '@headland/testing/builders/up';
import { upFixtures } from '@headland/testing/fixtures';
import { Random } from '@headland/testing/random';
import { decodeUp } from './decode';
import { readTelemetry } from './telemetry-reader';
import { sampleAt, stride, type TelemetryRows } from './telemetry-rows';

/** What the rows say, as the message said it. */
const messageOf = ({ boot, seq, ts, values, from, count }: TelemetryRows): unknown => ({
  v: 1,
  boot,
  seq,
  ts,
  samples: Array.from({ length: count }, (_, i) => sampleAt(values, from + i * stride)),
});
/** What JSON.parse and the schema say; null: refused. */
function slow(text: string): unknown {
  try {
    return TelemetryUp.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}
/** Reads the text; true if it was read, which it may only be to what the slow way reads. */
function reads(text: string | Buffer): boolean {
  const rows = readTelemetry(Buffer.from(text));
  if (rows !== null) expect(messageOf(rows), text.toString()).toEqual(slow(text.toString()));
  return rows !== null;
}

describe('telemetry from its bytes', () => {
  it('is read as JSON.parse and the schema read it', () => {
    for (const message of [telemetryBatch(1), telemetryBatch(3), telemetryBatch(60)]) {
      expect(reads(JSON.stringify(message))).toBe(true);
      expect(reads(JSON.stringify(message, null, 2))).toBe(true);
    }
    expect(reads('{"v":1,"boot":   7,"seq":1,"ts":5,"samples":[{"ts":5}]}  \n')).toBe(true);
  });

  it('is left to them where it is anything else', () => {
    const head = '{"v":1,"boot":1,"seq":1,"ts":5,';
    for (const text of [
      '',
      '{',
      '{}',
      `${head}"samples":[]}`,
      `${head}"samples":[{"ts":5}],"samples":[{"ts":6}]}`,
      `${head}"samples":[{"ts":5}],"more":1}`,
      `${head}"samples":[{"ts":5,"lat":91}]}`,
      `${head}"samples":[{"ts":5,"lat":1e1}]}`,
      `${head}"samples":[{"ts":5,"lat":01}]}`,
      `${head}"samples":[{"ts":5,"lat":.5}]}`,
      `${head}"samples":[{"ts":5,"lat":1.}]}`,
      `${head}"samples":[{"ts":5,"lat":-}]}`,
      `${head}"samples":[{"ts":5,"lat":"1"}]}`,
      `${head}"samples":[{"ts":5,"la\\u0074":1}]}`,
      `${head}"samples":[{"ts":5,"engine":"broken"}]}`,
      `${head}"samples":[{"ts":5,"tilt":{"x":1,"y":2}}]}`,
      `${head}"samples":[{"ts":5}]}x`,
      `${head}"samples":[{"ts":5}],}`,
      `${head}"samples":[{"ts":5},]}`,
      `${head}"samples":[{}]}`,
      '{"v":2,"boot":1,"seq":1,"ts":5,"samples":[{"ts":5}]}',
      '{"v":1,"boot":1.5,"seq":1,"ts":5,"samples":[{"ts":5}]}',
      '{"v":1,"seq":1,"ts":5,"samples":[{"ts":5}]}',
    ])
      expect(reads(text), text).toBe(false);
  });

  it('has the double that JSON.parse has', () => {
    const random = new Random(11, 'telemetry-reader');
    for (let i = 0; i < 20_000; i++) {
      const digits = 1 + Math.floor(random.next() * 18);
      const lat = `${random.next() < 0.5 ? '-' : ''}${Math.floor(random.next() * 90)}.${String(random.next())
        .slice(2)
        .padEnd(digits, '7')
        .slice(0, digits)}`;
      expect(reads(`{"v":1,"boot":1,"seq":1,"ts":5,"samples":[{"ts":5,"lat":${lat}}]}`)).toBe(/^[-\d.]+$/u.test(lat));
    }
  });

  it('is never read as something else, however its bytes are damaged', () => {
    const random = new Random(5, 'telemetry-reader');
    let read = 0;
    for (let i = 0; i < 30_000; i++) {
      const bytes = Buffer.from(JSON.stringify(telemetryBatch(1 + (i % 2))));
      for (let hits = 1 + Math.floor(random.next() * 2); hits > 0; hits--) {
        const at = Math.floor(random.next() * bytes.length);
        const from = Math.floor(random.next() * bytes.length);
        // another byte of the message, or any
        bytes[at] = random.next() < 0.7 ? (bytes[from] ?? 0) : Math.floor(random.next() * 256);
      }
      if (reads(bytes)) read++;
    }
    expect(read).toBeGreaterThan(1_000);
  });

  it('keeps its rows while other messages are read', () => {
    const messages = Array.from({ length: 500 }, (_, i) => telemetryBatch(1 + (i % 7), { seq: i + 1 }));
    const rows = messages.map((message) => readTelemetry(Buffer.from(JSON.stringify(message))));
    rows.forEach((row, i) => expect(messageOf(row as TelemetryRows)).toEqual(messages[i]));
  });

  it('and the rows of a fixture say what it says, in JSON and in CBOR', () => {
    for (const { encoding, payload } of upFixtures({ kind: 'telemetry', ok: true })) {
      const decoded = decodeUp('tms/v1/TEST-00001/up/telemetry', payload);
      if (!decoded.ok || decoded.kind !== 'telemetry') throw new Error('a good fixture was refused');
      const said = TelemetryUp.parse(encoding === 'cbor' ? readCbor(payload) : JSON.parse(payload.toString()));
      expect(messageOf(decoded.message)).toEqual(said);
    }
  });
});
