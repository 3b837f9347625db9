import { Global, Module } from '@nestjs/common';
import { SingleDuties } from './single-duties';
import { StandBy } from './stand-by';
import { Timers } from './timers';

@Global()
@Module({ providers: [Timers, SingleDuties, StandBy], exports: [Timers, SingleDuties, StandBy] })
export class JobsModule {}
