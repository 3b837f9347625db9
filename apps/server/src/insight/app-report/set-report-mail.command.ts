import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ReportMail } from '@headland/contracts/app-report';
import { appActor } from '../../ownership/app-members/app-members.module';
import type { AppCaller } from '../../platform/caller';
import { returning, type Tx } from '../../platform/database/rows';
import { Change, type Emit } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { reportMailOf } from './report-mail.reads';

/** A customer subscribes to the monthly report by e-mail, or unsubscribes. */
export class SetReportMail extends Command<ReportMail> {
  constructor(
    readonly monthly: boolean,
    readonly caller: Pick<AppCaller, 'customerId'>,
  ) {
    super();
  }
}

@CommandHandler(SetReportMail)
export class SetReportMailHandler implements ICommandHandler<SetReportMail> {
  constructor(private readonly change: Change) {}

  execute({ monthly, caller: { customerId } }: SetReportMail): Promise<ReportMail> {
    return this.change.run(appActor, async (tx) => {
      const changed = await returning<{ id: number }>(
        tx,
        `UPDATE customer SET monthly_report_mail = $2 WHERE id = $1 AND (NOT $2 OR NULLIF(email, '') IS NOT NULL) RETURNING id`,
        [customerId, monthly],
      );
      if (changed.length === 0) throw new Problem('E0001', {}, { monthly: 'reportMail.noEmail' });
      return reportMailOf(tx, customerId);
    });
  }
}

/** A customer who leaves the app and returns has to subscribe anew. */
export async function endReportMail(tx: Tx, _: Emit, customerId: number): Promise<void> {
  await tx.query('UPDATE customer SET monthly_report_mail = false WHERE id = $1', [customerId]);
}
