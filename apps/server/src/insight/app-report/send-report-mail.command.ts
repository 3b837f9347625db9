import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { insertDeliveries } from '../../messages/deliveries/deliveries.module';
import { CLOCK, type Clock } from '../../platform/clock';
import { system } from '../../platform/caller';
import { Change } from '../../platform/event-log/change';
import { mailReason, ReportMailReads } from './report-mail.reads';

/** Queues the report of the month that is due for one customer, once. */
export class SendReportMail extends Command<void> {
  constructor(readonly customerId: number) {
    super();
  }
}

/**
 * The letter is written first, because it reads months of aggregates; then the customer is locked and asked for again,
 * so that a customer who has left or opted out in between gets none. The reason of a delivery is unique: two
 * processes, or a restart, queue it once.
 */
@CommandHandler(SendReportMail)
export class SendReportMailHandler implements ICommandHandler<SendReportMail> {
  constructor(
    @Inject(CLOCK) private readonly now: Clock,
    private readonly change: Change,
    private readonly reads: ReportMailReads,
  ) {}

  async execute({ customerId }: SendReportMail): Promise<void> {
    const month = this.reads.month();
    if (month === null) return;
    const facts = await this.reads.facts(customerId, month);
    if (facts === null) return;
    const letter = await this.reads.letter(customerId, month, facts);
    await this.change.run(system, async (tx, emit) => {
      await tx.query('SELECT 1 FROM customer WHERE id = $1 FOR UPDATE', [customerId]);
      const current = await this.reads.facts(customerId, month, tx);
      // a machine that was given away meanwhile would be in the letter: the next sweep writes another
      if (current === null || current.vehicleIds.join() !== facts.vehicleIds.join()) return;
      const about = { subject: 'customer', subjectId: customerId, organizationId: current.organizationId } as const;
      const rows = await insertDeliveries(
        tx,
        about,
        [
          {
            ...letter,
            reason: mailReason(customerId, month),
            channel: 'email',
            recipient: current.name,
            address: current.email,
            customerId,
          },
        ],
        this.now(),
      );
      for (const { id } of rows)
        emit(
          'delivery.changed',
          { subject: 'customer', subjectId: customerId, deliveryId: id },
          { organizationId: about.organizationId },
        );
    });
  }
}
