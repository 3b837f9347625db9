import type { StatusUp } from '@headland/contracts/device/up';
import type { PendingMessage } from '../../platform/mqtt/pending-message';

interface Sync {
  ts: number;
  receivedAt: number;
}
/** Enough for a fleet of this many devices; beyond it the oldest are evicted. */
const maxStatuses = 50_000;

/**
 * When devices sent "online", and their clock at that time. A status is sent on connect and not queued by the broker,
 * so it is the one message whose delay is known to be small. Kept in memory only: the telemetry process writes it into
 * the device's clock, possibly a moment after an SOS.
 */
export class LiveStatuses {
  private readonly syncs = new Map<string, Sync & { boot: number }>();

  add(
    device: string,
    { online, boot, ts }: StatusUp,
    pending: Pick<PendingMessage, 'retain' | 'receivedAt' | 'backlog'>,
  ): void {
    if (!online || pending.retain || boot === undefined || ts === undefined || pending.backlog === true) return;
    this.syncs.delete(device);
    this.syncs.set(device, { boot, ts, receivedAt: pending.receivedAt });
    if (this.syncs.size > maxStatuses) this.syncs.delete(this.syncs.keys().next().value ?? '');
  }

  of(device: string, boot: number): Sync | null {
    const sync = this.syncs.get(device);
    return sync?.boot === boot ? { ts: sync.ts, receivedAt: sync.receivedAt } : null;
  }
}
