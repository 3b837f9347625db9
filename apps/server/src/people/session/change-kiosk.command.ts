import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Parsed, Reply } from '@headland/contracts/endpoint';
import type { kiosks } from '@headland/contracts/kiosk';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { changesBetween, refuseChangedMeanwhile } from '../../platform/event-log/record-change';
import { lockPosition } from '../../platform/position';
import { actorOf, type Caller } from '../../platform/caller';
import { notifySessionEnded } from './end-sessions';
import {
  columnsOfBody,
  fieldsOf,
  kioskRecord,
  requireFuture,
  requireInScope,
  valuesOfBody,
} from './issue-kiosk.command';
import { kioskOf, kioskToChange } from './kiosk.reads';
import { kioskKey, LiveSessions } from './live-sessions';

/** What a wall display shows. Its screens read it again at once; with another scope their stream begins anew. */
export class ChangeKiosk extends Command<Reply<typeof kiosks.change>> {
  constructor(
    readonly id: number,
    readonly body: Parsed<typeof kiosks.change>['body'],
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(ChangeKiosk)
export class ChangeKioskHandler implements ICommandHandler<ChangeKiosk> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    private readonly change: Change,
    private readonly live: LiveSessions,
  ) {}

  async execute({ id, body, caller }: ChangeKiosk): Promise<Reply<typeof kiosks.change>> {
    const now = this.now();
    const kiosk = await this.change.run(actorOf(caller), async (tx, emit) => {
      await lockPosition(tx, caller);
      const before = await kioskToChange(tx, caller, id, now);
      if (body.version !== before.version) return refuseChangedMeanwhile(tx, 'kiosk', id);
      if (body.expiresAt !== before.expiresAt) requireFuture(body, now);
      await requireInScope(tx, caller, body);
      await tx.query(
        `UPDATE kiosk SET version = version + 1, ${columnsOfBody.map((c, i) => `${c} = $${i + 2}`).join(', ')} WHERE id = $1`,
        [id, ...valuesOfBody(body)],
      );
      const after = await kioskOf(tx, caller, id, now);
      if (after === null) throw new Error('the kiosk just changed is not there');
      const about = { organizationId: after.organizationId };
      emit('kiosk.changed', { kioskId: id }, about);
      const changes = changesBetween(fieldsOf(before), fieldsOf(after));
      if (changes.length > 0) emit('record.changed', { ...kioskRecord(after), changes }, about);
      const streamEnds = after.organizationId !== before.organizationId || after.expiresAt !== before.expiresAt;
      if (streamEnds) await notifySessionEnded(tx, kioskKey(id));
      return after;
    });
    this.live.forget(kioskKey(id));
    return kiosk;
  }
}
