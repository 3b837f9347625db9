import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { InjectDataSource } from '@nestjs/typeorm';
import type { DataSource } from 'typeorm';
import type { SosEvidence } from '@headland/contracts/sos';
import { CLOCK, type Clock } from '../../../platform/clock';
import { Change } from '../../../platform/event-log/change';
import { FileStore, keepFile } from '../../../platform/files/file-store';
import { Semaphore } from '../../../platform/semaphore';
import { makePdf } from '../../../platform/pdf/make-pdf';
import { actorOf, memberId, type Caller } from '../../../platform/caller';
import { evidenceFacts } from './evidence-facts.reads';
import { evidenceName, evidenceReport } from './evidence-report';
import { sha256, evidenceReportsOf } from './evidence.reads';

/** Creates an evidence report of an SOS. The SOS itself does not change; an open one can get another report later. */
export class MakeSosEvidence extends Command<SosEvidence> {
  constructor(
    readonly id: number,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(MakeSosEvidence)
export class MakeSosEvidenceHandler implements ICommandHandler<MakeSosEvidence> {
  /** Rendering keeps a processor busy: one report at a time, or acknowledgements would wait. */
  private readonly inTurn = new Semaphore(1);

  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly files: FileStore,
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ id, by }: MakeSosEvidence): Promise<SosEvidence> {
    const facts = await evidenceFacts(this.database, id, by);
    const madeAt = this.now();
    const { language } = by;
    const pdf = await this.inTurn.run(() => makePdf(evidenceReport(facts, by, madeAt)));
    const hash = sha256(pdf);
    // stored before anything refers to it; without the change below it is garbage-collected
    const fileId = await this.files.put(
      { kind: 'export', name: evidenceName(facts, by, madeAt), type: 'application/pdf', createdBy: memberId(by) },
      pdf,
    );
    const sheetId = await this.change.run(actorOf(by), async (tx, emit) => {
      await keepFile(tx, fileId, 'export', 'file');
      const [row] = await tx.query<{ id: number }[]>(
        'INSERT INTO sos_evidence (call_id, file_id) VALUES ($1, $2) RETURNING id',
        [id, fileId],
      );
      if (row === undefined) throw new Error('an insert answers its row');
      const evidence = { id: row.id, sha256: hash, bytes: pdf.length, language };
      // the SOS as the report shows it, not as it may have become since
      emit(
        'sos.evidenced',
        { sos: facts.sos, evidence },
        { organizationId: facts.sos.agency.id, vehicleId: facts.vehicleId },
      );
      return row.id;
    });
    const report = (await evidenceReportsOf(this.database.manager, id)).find((s) => s.id === sheetId);
    if (report === undefined) throw new Error('the sheet has no event');
    const { fileId: _, ...content } = report;
    return content;
  }
}
