import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { SavedView } from '@headland/contracts/saved-view';
import { actorOf, memberId, type Caller } from '../../platform/caller';
import { Change } from '../../platform/event-log/change';
import { Problem } from '../../platform/problem';
import { refuseList, viewOf, viewsOf } from './saved-view.reads';

/** The view that a list opens with for this member. */
export class SetDefaultView extends Command<SavedView[]> {
  constructor(
    readonly list: string,
    readonly viewId: number | null,
    readonly by: Caller,
  ) {
    super();
  }
}

@CommandHandler(SetDefaultView)
export class SetDefaultViewHandler implements ICommandHandler<SetDefaultView> {
  constructor(private readonly change: Change) {}

  execute({ list, viewId, by }: SetDefaultView): Promise<SavedView[]> {
    const userId = memberId(by);
    refuseList(by, list);
    return this.change.run(actorOf(by), async (tx) => {
      if (viewId === null)
        await tx.query('DELETE FROM saved_view_default WHERE user_id = $1 AND list = $2', [userId, list]);
      else {
        if ((await viewOf(tx, by, viewId)).list !== list) throw new Problem('E0001', {}, { viewId: 'field.invalid' });
        await tx.query(
          `INSERT INTO saved_view_default (user_id, list, view_id) VALUES ($1, $2, $3)
           ON CONFLICT (user_id, list) DO UPDATE SET view_id = excluded.view_id`,
          [userId, list, viewId],
        );
      }
      return viewsOf(tx, by);
    });
  }
}
