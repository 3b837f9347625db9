import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Health } from '../health';
import { LOG } from '../log';
import { ingestMetrics } from '../metrics';
import { isMessageFault } from './message-fault';

const windowMs = 60_000;
/** Devices whose messages may be put aside for a data error in one minute. */
const mostDevices = 10;
/** As many suffice where nothing at all was committed since the first of them. */
const mostDevicesAlone = 3;

/**
 * A data error is a message's own fault only as long as it is an exception: where the messages of many devices are refused within a minute, the database
 * is at fault (a constraint too many, a sequence that a restore set back), and what it refuses waits like in any other outage.
 */
@Injectable()
export class DataErrors {
  /** device → when a message of it was last refused, on the monotonic clock */
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

  /** A message was committed: the database takes some at least. */
  committed(): void {
    this.committedAt = performance.now();
  }

  /** Whether the message of this device that failed so is to be put aside. False: it waits and is tried again. */
  mayPutAside(error: unknown, device: string | null): boolean {
    if (!isMessageFault(error)) return false;
    this.forgetOld();
    this.refused.delete(device ?? '');
    this.refused.set(device ?? '', performance.now());
    const suspended = this.suspended();
    if (suspended && performance.now() - this.loggedAt > windowMs) {
      this.loggedAt = performance.now();
      this.log.error(
        { error: (error as Error).message, devices: this.refused.size },
        'PostgreSQL refuses the messages of many devices: taken for its own fault, they wait; look at once',
      );
    }
    return !suspended;
  }

  private suspended(): boolean {
    this.forgetOld();
    const first = this.refused.values().next().value ?? Number.POSITIVE_INFINITY;
    const { size } = this.refused;
    ingestMetrics.refusedDevices.set(size);
    return size > mostDevices || (size > mostDevicesAlone && this.committedAt < first);
  }

  private forgetOld(): void {
    const oldest = performance.now() - windowMs;
    for (const [device, at] of this.refused) {
      if (at > oldest) break;
      this.refused.delete(device);
    }
  }
}
