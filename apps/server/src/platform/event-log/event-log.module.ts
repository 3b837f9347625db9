import { Global, Module } from '@nestjs/common';
import { Change } from './change';
import { Policies } from './policies';

@Global()
@Module({ providers: [Change, Policies], exports: [Change, Policies] })
export class EventLogModule {}
