import { clockSetMs, correct, newClock, numberedAnew, observe, type DeviceClock } from '@headland/domain/device-clock';
import type { Tx } from '../../platform/database/rows';

export interface SessionMessageTime {
  key: number;
  boot: number;
  topic: string;
  seq: number;
  /** device clock, epoch ms */
  ts: number;
  /** epoch ms */
  receivedAt: number;
  /** it responds to a request of just now */
  sync: boolean;
}
interface Known {
  clock: DeviceClock;
  /** offset of the last message of each topic */
  offsetByTopic: Record<string, number>;
}
/** Devices whose clocks are cached. */
const maxKnown = 2_000;

/**
 * Clocks of the devices in sessions, in memory: each begins with the offset from telemetry and follows the session's
 * messages, where a clock may be set between two rows. An evicted one begins again with the next message.
 */
export class SessionClocks {
  private readonly known = new Map<string, Known>();

  /** For messages of one transaction; call `keep` after its commit. */
  begin(): {
    at: (tx: Tx, message: SessionMessageTime) => Promise<{ offsetMs: number; clockSet: boolean }>;
    /** whether a used number is one of a start that is counted anew, by its corrected time; its clock begins again then */
    isAnew: (
      tx: Tx,
      message: Pick<SessionMessageTime, 'key' | 'boot' | 'ts' | 'receivedAt'>,
      lastReceivedAt: number,
    ) => Promise<boolean>;
    keep: () => void;
  } {
    const fresh = new Map<string, Known>();
    return {
      at: async (tx, { key, boot, topic, ...seen }) => {
        const id = `${key} ${boot}`;
        const before = fresh.get(id) ?? this.known.get(id) ?? { clock: await stored(tx, key, boot), offsetByTopic: {} };
        const { clock, offsetMs } = observe(before.clock, { topic, ...seen });
        const last = before.offsetByTopic[topic];
        fresh.set(id, { clock, offsetByTopic: { ...before.offsetByTopic, [topic]: offsetMs } });
        return { offsetMs, clockSet: last !== undefined && Math.abs(offsetMs - last) > clockSetMs };
      },
      isAnew: async (tx, { key, boot, ts, receivedAt }, lastReceivedAt) => {
        // the stored offset: one in memory may be of the start before
        const clock = await stored(tx, key, boot);
        const isAnew = numberedAnew(correct(ts, clock.offsetMs), receivedAt, lastReceivedAt);
        if (isAnew) fresh.set(`${key} ${boot}`, { clock: { ...clock, newest: {} }, offsetByTopic: {} });
        return isAnew;
      },
      keep: () => {
        for (const [id, known] of fresh) {
          this.known.delete(id);
          this.known.set(id, known);
        }
        for (const id of this.known.keys()) {
          if (this.known.size <= maxKnown) break;
          this.known.delete(id);
        }
      },
    };
  }
}

async function stored(tx: Tx, key: number, boot: number): Promise<DeviceClock> {
  const [row] = await tx.query<{ clock: DeviceClock }[]>(
    'SELECT clock FROM device_clock WHERE device_key = $1 AND boot = $2',
    [key, boot],
  );
  return row?.clock ?? newClock();
}
