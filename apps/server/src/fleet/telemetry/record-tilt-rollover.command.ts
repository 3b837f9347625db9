import { Command } from '@nestjs/cqrs';
import type { Sample } from '@headland/contracts/device/up';

/**
 * A machine lies on its side, as its tilt samples say: issued by the telemetry process before it commits the message, carried out
 * by the SOS slice, which stands above this one. `at` is the corrected time.
 */
export class RecordTiltRollover extends Command<void> {
  constructor(
    readonly deviceId: string,
    readonly at: Date,
    readonly deviceTs: number,
    readonly sample: Sample,
  ) {
    super();
  }
}
