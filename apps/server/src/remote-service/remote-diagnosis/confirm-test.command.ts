import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { TestRun } from '@headland/contracts/diagnosis';
import { answerRefusal, questionsOf } from '@headland/domain/diagnosis/questions';
import type { TestDefinition } from '@headland/domain/diagnosis/tests';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { keepOwnImage } from '../../platform/files/file-store';
import { Problem } from '../../platform/problem';
import { actorOf, memberId, type Caller } from '../../platform/caller';
import { judgeTest } from './judge-test.tx';
import { subjectOf, lockSession, payloadOf } from './session-row';
import { mustSeeSession, SessionReads } from './session.reads';

/** Stores the answer of somebody on site and judges the test with it. An answer, with its photos, is final. */
export class ConfirmTest extends Command<TestRun> {
  constructor(
    readonly testId: number,
    readonly key: string,
    readonly answer: { answer: boolean | number; photos: readonly string[] },
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(ConfirmTest)
export class ConfirmTestHandler implements ICommandHandler<ConfirmTest> {
  constructor(
    private readonly change: Change,
    private readonly reads: SessionReads,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ testId, key, answer: { answer, photos }, by }: ConfirmTest): Promise<TestRun> {
    await this.change.run(actorOf(by), async (tx, emit) => {
      const [of] = await tx.query<{ session_id: number }[]>('SELECT session_id FROM diagnosis_test WHERE id = $1', [
        testId,
      ]);
      if (of === undefined) throw new Problem('NOT_FOUND');
      await mustSeeSession(tx, by.scope, of.session_id);
      // the session first, in the same order as ingest
      const session = await lockSession(tx, { id: of.session_id });
      const [test] = await tx.query<
        { test: string; state: string; definition: TestDefinition; confirms: Record<string, boolean | number> }[]
      >('SELECT test, state, definition, confirms FROM diagnosis_test WHERE id = $1', [testId]);
      if (session === null || test === undefined) throw new Problem('NOT_FOUND');
      if (session.by_user !== memberId(by)) throw new Problem('SESSION_NOT_YOURS');
      const question = questionsOf(test.definition.verdict).find((q) => q.key === key);
      if (question === undefined) throw new Problem('E0001', {}, { key: 'field.invalid' });
      const wrong = answerRefusal(question, answer, photos.length);
      if (wrong !== null) throw new Problem('E0001', {}, wrong);
      if (test.state === 'fail' || key in test.confirms) throw new Problem('SESSION_REFUSED', { reason: 'noTest' });
      await tx.query('UPDATE diagnosis_test SET confirms = confirms || $2 WHERE id = $1', [
        testId,
        JSON.stringify({ [key]: answer }),
      ]);
      for (const id of photos) {
        await keepOwnImage(tx, id, by, 'photos');
        await tx.query(
          'INSERT INTO diagnosis_test_photo (file_id, test_id, key, at, by_name) VALUES ($1, $2, $3, $4, $5)',
          [id, testId, key, this.now(), by.name],
        );
      }
      if (test.state !== 'complete') return;
      const { verdict } = await judgeTest(tx, testId);
      emit('diagnosis.judged', payloadOf(session, { test: test.test, verdict }), subjectOf(session));
    });
    return this.reads.test(testId, by);
  }
}
