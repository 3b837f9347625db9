import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { diagnosis } from '@headland/contracts/diagnosis';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { remoteResults } from '@headland/contracts/remote-results';
import { Serve } from '../../platform/serve';
import { CurrentCaller, type Caller } from '../../platform/caller';
import { HistoryReads } from './history.reads';
import { SessionResults } from './session-results.reads';
import { DownloadCsv } from './download-csv.command';
import { ServiceReports } from './service-reports';

type D = typeof diagnosis;

@Controller()
export class ServiceHistoryController {
  constructor(
    private readonly reads: HistoryReads,
    private readonly results: SessionResults,
    private readonly reports: ServiceReports,
    private readonly commands: CommandBus,
  ) {}

  @Serve(diagnosis.history)
  list({ params, query }: Parsed<D['history']>, @CurrentCaller() caller: Caller): Promise<Reply<D['history']>> {
    return this.reads.list(params.id, query, caller);
  }

  /** Before the route of one entry, whose id has the same position. */
  @Serve(diagnosis.historyCsv)
  csv({ params, query }: Parsed<D['historyCsv']>, @CurrentCaller() caller: Caller): Promise<Reply<D['historyCsv']>> {
    return this.commands.execute(
      new DownloadCsv({ list: 'serviceHistory', vehicleId: params.id, filter: query }, caller),
    );
  }

  @Serve(diagnosis.entry)
  entry({ params }: Parsed<D['entry']>, @CurrentCaller() caller: Caller): Promise<Reply<D['entry']>> {
    return this.reads.entry(params.id, params.entry, caller);
  }

  @Serve(remoteResults.get)
  resultsOf(
    { params }: Parsed<(typeof remoteResults)['get']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<(typeof remoteResults)['get']>> {
    return this.results.get(params.sessionId, caller);
  }

  @Serve(diagnosis.report)
  report({ params }: Parsed<D['report']>, @CurrentCaller() caller: Caller): Promise<Reply<D['report']>> {
    return this.reports.entry(params.id, params.entry, caller);
  }

  @Serve(diagnosis.recordingCsv)
  recordingCsv(
    { params }: Parsed<D['recordingCsv']>,
    @CurrentCaller() caller: Caller,
  ): Promise<Reply<D['recordingCsv']>> {
    return this.commands.execute(new DownloadCsv({ list: 'recording', recordingId: params.recordingId }, caller));
  }
}
