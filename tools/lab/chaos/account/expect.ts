import type { LedgerBook, LedgerMessage, LedgerStream } from '@headland/testing/ledger-book';
import type { SosType } from '@headland/contracts/device/up';

/**
 * The independent model: what must be in the database, worked out from the generator's ledger alone. It shares no rule with the server; where the
 * order of arrival may decide, it separates certain from merely possible outcomes.
 *
 * What the fleet may rely on is a promise. `puback`: a simple client, which forgets a message when the broker has accepted it. `kept`: a terminal of the
 * protocol, which keeps it until `down/ack`, so that after the drain everything that was ever sent must be there.
 */
export type FleetPromise = 'puback' | 'kept';

export interface ExpectedStream {
  device: string;
  kind: 'telemetry' | 'engine' | 'fault' | 'sos';
  boot: number;
  /**
   * seq → must it be there; device times of its samples (telemetry); `broken`: its body is invalid, so it counts as
   * received and is quarantined
   */
  bySeq: Map<number, { owed: boolean; deviceTs: number[]; broken: boolean }>;
}
export interface ExpectedFault {
  device: string;
  code: string;
  /** at least one message that names it active must be there */
  owed: boolean;
  /** state of the newest required message with this code; null where an optional message is newer */
  active: boolean | null;
  /** most occurrences that the messages can add up to */
  maxOccurrences: number;
}
export interface ExpectedSos {
  device: string;
  type: SosType;
  presses: { least: number; most: number };
  /** from tilt samples beyond the threshold: 'must' where they follow each other long enough that neither a bump nor a crash in between explains it away */
  derived: 'no' | 'may' | 'must';
}
export interface ExpectedQuarantine {
  /** invalid messages that the broker accepted: all of them must be in quarantine */
  least: number;
  /** and those that it may have accepted */
  most: number;
}
export interface Expected {
  streams: Map<string, ExpectedStream>;
  faults: Map<string, ExpectedFault>;
  calls: Map<string, ExpectedSos>;
  quarantine: ExpectedQuarantine;
  acked: number;
  sent: number;
  /** acknowledged by the broker, never named by `down/ack` */
  ackedByBrokerOnly: number;
  dropped: number;
}

export interface Thresholds {
  x: number;
  y: number;
  z: number;
}

/**
 * A derived roll-over is an alarm only if it is current; samples older than this on arrival are history (ten minutes,
 * with tolerance).
 */
const surelyPresentMs = 8 * 60_000;

export function expect(book: LedgerBook, promise: FleetPromise, thresholds: Thresholds): Expected {
  const expected: Expected = {
    streams: new Map(),
    faults: new Map(),
    calls: new Map(),
    quarantine: { least: 0, most: 0 },
    acked: 0,
    sent: 0,
    ackedByBrokerOnly: 0,
    dropped: 0,
  };
  const faultMessages = new Map<string, FaultMessage[]>();
  const broken = new Set<string>();
  for (const { device, boot, seq } of book.malformed.values())
    if (boot !== null) broken.add(`${device} ${boot} ${seq}`);
  for (const [{ device, kind, boot }, seq, message] of book.messages()) {
    if (kind !== 'telemetry' && kind !== 'engine' && kind !== 'fault' && kind !== 'sos') continue;
    if (message.droppedMs !== null) expected.dropped++;
    // a number named only by a down/ack was used by an invalid message with an envelope
    if (message.content === null) continue;
    expected.sent++;
    if (message.pubackMs !== null) expected.acked++;
    if (message.pubackMs !== null && message.committedMs === null) expected.ackedByBrokerOnly++;
    const owed = isOwed(message, promise);
    const stream = at(expected.streams, `${device} ${kind} ${boot}`, (): ExpectedStream => ({
      device,
      kind,
      boot,
      bySeq: new Map(),
    }));
    const { content } = message;
    const isBroken = kind === 'telemetry' && broken.has(`${device} ${boot} ${seq}`);
    stream.bySeq.set(seq, {
      owed,
      deviceTs: content.kind === 'telemetry' ? content.samples.map((s) => s.ts).sort((a, b) => a - b) : [],
      broken: isBroken,
    });
    if (isBroken) {
      expected.quarantine.most++;
      if (owed) expected.quarantine.least++;
      continue;
    }
    if (content.kind === 'fault')
      at(faultMessages, device, () => []).push({ boot, seq, owed, active: content.active, cleared: content.cleared });
    if (content.kind === 'sos') {
      const { presses } = sosOf(expected, device, content.type);
      presses.most++;
      if (owed) presses.least++;
    }
  }
  for (const stream of book.streams.values()) {
    const derived = stream.kind === 'telemetry' ? derivedIn(stream, promise, thresholds) : 'no';
    const call = derived === 'no' ? null : sosOf(expected, stream.device, 'rollover');
    if (call !== null && call.derived !== 'must') call.derived = derived;
  }
  for (const [device, messages] of faultMessages) expectFaults(expected.faults, device, messages);
  for (const m of book.malformed.values()) {
    // what the broker refuses (too large, foreign topic) it acknowledges or not, but does not deliver; what has a number was counted above
    if (m.boot !== null || m.reason === 'oversize' || m.reason === 'foreignDevice') continue;
    expected.quarantine.most++;
    if (m.pubackMs !== null) expected.quarantine.least++;
  }
  return expected;
}

const isOwed = (m: LedgerMessage, promise: FleetPromise): boolean =>
  m.committedMs !== null || (promise === 'kept' ? m.droppedMs === null : m.pubackMs !== null);

interface FaultMessage {
  boot: number;
  seq: number;
  owed: boolean;
  active: string[];
  cleared: string[];
}

function expectFaults(faults: Map<string, ExpectedFault>, device: string, messages: FaultMessage[]): void {
  messages.sort((a, b) => a.boot - b.boot || a.seq - b.seq);
  for (const { owed, active, cleared } of messages) {
    for (const code of active) {
      const fault = at(faults, `${device} ${code}`, (): ExpectedFault => ({
        device,
        code,
        owed: false,
        active: null,
        maxOccurrences: 0,
      }));
      fault.owed ||= owed;
      fault.maxOccurrences++;
      fault.active = owed ? true : null;
    }
    for (const code of cleared) {
      const fault = faults.get(`${device} ${code}`);
      if (fault !== undefined && !active.includes(code)) fault.active = owed ? false : null;
    }
  }
}

/** Samples beyond the threshold in messages that follow each other; one alone may be a bump, and each crash of the server forgets one suspicion. */
const surelyLying = 6;

function derivedIn(stream: LedgerStream, promise: FleetPromise, thresholds: Thresholds): ExpectedSos['derived'] {
  let derived: ExpectedSos['derived'] = 'no';
  let inARow = 0;
  let next = 0;
  for (const [seq, message] of [...stream.bySeq].sort(([a], [b]) => a - b)) {
    if (message.content?.kind !== 'telemetry') continue;
    if (seq !== next || !isOwed(message, promise)) inARow = 0;
    next = seq + 1;
    const arrivedMs = message.committedMs ?? message.pubackMs ?? Number.POSITIVE_INFINITY;
    for (const { tilt, trueMs } of message.content.samples) {
      const beyond =
        tilt !== undefined && (['x', 'y', 'z'] as const).some((axis) => Math.abs(fold(tilt[axis])) > thresholds[axis]);
      if (beyond && derived === 'no') derived = 'may';
      inARow = beyond && arrivedMs - trueMs < surelyPresentMs ? inARow + 1 : 0;
      if (inARow >= surelyLying) return 'must';
    }
  }
  return derived;
}

/** Degrees as −180 … 180. */
const fold = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180;

const sosOf = (expected: Expected, device: string, type: SosType): ExpectedSos =>
  at(expected.calls, `${device} ${type}`, (): ExpectedSos => ({
    device,
    type,
    presses: { least: 0, most: 0 },
    derived: 'no',
  }));

function at<V>(map: Map<string, V>, key: string, make: () => V): V {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = make()));
  return value;
}
