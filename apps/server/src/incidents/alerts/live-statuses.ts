import type { StatusUp } from '@headland/contracts/device/up';
import type { PendingMessage } from '../../platform/mqtt/pending-message';

interface Sync {
  ts: number;
  receivedAt: number;
}
/** A fleet of this many devices fits; beyond it the oldest are forgotten. */
const most = 50_000;

/**
 * When devices said "online" and what their clocks said then. It is sent at the connect and not kept by the broker, so it is the one message
 * whose delay is known to be small. Kept in memory only: the telemetry process writes it into the device's clock, perhaps a moment after a call.
 */
export class LiveStatuses {
  private readonly syncs = new Map<string, Sync & { boot: number }>();

  hear(
    device: string,
    { online, boot, ts }: StatusUp,
    held: Pick<PendingMessage, 'retain' | 'receivedAt' | 'backlog'>,
  ): void {
    if (!online || held.retain || boot === undefined || ts === undefined || held.backlog === true) return;
    this.syncs.delete(device);
    this.syncs.set(device, { boot, ts, receivedAt: held.receivedAt });
    if (this.syncs.size > most) this.syncs.delete(this.syncs.keys().next().value ?? '');
  }

  of(device: string, boot: number): Sync | null {
    const sync = this.syncs.get(device);
    return sync?.boot === boot ? { ts: sync.ts, receivedAt: sync.receivedAt } : null;
  }
}
