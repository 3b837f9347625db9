import { Global, Module } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Logger } from 'pino';
import { CONFIG, type Config } from '../config';
import { LOG } from '../log';
import { openTracing, Tracing } from './tracing';

/** Global, so that it ends after everything that may still have a span to send. */
@Global()
@Module({
  providers: [
    {
      provide: Tracing,
      inject: [CONFIG, CommandBus, LOG],
      useFactory: (config: Config, commands: CommandBus, log: Logger) => openTracing(config, commands, log),
    },
  ],
  exports: [Tracing],
})
export class TracingModule {}
