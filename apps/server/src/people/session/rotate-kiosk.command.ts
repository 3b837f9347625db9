import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Reply } from '@headland/contracts/endpoint';
import type { kiosks } from '@headland/contracts/kiosk';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { lockPosition } from '../../platform/position';
import { hashToken, newRandomToken } from '../../platform/random-token';
import { actorOf, type Caller } from '../../platform/caller';
import { notifySessionEnded } from './end-sessions';
import { kioskOf, kioskToChange } from './kiosk.reads';
import { kioskKey, LiveSessions } from './live-sessions';

/** A new token for a display that keeps its configuration. Screens with the former one close at once. */
export class RotateKiosk extends Command<Reply<typeof kiosks.rotate>> {
  constructor(
    readonly id: number,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(RotateKiosk)
export class RotateKioskHandler implements ICommandHandler<RotateKiosk> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    private readonly change: Change,
    private readonly live: LiveSessions,
  ) {}

  async execute({ id, caller }: RotateKiosk): Promise<Reply<typeof kiosks.rotate>> {
    const token = newRandomToken();
    const now = this.now();
    const kiosk = await this.change.run(actorOf(caller), async (tx, emit) => {
      await lockPosition(tx, caller);
      const { organizationId } = await kioskToChange(tx, caller, id, now);
      await tx.query('UPDATE kiosk SET token_hash = $2, token_number = token_number + 1 WHERE id = $1', [
        id,
        hashToken(token),
      ]);
      await tx.query('DELETE FROM kiosk_screen WHERE kiosk_id = $1', [id]);
      await notifySessionEnded(tx, kioskKey(id));
      emit('kiosk.rotated', { kioskId: id }, { organizationId });
      return kioskOf(tx, caller, id, now);
    });
    if (kiosk === null) throw new Error('the kiosk just changed is not there');
    this.live.forget(kioskKey(id));
    return { ...kiosk, token };
  }
}
