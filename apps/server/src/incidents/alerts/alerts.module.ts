import { Module } from '@nestjs/common';
import { AlertsIngest } from './alerts-ingest';
import { AlertsLink } from './alerts.subscriber';

@Module({ providers: [AlertsIngest, AlertsLink] })
export class AlertsModule {}
