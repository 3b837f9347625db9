import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import type { AcceptFaultsBody, FaultSummary } from '@headland/contracts/fault';
import { isRefusal } from '@headland/domain/decision';
import { accept } from '@headland/domain/fault';
import { CLOCK, type Clock } from '../../platform/clock';
import { refuseActedMeanwhile } from '../../platform/event-log/acted-meanwhile';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, type Caller } from '../../platform/caller';
import { acceptanceOf } from './acceptance';
import { lockReports, saveAct } from './act-on-fault';

/** Accepts several reports for one agency: all or none; the error names the first that was refused. */
export class AcceptFaults extends Command<FaultSummary[]> {
  constructor(
    readonly body: z.output<typeof AcceptFaultsBody>,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(AcceptFaults)
export class AcceptFaultsHandler implements ICommandHandler<AcceptFaults> {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  execute({ body, by }: AcceptFaults): Promise<FaultSummary[]> {
    return this.change.run(actorOf(by), async (tx, emit) => {
      const to = await acceptanceOf(tx, body, by.scope);
      const ids = [...new Set(body.ids)];
      const reports = await lockReports(tx, ids, by.scope);
      // telemetry locks them by id, too, and each act below one of them
      await tx.query(
        'SELECT 1 FROM vehicle_state WHERE vehicle_id = ANY($1::int[]) ORDER BY vehicle_id FOR NO KEY UPDATE',
        [[...reports.values()].map((report) => report.vehicleId)],
      );
      const now = this.now();
      const accepted: FaultSummary[] = [];
      for (const id of ids) {
        const report = reports.get(id);
        // out of scope and unknown give the same answer
        if (report === undefined)
          throw new Problem('FAULT_BULK_REFUSED', { report: id, code: '', vin: '', why: 'NOT_FOUND' });
        const decision = accept(report, to, by.name, now);
        if (isRefusal(decision))
          throw new Problem('FAULT_BULK_REFUSED', {
            report: id,
            code: report.code,
            vin: report.vin,
            why: decision.code,
          });
        await refuseActedMeanwhile(tx, 'fault', id, body.versions?.[id], by).catch((error: unknown) => {
          throw error instanceof Problem
            ? new Problem('FAULT_BULK_REFUSED', { report: id, code: report.code, vin: report.vin, why: error.code })
            : error;
        });
        accepted.push(await saveAct(tx, emit, report, decision));
      }
      return accepted;
    });
  }
}
