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
import { sha256, sheetsOf } from './evidence.reads';

/** Somebody sets down what is known of a call, for whoever asks later. The call itself does not change; an open one can be set down again. */
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
  /** Setting the type keeps a processor busy: one sheet at a time, or acknowledging would wait for several. */
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
    // complete before anything names it; without the change below it is swept
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
      // the call as the sheet tells it, not as it may have become meanwhile
      emit(
        'sos.evidenced',
        { sos: facts.call, evidence },
        { organizationId: facts.call.agency.id, vehicleId: facts.vehicleId },
      );
      return row.id;
    });
    const sheet = (await sheetsOf(this.database.manager, id)).find((s) => s.id === sheetId);
    if (sheet === undefined) throw new Error('the sheet has no event');
    const { fileId: _, ...told } = sheet;
    return told;
  }
}
