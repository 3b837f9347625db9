import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Delivery } from '@headland/contracts/shared-shapes';
import type { Permission } from '@headland/contracts/access';
import type { DeliverySubject } from '@headland/contracts/event-log';
import { holds } from '@headland/domain/access';
import { maskName } from '@headland/domain/mask';
import { CLOCK, type Clock } from '../../platform/clock';
import { returning } from '../../platform/database/rows';
import { Change } from '../../platform/event-log/change';
import { Timers } from '../../platform/jobs/timers';
import { Problem } from '../../platform/problem';
import { actorOf, inScope, type Caller } from '../../platform/caller';
import { deliveryColumns, isLogged, toDelivery, type DeliveryRow } from './delivery';
import { mayReadText } from './delivery.reads';

/**
 * Resends a message that failed, on request; one without a possible recipient stays failed, and what is sent or on its way
 * stays as it is. Nothing more is sent to a customer who has left.
 */
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
    const { delivery, isResent, customerId, readable } = await this.change.run(actorOf(by), async (tx, emit) => {
      // who leaves locks the customer first, then the messages: here in the same order, or both could wait for each other
      const [customer] = await tx.query<{ gone: boolean }[]>(
        `SELECT app_status = 'withdrawn' OR removed_at IS NOT NULL AS gone FROM customer
         WHERE id = (SELECT customer_id FROM delivery WHERE id = $1) FOR SHARE`,
        [id],
      );
      const parameters: unknown[] = [id];
      const [found] = await tx.query<(DeliveryRow & { customerId: number | null; readable: boolean })[]>(
        `SELECT ${deliveryColumns}, customer_id AS "customerId", ${mayReadText(by, parameters)} AS readable FROM delivery
         WHERE id = $1 AND ${inScope(by.scope, 'organization_id', parameters)} FOR UPDATE`,
        parameters,
      );
      // codes and links are created again by their own forms, and never shown
      const subject = found?.subject;
      if (found === undefined || subject === undefined || !isLogged(subject)) throw new Problem('NOT_FOUND');
      if (!holds(by, permissionOf[subject])) throw new Problem('FORBIDDEN');
      if (customer?.gone === true) throw new Problem('CUSTOMER_WITHDRAWN');
      const [resent] =
        found.address === ''
          ? []
          : await returning<DeliveryRow>(
              tx,
              `UPDATE delivery SET state = 'queued', attempts = 0, next_try_at = $2, problem = NULL, changed_at = $2
               WHERE id = $1 AND state = 'failed' RETURNING ${deliveryColumns}`,
              [id, at],
            );
      if (resent !== undefined)
        emit(
          'delivery.changed',
          { subject, subjectId: found.subject_id, deliveryId: id },
          { organizationId: found.organization_id },
        );
      const { customerId, readable } = found;
      return { delivery: resent ?? found, isResent: resent !== undefined, customerId, readable };
    });
    if (isResent) this.timers.plan('send-delivery', id, at);
    const answer = toDelivery(delivery);
    if (customerId === null) return answer;
    return { ...answer, to: maskName(answer.to), text: readable ? answer.text : '' };
  }
}
