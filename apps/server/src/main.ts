import 'reflect-metadata';
import type { Server as HttpServer } from 'node:http';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { AppModule } from './app.module';
import { takeFactoryFile } from './factory-file';
import { LiveGateway } from './live/live.gateway';
import { migrate } from './migrate';
import { arrange } from './platform/arrange';
import { checkEndpoints, gapsOf } from './platform/boot-checks';
import { CONFIG, readConfig, runs, type Config } from './platform/config';
import { Health } from './platform/health';
import { makeLog, nestLog } from './platform/log';
import { serveOpenApi } from './platform/openapi';
import { rebuildFigures } from './rebuild-figures';

/** Starts what RUN names; `factory <file.json>` behind it takes a file instead, `figures <first day> <last day>` counts statistics again. Exit codes: 0 ended as asked, 1 could not start, or was not taken. */
async function main(): Promise<void> {
  const [command, file, ...more] = process.argv.slice(2);
  if (command === 'factory') {
    process.exitCode = await takeFactoryFile(file);
    return;
  }
  if (command === 'figures') {
    process.exitCode = await rebuildFigures([file, ...more].filter((day) => day !== undefined));
    return;
  }
  const config = readConfig(process.env);
  const log = makeLog(config.LOG_LEVEL, config.RUN);
  if (runs(config, 'migrate')) {
    await migrate(config, log);
    return;
  }
  const app = await NestFactory.create<NestExpressApplication>(AppModule, { logger: nestLog(log), abortOnError: false });
  const isApi = runs(config, 'api');
  arrange(app, app.get<Config>(CONFIG), app.get(Health), isApi);
  if (isApi) {
    serveOpenApi(app, config);
    checkEndpoints(app);
    for (const gap of gapsOf(config)) log.error(gap);
  }
  app.enableShutdownHooks();
  await app.init();
  if (isApi) await app.get(LiveGateway).start(app.getHttpServer() as HttpServer);
  await app.listen(isApi ? config.PORT : (config.HEALTH_PORT ?? config.PORT), config.HOST);
  log.info({ run: config.RUN, port: isApi ? config.PORT : config.HEALTH_PORT }, 'ready');
  // a hook that hangs must not keep a process that was told to end
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => setTimeout(() => process.exit(0), 8_000).unref());
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
  process.exit(1);
});
