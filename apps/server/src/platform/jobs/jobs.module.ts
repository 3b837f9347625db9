import { Global, Module } from '@nestjs/common';
import { BullModule } from '@nestjs/bullmq';
import { createPostgresBackend, setDefaultBackendFactory } from 'bullmq';
import { CONFIG, type Config } from '../config';

/**
 * Where queues live: Redis when REDIS_URL is set, else BullMQ's PostgreSQL backend (schema "bullmq"). The queue is only the timer: what is
 * due stands in our own tables, and a sweep plans again what a queue lost.
 */
@Global()
@Module({
  imports: [
    BullModule.forRootAsync({
      inject: [CONFIG],
      useFactory: (config: Config) => {
        if (config.REDIS_URL !== undefined) return { connection: { url: config.REDIS_URL, maxRetriesPerRequest: null } };
        setDefaultBackendFactory(createPostgresBackend as never);
        return { connection: { connectionString: config.DATABASE_URL, schema: 'bullmq', migrate: true, max: 4 } as never };
      },
    }),
  ],
  exports: [BullModule],
})
export class JobsModule {}
