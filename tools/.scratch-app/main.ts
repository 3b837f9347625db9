import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DevicesModule } from '../../apps/server/src/devices/devices.module';
import { TelemetryModule } from '../../apps/server/src/telemetry/telemetry.module';
import { PlatformModule } from '../../apps/server/src/platform/platform.module';
import { migrate } from '../../apps/server/src/migrate';
import { arrange } from '../../apps/server/src/platform/arrange';
import { CONFIG, readConfig, runs } from '../../apps/server/src/platform/config';
import { Health } from '../../apps/server/src/platform/health';
import { makeLog, nestLog } from '../../apps/server/src/platform/log';
import { SessionReader } from '../../apps/server/src/platform/session-reader';
class Fake extends SessionReader { read(): never { throw new Error('no'); } }
class S {} ; const SM: any = S; Module({ providers: [{ provide: SessionReader, useClass: Fake }], exports: [SessionReader] } as never)(SM); Reflect.defineMetadata('__module:global__', true, SM);
class App {} ; Module({ imports: [SM, PlatformModule, DevicesModule, TelemetryModule] })(App);
const config = readConfig(process.env); const log = makeLog(config.LOG_LEVEL, config.RUN);
if (runs(config, 'migrate')) await migrate(config, log);
else {
  const app: any = await NestFactory.create(App, { logger: nestLog(log), abortOnError: false });
  arrange(app, app.get(CONFIG), app.get(Health), false);
  app.enableShutdownHooks(); await app.init(); await app.listen(config.HEALTH_PORT ?? config.PORT, '127.0.0.1');
}
