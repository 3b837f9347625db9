import { Global, Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CONFIG, type Config } from '../config';
import { dataSourceOptions } from './data-source';
import { ReadReplica } from './read-replica';

@Global()
@Module({
  imports: [
    TypeOrmModule.forRootAsync({
      inject: [CONFIG],
      useFactory: (config: Config) => ({
        ...dataSourceOptions(config),
        autoLoadEntities: true,
        retryAttempts: 1_000_000,
        retryDelay: 1_000,
        verboseRetryLog: false,
      }),
    }),
  ],
  providers: [ReadReplica],
  exports: [ReadReplica],
})
export class DatabaseModule {}
