import { LedgerBook } from '@headland/testing/ledger-book';
import type { Content, LedgerEntry } from '@headland/testing/ledger';
import { describe, expect, it } from 'vitest';
import { compare, type Finding } from './compare';
import { expect as expectFrom, type FleetPromise } from './expect';
import type { Found } from './found';

/** Small ledgers and databases. Each difference must be found, and equal ones must give no finding. */
const thresholds = { x: 45, y: 45, z: 60 };
const device = 0;
const boot = 3;
const t0 = 1_760_000_000_000;

const header: LedgerEntry[] = [
  { what: 'run', version: 1, seed: 1, atMs: t0 },
  { what: 'device', index: 0, id: 'CH-0001' },
];
const sent = (seq: number, content: Content): LedgerEntry => ({
  what: 'sent',
  device,
  boot,
  seq,
  atMs: t0 + seq,
  content,
});
const puback = (kind: Content['kind'], seq: number): LedgerEntry => ({
  what: 'puback',
  device,
  kind,
  boot,
  seq,
  atMs: t0 + seq + 5,
});
const committed = (kind: Content['kind'], from: number, to: number): LedgerEntry => ({
  what: 'committed',
  device,
  kind,
  boot,
  from,
  to,
  atMs: t0 + to + 50,
});
const telemetry = (seq: number, tilts: (number | null)[] = [null]): Content => ({
  kind: 'telemetry',
  samples: tilts.map((x, i) => ({
    ts: t0 + seq * 1000 + i * 10,
    trueMs: t0 + seq * 1000 + i * 10,
    ...(x === null ? {} : { tilt: { x, y: 0, z: 0 } }),
  })),
});
const fault = (active: string[], cleared: string[] = []): Content => ({
  kind: 'fault',
  ts: t0,
  trueMs: t0,
  active,
  cleared,
});
const sos = (type: 'button' | 'rollover'): Content => ({ kind: 'sos', ts: t0, trueMs: t0, type });

function account(entries: LedgerEntry[], found: Partial<Found>, promise: FleetPromise = 'puback'): string[] {
  const book = new LedgerBook();
  for (const entry of [...header, ...entries]) book.add(entry);
  return compare(expectFrom(book, promise, thresholds), { ...nothing(), ...found }).map(textOf);
}
const textOf = (f: Finding): string => `${f.count} ${f.what} ${f.subject}`;
const nothing = (): Found => ({
  rows: new Map(),
  ranges: new Map(),
  calls: [],
  faults: [],
  newest: new Map(),
  wrongCounts: [],
  quarantine: new Map(),
  discarded: 0,
  defaultPartition: 0,
});

/** A database that contains and acknowledges these telemetry messages. */
function stored(...seqs: number[]): Pick<Found, 'rows' | 'ranges'> {
  return {
    rows: new Map([['CH-0001 telemetry 3', new Map(seqs.map((seq) => [seq, [t0 + seq * 1000]]))]]),
    ranges: new Map([['CH-0001 telemetry 3', seqs.map((seq) => [seq, seq] as [number, number])]]),
  };
}
const three = [1, 2, 3].flatMap((seq) => [sent(seq, telemetry(seq)), puback('telemetry', seq)]);

describe('telemetry', () => {
  it('that is complete has no findings', () => expect(account(three, stored(1, 2, 3))).toEqual([]));
  it('that was acknowledged and is not there is a loss', () =>
    expect(account(three, stored(1, 3))).toEqual(['1 missing telemetry', '1 missing telemetry in down/ack']));
  it('that was lost to the last message is a loss', () =>
    expect(account(three, {})).toEqual(['3 missing telemetry', '3 missing telemetry in down/ack']));
  it('without an acknowledgement may be missing or present', () => {
    const entries = [...three, sent(4, telemetry(4))];
    expect(account(entries, stored(1, 2, 3))).toEqual([]);
    expect(account(entries, stored(1, 2, 3, 4))).toEqual([]);
  });
  it('that a terminal keeps must be there, acknowledged or not', () =>
    expect(account([...three, sent(4, telemetry(4))], stored(1, 2, 3), 'kept')).toEqual([
      '1 missing telemetry',
      '1 missing telemetry in down/ack',
    ]));
  it('that a terminal gave up for want of memory may be missing', () => {
    const entries: LedgerEntry[] = [
      ...three,
      sent(4, telemetry(4)),
      { what: 'dropped', device, kind: 'telemetry', boot, seq: 4, atMs: t0 },
    ];
    expect(account(entries, stored(1, 2, 3), 'kept')).toEqual([]);
  });
  it('that down/ack has named must be there, whatever else', () =>
    expect(account([sent(1, telemetry(1)), committed('telemetry', 1, 1)], {})).toEqual([
      '1 missing telemetry',
      '1 missing telemetry in down/ack',
    ]));
  it('twice is a duplicate', () => {
    const both = stored(1, 2, 3);
    both.rows.get('CH-0001 telemetry 3')?.set(2, [t0 + 2000, t0 + 2000]);
    expect(account(three, both)).toEqual(['1 duplicate telemetry']);
  });
  it('that was not sent is unexpected', () =>
    expect(account(three, stored(1, 2, 3, 9))).toEqual(['1 unexpected telemetry']));
  it('with a sample too few is wrong', () =>
    expect(account([sent(1, telemetry(1, [null, null])), puback('telemetry', 1)], stored(1))).toEqual([
      '1 wrong samples',
    ]));
  it('that is promised and not stored is wrong, even where nothing is owed', () =>
    expect(account([sent(1, telemetry(1))], { ranges: stored(1).ranges })).toEqual([
      '1 wrong telemetry promised, not stored',
    ]));
  it('whose vehicle shows an older one is wrong', () => {
    expect(
      account(three, { ...stored(1, 2, 3), newest: new Map([['CH-0001', { state: '3/2', rows: '3/3' }]]) }),
    ).toEqual(['1 wrong latest state']);
  });
});

describe('calls for help', () => {
  const press = (n: number): LedgerEntry[] =>
    Array.from({ length: n }, (_, i) => [sent(i + 1, sos('button')), puback('sos', i + 1)]).flat();
  const call = (presses: number, more: Partial<Found['calls'][number]> = {}) => ({
    id: 1,
    device: 'CH-0001',
    type: 'button' as const,
    origin: 'device' as const,
    status: 'raised',
    version: 1,
    presses,
    raised: 1,
    repeated: presses - 1,
    ...more,
  });
  const rangesUpTo = (n: number): Pick<Found, 'ranges'> => ({
    ranges: new Map([['CH-0001 sos 3', [[1, n]] as [number, number][]]]),
  });

  it('pressed three times are one call with three presses', () =>
    expect(account(press(3), { ...rangesUpTo(3), calls: [call(3)] })).toEqual([]));
  it('that were not received are missing', () =>
    expect(account(press(1), {})).toEqual(['1 missing sos in down/ack', '1 missing sos']));
  it('with a press too few lost one', () =>
    expect(account(press(3), { ...rangesUpTo(3), calls: [call(2)] })).toEqual(['1 missing sos presses']));
  it('with a press too many counted one twice', () =>
    expect(account(press(2), { ...rangesUpTo(2), calls: [call(3)] })).toEqual(['1 duplicate sos presses']));
  it('may be open only once', () =>
    expect(account(press(2), { ...rangesUpTo(2), calls: [call(1), call(1, { id: 2 })] })).toEqual(['1 duplicate sos']));
  it('that no console received are wrong', () =>
    expect(account(press(1), { ...rangesUpTo(1), calls: [call(1, { raised: 0 })] })).toEqual([
      '1 missing sos.raised events',
    ]));

  const lie = [1, 2, 3, 4, 5, 6].flatMap((seq) => [sent(seq, telemetry(seq, [70])), puback('telemetry', seq)]);
  const rows = stored(1, 2, 3, 4, 5, 6);
  it('that only the tilt shows must be raised', () => expect(account(lie, rows)).toEqual(['1 missing sos']));
  it('that only the tilt shows and that are raised are in order', () =>
    expect(account(lie, { ...rows, calls: [call(1, { type: 'rollover', origin: 'tilt' })] })).toEqual([]));
  it('that a device shows and reports count the reported press', () => {
    const both = [...lie, sent(1, sos('rollover')), puback('sos', 1)];
    const ranges = new Map([...rows.ranges, ...rangesUpTo(1).ranges]);
    expect(account(both, { ...rows, ranges, calls: [call(2, { type: 'rollover', origin: 'tilt' })] })).toEqual([]);
    expect(account(both, { ...rows, ranges, calls: [call(1, { type: 'rollover' })] })).toEqual([]);
    expect(account(both, { ...rows, ranges, calls: [call(1, { type: 'rollover', origin: 'tilt' })] })).toEqual([
      '1 missing sos presses',
    ]);
  });
  it('that one sample shows may be raised or not', () => {
    const bump = [sent(1, telemetry(1, [70])), puback('telemetry', 1)];
    expect(account(bump, stored(1))).toEqual([]);
    expect(account(bump, { ...stored(1), calls: [call(1, { type: 'rollover', origin: 'tilt' })] })).toEqual([]);
  });
  it('that no sample shows are unexpected', () =>
    expect(account(three, { ...stored(1, 2, 3), calls: [call(1, { type: 'rollover', origin: 'tilt' })] })).toEqual([
      '1 unexpected sos',
    ]));
});

describe('faults', () => {
  const report = (more: Partial<Found['faults'][number]> = {}) => ({
    id: 1,
    device: 'CH-0001',
    code: 'E0410',
    status: 'occurred',
    version: 1,
    active: true,
    count: 1,
    occurred: 1,
    repeated: 0,
    ...more,
  });
  const ranges = new Map([['CH-0001 fault 3', [[1, 9]] as [number, number][]]]);
  const delivered = (...contents: Content[]): LedgerEntry[] =>
    contents.flatMap((c, i) => [sent(i + 1, c), puback('fault', i + 1)]);

  it('are one report each, in the state that the newest message gives', () => {
    expect(
      account(delivered(fault(['E0410']), fault([], ['E0410'])), { ranges, faults: [report({ active: false })] }),
    ).toEqual([]);
    expect(account(delivered(fault(['E0410']), fault([], ['E0410'])), { ranges, faults: [report()] })).toEqual([
      '1 wrong fault',
    ]);
  });
  it('without a report are missing', () =>
    expect(account(delivered(fault(['E0410', 'E0297'])), { ranges, faults: [report()] })).toEqual(['1 missing fault']));
  it('with two open reports are duplicates', () =>
    expect(account(delivered(fault(['E0410'])), { ranges, faults: [report(), report({ id: 2 })] })).toEqual([
      '1 duplicate fault',
    ]));
  it('that occurred more often than their messages are counted twice', () => {
    expect(account(delivered(fault(['E0410'])), { ranges, faults: [report({ count: 2, repeated: 1 })] })).toEqual([
      '1 duplicate fault occurrences',
    ]);
  });
  it('that were not sent are unexpected', () =>
    expect(account([], { faults: [report()] })).toEqual(['1 unexpected fault']));
  it('that were cleared by a message which may be lost may be either', () => {
    const entries = [...delivered(fault(['E0410'])), sent(2, fault([], ['E0410']))];
    expect(account(entries, { ranges, faults: [report()] })).toEqual([]);
    expect(account(entries, { ranges, faults: [report({ active: false })] })).toEqual([]);
  });
});

describe('broken messages', () => {
  const broken = (number: number, reason: string, acknowledged: boolean): LedgerEntry[] => [
    { what: 'malformed', device, number, reason, bytes: 100, atMs: t0, boot: null, seq: null },
    ...(acknowledged ? [{ what: 'malformedPuback', device, number, atMs: t0 + 5 } as const] : []),
  ];
  it('are all kept aside, but those that the broker refuses', () => {
    const entries = [
      ...broken(1, 'truncated', true),
      ...broken(2, 'nul', true),
      ...broken(3, 'oversize', true),
      ...broken(4, 'foreignDevice', true),
    ];
    expect(account(entries, { quarantine: new Map([['undecodable', 2]]) })).toEqual([]);
    expect(account(entries, { quarantine: new Map([['undecodable', 1]]) })).toEqual(['1 missing quarantine']);
    expect(account(entries, { quarantine: new Map([['undecodable', 1]]), discarded: 1 })).toEqual([]);
  });
  it('with a readable envelope count as received, are kept aside and never stored', () => {
    const bad: LedgerEntry[] = [
      { what: 'malformed', device, number: 1, reason: 'badBody', bytes: 100, atMs: t0, boot, seq: 4 },
      sent(4, { kind: 'telemetry', samples: [] }),
      puback('telemetry', 4),
    ];
    const ranges = new Map([['CH-0001 telemetry 3', [[1, 4]] as [number, number][]]]);
    expect(account([...three, ...bad], { ...stored(1, 2, 3), ranges, quarantine: new Map([['schema', 1]]) })).toEqual(
      [],
    );
    expect(account([...three, ...bad], stored(1, 2, 3))).toEqual([
      '1 missing telemetry in down/ack',
      '1 missing quarantine',
    ]);
    expect(account([...three, ...bad], { ...stored(1, 2, 3, 4), quarantine: new Map([['schema', 1]]) })).toEqual([
      '1 unexpected telemetry',
    ]);
  });
  it('are kept aside once', () =>
    expect(account(broken(1, 'truncated', true), { quarantine: new Map([['undecodable', 2]]) })).toEqual([
      '1 unexpected quarantine',
    ]));
});
