import { Global, Module } from '@nestjs/common';
import { Change } from './change';
import { LogRetention } from './log-retention';
import { Policies } from './policies';

@Global()
@Module({ providers: [Change, Policies, LogRetention], exports: [Change, Policies] })
export class EventLogModule {}
