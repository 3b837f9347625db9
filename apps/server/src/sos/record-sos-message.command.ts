import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SosUp } from '@headland/contracts/device/up';
import type { Ranges } from '@headland/domain/received-ranges';
import { reportingDevice } from '../devices/reporting-device.reads';
import { CONFIG, type Config } from '../platform/config';
import { Change } from '../platform/event-log/change';
import { admit } from '../platform/mqtt/admit';
import { system } from '../platform/who';
import { raiseSos } from './raise-sos';

/** What became of a device message: committed (now or before) with everything of its stream, or nobody registered the device. */
export type RecordedMessage = { outcome: 'recorded' | 'duplicate'; received: Ranges } | { outcome: 'unknownDevice' };

/** The driver pressed the button, or the machine says that it rolled over or collided. One transaction; a message seen twice counts once. */
export class RecordSosMessage extends Command<RecordedMessage> {
  constructor(
    readonly deviceId: string,
    readonly message: SosUp,
    /** epoch ms */
    readonly receivedAt: number,
    /** the live status of the same boot, if one was heard */
    readonly status: { ts: number; receivedAt: number } | null = null,
  ) {
    super();
  }
}

@CommandHandler(RecordSosMessage)
export class RecordSosMessageHandler implements ICommandHandler<RecordSosMessage> {
  constructor(
    private readonly change: Change,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  execute({ deviceId, message, receivedAt, status }: RecordSosMessage): Promise<RecordedMessage> {
    return this.change.run(system, async (tx, emit) => {
      const device = await reportingDevice(tx, deviceId);
      if (device === null) return { outcome: 'unknownDevice' };
      const { boot, seq, ts, type, lat, lon, speed, tilt } = message;
      const admitted = await admit(tx, { deviceKey: device.key, topic: 'sos', boot, seq, ts, receivedAt, status });
      if (!admitted.fresh) return { outcome: 'duplicate', received: admitted.received };
      // a call is never refused for its clock: the time of the receipt is true enough
      const raisedAt = admitted.verdict === 'ok' ? admitted.at : new Date(receivedAt);
      const { skewMs, clockKnown } = admitted;
      const received = { boot, seq, body: message };
      const press = { type, origin: 'device' as const, raisedAt, receivedAt: new Date(receivedAt), deviceTs: ts, skewMs, clockKnown, lat, lon, speed, tilt, received };
      await raiseSos(tx, emit, device, press, this.config.SOS_ESCALATE_S * 1000);
      await admitted.storeClock();
      return { outcome: 'recorded', received: admitted.received };
    });
  }
}
