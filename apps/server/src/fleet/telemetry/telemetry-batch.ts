import type { EngineUp, Sample, StatusUp, TelemetryUp } from '@headland/contracts/device/up';
import { correct, goesOn, observe, plausible } from '@headland/domain/device-clock';
import { add, crowded, giveUpLowestGap, has, toMultirange, upTo, type Ranges } from '@headland/domain/received-ranges';
import { watchPosture, type Posture } from '@headland/domain/rollover';
import { vehicleAt, type KnownDevice } from '../devices/device-directory.reads';
import { databaseNowMs } from '../../platform/clock';
import type { PendingMessage } from '../../platform/mqtt/pending-message';
import { bools, float4s, float8s, int4s, int8s, texts, times } from './array-parameter';
import type { Decoded, Refused } from '../../platform/mqtt/decode';
import type { Quarantined } from '../../platform/mqtt/quarantine';
import { lateBefore, LateQuarters } from './late-15min';
import { sensors, signals } from './signal-columns.reads';
import type { Clock, Stream, StreamCache } from './stream-cache';

/** A decoded message of the telemetry process, with the device that it came from. */
export interface Received {
  held: PendingMessage;
  decoded: Extract<Decoded, { kind: 'telemetry' | 'engine' | 'status' }>;
  device: KnownDevice;
}
export interface Rollover {
  device: KnownDevice;
  boot: number;
  at: Date;
  deviceTs: number;
  sample: Sample;
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
  readonly quarantined: Quarantined[] = [];
  readonly rollovers: Rollover[] = [];
  readonly engines: {
    device: KnownDevice;
    vehicleId: number | null;
    message: EngineUp;
    ts: string;
    receivedAt: string;
  }[] = [];
  readonly statuses = new Map<string, { device: KnownDevice; message: StatusUp; receivedAt: string }>();
  private readonly dayNumbers = new Set<number>();
  duplicates = 0;
  /** left to the device, which sends them again when its gaps have closed */
  deferred = 0;
  /** gaps that nobody will close any more */
  givenUp = 0;
  accepted = 0;
  private readonly states = new Map<number, Newest>();
  private readonly columns = {
    key: [] as number[],
    vehicle: [] as (number | null)[],
    ts: [] as number[],
    deviceTs: [] as number[],
    receivedAt: [] as number[],
    boot: [] as number[],
    seq: [] as number[],
    lat: [] as Maybe[],
    lon: [] as Maybe[],
    heading: [] as Maybe[],
    speed: [] as Maybe[],
    engine: [] as (boolean | null)[],
    work: [] as (string | null)[],
    rpm: [] as Maybe[],
    hours: [] as Maybe[],
    odometer: [] as Maybe[],
    fuel: [] as Maybe[],
    signals: signals.map((): Maybe[] => []),
    keyOn: [] as (boolean | null)[],
  };

  /** postures this batch leaves behind; taken over after the commit */
  readonly postures = new Map<number, Posture>();

  constructor(
    private readonly cache: StreamCache,
    private readonly postureBefore: ReadonlyMap<number, Posture>,
    /** of what is refused: whether it is worth keeping */
    private readonly keeps: (payload: Buffer, refused: Refused) => boolean,
  ) {}

  add(m: Received): void {
    const { decoded, device, held } = m;
    if (decoded.kind === 'status') {
      this.observeStatus(decoded.message, device, held);
      return;
    }
    const { message, kind } = decoded;
    const stream = this.cache.stream(device.key, kind, message.boot);
    if (stream === undefined) throw new Error(`${kind} of ${device.key} was not loaded`);
    this.touchedStreams.add(stream);
    if (has(stream.received, message.seq)) {
      this.duplicates++;
      return;
    }
    const received = this.receive(stream, message.seq);
    if (received === null) {
      this.deferred++;
      return;
    }
    const offsetMs = this.observeClock(device.key, message.boot, kind, message.seq, message.ts, held.receivedAt, false);
    const times = kind === 'telemetry' ? message.samples.map((s) => s.ts) : [message.ts];
    const verdict = times.map((ts) => plausible(correct(ts, offsetMs), held.receivedAt)).find((v) => v !== 'ok');
    // committed either way: what no offset makes plausible is kept in quarantine and not asked for again
    stream.received = received;
    if (verdict !== undefined) {
      this.refuse(held, {
        ok: false,
        device: device.id,
        reason: 'implausibleTime',
        detail: `${verdict} after correction by ${offsetMs} ms`,
      });
      return;
    }
    this.accepted++;
    if (kind === 'telemetry') this.addTelemetry(message, device, offsetMs, held.receivedAt);
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
   * fills its gaps keeps what is not acknowledged: its newest messages can wait until the gaps have closed. One that never does is a simple
   * client without memory: its lowest gap is given up, so that what it says now is not held up by what is gone.
   */
  private receive(stream: Stream, seq: number): Ranges | null {
    if (seq < upTo(stream.received)) stream.filledAt = performance.now();
    const next = add(stream.received, seq);
    if (!crowded(next)) return next;
    if (seq > upTo(stream.received) && performance.now() - stream.filledAt < fillsWithinMs) return null;
    this.givenUp++;
    return giveUpLowestGap(next);
  }

  /** Into quarantine; once, where its envelope tells which message it is. */
  refuse(held: PendingMessage, refused: Refused, device?: KnownDevice): void {
    const { envelope } = refused;
    const stream = device && envelope ? this.cache.stream(device.key, envelope.kind, envelope.boot) : undefined;
    if (stream && envelope) {
      this.touchedStreams.add(stream);
      if (has(stream.received, envelope.seq)) {
        this.duplicates++;
        return;
      }
      stream.received = add(stream.received, envelope.seq);
    }
    if (this.keeps(held.payload, refused))
      this.quarantined.push({ topic: held.topic, payload: held.payload, receivedAt: held.receivedAt, refused });
  }

  /** Only telemetry rows, states and ranges: one statement writes it all. */
  get simple(): boolean {
    return (
      this.engines.length === 0 &&
      this.statuses.size === 0 &&
      this.quarantined.length === 0 &&
      this.changedClocks.size === 0
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

  /** Two more parameters, of `writeLateBatch`; null where nothing is late. */
  lateParameters(): Buffer[] | null {
    const late = new LateQuarters(lateBefore(databaseNowMs()));
    const { vehicle, ts } = this.columns;
    for (let i = 0; i < ts.length; i++) late.add(vehicle[i] ?? null, ts[i] ?? 0);
    for (const { vehicleId, ts: at } of this.engines) late.add(vehicleId, Date.parse(at));
    return late.vehicles.length === 0 ? null : [int4s(late.vehicles), times(late.quarters)];
  }

  /** Parameters of `writeBatch`. */
  parameters(): Buffer[] {
    const c = this.columns;
    const isNewest = c.key.map(() => false);
    for (const { row } of this.states.values()) isNewest[row] = true;
    const streams = [...this.touchedStreams];
    const now = databaseNowMs();
    return [
      int4s(c.key),
      int4s(c.vehicle),
      times(c.ts),
      int8s(c.deviceTs),
      times(c.receivedAt),
      int4s(c.boot),
      int4s(c.seq),
      float8s(c.lat),
      float8s(c.lon),
      float4s(c.heading),
      float4s(c.speed),
      bools(c.engine),
      texts(c.work),
      float4s(c.rpm),
      float8s(c.hours),
      float8s(c.odometer),
      float8s(c.fuel),
      ...c.signals.map(float4s),
      bools(c.keyOn),
      bools(isNewest),
      int4s(streams.map((s) => s.deviceKey)),
      texts(streams.map((s) => s.topic)),
      int4s(streams.map((s) => s.boot)),
      texts(streams.map((s) => toMultirange(s.received))),
      int4s(streams.map((s) => s.version)),
      times(streams.map(() => now)),
    ];
  }

  /** After the commit: the rows are one version further. */
  committed(): void {
    for (const stream of this.touchedStreams) stream.version++;
  }

  private addTelemetry(message: TelemetryUp, device: KnownDevice, offsetMs: number, receivedAt: number): void {
    const c = this.columns;
    let newest: { ts: number; row: number } | null = null;
    for (const sample of message.samples) {
      const at = correct(sample.ts, offsetMs);
      this.dayNumbers.add(Math.floor(at / dayMs));
      const row = c.key.push(device.key) - 1;
      c.vehicle.push(vehicleAt(device, at));
      c.ts.push(at);
      c.deviceTs.push(sample.ts);
      c.receivedAt.push(receivedAt);
      c.boot.push(message.boot);
      c.seq.push(message.seq);
      c.lat.push(sample.lat);
      c.lon.push(sample.lon);
      c.heading.push(sample.heading);
      c.speed.push(sample.speed);
      c.engine.push(engineOn(sample));
      c.work.push(sample.work ?? null);
      c.rpm.push(sample.rpm);
      c.hours.push(sample.engineHours);
      c.odometer.push(sample.odometer);
      c.fuel.push(sample.fuelUsed);
      addSignals(c.signals, sample);
      c.keyOn.push(keyOn(sample));
      if (newest === null || at >= newest.ts) newest = { ts: at, row };
    }
    this.watchTilt(message, device, offsetMs, receivedAt);
    if (newest === null || device.vehicleId === null || vehicleAt(device, newest.ts) !== device.vehicleId) return;
    const known = this.states.get(device.vehicleId);
    if (known && (known.boot > message.boot || (known.boot === message.boot && known.seq > message.seq))) return;
    this.states.set(device.vehicleId, { boot: message.boot, seq: message.seq, row: newest.row });
  }

  private watchTilt(message: TelemetryUp, device: KnownDevice, offsetMs: number, receivedMs: number): void {
    if (device.rollover === null) return;
    const present = message.samples.filter(
      (s) => s.tilt !== undefined && receivedMs - correct(s.ts, offsetMs) < presentMs,
    );
    if (present.length === 0) return;
    const { posture, rolledOverAt } = watchPosture(
      this.postures.get(device.key) ?? this.postureBefore.get(device.key) ?? 'upright',
      present,
      device.rollover,
    );
    this.postures.set(device.key, posture);
    const sample = rolledOverAt === null ? undefined : present[rolledOverAt];
    if (sample)
      this.rollovers.push({
        device,
        boot: message.boot,
        at: new Date(correct(sample.ts, offsetMs)),
        deviceTs: sample.ts,
        sample,
      });
  }

  private observeStatus(message: StatusUp, device: KnownDevice, held: PendingMessage): void {
    // sent at connect, not replayed by the broker and not from its queue: the one message whose delay is known to be small
    if (
      message.online &&
      !held.retain &&
      held.backlog !== true &&
      message.boot !== undefined &&
      message.ts !== undefined
    ) {
      this.observeClock(device.key, message.boot, 'status', 0, message.ts, held.receivedAt, true);
    }
    this.statuses.set(device.id, { device, message, receivedAt: iso(held.receivedAt) });
  }

  private observeClock(
    deviceKey: number,
    boot: number,
    topic: string,
    seq: number,
    ts: number,
    receivedAt: number,
    sync: boolean,
  ): number {
    const known = this.cache.clock(deviceKey, boot);
    if (known === undefined) throw new Error(`the clock of ${deviceKey} was not loaded`);
    this.touchedClocks.add(known);
    const seen = { topic, seq, ts, receivedAt, sync };
    if (goesOn(known.clock, seen)) return known.clock.offsetMs;
    const { clock, offsetMs, changed } = observe(known.clock, seen);
    known.clock = clock;
    if (changed) this.changedClocks.add(known);
    return offsetMs;
  }
}

type Maybe = number | undefined;
const dayMs = 86_400_000;
const iso = (ms: number): string => new Date(ms).toISOString();
/** An engine runs with its key on only; one that stands says nothing of the key. */
const keyOn = (s: Sample): boolean | null => (s.key === undefined ? (s.engine === 'on' ? true : null) : s.key === 'on');
const engineOn = (s: Sample): boolean | null => (s.engine === undefined ? null : s.engine === 'on');

/** Sensors first, then the tilt: the order of `signals`. */
function addSignals(columns: readonly Maybe[][], sample: Sample): void {
  let i = 0;
  for (const sensor of sensors) columns[i++]?.push(sample[sensor]);
  for (const axis of axes) columns[i++]?.push(sample.tilt?.[axis]);
}
const axes = ['x', 'y', 'z'] as const;
