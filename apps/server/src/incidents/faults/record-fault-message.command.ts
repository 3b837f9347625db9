import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ActiveFault, FaultUp } from '@headland/contracts/device/up';
import { isNotAFault } from '@headland/domain/fault-catalogue';
import type { Ranges } from '@headland/domain/received-ranges';
import { deviceAt, reportingDevice } from '../../fleet/devices/reporting-device.reads';
import { Change } from '../../platform/event-log/change';
import { deduplicate, lockStreams } from '../../platform/mqtt/deduplicate';
import type { Refused } from '../../platform/mqtt/decode';
import { quarantine } from '../../platform/mqtt/quarantine';
import { system } from '../../platform/caller';
import { CatalogueInUse, shipped } from './catalogue-in-use';
import { applySignals } from './apply-signals.tx';
import { markVehicleFaults } from './mark-vehicle-faults';

export type RecordedFaults =
  | { outcome: 'recorded' | 'duplicate'; received: Ranges }
  | { outcome: 'implausibleTime'; isQuarantinedHere: boolean; received: Ranges }
  | { outcome: 'unknownDevice' };

/**
 * The set of active codes of a vehicle changed. One transaction; a duplicate message counts once, and a late one
 * overrides nothing newer.
 */
export class RecordFaultMessage extends Command<RecordedFaults> {
  constructor(
    readonly deviceId: string,
    readonly message: FaultUp,
    /** epoch ms */
    readonly receivedAt: number,
    /** the live status of the same boot, if there was one */
    readonly status: { ts: number; receivedAt: number } | null = null,
    /** as received, for the quarantine; undefined: not kept */
    readonly raw: { topic: string; payload: Buffer; isQuarantined: (refused: Refused) => boolean } | null = null,
  ) {
    super();
  }
}

@CommandHandler(RecordFaultMessage)
export class RecordFaultMessageHandler implements ICommandHandler<RecordFaultMessage> {
  constructor(
    private readonly change: Change,
    @Inject(CatalogueInUse) private readonly inUse: Pick<CatalogueInUse, 'now'> = { now: shipped },
  ) {}

  execute({ deviceId, message, receivedAt, status, raw }: RecordFaultMessage): Promise<RecordedFaults> {
    const { boot, seq, ts, lat, lon } = message;
    return this.change.runPipelined(system, async (tx, emit) => {
      const [streams, sender] = await Promise.all([
        lockStreams(tx, deviceId, 'fault', [boot]),
        reportingDevice(tx, deviceId),
      ]);
      if (sender === null) return { outcome: 'unknownDevice' };
      const admission = await deduplicate(
        tx,
        { deviceKey: sender.key, streams, topic: 'fault', status: () => status },
        [{ boot, seq, ts, receivedAt }],
      );
      const [admitted] = admission.messages;
      const received = admission.received.get(boot) ?? [];
      if (!admitted?.fresh) return { outcome: 'duplicate', received };
      if (admitted.verdict !== 'ok') {
        // it counts as received from here on, so its content must be stored in the same commit
        const refused: Refused = {
          ok: false,
          device: deviceId,
          reason: 'implausibleTime',
          detail: 'no offset makes its time plausible',
        };
        const isQuarantinedHere = raw?.isQuarantined(refused) === true;
        if (raw !== null && isQuarantinedHere)
          await quarantine(tx, [{ topic: raw.topic, payload: raw.payload, receivedAt, refused }]);
        return { outcome: 'implausibleTime', isQuarantinedHere, received };
      }
      const device = await deviceAt(tx, sender, admitted);
      const where = lat !== undefined && lon !== undefined ? { lat, lon } : { lat: device.lat, lon: device.lon };
      const faultMessage = {
        boot,
        seq,
        at: admitted.at,
        clockKnown: admitted.clockKnown,
        receivedAt: new Date(receivedAt),
        previousAt: streams[0]?.receivedAt ?? null,
        ...where,
        active: activeCodes(message.active),
        cleared: clearedCodes(message),
      };
      const changed = await applySignals(tx, emit, this.inUse.now.lookUp, device, faultMessage);
      if (changed) await markVehicleFaults(tx, device.vehicleId);
      await admission.storeClocks();
      return { outcome: 'recorded', received };
    });
  }
}

/** Deduplicated by code: a controller may list a code twice; the higher count wins. */
function activeCodes(active: ActiveFault[]): Map<string, ActiveFault> {
  const codes = new Map<string, ActiveFault>();
  for (const fault of active) {
    const before = codes.get(fault.code);
    if (!isNotAFault(fault.code) && (before?.count ?? -1) < (fault.count ?? 0)) codes.set(fault.code, fault);
  }
  return codes;
}

/** A code both active and cleared in one message is active: it came back before the message was sent. */
const clearedCodes = ({ active, cleared }: FaultUp): string[] =>
  [...new Set(cleared)].filter((code) => !isNotAFault(code) && !active.some((a) => a.code === code));
