import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { maxMarks, type RecordingMark } from '@headland/contracts/diagnosis';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { actorOf, memberId, type Caller } from '../../platform/caller';
import { lockSession } from './session-row';
import { mustSeeSession } from './session.reads';

/** Marks a moment of a running recording. */
export class MarkRecording extends Command<RecordingMark[]> {
  constructor(
    readonly recordingId: number,
    readonly mark: RecordingMark,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(MarkRecording)
export class MarkRecordingHandler implements ICommandHandler<MarkRecording> {
  constructor(private readonly change: Change) {}

  execute({ recordingId, mark, by }: MarkRecording): Promise<RecordingMark[]> {
    return this.change.run(actorOf(by), async (tx) => {
      const [of] = await tx.query<{ session_id: number }[]>(
        'SELECT session_id FROM diagnosis_recording WHERE id = $1',
        [recordingId],
      );
      if (of === undefined) throw new Problem('NOT_FOUND');
      await mustSeeSession(tx, by.scope, of.session_id);
      // the session first, in the same order as ingest
      const session = await lockSession(tx, { id: of.session_id });
      if (session?.by_user !== memberId(by)) throw new Problem('SESSION_NOT_YOURS');
      const [recording] = await tx.query<{ marks: RecordingMark[]; ended_at: Date | null }[]>(
        'SELECT marks, ended_at FROM diagnosis_recording WHERE id = $1',
        [recordingId],
      );
      if (recording === undefined) throw new Problem('NOT_FOUND');
      if (recording.ended_at !== null) throw new Problem('SESSION_REFUSED', { reason: 'notConnected' });
      const marks = [...recording.marks, mark].sort((a, b) => a.at - b.at);
      if (marks.length > maxMarks) throw new Problem('SESSION_REFUSED', { reason: 'marksFull' });
      await tx.query('UPDATE diagnosis_recording SET marks = $2 WHERE id = $1', [recordingId, JSON.stringify(marks)]);
      return marks;
    });
  }
}
