import { Module } from '@nestjs/common';
import { DeliveriesController } from './deliveries.controller';
import { DeliveryResults } from './delivery-results';
import { Mailer } from './mailer';
import { MessageRetention } from './message-retention';
import { QueueMessagesHandler } from './queue-messages.command';
import { ResendDeliveryHandler } from './resend-delivery.command';
import { SendDeliveriesWhenDue } from './send-deliveries-when-due';
import { SendDeliveryHandler } from './send-delivery.command';
import { WebPush } from './web-push';

// for other slices: to queue messages in their own transactions, and the configuration of web push
export { insertDeliveries, type Message, type Subject } from './delivery';
export { isPublicKey, isPushService, vapidOf } from './vapid';

@Module({
  controllers: [DeliveriesController],
  providers: [
    Mailer,
    WebPush,
    DeliveryResults,
    QueueMessagesHandler,
    SendDeliveryHandler,
    ResendDeliveryHandler,
    SendDeliveriesWhenDue,
    MessageRetention,
  ],
})
export class DeliveriesModule {}
