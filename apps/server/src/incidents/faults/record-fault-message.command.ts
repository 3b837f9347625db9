import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ActiveFault, FaultUp } from '@headland/contracts/device/up';
import { isNotAFault } from '@headland/domain/fault-catalogue';
import type { Ranges } from '@headland/domain/received-ranges';
import { reportingDevice } from '../../fleet/devices/reporting-device.reads';
import { Change } from '../../platform/event-log/change';
import { deduplicate } from '../../platform/mqtt/deduplicate';
import type { Refused } from '../../platform/mqtt/decode';
import { quarantine } from '../../platform/mqtt/quarantine';
import { system } from '../../platform/caller';
import { CatalogueInUse, shipped } from './catalogue-in-use';
import { applySignals } from './apply-signals.tx';
import { markVehicleFaults } from './mark-vehicle-faults';

export type RecordedFaults =
  | { outcome: 'recorded' | 'duplicate'; received: Ranges }
  | { outcome: 'implausibleTime'; kept: boolean; received: Ranges }
  | { outcome: 'unknownDevice' };

/** The set of active codes of a vehicle changed. One transaction; a message seen twice counts once, and a late one changes nothing that is newer. */
export class RecordFaultMessage extends Command<RecordedFaults> {
  constructor(
    readonly deviceId: string,
    readonly message: FaultUp,
    /** epoch ms */
    readonly receivedAt: number,
    /** the live status of the same boot, if one was heard */
    readonly status: { ts: number; receivedAt: number } | null = null,
    /** as it came, for the quarantine, if that keeps it */
    readonly raw: { topic: string; payload: Buffer; keeps: (refused: Refused) => boolean } | null = null,
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
    return this.change.run(system, async (tx, emit) => {
      const device = await reportingDevice(tx, deviceId);
      if (device === null) return { outcome: 'unknownDevice' };
      const { boot, seq, ts, lat, lon } = message;
      const admission = await deduplicate(tx, { deviceKey: device.key, topic: 'fault', status: () => status }, [
        { boot, seq, ts, receivedAt },
      ]);
      const [admitted] = admission.messages;
      const received = admission.received.get(boot) ?? [];
      if (!admitted?.fresh) return { outcome: 'duplicate', received };
      if (admitted.verdict !== 'ok') {
        // it counts as received from here on, so what it said must be kept in the same commit
        const refused: Refused = {
          ok: false,
          device: deviceId,
          reason: 'implausibleTime',
          detail: 'no offset makes its time plausible',
        };
        const kept = raw?.keeps(refused) === true;
        if (raw !== null && kept)
          await quarantine(tx, [{ topic: raw.topic, payload: raw.payload, receivedAt, refused }]);
        return { outcome: 'implausibleTime', kept, received };
      }
      const where = lat !== undefined && lon !== undefined ? { lat, lon } : { lat: device.lat, lon: device.lon };
      const said = {
        boot,
        seq,
        at: admitted.at,
        receivedAt: new Date(receivedAt),
        ...where,
        active: activeCodes(message.active),
        cleared: clearedCodes(message),
      };
      const changed = await applySignals(tx, emit, this.inUse.now.lookUp, device, said);
      if (changed) await markVehicleFaults(tx, device.vehicleId);
      await admission.storeClocks();
      return { outcome: 'recorded', received };
    });
  }
}

/** By code, each once: a controller that lists a code twice means it once, with the higher count. */
function activeCodes(active: ActiveFault[]): Map<string, ActiveFault> {
  const codes = new Map<string, ActiveFault>();
  for (const fault of active) {
    const before = codes.get(fault.code);
    if (!isNotAFault(fault.code) && (before?.count ?? -1) < (fault.count ?? 0)) codes.set(fault.code, fault);
  }
  return codes;
}

/** A code both active and cleared in one message is active: it came back before the message went out. */
const clearedCodes = ({ active, cleared }: FaultUp): string[] =>
  [...new Set(cleared)].filter((code) => !isNotAFault(code) && !active.some((a) => a.code === code));
