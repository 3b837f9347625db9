import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Health } from '../health';
import { LOG } from '../log';
import { ingestMetrics } from '../metrics';
import { isMessageFault } from './message-fault';

const windowMs = 60_000;
/** Devices whose messages may be quarantined for a data error in one minute. */
const maxDevices = 10;
/** This many suffice if nothing at all was committed since the first of them. */
const maxDevicesAlone = 3;

/**
 * A data error is a message's own fault only as long as it is rare: if messages of many devices are rejected within a
 * minute, the database is at fault (a constraint too many, a sequence reset by a restore), and they are retried like in
 * any other outage.
 */
@Injectable()
export class DataErrors {
  /** device → when a message of it was last rejected, on the monotonic clock */
  private readonly refused = new Map<string, number>();
  private committedAt = Number.NEGATIVE_INFINITY;
  private loggedAt = Number.NEGATIVE_INFINITY;

  constructor(
    @Inject(LOG) private readonly log: Logger,
    health: Health,
  ) {
    health.add(
      'data',
      () => !this.suspended() || `PostgreSQL refuses the messages of ${this.refused.size} devices: they wait`,
    );
  }

  /** A message was committed: the database accepts some at least. */
  committed(): void {
    this.committedAt = performance.now();
  }

  /** Whether the rejected message of this device goes to quarantine. False: it waits and is retried. */
  mayQuarantine(error: unknown, device: string | null): boolean {
    if (!isMessageFault(error)) return false;
    this.removeOld();
    this.refused.delete(device ?? '');
    this.refused.set(device ?? '', performance.now());
    const suspended = this.suspended();
    if (suspended && performance.now() - this.loggedAt > windowMs) {
      this.loggedAt = performance.now();
      this.log.error(
        { error: (error as Error).message, devices: this.refused.size },
        'PostgreSQL refuses the messages of many devices: treated as its own fault, they wait; check at once',
      );
    }
    return !suspended;
  }

  private suspended(): boolean {
    this.removeOld();
    const first = this.refused.values().next().value ?? Number.POSITIVE_INFINITY;
    const { size } = this.refused;
    ingestMetrics.refusedDevices.set(size);
    return size > maxDevices || (size > maxDevicesAlone && this.committedAt < first);
  }

  private removeOld(): void {
    const oldest = performance.now() - windowMs;
    for (const [device, at] of this.refused) {
      if (at > oldest) break;
      this.refused.delete(device);
    }
  }
}
