import { Inject, Injectable } from '@nestjs/common';
import type { HistoryEntry } from '@headland/contracts/diagnosis';
import type { Streamed } from '@headland/contracts/endpoint';
import { CatalogueInUse } from '../faults/fault-catalogue.module';
import { CLOCK, type Clock } from '../platform/clock';
import { InTurn } from '../platform/in-turn';
import { makePdf, type Sheet } from '../platform/pdf/make-pdf';
import type { Caller } from '../platform/who';
import { speakerOf } from './diagnosis-speaker';
import { codesSheet } from './codes-sheet';
import { FlashReads } from './flash.reads';
import { flashSheet } from './flash-sheet';
import { HistoryReads } from './history.reads';
import { recordingSheet } from './recording-sheet';
import { SessionReads } from './session.reads';
import { SessionResults } from './session-results.reads';
import { sessionSheet } from './session-sheet';
import type { Reader } from './sheet-words';
import { testSheet } from './test-sheet';

/** Every entry of a history on paper: what was done on which machine, by whom, and what was found. */
@Injectable()
export class ServiceReports {
  /** Setting the type keeps a processor busy: one sheet at a time */
  private readonly inTurn = new InTurn(1);

  constructor(
    private readonly history: HistoryReads,
    private readonly sessions: SessionReads,
    private readonly results: SessionResults,
    private readonly flashes: FlashReads,
    private readonly codes: CatalogueInUse,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async entry(vehicleId: number, number: number, who: Caller): Promise<Streamed> {
    const entry = await this.history.entry(vehicleId, number, who);
    const bytes = await this.print(await this.sheetOf(entry, who, this.reader(who)));
    const { row, vehicle } = entry;
    return { name: `${row.test ?? row.kind}_${vehicle.vin}_${row.id}.pdf`, bytes };
  }

  async run(runId: number, who: Caller): Promise<Streamed> {
    const run = await this.flashes.run(runId, who);
    const [log, vehicle] = await Promise.all([this.flashes.log(runId, who), this.flashes.vehicleOf(runId)]);
    const bytes = await this.print(flashSheet(run, log, vehicle, this.reader(who)));
    return { name: `program_${vehicle.vin}_${runId}.pdf`, bytes };
  }

  private async sheetOf(entry: HistoryEntry, who: Caller, reader: Reader): Promise<Sheet> {
    const { row } = entry;
    switch (row.kind) {
      case 'test':
        return testSheet(entry, (await this.sessions.curve(row.id, who)).parts, reader);
      case 'session':
        return sessionSheet(entry, await this.sessions.get(row.sessionId, who), await this.results.get(row.sessionId, who), reader);
      case 'monitoring': {
        return recordingSheet(entry, await this.recorded(row.id, who), reader);
      }
      case 'clear':
      case 'faults':
        return codesSheet(entry, reader);
    }
  }

  /** All of it, page by page. */
  private async recorded(id: number, who: Caller): Promise<Awaited<ReturnType<SessionReads['recording']>>> {
    const all = await this.sessions.recording(id, 0, who);
    for (let last = all.parts.at(-1); last !== undefined;) {
      const { parts } = await this.sessions.recording(id, last.t0, who);
      all.parts.push(...parts);
      last = parts.at(-1);
    }
    return all;
  }

  private reader({ language, timeZone }: Caller): Reader {
    return { speaker: speakerOf(language), language, timeZone, now: this.now(), lookUp: this.codes.now.lookUp };
  }

  private print(sheet: Sheet): Promise<Uint8Array> {
    return this.inTurn.run(() => makePdf(sheet));
  }
}
