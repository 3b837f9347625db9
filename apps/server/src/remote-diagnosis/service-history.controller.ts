import { Controller } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { diagnosis } from '@headland/contracts/diagnosis';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import { remoteResults } from '@headland/contracts/remote-results';
import { Serve } from '../platform/serve';
import { Who, type Caller } from '../platform/who';
import { HistoryReads } from './history.reads';
import { SessionResults } from './session-results.reads';
import { TakeCsv } from './take-csv.command';
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
  list({ params, query }: Parsed<D['history']>, @Who() who: Caller): Promise<Reply<D['history']>> {
    return this.reads.list(params.id, query, who);
  }

  /** Before the one entry, whose number stands in the same place. */
  @Serve(diagnosis.historyCsv)
  csv({ params, query }: Parsed<D['historyCsv']>, @Who() who: Caller): Promise<Reply<D['historyCsv']>> {
    return this.commands.execute(new TakeCsv({ list: 'serviceHistory', vehicleId: params.id, filter: query }, who));
  }

  @Serve(diagnosis.entry)
  entry({ params }: Parsed<D['entry']>, @Who() who: Caller): Promise<Reply<D['entry']>> {
    return this.reads.entry(params.id, params.entry, who);
  }

  @Serve(remoteResults.get)
  resultsOf({ params }: Parsed<(typeof remoteResults)['get']>, @Who() who: Caller): Promise<Reply<(typeof remoteResults)['get']>> {
    return this.results.get(params.sessionId, who);
  }

  @Serve(diagnosis.report)
  report({ params }: Parsed<D['report']>, @Who() who: Caller): Promise<Reply<D['report']>> {
    return this.reports.entry(params.id, params.entry, who);
  }

  @Serve(diagnosis.recordingCsv)
  recordingCsv({ params }: Parsed<D['recordingCsv']>, @Who() who: Caller): Promise<Reply<D['recordingCsv']>> {
    return this.commands.execute(new TakeCsv({ list: 'recording', recordingId: params.recordingId }, who));
  }
}
