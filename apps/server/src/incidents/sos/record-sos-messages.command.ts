import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { sosTypes, type SosAtLeast } from '@headland/contracts/device/up';
import type { Ranges } from '@headland/domain/received-ranges';
import { deviceAt, reportingDevice, type ReportingDevice } from '../../fleet/devices/reporting-device.reads';
import { CONFIG, type Config } from '../../platform/config';
import type { Tx } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { deduplicate, lockStreams, type ReceivedBatch } from '../../platform/mqtt/deduplicate';
import { system } from '../../platform/caller';
import { lockOpenSosOfDevice } from './lock-open-sos';
import { raiseSos, type Press } from './raise-sos';

/**
 * The result for messages of a device: committed (now or before), with the received ranges by boot; or the device is
 * unknown.
 */
export type RecordedMessages =
  { outcome: 'recorded'; duplicates: number; received: ReadonlyMap<number, Ranges> } | { outcome: 'unknownDevice' };

/**
 * The driver pressed the button, or the machine reports a roll-over or a collision. One transaction for all waiting
 * messages of a device, so that a device which repeats itself costs little; duplicates count once.
 */
export class RecordSosMessages extends Command<RecordedMessages> {
  constructor(
    readonly deviceId: string,
    /** in order of arrival; `receivedAt` in epoch ms */
    readonly messages: readonly { message: SosAtLeast; receivedAt: number }[],
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
    return this.change.runPipelined(system, async (tx, emit) => {
      const boots = messages.map(({ message }) => message.boot);
      const [streams, device, open] = await Promise.all([
        lockStreams(tx, deviceId, 'sos', boots),
        reportingDevice(tx, deviceId),
        lockOpenSosOfDevice(tx, deviceId),
      ]);
      if (device === null) return { outcome: 'unknownDevice' };
      const arrived = messages.map(({ message, receivedAt }) => ({
        message,
        boot: message.boot,
        seq: message.seq,
        ts: message.ts ?? receivedAt,
        isTimed: message.ts !== null,
        receivedAt,
      }));
      const admission = await deduplicate(tx, { deviceKey: device.key, streams, topic: 'sos', status }, arrived);
      const again = admission.messages.filter((m) => !m.fresh);
      const anew = again.length === 0 ? [] : await withNumbersAnew(tx, device.id, again);
      const fresh = admission.messages.filter((m) => m.fresh || anew.includes(m));
      for (const [of, presses] of await byVehicle(tx, device, fresh.map(pressOf)))
        for (const type of sosTypes)
          await raiseSos(
            tx,
            emit,
            of,
            presses.filter((p) => p.type === type),
            this.config.SOS_ESCALATE_S * 1000,
            open,
          );
      await admission.storeClocks();
      return { outcome: 'recorded', duplicates: messages.length - fresh.length, received: admission.received };
    });
  }
}

const dayMs = 86_400_000;
const anewMs = 600_000;
/**
 * Messages whose number the device has used for another call: it counts its starts anew, after a reset or an update, perhaps on
 * the day on which it was installed and tried, and a call must not pass for a repeat. One that is sent again has the time
 * that it had, so a call of another time is another one: ten minutes apart by the terminal's time and by the receipts, so that
 * a terminal that sends again with a new time does not count twice. Where the times are close, because the clock stands
 * still or there is none, a day between the receipts tells them apart.
 */
async function withNumbersAnew(
  tx: Tx,
  deviceId: string,
  messages: readonly CheckedSosMessage[],
): Promise<readonly CheckedSosMessage[]> {
  const used = await tx.query<{ boot: number; seq: number; ts: string; receivedAt: Date }[]>(
    `SELECT m.boot, m.seq, m.device_ts AS ts, m.received_at AS "receivedAt" FROM sos_call c JOIN sos_message m ON m.call_id = c.id
     WHERE c.device_id = $1 AND (m.boot, m.seq) IN (SELECT * FROM unnest($2::int[], $3::int[]))`,
    [deviceId, messages.map((m) => m.boot), messages.map((m) => m.seq)],
  );
  return messages.filter(({ message, boot, seq, ts, receivedAt }) => {
    const before = used.filter((u) => u.boot === boot && u.seq === seq);
    const isAnother = (u: (typeof before)[number]): boolean => {
      const apartMs = Math.abs(ts - Number(u.ts));
      const enoughMs = message.ts !== null && apartMs >= anewMs ? anewMs : dayMs;
      return apartMs > 0 && receivedAt - u.receivedAt.getTime() >= enoughMs;
    };
    return before.length > 0 && before.every(isAnother);
  });
}

/** A message queued before the terminal was moved belongs to its vehicle at that time, if the clock is trusted. */
async function byVehicle(
  tx: Tx,
  device: ReportingDevice,
  presses: readonly Press[],
): Promise<Iterable<[ReportingDevice, Press[]]>> {
  const groups = new Map<number | null, [ReportingDevice, Press[]]>();
  for (const press of presses) {
    const of = await deviceAt(tx, device, { at: press.raisedAt, clockKnown: press.clockKnown });
    const group = groups.get(of.vehicleId);
    if (group) group[1].push(press);
    else groups.set(of.vehicleId, [of, [press]]);
  }
  return groups.values();
}

type CheckedSosMessage = Awaited<
  ReturnType<typeof deduplicate<{ message: SosAtLeast; boot: number; seq: number; ts: number; receivedAt: number }>>
>['messages'][number];

function pressOf({ message, ts, receivedAt, verdict, at, skewMs, clockKnown }: CheckedSosMessage): Press {
  const { boot, seq, type, lat, lon, speed, tilt } = message;
  // an SOS is never rejected for its clock: the receive time is good enough
  const raisedAt = verdict === 'ok' ? at : new Date(receivedAt);
  const received = { boot, seq, body: message };
  return {
    type,
    origin: 'device',
    raisedAt,
    receivedAt: new Date(receivedAt),
    deviceTs: ts,
    skewMs: message.ts === null ? null : skewMs,
    clockKnown,
    lat,
    lon,
    speed,
    tilt,
    received,
  };
}
