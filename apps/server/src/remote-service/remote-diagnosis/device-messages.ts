import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import type { DiagDown } from '@headland/contracts/device/diagnosis';
import { downTopic } from '@headland/contracts/device/envelope';
import { LOG } from '../../platform/log';
import { Publisher } from '../../platform/mqtt/publisher';

/** What is said to a terminal in a session: after the commit that remembers it, so that a process which dies in between leaves a request that times out. */
@Injectable()
export class DeviceMessages {
  constructor(
    private readonly publisher: Publisher,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /** Rejects when the broker is away. */
  say(deviceId: string, message: DiagDown): Promise<void> {
    return this.publisher.publish(downTopic(deviceId, 'diag'), JSON.stringify(message));
  }

  /** Best effort: what is not heard is not answered, and the request times out. */
  askNext(deviceId: string, message: DiagDown): void {
    this.say(deviceId, message).catch((error: Error) =>
      this.log.warn({ error: error.message, device: deviceId, op: message.op }, 'request not said'),
    );
  }

  /** Best effort: a terminal that does not hear it lets go by itself after a minute. */
  farewell(deviceId: string, session: string): void {
    this.say(deviceId, { session, req: randomUUID(), op: 'disconnect' }).catch((error: Error) =>
      this.log.debug({ error: error.message, device: deviceId }, 'farewell not said'),
    );
  }
  abort(deviceId: string, session: string): void {
    this.say(deviceId, { session, req: randomUUID(), op: 'abort' }).catch((error: Error) =>
      this.log.warn({ error: error.message, device: deviceId }, 'abort not said'),
    );
  }
}
