import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { CLOCK, type Clock } from '../../platform/clock';
import { Change } from '../../platform/event-log/change';
import { system } from '../../platform/caller';
import { insertDeliveries, isLogged, type Message, type Subject } from './delivery';

/** Queues messages. Issued by policies, which run at least once; each reason is sent once. */
export class QueueMessages extends Command<void> {
  constructor(
    readonly about: Subject,
    readonly messages: Message[],
  ) {
    super();
  }
}

@CommandHandler(QueueMessages)
export class QueueMessagesHandler implements ICommandHandler<QueueMessages> {
  constructor(
    private readonly change: Change,
    @Inject(CLOCK) private readonly now: Clock,
  ) {}

  async execute({ about, messages }: QueueMessages): Promise<void> {
    if (messages.length === 0) return;
    const at = this.now();
    await this.change.run(system, async (tx, emit) => {
      const rows = await insertDeliveries(tx, about, messages, at);
      // messages to an account have no queue to show
      const { subject } = about;
      if (!isLogged(subject)) return;
      for (const { id } of rows)
        emit(
          'delivery.changed',
          { subject, subjectId: about.subjectId, deliveryId: id },
          { organizationId: about.organizationId },
        );
    });
  }
}
