import { Inject } from '@nestjs/common';
import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { RecordTiltRollover } from '../../fleet/telemetry/record-tilt-rollover.command';
import { reportingDevice } from '../../fleet/devices/reporting-device.reads';
import { CLOCK, type Clock } from '../../platform/clock';
import { CONFIG, type Config } from '../../platform/config';
import { advisoryLockClasses } from '../../platform/database/advisory-locks';
import { Change } from '../../platform/event-log/change';
import { system } from '../../platform/caller';
import { raiseSos } from './raise-sos';

@CommandHandler(RecordTiltRollover)
export class RecordTiltRolloverHandler implements ICommandHandler<RecordTiltRollover> {
  constructor(
    private readonly change: Change,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  execute({ deviceId, at, deviceTs, sample }: RecordTiltRollover): Promise<void> {
    return this.change.runPipelined(system, async (tx, emit) => {
      const device = await reportingDevice(tx, deviceId, at);
      if (device === null) return;
      await tx.query(`SELECT pg_advisory_xact_lock(${advisoryLockClasses.device}, $1)`, [device.key]);
      // derived again from a message that was resent: also if the SOS has been closed since
      const [before] = await tx.query<unknown[]>(
        "SELECT 1 FROM sos_call WHERE device_id = $1 AND type = 'rollover' AND origin = 'tilt' AND device_ts = $2",
        [deviceId, deviceTs],
      );
      if (before !== undefined) return;
      const receivedAt = this.now();
      const raisedAt = at < receivedAt ? at : receivedAt;
      const { lat, lon, speed, tilt } = sample;
      const press = {
        type: 'rollover' as const,
        origin: 'tilt' as const,
        raisedAt,
        receivedAt,
        deviceTs,
        skewMs: deviceTs - at.getTime(),
        clockKnown: true,
        lat,
        lon,
        speed,
        tilt,
        received: { boot: null, seq: null, body: sample },
      };
      await raiseSos(tx, emit, device, [press], this.config.SOS_ESCALATE_S * 1000);
    });
  }
}
