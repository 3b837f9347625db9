import type { EngineUp, Sample, StatusUp } from '@headland/contracts/device/up';
import { correct, goesOn, mayBeRecent, numberedAnew, observe, plausible } from '@headland/domain/device-clock';
import { add, crowded, giveUpLowestGap, has, noRanges, upTo, type Ranges } from '@headland/domain/received-ranges';
import { isRolledOver, watchPosture, type Posture, type Tilt } from '@headland/domain/rollover';
import { vehicleAt, type KnownDevice } from '../devices/device-directory.reads';
import { databaseNowMs } from '../../platform/clock';
import type { PendingMessage } from '../../platform/mqtt/pending-message';
import { sampleAt, slot, stride, type TelemetryRows } from '../../platform/mqtt/telemetry-rows';
import { int4s, recordsOf, times } from './binary-writer';
import type { Decoded, Refused } from '../../platform/mqtt/decode';
import type { Quarantined } from '../../platform/mqtt/quarantine';
import { lateBefore, LateQuarters } from './late-15min';
import { SampleColumns } from './sample-columns';
import type { Boot, Clock, Stream } from './stream-cache';
import { dayMs } from './telemetry-day';

/** A decoded message of the telemetry process. */
type Read = Extract<Decoded, { kind: 'telemetry' | 'engine' | 'status' }>;
export interface Rollover {
  device: KnownDevice;
  boot: number;
  at: Date;
  deviceTs: number;
  sample: Sample;
}
/** Numbers of the composite types that a batch is written as; each database has its own. */
export interface RecordTypes {
  sample: number;
  ranges: number;
}
interface ReceivedStatus {
  device: KnownDevice;
  message: StatusUp;
  receivedAt: string;
  /** by the broker, from a time that nobody knows */
  kept: boolean;
  /** the start that it is of, if it is live */
  boot: number | null;
}
/** Where the newest sample of a vehicle lies among the rows, and the message that it came with. */
interface Newest {
  boot: number;
  seq: number;
  row: number;
}

/** Derived alarms ring only for what is happening: a sample older than this on arrival is history. */
const presentMs = 10 * 60_000;

/** A terminal that sent nothing of its gaps for so long does not keep them. */
const fillsWithinMs = 10 * 60_000;

/**
 * What one batch writes: de-duplicated by the received ranges, times corrected by the device's clock, one newest state per vehicle. It only
 * computes; the caches are changed tentatively, and `touched` says what to forget if the commit fails.
 */
export class TelemetryBatch {
  readonly touchedStreams = new Set<Stream>();
  readonly touchedClocks = new Set<Clock>();
  readonly changedClocks = new Set<Clock>();
  private offsetsMoved = false;
  readonly quarantined: Quarantined[] = [];
  readonly rollovers: Rollover[] = [];
  readonly engines: {
    device: KnownDevice;
    vehicleId: number | null;
    message: EngineUp;
    ts: string;
    receivedAt: string;
  }[] = [];
  readonly statuses = new Map<string, ReceivedStatus>();
  /** vehicles of whose device a start was numbered anew */
  readonly numberedAnew = new Map<number, { deviceKey: number; boot: number }>();
  private readonly dayNumbers = new Set<number>();
  duplicates = 0;
  /** left to the device, which sends them again when its gaps have closed */
  deferred = 0;
  /** gaps that nobody will close any more */
  givenUp = 0;
  accepted = 0;
  private readonly states = new Map<number, Newest>();
  readonly rows = new SampleColumns();

  /** postures this batch leaves behind; taken over after the commit */
  readonly postures = new Map<number, Posture>();

  constructor(
    private readonly postureBefore: ReadonlyMap<number, Posture>,
    /** of what is refused: whether it is worth keeping */
    private readonly keeps: (payload: Buffer, refused: Refused) => boolean,
  ) {}

  /** `boot`: the start that the message names, loaded; a status may name none. */
  add(held: PendingMessage, decoded: Read, device: KnownDevice, boot: Boot | undefined): void {
    if (decoded.kind === 'status') {
      this.observeStatus(decoded.message, device, held, boot);
      return;
    }
    const { message, kind } = decoded;
    const stream = boot?.streams[kind];
    if (boot === undefined || stream === undefined) throw new Error(`${kind} of ${device.key} was not loaded`);
    this.touchedStreams.add(stream);
    if (has(stream.received, message.seq)) {
      const { clock } = boot.clock;
      if (!numberedAnew(correct(message.ts, clock.offsetMs), held.receivedAt, stream.receivedAt)) {
        this.duplicates++;
        return;
      }
      stream.received = noRanges;
      boot.clock.clock = { ...clock, newest: {} };
      if (device.vehicleId !== null)
        this.numberedAnew.set(device.vehicleId, { deviceKey: device.key, boot: message.boot });
    }
    const received = this.receive(stream, message.seq);
    if (received === null) {
      this.deferred++;
      return;
    }
    const offsetMs = this.observeClock(boot.clock, kind, message.seq, message.ts, held.receivedAt, false);
    const verdict =
      kind === 'telemetry'
        ? implausible(message, offsetMs, held.receivedAt)
        : plausible(correct(message.ts, offsetMs), held.receivedAt);
    // the clock may have been set between two samples of it
    const offsets =
      verdict !== 'ok' && kind === 'telemetry'
        ? offsetsOfEach(message, [offsetMs, ...boot.clock.clock.past], held.receivedAt)
        : null;
    // committed either way: what no offset makes plausible is kept in quarantine and not asked for again
    stream.received = received;
    stream.receivedAt = held.receivedAt;
    if (verdict !== 'ok' && offsets === null) {
      this.refuse(held, {
        ok: false,
        device: device.id,
        reason: 'implausibleTime',
        detail: `${verdict} after correction by ${offsetMs} ms`,
      });
      return;
    }
    this.accepted++;
    if (kind === 'telemetry') this.addTelemetry(message, device, offsetMs, held.receivedAt, offsets);
    else {
      const at = correct(message.ts, offsetMs);
      this.engines.push({
        device,
        vehicleId: vehicleAt(device, at),
        message,
        ts: iso(at),
        receivedAt: iso(held.receivedAt),
      });
    }
  }

  /**
   * The ranges with one more message, or null where it has to wait. A stream with very many gaps comes from a broker that dropped. A terminal that
   * fills its gaps keeps what is not acknowledged: what would make one more can wait until others have closed. One that never does is a simple
   * client without memory: its lowest gap is given up, so that what it says now is not held up by what is gone.
   */
  private receive(stream: Stream, seq: number): Ranges | null {
    if (seq < upTo(stream.received)) stream.filledAt = performance.now();
    const next = add(stream.received, seq);
    if (!crowded(next)) return next;
    if (performance.now() - stream.filledAt < fillsWithinMs) return next.length > stream.received.length ? null : next;
    this.givenUp++;
    return giveUpLowestGap(next);
  }

  /** Into quarantine; once, where its envelope tells which message it is. */
  refuse(held: PendingMessage, refused: Refused, boot?: Boot): void {
    const { envelope } = refused;
    const stream = envelope && boot?.streams[envelope.kind];
    if (stream && envelope) {
      this.touchedStreams.add(stream);
      if (has(stream.received, envelope.seq)) {
        this.duplicates++;
        return;
      }
      stream.received = add(stream.received, envelope.seq);
      stream.receivedAt = held.receivedAt;
    }
    if (this.keeps(held.payload, refused))
      this.quarantined.push({ topic: held.topic, payload: held.payload, receivedAt: held.receivedAt, refused });
  }

  /** Only telemetry rows, states, ranges, and clocks whose offset stays: one statement writes it all. It shows what it writes with the offsets of before. */
  get simple(): boolean {
    return (
      this.engines.length === 0 &&
      this.statuses.size === 0 &&
      this.quarantined.length === 0 &&
      this.numberedAnew.size === 0 &&
      !this.offsetsMoved
    );
  }

  /** UTC days of the rows, YYYY-MM-DD. */
  get days(): string[] {
    return Array.from(this.dayNumbers, (day) => iso(day * dayMs).slice(0, 10));
  }

  /** Vehicles whose newest state may have changed. */
  vehicleIds(): Iterable<number> {
    return this.states.keys();
  }

  /** Two more parameters, of the statements with `late`; null where nothing is late. */
  lateParameters(): Buffer[] | null {
    const late = new LateQuarters(lateBefore(databaseNowMs()));
    const { vehicle, ts } = this.rows;
    for (let i = 0; i < ts.length; i++) late.add(vehicle[i] ?? null, ts[i] ?? 0);
    for (const { vehicleId, ts: at } of this.engines) late.add(vehicleId, Date.parse(at));
    return late.vehicles.length === 0 ? null : [int4s(late.vehicles), times(late.quarters)];
  }

  /** Three more parameters, of the statements with `clocks`, in the order in which all lock them; null where no offset moved. */
  clockParameters(): unknown[][] | null {
    if (this.changedClocks.size === 0) return null;
    const clocks = [...this.changedClocks].sort((a, b) => a.deviceKey - b.deviceKey || a.boot - b.boot);
    return [clocks.map((c) => c.deviceKey), clocks.map((c) => c.boot), clocks.map((c) => JSON.stringify(c.clock))];
  }

  /** Parameters of the statement that inserts all rows. */
  rowParameters({ sample }: RecordTypes): unknown[] {
    return [
      this.rows.records(
        sample,
        this.rows.key.map((_, row) => row),
      ),
    ];
  }

  /** Of the one that follows the rows: of those that are the newest of their vehicles alone. */
  parameters(types: RecordTypes): unknown[] {
    const newest = Array.from(this.states.values(), ({ row }) => row);
    return [this.rows.records(types.sample, newest), ...this.rangeParameters(types)];
  }

  private rangeParameters({ ranges }: RecordTypes): unknown[] {
    const known: Stream[] = [];
    const begun: Stream[] = [];
    for (const stream of this.touchedStreams) (stream.version === 0 ? begun : known).push(stream);
    return [rangesOf(ranges, known), rangesOf(ranges, begun), iso(databaseNowMs())];
  }

  /** After the commit: the rows are one version further. */
  committed(): void {
    for (const stream of this.touchedStreams) stream.version++;
  }

  /** `offsets`: of each sample, where one does not fit all. */
  private addTelemetry(
    message: TelemetryRows,
    device: KnownDevice,
    offsetMs: number,
    receivedAt: number,
    offsets: readonly number[] | null,
  ): void {
    const { values, from, count } = message;
    let newestTs = Number.NEGATIVE_INFINITY;
    let newestRow = -1;
    for (let i = 0, at = from; i < count; i++, at += stride) {
      const ts = correct(values[at + slot.ts] as number, offsets?.[i] ?? offsetMs);
      // two samples of one moment are one row
      if (count > 1 && this.rows.hasOfLast(i, ts)) continue;
      this.dayNumbers.add(Math.floor(ts / dayMs));
      const row = this.rows.add(message, at, device.key, vehicleAt(device, ts), ts, receivedAt);
      if (ts >= newestTs) [newestTs, newestRow] = [ts, row];
    }
    if (device.rollover !== null) this.watchTilt(message, device, device.rollover, offsetMs, receivedAt);
    if (device.vehicleId === null || vehicleAt(device, newestTs) !== device.vehicleId) return;
    const known = this.states.get(device.vehicleId);
    if (known === undefined)
      this.states.set(device.vehicleId, { boot: message.boot, seq: message.seq, row: newestRow });
    else if (known.boot < message.boot || (known.boot === message.boot && known.seq <= message.seq)) {
      known.boot = message.boot;
      known.seq = message.seq;
      known.row = newestRow;
    }
  }

  private watchTilt(
    { boot, values, from, count }: TelemetryRows,
    device: KnownDevice,
    thresholds: Tilt,
    offsetMs: number,
    receivedMs: number,
  ): void {
    const before = this.postures.get(device.key) ?? this.postureBefore.get(device.key) ?? 'upright';
    let present: Sample[] | null = null;
    let isTilted = before !== 'upright';
    for (let i = 0, at = from; i < count; i++, at += stride) {
      const x = values[at + slot.tiltX] as number;
      if (Number.isNaN(x) || !isPresent(receivedMs - (values[at + slot.ts] as number), offsetMs)) continue;
      angles.x = x;
      angles.y = values[at + slot.tiltX + 1] as number;
      angles.z = values[at + slot.tiltX + 2] as number;
      isTilted ||= isRolledOver(angles, thresholds);
      // an object of each sample only from the first that is tilted on: upright ones before it change nothing
      if (isTilted) (present ??= []).push(sampleAt(values, at));
    }
    if (present === null) return;
    const { posture, rolledOverAt } = watchPosture(before, present, thresholds);
    this.postures.set(device.key, posture);
    const sample = rolledOverAt === null ? undefined : present[rolledOverAt];
    if (sample) {
      const setRight = mayBeRecent(receivedMs - sample.ts, offsetMs, presentMs);
      this.rollovers.push({
        device,
        boot,
        at: new Date(setRight ? Math.min(sample.ts, receivedMs) : correct(sample.ts, offsetMs)),
        deviceTs: sample.ts,
        sample,
      });
    }
  }

  private observeStatus(message: StatusUp, device: KnownDevice, held: PendingMessage, boot: Boot | undefined): void {
    // sent at connect, not replayed by the broker and not from its queue: the one message whose delay is known to be small
    const live = message.online && !held.retain && held.backlog !== true;
    if (live && boot !== undefined && message.ts !== undefined)
      this.observeClock(boot.clock, 'status', 0, message.ts, held.receivedAt, true);
    const receivedAt = iso(held.receivedAt);
    const ofBoot = live ? (message.boot ?? null) : null;
    this.statuses.set(device.id, { device, message, receivedAt, kept: held.retain, boot: ofBoot });
  }

  private observeClock(
    known: Clock,
    topic: string,
    seq: number,
    ts: number,
    receivedAt: number,
    sync: boolean,
  ): number {
    this.touchedClocks.add(known);
    const seen = { topic, seq, ts, receivedAt, sync };
    if (goesOn(known.clock, seen)) return known.clock.offsetMs;
    const { clock, offsetMs, changed } = observe(known.clock, seen);
    // of one that is new nothing is stored yet
    if (known.clock.window === null || clock.offsetMs !== known.clock.offsetMs) this.offsetsMoved = true;
    known.clock = clock;
    if (changed) this.changedClocks.add(known);
    return offsetMs;
  }
}

/** A roll-over counts where the clock may have been set right since its offset was found: better one alarm too many. */
const isPresent = (deltaMs: number, offsetMs: number): boolean =>
  deltaMs - offsetMs < presentMs || mayBeRecent(deltaMs, offsetMs, presentMs);
const iso = (ms: number): string => new Date(ms).toISOString();
/** Fields of the type `stream_ranges`. */
const rangesOf = (oid: number, streams: readonly Stream[]): Buffer =>
  recordsOf(oid, ['int4', 'text', 'int4', 'int4multirange', 'int4'], 100, streams, (w, stream, field) => {
    if (field === 0) w.int4(stream.deviceKey);
    else if (field === 1) w.text(stream.topic);
    else if (field === 2) w.int4(stream.boot);
    else if (field === 3) w.int4multirange(stream.received);
    else w.int4(stream.version);
  });

/** Of the sample that is looked at. */
const angles: Tilt = { x: 0, y: 0, z: 0 };

/** Why a time of the message cannot be right; 'ok' if all can. */
function implausible({ values, from, count }: TelemetryRows, offsetMs: number, receivedAt: number) {
  for (let i = 0; i < count; i++) {
    const verdict = plausible(correct(values[from + i * stride + slot.ts] as number, offsetMs), receivedAt);
    if (verdict !== 'ok') return verdict;
  }
  return 'ok';
}

/** An offset for each sample that makes its time plausible, the first that does; null where one has none. */
function offsetsOfEach(
  { values, from, count }: TelemetryRows,
  known: readonly number[],
  receivedAt: number,
): number[] | null {
  const offsets: number[] = [];
  for (let i = 0; i < count; i++) {
    const ts = values[from + i * stride + slot.ts] as number;
    const offset = known.find((ms) => plausible(correct(ts, ms), receivedAt) === 'ok');
    if (offset === undefined) return null;
    offsets.push(offset);
  }
  return offsets;
}
