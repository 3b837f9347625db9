import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Change } from '../../platform/event-log/change';
import { actorOf, memberId, type Caller } from '../../platform/caller';
import { lockSchedule } from './export-schedule.reads';
import { logSchedule } from './save-export-schedule.command';

export class RemoveExportSchedule extends Command<{ removed: true }> {
  constructor(
    readonly id: number,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(RemoveExportSchedule)
export class RemoveExportScheduleHandler implements ICommandHandler<RemoveExportSchedule> {
  constructor(private readonly change: Change) {}

  execute({ id, by }: RemoveExportSchedule): Promise<{ removed: true }> {
    return this.change.run(actorOf(by), async (tx, emit) => {
      const row = await lockSchedule(tx, id, memberId(by));
      await tx.query('DELETE FROM export_schedule WHERE id = $1', [id]);
      logSchedule(emit, by, row, null);
      return { removed: true };
    });
  }
}
