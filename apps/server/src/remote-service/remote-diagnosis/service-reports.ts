import { Inject, Injectable } from '@nestjs/common';
import type { HistoryEntry } from '@headland/contracts/diagnosis';
import type { Streamed } from '@headland/contracts/endpoint';
import { CatalogueInUse } from '../../incidents/faults/fault-catalogue.module';
import { CLOCK, type Clock } from '../../platform/clock';
import { Semaphore } from '../../platform/semaphore';
import { makePdf, type Report } from '../../platform/pdf/make-pdf';
import type { Caller } from '../../platform/caller';
import { formatterOf } from './diagnosis-formatter';
import { codesReport } from './codes-report';
import { HistoryReads } from './history.reads';
import { recordingReport } from './recording-report';
import { SessionReads } from './session.reads';
import { SessionResults } from './session-results.reads';
import { sessionReport } from './session-report';
import type { Reader } from './report-sections';
import { testReport } from './test-report';

/** Every entry of a history as a PDF: what was done on which machine, by whom, and the findings. */
@Injectable()
export class ServiceReports {
  private readonly inTurn = new Semaphore(1);

  constructor(
    private readonly history: HistoryReads,
    private readonly sessions: SessionReads,
    private readonly results: SessionResults,
    private readonly codes: CatalogueInUse,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async entry(vehicleId: number, number: number, caller: Caller): Promise<Streamed> {
    const entry = await this.history.entry(vehicleId, number, caller);
    const bytes = await this.print(await this.reportOf(entry, caller, this.reader(caller)));
    const { row, vehicle } = entry;
    return { name: `${row.test ?? row.kind}_${vehicle.vin}_${row.id}.pdf`, bytes };
  }

  private async reportOf(entry: HistoryEntry, caller: Caller, reader: Reader): Promise<Report> {
    const { row } = entry;
    switch (row.kind) {
      case 'test':
        return testReport(entry, (await this.sessions.curve(row.id, caller)).parts, reader);
      case 'session':
        return sessionReport(
          entry,
          await this.sessions.get(row.sessionId, caller),
          await this.results.get(row.sessionId, caller),
          reader,
        );
      case 'monitoring': {
        return recordingReport(entry, await this.recorded(row.id, caller), reader);
      }
      case 'clear':
      case 'faults':
        return codesReport(entry, reader);
    }
  }

  /** All of it, page by page. */
  private async recorded(id: number, caller: Caller): Promise<Awaited<ReturnType<SessionReads['recording']>>> {
    const all = await this.sessions.recording(id, 0, caller);
    for (let last = all.parts.at(-1); last !== undefined;) {
      const { parts } = await this.sessions.recording(id, last.t0, caller);
      all.parts.push(...parts);
      last = parts.at(-1);
    }
    return all;
  }

  reader({ language, timeZone }: Caller): Reader {
    return { formatter: formatterOf(language), language, timeZone, now: this.now(), lookUp: this.codes.now.lookUp };
  }

  /** Rendering keeps a processor busy: one report at a time. */
  print(report: Report): Promise<Uint8Array> {
    return this.inTurn.run(() => makePdf(report));
  }
}
