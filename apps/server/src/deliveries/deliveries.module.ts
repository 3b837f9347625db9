import { Module } from '@nestjs/common';
import { DeliveriesController } from './deliveries.controller';
import { QueueMessagesHandler } from './queue-messages.command';
import { ResendDeliveryHandler } from './resend-delivery.command';
import { SendDeliveriesWhenDue } from './send-deliveries-when-due';
import { SendDeliveryHandler } from './send-delivery.command';

@Module({ controllers: [DeliveriesController], providers: [QueueMessagesHandler, SendDeliveryHandler, ResendDeliveryHandler, SendDeliveriesWhenDue] })
export class DeliveriesModule {}
