import { Global, Module } from '@nestjs/common';
import { Timers } from './timers';

@Global()
@Module({ providers: [Timers], exports: [Timers] })
export class JobsModule {}
