import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Timers } from '../../platform/jobs/timers';
import { ReportMailReads } from './report-mail.reads';
import { SendReportMail } from './send-report-mail.command';

/** On the first days of a month, the report of the last one goes to everybody who asked for it. */
@Injectable()
export class SendReportMailsWhenDue {
  constructor(timers: Timers, commands: CommandBus, reads: ReportMailReads) {
    timers.register({
      name: 'send-report-mail',
      run: (id) => commands.execute(new SendReportMail(id)),
      due: () => reads.due(),
      sweepMs: 600_000,
    });
  }
}
