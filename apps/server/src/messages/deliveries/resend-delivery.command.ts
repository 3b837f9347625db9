import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Delivery } from '@headland/contracts/shared-shapes';
import type { Permission } from '@headland/contracts/access';
import type { DeliverySubject } from '@headland/contracts/event-log';
import { holds } from '@headland/domain/access';
import { CLOCK, type Clock } from '../../platform/clock';
import { returning } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { Timers } from '../../platform/jobs/timers';
import { Problem } from '../../platform/problem';
import { actorOf, inScope, type Caller } from '../../platform/caller';
import { deliveryColumns, isLogged, toDelivery, type DeliveryRow } from './delivery';

/** Resends a message on request; one without a possible recipient stays failed. */
export class ResendDelivery extends Command<Delivery> {
  constructor(
    readonly id: number,
    readonly by: Caller,
  ) {
    super();
  }
}

/** The subject decides who may resend. */
const permissionOf: Record<DeliverySubject, Permission> = {
  sos: 'sos:U',
  fault: 'breakdown:U',
  consumable: 'expendable:U',
  transfer: 'ownerTransfer:U',
  customer: 'customer:U',
};

@CommandHandler(ResendDelivery)
export class ResendDeliveryHandler implements ICommandHandler<ResendDelivery> {
  constructor(
    private readonly change: Change,
    private readonly timers: Timers,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ id, by }: ResendDelivery): Promise<Delivery> {
    const at = this.now();
    const delivery = await this.change.run(actorOf(by), async (tx, emit) => {
      const parameters: unknown[] = [id];
      const [found] = await tx.query<DeliveryRow[]>(
        `SELECT ${deliveryColumns} FROM delivery WHERE id = $1 AND ${inScope(by.scope, 'organization_id', parameters)} FOR UPDATE`,
        parameters,
      );
      // codes and links are created again by their own forms, and never shown
      const subject = found?.subject;
      if (found === undefined || subject === undefined || !isLogged(subject)) throw new Problem('NOT_FOUND');
      if (!holds(by, permissionOf[subject])) throw new Problem('FORBIDDEN');
      if (found.address === '') return found;
      const [resent] = await returning<DeliveryRow>(
        tx,
        `UPDATE delivery SET state = 'queued', attempts = 0, next_try_at = $2, problem = NULL, changed_at = $2 WHERE id = $1 RETURNING ${deliveryColumns}`,
        [id, at],
      );
      emit(
        'delivery.changed',
        { subject, subjectId: found.subject_id, deliveryId: id },
        { organizationId: found.organization_id },
      );
      return resent ?? found;
    });
    if (delivery.state === 'queued') this.timers.plan('send-delivery', id, at);
    return toDelivery(delivery);
  }
}
