import { Injectable } from '@nestjs/common';
import type { Streamed } from '@headland/contracts/endpoint';
import type { Caller } from '../../platform/caller';
import { ServiceReports } from '../remote-diagnosis/service-reports';
import { flashReport } from './flash-report';
import { FlashReads } from './flash.reads';

/** A programming run as a PDF. */
@Injectable()
export class FlashReports {
  constructor(
    private readonly flashes: FlashReads,
    private readonly reports: ServiceReports,
  ) {}

  async run(runId: number, caller: Caller): Promise<Streamed> {
    const run = await this.flashes.run(runId, caller);
    const [log, vehicle] = await Promise.all([this.flashes.log(runId, caller), this.flashes.vehicleOf(runId)]);
    const bytes = await this.reports.print(flashReport(run, log, vehicle, this.reports.reader(caller)));
    return { name: `program_${vehicle.vin}_${runId}.pdf`, bytes };
  }
}
