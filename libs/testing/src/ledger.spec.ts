import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { decodeLedgerLine, encodeLedgerLine, type LedgerEntry } from './ledger';
import { readLedger } from './read-ledger';

const entries: LedgerEntry[] = [
  { what: 'run', version: 1, seed: 42, atMs: 1000 },
  { what: 'device', index: 0, id: 'KT-0001' },
  { what: 'boot', device: 0, boot: 7, atMs: 1000, skewMs: -86_400_000 },
  { what: 'link', device: 0, boot: 7, atMs: 1001, online: true },
  {
    what: 'sent',
    device: 0,
    boot: 7,
    seq: 1,
    atMs: 1002,
    content: {
      kind: 'telemetry',
      samples: [
        { ts: 10, trueMs: 990 },
        { ts: 20, trueMs: 1000, tilt: { x: 61.5, y: -3, z: 0 } },
      ],
    },
  },
  { what: 'sent', device: 0, boot: 7, seq: 1, atMs: 1003, content: { kind: 'engine', ts: 20, trueMs: 1000, on: true } },
  {
    what: 'sent',
    device: 0,
    boot: 7,
    seq: 1,
    atMs: 1004,
    content: { kind: 'fault', ts: 20, trueMs: 1000, active: ['E0410'], cleared: ['E0297', 'E0298'] },
  },
  {
    what: 'sent',
    device: 0,
    boot: 7,
    seq: 1,
    atMs: 1005,
    content: { kind: 'sos', ts: 20, trueMs: 1000, type: 'rollover' },
  },
  { what: 'sent', device: 0, boot: 7, seq: 1, atMs: 1005, content: { kind: 'diag', ts: 20, trueMs: 1000 } },
  { what: 'puback', device: 0, kind: 'telemetry', boot: 7, seq: 1, atMs: 1006 },
  { what: 'committed', device: 0, kind: 'telemetry', boot: 7, from: 1, to: 1, atMs: 1010 },
  { what: 'dropped', device: 0, kind: 'telemetry', boot: 7, seq: 2, atMs: 1011 },
  { what: 'malformed', device: 0, number: 1, reason: 'truncated', bytes: 120, atMs: 1012, boot: null, seq: null },
  { what: 'malformedPuback', device: 0, number: 1, atMs: 1013 },
  { what: 'sosDown', device: 0, sos: 5, status: 'dispatched', atMs: 1014 },
];

describe('a line of the ledger', () => {
  it.each(entries.map((entry) => [entry.what, entry] as const))(
    'is the same after writing and reading: %s',
    (_, entry) => {
      const text = encodeLedgerLine(entry);
      expect(text.indexOf('\n')).toBe(text.length - 1);
      expect(decodeLedgerLine(text.trimEnd())).toEqual(entry);
    },
  );

  it.each(['{}', '["q",1]', '["p",0,0,7,1,1006]', '["p","0",1,7,1,1006]', '["p",0,1,7'])(
    'with invalid content is refused: %s',
    (text) => {
      expect(() => decodeLedgerLine(text)).toThrow();
    },
  );
});

describe('a ledger file', () => {
  let folder: string;
  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'ledger-'))));
  afterEach(() => rmSync(folder, { recursive: true }));

  it('gives each message once, with its content and its three times, and survives a torn end', async () => {
    const file = join(folder, 'run.ndjson');
    writeFileSync(file, entries.map(encodeLedgerLine).join(''));
    appendFileSync(file, '["s",0,1,7,3,10');
    const book = await readLedger(file);
    expect(book.seed).toBe(42);
    expect(book.streams.get('0|telemetry|7')?.bySeq.get(1)).toMatchObject({
      sentMs: 1002,
      pubackMs: 1006,
      committedMs: 1010,
      droppedMs: null,
    });
    expect(book.streams.get('0|telemetry|7')?.bySeq.get(2)).toMatchObject({ sentMs: null, droppedMs: 1011 });
    expect(book.streams.get('0|telemetry|7')?.bySeq.has(3)).toBe(false);
    expect([...book.messages()].map(([stream, seq]) => `${stream.device}/${stream.kind}/${seq}`)).toEqual([
      'KT-0001/telemetry/1',
      'KT-0001/telemetry/2',
      'KT-0001/engine/1',
      'KT-0001/fault/1',
      'KT-0001/sos/1',
      'KT-0001/diag/1',
    ]);
    expect(book.malformed.get('0|1')).toMatchObject({ device: 'KT-0001', reason: 'truncated', pubackMs: 1013 });
    expect(book.sosDown).toEqual([{ device: 'KT-0001', sos: 5, status: 'dispatched', atMs: 1014 }]);
  });
});
