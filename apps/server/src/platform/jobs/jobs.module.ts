import { Global, Module } from '@nestjs/common';
import { SingleDuties } from './single-duties';
import { Timers } from './timers';

@Global()
@Module({ providers: [Timers, SingleDuties], exports: [Timers, SingleDuties] })
export class JobsModule {}
