import { correct, newClock, observe, plausible, skewOf, type DeviceClock } from '@headland/domain/device-clock';
import { add, has, parseMultirange, toMultirange, type Ranges } from '@headland/domain/received-ranges';
import type { Tx } from '../database/rows';

/** A numbered message of a device that is committed one by one (sos, fault). */
export interface Arrived {
  deviceKey: number;
  topic: 'sos' | 'fault';
  boot: number;
  seq: number;
  ts: number;
  /** epoch ms */
  receivedAt: number;
  /** the live status of the same boot, if this process saw one: it tells a slow clock from a late message */
  status: { ts: number; receivedAt: number } | null;
}
export interface Admitted {
  /** false: committed before, it counts no second time */
  fresh: boolean;
  /** everything committed of this stream, with this message */
  received: Ranges;
  /** corrected time, never after the receipt */
  at: Date;
  skewMs: number;
  /** something has told what the clock is worth; until then an old time may just as well be a wrong one */
  clockKnown: boolean;
  verdict: ReturnType<typeof plausible>;
  /** call it last: telemetry takes its locks in the same order, state before clock */
  storeClock: () => Promise<void>;
}

/** The first step of every such transaction: one at a time per device, known or new, and when it really was. */
export async function admit(tx: Tx, m: Arrived): Promise<Admitted> {
  await tx.query('SELECT pg_advisory_xact_lock(7203, $1)', [m.deviceKey]);
  const stream = [m.deviceKey, m.topic, m.boot];
  const [[row], [known]] = [
    await tx.query<{ received: string }[]>('SELECT received::text FROM device_stream WHERE device_key = $1 AND topic = $2 AND boot = $3', stream),
    await tx.query<{ clock: DeviceClock }[]>('SELECT clock FROM device_clock WHERE device_key = $1 AND boot = $2', [m.deviceKey, m.boot]),
  ];
  const before = row ? parseMultirange(row.received) : [];
  const fresh = !has(before, m.seq);
  let clock = known?.clock ?? newClock();
  let changed = false;
  if (m.status !== null) ({ clock, changed } = observe(clock, { topic: 'status', seq: null, ...m.status, sync: true }));
  const seen = observe(clock, { topic: m.topic, seq: m.seq, ts: m.ts, receivedAt: m.receivedAt, sync: false });
  const correctedMs = correct(m.ts, seen.offsetMs);
  const received = add(before, m.seq);
  if (fresh) {
    await tx.query(
      `INSERT INTO device_stream AS d (device_key, topic, boot, received, received_at) VALUES ($1, $2, $3, $4::text::int4multirange, $5)
       ON CONFLICT (device_key, topic, boot) DO UPDATE SET received = excluded.received, version = d.version + 1, received_at = excluded.received_at`,
      [...stream, toMultirange(received), new Date(m.receivedAt)],
    );
  }
  return {
    fresh,
    received,
    at: new Date(Math.min(correctedMs, m.receivedAt)),
    skewMs: skewOf(seen.offsetMs),
    clockKnown: seen.clock.trust !== 'assumed',
    verdict: plausible(correctedMs, m.receivedAt),
    storeClock: async () => {
      if (!fresh || !(changed || seen.changed)) return;
      await tx.query(
        `INSERT INTO device_clock (device_key, boot, clock, offset_ms, updated_at) VALUES ($1, $2, $3, $4, now())
         ON CONFLICT (device_key, boot) DO UPDATE SET clock = excluded.clock, offset_ms = excluded.offset_ms, updated_at = excluded.updated_at`,
        [m.deviceKey, m.boot, JSON.stringify(seen.clock), seen.clock.offsetMs],
      );
    },
  };
}
