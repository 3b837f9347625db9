import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blockBytes, type FlashOffer } from '@headland/contracts/device/flash';
import { blocksOf } from '@headland/domain/reprogram/blocks';
import { signedText } from '@headland/domain/reprogram/offer';
import { describe, expect, it } from 'vitest';
import { Bench } from '../testing/bench';

// Machines without defects that differ from the others: what they report, and what is refused because of it.
const reporting = (defects: string): Bench => {
  const bench = new Bench(defects);
  bench.pass(180);
  return bench;
};

describe('a parked machine with its key on', () => {
  it('reports it with every sample, is connected, and passes a test that needs no running engine', () => {
    const bench = reporting('key-only');
    expect(bench.samples.length).toBeGreaterThan(5);
    for (const { engine, key, rpm } of bench.samples) expect([engine, key, rpm ?? 0]).toEqual(['off', 'on', 0]);
    bench.connect();
    expect(bench.diag.find((m) => m.state === 'connected')?.live).toMatchObject({ key: 1, 'engine.rpm': 0 });
    expect(bench.test('acvTest').judgement.verdict).toBe('pass');
    const refused = bench.ask({ op: 'test', test: 'highpre', args: {} });
    expect(bench.answers(refused)[0]).toMatchObject({ state: 'fail', reason: 'gate', gate: 'RUN' });
  });
});

describe('a machine without a sensor of its speed', () => {
  it('sends no speed, and does not count as parked: no test begins', () => {
    const bench = reporting('no-speed');
    for (const sample of bench.samples) expect(sample).not.toHaveProperty('speed');
    bench.set('stop').connect();
    expect(bench.diag.find((m) => m.state === 'connected')?.live?.speed).toBeNull();
    const refused = bench.ask({ op: 'test', test: 'acvTest', args: {} });
    expect(bench.answers(refused)[0]).toMatchObject({ state: 'fail', reason: 'gate', item: 'speed' });
  });
});

describe('an old terminal', () => {
  it('never reports its key: it can be connected, and nothing that requires the key begins', () => {
    const bench = reporting('key-only,old-terminal');
    for (const sample of bench.samples) expect(sample).not.toHaveProperty('key');
    bench.connect();
    expect(bench.diag.find((m) => m.state === 'connected')?.live?.key).toBeNull();
    for (const request of [
      { op: 'test', test: 'acvTest', args: {} } as const,
      { op: 'write', item: 'c3iInfo', value: { cylinder: '02', position: 4, code: 'ABC' } } as const,
    ])
      expect(bench.answers(bench.ask(request))[0]).toMatchObject({ state: 'fail', reason: 'gate', item: 'key' });
  });
});

describe('injectors of an unknown make', () => {
  it('have codes of an undescribed length, and accept another of the kind', () => {
    const codes = (bench: Bench) => bench.diag.find((m) => m.state === 'connected')?.values?.['c3i.codes'] as string[];
    const [usual, foreign] = [new Bench().set('stop').connect(), new Bench('foreign-codes').set('stop').connect()];
    expect(codes(foreign)).toHaveLength(4);
    for (const code of codes(foreign)) {
      expect(code).toMatch(/^[A-Z0-9]{3,20}$/u);
      expect(code).not.toHaveLength(codes(usual)[0]?.length ?? 0);
    }
    expect(foreign.test('c3iInfo', { cylinder: '02', position: 4, code: 'ZX81' }).judgement.verdict).toBe('pass');
  });
});

describe('controllers of an unknown make', () => {
  const bytes = readFileSync(join(import.meta.dirname, '../../../../docs/examples/programs/m4-t3-ecu-04.10.s19'));
  const stated = { target: 'ecu', variant: 'M4-T3', calibration: '7K22/3', version: '04.10 B1' } as const;
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const flashKey = publicKey.export({ type: 'spki', format: 'der' }).toString('base64');
  const offered = (over: Partial<FlashOffer> = {}): [Bench, FlashOffer] => {
    const file = {
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
      block: blockBytes as 4096,
      blocks: blocksOf(bytes.length),
    };
    const unsigned = {
      session: randomUUID(),
      op: 'offer' as const,
      name: 'm4.s19',
      format: 's19' as const,
      until: Date.UTC(2100, 0, 1),
      ...file,
      ...stated,
      ...over,
    };
    const offer = {
      ...unsigned,
      signature: sign(null, Buffer.from(signedText(unsigned)), privateKey).toString('base64'),
    };
    const bench = new Bench('key-only,foreign-controllers', { speed: 10, flashKey });
    bench.pass(180);
    bench.offer(offer);
    return [bench, offer];
  };

  it('state what they run in their own words, and take a program that was stated in the same', () => {
    const [bench, { session, blocks }] = offered();
    for (let block = 0; block < blocks; block++)
      bench.unit.onBlock(session, block, bytes.subarray(block * blockBytes, (block + 1) * blockBytes), bench.nowMs);
    bench.pass(30);
    expect(bench.flash.at(-1)).toMatchObject({ state: 'done', version: '04.10 B1', calibration: '7K22/3' });
    bench.connect();
    expect(bench.diag.find((m) => m.state === 'connected')?.info).toMatchObject({
      hw_variant: 'M4-T3',
      ecu_sw_sequence: '04.10 B1',
      dcu_sw_version: 'U1.3',
    });
  });

  it.each([
    ['variant', { variant: 'HL-D24' }],
    ['calibration', { calibration: '7K22/4' }],
  ])('refuse one for another %s', (reason, over) => {
    const [bench] = offered(over);
    expect(bench.flash.at(-1)).toMatchObject({ state: 'refused', reason, version: '04.00 B7' });
  });
});
