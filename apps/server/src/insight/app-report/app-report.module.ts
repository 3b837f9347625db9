import { Module } from '@nestjs/common';
import { customerWithdraws } from '../../ownership/app-members/withdraw.command';
import { AppReportController } from './app-report.controller';
import { AppReportReads } from './app-report.reads';
import { ReportMailReads } from './report-mail.reads';
import { SendReportMailHandler } from './send-report-mail.command';
import { SendReportMailsWhenDue } from './send-report-mails-when-due';
import { endReportMail, SetReportMailHandler } from './set-report-mail.command';

/** The monthly report in the customers' app. Needs AppMembersModule for the sessions of the app. */
@Module({
  controllers: [AppReportController],
  providers: [AppReportReads, ReportMailReads, SetReportMailHandler, SendReportMailHandler, SendReportMailsWhenDue],
})
export class AppReportModule {
  constructor() {
    customerWithdraws.add(endReportMail);
  }
}
