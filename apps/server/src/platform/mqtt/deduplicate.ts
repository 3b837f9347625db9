import {
  correct,
  mayBeRecent,
  newClock,
  numberedAnew,
  observe,
  plausible,
  skewOf,
  type DeviceClock,
} from '@headland/domain/device-clock';
import {
  add,
  has,
  noRanges,
  parseMultirange,
  toMultirange,
  upTo,
  withoutLowestGaps,
  type Ranges,
} from '@headland/domain/received-ranges';
import { advisoryLockClasses } from '../database/advisory-locks';
import { write, type PipelinedTx, type Tx } from '../database/rows';

/** No message waits longer in a device that is connected. */
const keptMs = 3_600_000;

/** Numbered messages of one device and topic that are committed together (sos, fault). */
export interface ReceivedBatch {
  deviceKey: number;
  /** of `lockStreams` */
  streams: readonly StreamRow[];
  topic: 'sos' | 'fault';
  /** the live status of a boot, if this process saw one: it distinguishes a slow clock from a late message */
  status: (boot: number) => { ts: number; receivedAt: number } | null;
}
export interface ReceivedMessage {
  boot: number;
  seq: number;
  ts: number;
  /** epoch ms */
  receivedAt: number;
  /** false: its own time cannot be read, and `ts` is when it was received */
  isTimed?: boolean;
}
export interface CheckedMessage {
  /** false: committed before, a duplicate */
  fresh: boolean;
  /** corrected time, never after the receipt */
  at: Date;
  skewMs: number;
  /** the clock offset is known; until then, and where the clock may have been set since, an old time may be a wrong one */
  clockKnown: boolean;
  verdict: ReturnType<typeof plausible>;
}
export interface DeduplicatedBatch<M> {
  messages: (M & CheckedMessage)[];
  /** by boot: all committed ranges of its stream, including these messages */
  received: ReadonlyMap<number, Ranges>;
  /** call it last: telemetry locks in the same order, state before clock */
  storeClocks: () => Promise<void>;
}
export interface StreamRow {
  deviceKey: number;
  boot: number;
  received: string | null;
  /** when its last new message was received */
  receivedAt: Date | null;
  clock: DeviceClock | null;
  /** when the clock was stored; null: not yet */
  clockAt: Date | null;
}
interface Boot {
  received: Ranges;
  /** of its last new message, epoch ms */
  receivedAt: number;
  clock: DeviceClock;
  isChanged: boolean;
  clockChanged: boolean;
}

/** The first step of every such transaction: one at a time per device. Answers what is known of the boots. */
export async function lockStreams(
  tx: Tx | PipelinedTx,
  deviceId: string,
  topic: string,
  boots: readonly number[],
): Promise<StreamRow[]> {
  await write(tx, `SELECT pg_advisory_xact_lock(${advisoryLockClasses.device}, key) FROM device WHERE id = $1`, [
    deviceId,
  ]);
  return tx.query<StreamRow[]>(
    `SELECT d.key AS "deviceKey", b.boot, s.received::text, s.received_at AS "receivedAt", c.clock, c.updated_at AS "clockAt" FROM device d CROSS JOIN unnest($3::int[]) AS b(boot)
       LEFT JOIN device_stream s ON s.device_key = d.key AND s.topic = $2 AND s.boot = b.boot
       LEFT JOIN device_clock c ON c.device_key = d.key AND c.boot = b.boot WHERE d.id = $1`,
    [deviceId, topic, [...new Set(boots)]],
  );
}

/** Finds out whether each message is new, and when it really happened. */
export async function deduplicate<M extends ReceivedMessage>(
  tx: Tx | PipelinedTx,
  { deviceKey, topic, status, streams }: ReceivedBatch,
  messages: readonly M[],
): Promise<DeduplicatedBatch<M>> {
  const boots = new Map<number, Boot>();
  const accepted: (M & CheckedMessage)[] = [];
  for (const m of messages) {
    const boot =
      boots.get(m.boot) ??
      bootOf(
        streams.find((s) => s.boot === m.boot),
        status(m.boot),
      );
    boots.set(m.boot, boot);
    const isUsed = has(boot.received, m.seq);
    const isTimed = m.isTimed !== false;
    const offsetMs = isTimed ? boot.clock.offsetMs : 0;
    const isAnew = isUsed && numberedAnew(correct(m.ts, offsetMs), m.receivedAt, boot.receivedAt);
    if (isAnew) {
      boot.received = noRanges;
      boot.clock = { ...boot.clock, newest: {} };
    }
    const fresh = !isUsed || isAnew;
    const seen = isTimed
      ? observe(boot.clock, { topic, seq: m.seq, ts: m.ts, receivedAt: m.receivedAt, sync: false })
      : { clock: boot.clock, offsetMs, changed: false };
    const correctedMs = correct(m.ts, seen.offsetMs);
    const maySetRight = mayBeRecent(m.receivedAt - m.ts, seen.offsetMs);
    const mayBeSetBack = liveSince(status(m.boot), correctedMs, m.receivedAt);
    accepted.push({
      ...m,
      fresh,
      at: new Date(Math.min(maySetRight ? m.ts : correctedMs, m.receivedAt)),
      skewMs: maySetRight ? 0 : skewOf(seen.offsetMs),
      clockKnown: isTimed && seen.clock.trust !== 'assumed' && !maySetRight && !mayBeSetBack,
      verdict: plausible(correctedMs, m.receivedAt),
    });
    if (!fresh) continue;
    boot.received = receive(topic, boot, m);
    boot.receivedAt = m.receivedAt;
    boot.isChanged = true;
    boot.clock = seen.clock;
    boot.clockChanged ||= seen.changed;
  }
  const isChanged = [...boots].filter(([, { isChanged: fresh }]) => fresh).sort(([a], [b]) => a - b);
  const receivedAt = new Date(Math.max(...messages.map((m) => m.receivedAt)));
  for (const [boot, { received }] of isChanged)
    await storeReceived(tx, { deviceKey, topic, boot }, received, receivedAt);
  return {
    messages: accepted,
    received: new Map([...boots].map(([boot, { received }]) => [boot, received])),
    storeClocks: async () => {
      for (const [boot, { clock, clockChanged }] of isChanged) {
        if (!clockChanged) continue;
        await write(
          tx,
          `INSERT INTO device_clock (device_key, boot, clock, offset_ms, updated_at) VALUES ($1, $2, $3, $4, now())
           ON CONFLICT (device_key, boot) DO UPDATE SET clock = excluded.clock, offset_ms = excluded.offset_ms, updated_at = excluded.updated_at`,
          [deviceKey, boot, JSON.stringify(clock), clock.offsetMs],
        );
      }
    },
  };
}

/** A terminal that is still to fill gaps does so at once, lowest first. */
const fillsWithinMs = 600_000;
/**
 * The ranges with one more message. Lowest gaps that nobody has filled are given up, where acknowledgements cannot name
 * all of them; never of SOS, where a call that arrives after all would pass for a repeat.
 */
function receive(topic: string, boot: Boot, { seq, receivedAt }: ReceivedMessage): Ranges {
  const next = add(boot.received, seq);
  const isQuiet = seq > upTo(boot.received) && receivedAt - boot.receivedAt >= fillsWithinMs;
  return isQuiet && topic !== 'sos' ? withoutLowestGaps(next) : next;
}

/** The committed numbers of a stream, in the transaction of their messages. */
export function storeReceived(
  tx: Tx | PipelinedTx,
  { deviceKey, topic, boot }: { deviceKey: number; topic: string; boot: number },
  received: Ranges,
  receivedAt: Date,
): Promise<unknown> {
  return write(
    tx,
    `INSERT INTO device_stream AS d (device_key, topic, boot, received, received_at) VALUES ($1, $2, $3, $4::text::int4multirange, $5)
     ON CONFLICT (device_key, topic, boot) DO UPDATE SET received = excluded.received, version = d.version + 1, received_at = excluded.received_at`,
    [deviceKey, topic, boot, toMultirange(received), receivedAt],
  );
}

/** A device that has been connected since before the time of its message cannot have kept it for an hour: its clock was set back. */
const liveSince = (status: { receivedAt: number } | null, atMs: number, receivedAt: number): boolean =>
  status !== null && status.receivedAt <= atMs && receivedAt - atMs > keptMs;

/**
 * A status that is older than the stored clock is in it already: the device may have set its clock since, and applied
 * again the status would put the offset of hours ago in force.
 */
function bootOf(row: StreamRow | undefined, status: { ts: number; receivedAt: number } | null): Boot {
  const before = row?.clock ?? newClock();
  const isKnown = status === null || (row?.clockAt ?? new Date(0)).getTime() >= status.receivedAt;
  const { clock, changed } = isKnown
    ? { clock: before, changed: false }
    : observe(before, { topic: 'status', seq: null, ...status, sync: true });
  const received = row?.received ? parseMultirange(row.received) : [];
  const receivedAt = row?.receivedAt?.getTime() ?? 0;
  return { received, receivedAt, clock, isChanged: false, clockChanged: changed };
}
