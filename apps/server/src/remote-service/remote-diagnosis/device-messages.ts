import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { DiagDown } from '@headland/contracts/device/diagnosis';
import { downTopic } from '@headland/contracts/device/envelope';
import { LOG } from '../../platform/log';
import { Publisher } from '../../platform/mqtt/publisher';

/**
 * Messages to a terminal in a session: sent after the commit that records them, so that a process which dies in between
 * leaves a request that times out.
 */
@Injectable()
export class DeviceMessages {
  constructor(
    private readonly publisher: Publisher,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** Rejects when the broker is away. */
  send(deviceId: string, message: DiagDown): Promise<void> {
    return this.publisher.publish(downTopic(deviceId, 'diag'), JSON.stringify(message));
  }

  /** Best effort: a lost request times out. */
  askNext(deviceId: string, message: DiagDown): void {
    this.send(deviceId, message).catch((error: Error) =>
      this.log.warn({ error: error.message, device: deviceId, op: message.op }, 'request not sent'),
    );
  }

  /** Best effort: otherwise a terminal ends its session by itself after a minute. */
  disconnect(deviceId: string, session: string): void {
    this.send(deviceId, { session, req: randomUUID(), op: 'disconnect' }).catch((error: Error) =>
      this.log.debug({ error: error.message, device: deviceId }, 'close not sent'),
    );
  }
  abort(deviceId: string, session: string): void {
    this.send(deviceId, { session, req: randomUUID(), op: 'abort' }).catch((error: Error) =>
      this.log.warn({ error: error.message, device: deviceId }, 'abort not sent'),
    );
  }
}
