import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { sosTypes, type SosUp } from '@headland/contracts/device/up';
import type { Ranges } from '@headland/domain/received-ranges';
import { reportingDevice, type ReportingDevice } from '../../fleet/devices/reporting-device.reads';
import { CONFIG, type Config } from '../../platform/config';
import type { Tx } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { deduplicate, type ReceivedBatch } from '../../platform/mqtt/deduplicate';
import { system } from '../../platform/caller';
import { raiseSos, type Press } from './raise-sos';

/** What became of messages of a device: committed (now or before), with everything of their streams by boot; or nobody registered the device. */
export type RecordedMessages =
  { outcome: 'recorded'; duplicates: number; received: ReadonlyMap<number, Ranges> } | { outcome: 'unknownDevice' };

/**
 * The driver pressed the button, or the machine says that it rolled over or collided. What a device sent until its turn came is one transaction, so
 * that a device which repeats itself costs little; a message seen twice counts once.
 */
export class RecordSosMessages extends Command<RecordedMessages> {
  constructor(
    readonly deviceId: string,
    /** in the order of their arrival; `receivedAt` in epoch ms */
    readonly messages: readonly { message: SosUp; receivedAt: number }[],
    readonly status: ReceivedBatch['status'] = () => null,
  ) {
    super();
  }
}

@CommandHandler(RecordSosMessages)
export class RecordSosMessagesHandler implements ICommandHandler<RecordSosMessages> {
  constructor(
    private readonly change: Change,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  execute({ deviceId, messages, status }: RecordSosMessages): Promise<RecordedMessages> {
    return this.change.run(system, async (tx, emit) => {
      const device = await reportingDevice(tx, deviceId);
      if (device === null) return { outcome: 'unknownDevice' };
      const arrived = messages.map(({ message, receivedAt }) => ({
        message,
        boot: message.boot,
        seq: message.seq,
        ts: message.ts,
        receivedAt,
      }));
      const admission = await deduplicate(tx, { deviceKey: device.key, topic: 'sos', status }, arrived);
      const fresh = admission.messages.filter((m) => m.fresh);
      for (const [of, presses] of await byVehicle(tx, device, fresh.map(pressOf)))
        for (const type of sosTypes)
          await raiseSos(
            tx,
            emit,
            of,
            presses.filter((p) => p.type === type),
            this.config.SOS_ESCALATE_S * 1000,
          );
      await admission.storeClocks();
      return { outcome: 'recorded', duplicates: messages.length - fresh.length, received: admission.received };
    });
  }
}

/** What a terminal could not send before it was moved calls for help from the vehicle that it was in then, by a clock that something vouches for. */
async function byVehicle(
  tx: Tx,
  device: ReportingDevice,
  presses: readonly Press[],
): Promise<Iterable<[ReportingDevice, Press[]]>> {
  const groups = new Map<number | null, [ReportingDevice, Press[]]>();
  for (const press of presses) {
    const before = press.clockKnown && device.leftAt !== null && press.raisedAt < device.leftAt;
    const of = (before ? await reportingDevice(tx, device.id, press.raisedAt) : null) ?? device;
    const group = groups.get(of.vehicleId);
    if (group) group[1].push(press);
    else groups.set(of.vehicleId, [of, [press]]);
  }
  return groups.values();
}

type CheckedSosMessage = Awaited<
  ReturnType<typeof deduplicate<{ message: SosUp; boot: number; seq: number; ts: number; receivedAt: number }>>
>['messages'][number];

function pressOf({ message, receivedAt, verdict, at, skewMs, clockKnown }: CheckedSosMessage): Press {
  const { boot, seq, ts, type, lat, lon, speed, tilt } = message;
  // a call is never refused for its clock: the time of the receipt is true enough
  const raisedAt = verdict === 'ok' ? at : new Date(receivedAt);
  const received = { boot, seq, body: message };
  return {
    type,
    origin: 'device',
    raisedAt,
    receivedAt: new Date(receivedAt),
    deviceTs: ts,
    skewMs,
    clockKnown,
    lat,
    lon,
    speed,
    tilt,
    received,
  };
}
