import { Controller, Inject } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import { appReports } from '@headland/contracts/app-report';
import type { Parsed, Reply, Streamed } from '@headland/contracts/endpoint';
import { mustOwn } from '../../ownership/owner-transfer/own-time.reads';
import { CurrentCustomer, type AppCaller } from '../../platform/caller';
import { CLOCK, type Clock } from '../../platform/clock';
import { FileStore } from '../../platform/files/file-store';
import { makePdf } from '../../platform/pdf/make-pdf';
import { Problem } from '../../platform/problem';
import { Serve } from '../../platform/serve';
import { AppReportReads } from './app-report.reads';
import { reportMailOf } from './report-mail.reads';
import { reportName, reportPdf } from './report-pdf';
import { SetReportMail } from './set-report-mail.command';

type Reports = typeof appReports;

@Controller()
export class AppReportController {
  constructor(
    private readonly reads: AppReportReads,
    private readonly commands: CommandBus,
    private readonly files: FileStore,
    @Inject(CLOCK) private readonly now: Clock,
    @InjectDataSource() private readonly database: DataSource,
  ) {}

  @Serve(appReports.list) list(
    { query }: Parsed<Reports['list']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<Reports['list']>> {
    return this.reads.list(query, caller);
  }

  @Serve(appReports.report) report(
    { params, query }: Parsed<Reports['report']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<Reports['report']>> {
    return this.reads.report(params.id, query.month, caller);
  }

  @Serve(appReports.reportByPath) reportByPath(
    { params, query }: Parsed<Reports['reportByPath']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<Reports['reportByPath']>> {
    return this.reads.report(params.vinId, query.month, caller);
  }

  @Serve(appReports.pdf) pdf(
    { params, query }: Parsed<Reports['pdf']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<Reports['pdf']>> {
    return this.document(params.id, query.month, caller);
  }

  @Serve(appReports.pdfByPath) pdfByPath(
    { params, query: { month, lang } }: Parsed<Reports['pdfByPath']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<Reports['pdfByPath']>> {
    return this.document(params.vinId, month, { ...caller, language: lang ?? caller.language });
  }

  @Serve(appReports.image) async image(
    { params }: Parsed<Reports['image']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<Reports['image']>> {
    await mustOwn(this.database, params.id, caller);
    const [row] = await this.database.query<{ image_id: string | null }[]>(
      'SELECT m.image_id FROM vehicle v JOIN model m ON m.id = v.model_id WHERE v.id = $1',
      [params.id],
    );
    if (row === undefined || row.image_id === null) throw new Problem('NOT_FOUND');
    return { name: null, bytes: await this.files.read(row.image_id, 'thumb') };
  }

  @Serve(appReports.mail) mail(
    _: Parsed<Reports['mail']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<Reports['mail']>> {
    return reportMailOf(this.database, caller.customerId);
  }

  @Serve(appReports.setMail) setMail(
    { body }: Parsed<Reports['setMail']>,
    @CurrentCustomer() caller: AppCaller,
  ): Promise<Reply<Reports['setMail']>> {
    return this.commands.execute(new SetReportMail(body.monthly, caller));
  }

  private async document(id: number, month: string | undefined, caller: AppCaller): Promise<Streamed> {
    const report = await this.reads.report(id, month, caller);
    return { name: reportName(report), bytes: await makePdf(reportPdf(report, caller.language, this.now())) };
  }
}
