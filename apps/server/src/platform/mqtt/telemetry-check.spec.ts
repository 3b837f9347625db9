import { describe, expect, it } from 'vitest';
import { TelemetryUp } from '@headland/contracts/device/up';
import { telemetryBatch } from '@headland/testing/builders/up';
import { upFixtures } from '@headland/testing/fixtures';
import { Random } from '@headland/testing/random';
import { isTelemetry } from './telemetry-check';

const agrees = (value: unknown): void =>
  expect(isTelemetry(value), JSON.stringify(value)?.slice(0, 400)).toBe(TelemetryUp.safeParse(value).success);
const strange: unknown[] = [
  null,
  undefined,
  '',
  'on',
  'idle',
  '1',
  0,
  -0,
  1,
  -1,
  1.5,
  59,
  60,
  61,
  90,
  91,
  -91,
  180,
  181,
  360,
  361,
  400.1,
  1e9,
  2 ** 31,
  2 ** 53,
  NaN,
  Infinity,
  -Infinity,
  [],
  {},
  [1],
  { x: 1, y: 2 },
  { x: 1, y: 2, z: 3 },
  { x: 400, y: 0, z: 0 },
  true,
];

describe('the quick check of telemetry', () => {
  it('agrees with the schema on every fixture', () => {
    const compared = { ok: 0, notOk: 0 };
    for (const fixture of upFixtures({ kind: 'telemetry' })) {
      if (fixture.encoding !== 'json') continue;
      try {
        agrees(JSON.parse(fixture.payload.toString('utf8')));
        compared[fixture.ok ? 'ok' : 'notOk']++;
      } catch (error) {
        if (!(error instanceof SyntaxError)) throw error;
      }
    }
    expect(compared.ok).toBeGreaterThanOrEqual(12);
    expect(compared.notOk).toBeGreaterThanOrEqual(20);
  });

  it('agrees on 20,000 mutated messages', () => {
    const random = new Random(7, 'telemetry-check');
    const pick = <T>(list: readonly T[]): T => list[Math.floor(random.next() * list.length)] as T;
    let refused = 0;
    for (let i = 0; i < 20_000; i++) {
      const message = telemetryBatch(1 + Math.floor(random.next() * 3)) as unknown as Record<string, unknown> & {
        samples: Record<string, unknown>[];
      };
      const target = random.next() < 0.3 ? message : pick(message.samples);
      const key = random.next() < 0.05 ? 'another' : pick(Object.keys(target));
      if (random.next() < 0.15) delete target[key];
      else target[key] = pick(strange);
      agrees(message);
      if (!isTelemetry(message)) refused++;
    }
    expect(refused).toBeGreaterThan(5_000);
  });

  it.each(strange.map((value) => [value]))('agrees on %s', (value) => agrees(value));
  it('accepts 60 samples and not 61', () => {
    agrees(telemetryBatch(60));
    agrees(telemetryBatch(61));
    expect(isTelemetry(telemetryBatch(60))).toBe(true);
  });
});
