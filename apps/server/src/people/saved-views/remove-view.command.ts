import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { viewRights } from '@headland/domain/saved-view';
import { actorOf, type Caller } from '../../platform/caller';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { readerOf } from './saved-view.reads';
import { lockView, logChange } from './save-view.command';

/** Deletes a view; lists that opened with it open without one. */
export class RemoveView extends Command<{ removed: true }> {
  constructor(
    readonly id: number,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(RemoveView)
export class RemoveViewHandler implements ICommandHandler<RemoveView> {
  constructor(private readonly change: Change) {}

  execute({ id, by }: RemoveView): Promise<{ removed: true }> {
    return this.change.run(actorOf(by), async (tx, emit) => {
      const view = await lockView(tx, id, by);
      if (!viewRights(view, readerOf(by)).remove) throw new Problem('FORBIDDEN');
      await tx.query('DELETE FROM saved_view WHERE id = $1', [id]);
      logChange(emit, by, id, { name: view.name, shared: view.organizationId !== null }, null);
      return { removed: true };
    });
  }
}
