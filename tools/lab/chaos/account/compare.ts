import type { FaultStatus } from '@headland/contracts/fault';
import { isOpenFault } from '@headland/domain/fault';
import type { Expected } from './expect';
import type { Found, FoundFault } from './found';

/** One kind of disagreement between the ledger and the database. */
export interface Finding {
  what: 'missing' | 'duplicate' | 'unexpected' | 'wrong';
  subject: string;
  count: number;
  examples: string[];
}

const maxExamples = 4;

/** Findings: empty when the database contains exactly what the ledger requires. */
export function compare(expected: Expected, found: Found): Finding[] {
  const findings = new Findings();
  compareSos(expected, found, findings);
  compareFaults(expected, found, findings);
  return [...compareMessages(expected, found), ...findings.list()];
}

/** The findings about messages: each stored once, acknowledged where it is stored, and no valid one in quarantine. */
export function compareMessages(expected: Expected, found: Found): Finding[] {
  const findings = new Findings();
  compareStreams(expected, found, findings);
  compareRanges(expected, found, findings);
  for (const [device, { state, rows }] of found.newest)
    if (state !== rows) findings.add('wrong', 'latest state', `${device}: state ${state}, newest row ${rows}`);
  for (const text of found.wrongCounts) findings.add('wrong', 'counts on the map', text);
  if (found.defaultPartition > 0)
    findings.add(
      'wrong',
      'default partition',
      `${found.defaultPartition} rows outside every day`,
      found.defaultPartition,
    );
  const kept = [...found.quarantine.values()].reduce((a, b) => a + b, 0);
  const { least, most } = expected.quarantine;
  const known = kept + found.discarded;
  if (known < least)
    findings.add(
      'missing',
      'quarantine',
      `${kept} kept aside and ${found.discarded} counted, ${least} broken messages were acknowledged`,
      least - known,
    );
  if (kept > most)
    findings.add(
      'unexpected',
      'quarantine',
      `${kept} kept aside, ${most} broken messages were sent: ${[...found.quarantine].map(([reason, n]) => `${n} ${reason}`).join(', ')}`,
      kept - most,
    );
  return findings.list();
}

/** Everything of one kind in one line, with a few examples. */
export class Findings {
  private readonly byKind = new Map<string, Finding>();

  add(what: Finding['what'], subject: string, example: string, count = 1): void {
    const key = `${what} ${subject}`;
    let finding = this.byKind.get(key);
    if (finding === undefined) this.byKind.set(key, (finding = { what, subject, count: 0, examples: [] }));
    finding.count += count;
    if (finding.examples.length < maxExamples) finding.examples.push(example);
  }

  list(): Finding[] {
    return [...this.byKind.values()];
  }
}

function compareStreams(expected: Expected, found: Found, findings: Findings): void {
  for (const [key, stream] of expected.streams) {
    if (stream.kind !== 'telemetry' && stream.kind !== 'engine') continue;
    const rows = found.rows.get(key);
    for (const [seq, { owed, deviceTs, broken }] of stream.bySeq) {
      if (broken) continue;
      const stored = rows?.get(seq);
      if (stored === undefined) {
        if (owed) findings.add('missing', stream.kind, `${key}/${seq}`);
        continue;
      }
      const distinct = new Set(stored);
      if (distinct.size < stored.length)
        findings.add(
          'duplicate',
          stream.kind,
          `${key}/${seq}: ${stored.length} rows for ${distinct.size} times`,
          stored.length - distinct.size,
        );
      if (stream.kind !== 'telemetry') continue;
      const wanted = new Set(deviceTs);
      if (distinct.size !== wanted.size || [...wanted].some((ts) => !distinct.has(ts)))
        findings.add('wrong', 'samples', `${key}/${seq}: ${distinct.size} of ${wanted.size} samples`);
    }
  }
  for (const [key, rows] of found.rows) {
    const stream = expected.streams.get(key);
    for (const seq of rows.keys())
      if (stream?.bySeq.get(seq)?.broken !== false)
        findings.add('unexpected', key.split(' ')[1] ?? '', `${key}/${seq}`);
  }
}

/**
 * What `down/ack` names is committed: a device deletes it. So for faults and SOS, too, exactly these numbers must be
 * stored.
 */
function compareRanges(expected: Expected, found: Found, findings: Findings): void {
  for (const [key, stream] of expected.streams) {
    const ranges = found.ranges.get(key) ?? [];
    for (const [seq, { owed, broken }] of stream.bySeq) {
      const promised = ranges.some(([from, to]) => seq >= from && seq <= to);
      if (owed && !promised) findings.add('missing', `${stream.kind} in down/ack`, `${key}/${seq}`);
      if (
        promised &&
        !broken &&
        (stream.kind === 'telemetry' || stream.kind === 'engine') &&
        found.rows.get(key)?.has(seq) !== true
      )
        findings.add('wrong', `${stream.kind} promised, not stored`, `${key}/${seq}`);
    }
  }
}

function compareSos(expected: Expected, found: Found, findings: Findings): void {
  const byKey = new Map<string, Found['calls']>();
  for (const call of found.calls)
    byKey.set(`${call.device} ${call.type}`, [...(byKey.get(`${call.device} ${call.type}`) ?? []), call]);
  for (const [key, { presses, derived }] of expected.calls) {
    const calls = byKey.get(key) ?? [];
    const open = calls.filter((c) => c.status === 'raised' || c.status === 'acknowledged' || c.status === 'dispatched');
    if (open.length > 1) findings.add('duplicate', 'sos', `${key}: ${open.length} open calls`, open.length - 1);
    if (calls.length === 0) {
      if (presses.least > 0 || derived === 'must')
        findings.add(
          'missing',
          'sos',
          `${key}: no call for ${presses.least} presses${derived === 'must' ? ' and a derived roll-over' : ''}`,
        );
      continue;
    }
    // the SOS derived from samples counts as its first press
    const fromTilt = calls.filter((c) => c.origin === 'tilt').length;
    const counted = calls.reduce((sum, c) => sum + c.presses, 0) - fromTilt;
    if (fromTilt > 0 && derived === 'no') findings.add('unexpected', 'sos', `${key}: derived, but no sample is tilted`);
    if (counted < presses.least)
      findings.add('missing', 'sos presses', `${key}: ${counted} of ${presses.least}`, presses.least - counted);
    if (counted > presses.most)
      findings.add(
        'duplicate',
        'sos presses',
        `${key}: ${counted} for ${presses.most} messages`,
        counted - presses.most,
      );
  }
  for (const [key] of byKey) if (!expected.calls.has(key)) findings.add('unexpected', 'sos', key);
  for (const c of found.calls) {
    if (c.raised !== 1)
      findings.add(c.raised > 1 ? 'duplicate' : 'missing', 'sos.raised events', `call ${c.id}: ${c.raised}`);
    // simultaneous presses have one event
    if (c.repeated > c.presses - 1 || (c.presses > 1 && c.repeated === 0))
      findings.add('wrong', 'sos.repeated events', `call ${c.id}: ${c.repeated} for ${c.presses} presses`);
  }
}

function compareFaults(expected: Expected, found: Found, findings: Findings): void {
  const byKey = new Map<string, FoundFault[]>();
  for (const report of found.faults)
    byKey.set(`${report.device} ${report.code}`, [...(byKey.get(`${report.device} ${report.code}`) ?? []), report]);
  for (const [key, fault] of expected.faults) {
    const open = (byKey.get(key) ?? []).filter((r) => isOpenFault(r.status as FaultStatus));
    if (open.length > 1) findings.add('duplicate', 'fault', `${key}: ${open.length} open reports`, open.length - 1);
    const [report] = open;
    if (report === undefined) {
      if (fault.owed) findings.add('missing', 'fault', key);
      continue;
    }
    if (fault.active !== null && report.active !== fault.active)
      findings.add(
        'wrong',
        'fault',
        `${key}: ${report.active ? 'active' : 'cleared'}, the newest message has ${fault.active ? 'active' : 'cleared'}`,
      );
    if (report.count > fault.maxOccurrences)
      findings.add(
        'duplicate',
        'fault occurrences',
        `${key}: ${report.count} of ${fault.maxOccurrences} messages`,
        report.count - fault.maxOccurrences,
      );
  }
  for (const key of byKey.keys()) if (!expected.faults.has(key)) findings.add('unexpected', 'fault', key);
  for (const r of found.faults) {
    if (r.occurred !== 1)
      findings.add(r.occurred > 1 ? 'duplicate' : 'missing', 'fault.occurred events', `report ${r.id}: ${r.occurred}`);
    if (r.repeated !== r.count - 1)
      findings.add('wrong', 'fault.repeated events', `report ${r.id}: ${r.repeated} for a count of ${r.count}`);
  }
}
