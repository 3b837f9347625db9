import 'reflect-metadata';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { constants, setPriority } from 'node:os';
import { AppModule } from './app.module';
import { backupCommand, restoreCommand } from './backup-commands';
import { distributeCommand } from './distribute';
import { doctorCommand } from './doctor';
import { importFactoryFile } from './factory-file';
import { migrate } from './migrate';
import { setUpHttp } from './platform/http-setup';
import { checkEndpoints, gapsOf } from './platform/boot-checks';
import { CONFIG, readConfig, runs, WrongSettings, type Config } from './platform/config';
import { Health } from './platform/health';
import { makeLog, nestLog } from './platform/log';
import { missingMapFiles } from './platform/map-layers';
import { serveOpenApi } from './platform/openapi';
import { rebuildStatistics } from './rebuild-statistics';

/** A word behind `main.js` is one of these; each answers its exit code. */
const commands: Record<string, (args: readonly string[]) => Promise<number>> = {
  factory: ([file]) => importFactoryFile(file),
  'rebuild-statistics': rebuildStatistics,
  backup: backupCommand,
  restore: restoreCommand,
  doctor: doctorCommand,
  distribute: distributeCommand,
};

/** The nice value of what comes later: against 0 it has two fifths of the turns (Linux: weights of 423 and 1,024), with 10 it would have a tenth. */
const later = 4;

/** Starts what RUN names, or runs a command. Exit codes: 0 ended as asked, 1 could not start, or was refused, 78 its settings are wrong. */
async function main(): Promise<void> {
  // whatever it writes is for the account that it runs as
  process.umask(0o077);
  const [word = '', ...args] = process.argv.slice(2);
  const command = commands[word];
  if (command !== undefined) {
    // the product runs beside it, and comes first
    setPriority(constants.priority.PRIORITY_LOW);
    process.exitCode = await command(args);
    return;
  }
  const config = readConfig(process.env);
  const log = makeLog(config.LOG_LEVEL, config.RUN);
  if (runs(config, 'migrate')) {
    await migrate(config, log);
    return;
  }
  // an SOS waits for a processor at each hand-over: what can be late lets its processes, broker and database go first. Not by much: jobs send
  // the texts about it, and ingest has the sessions of remote diagnosis (docs/results/bench-notes.md has what each value costs)
  if (!runs(config, 'alerts') && !runs(config, 'api')) setPriority(later);
  const app = await NestFactory.create<NestExpressApplication>(AppModule, {
    logger: nestLog(log),
    abortOnError: false,
    bodyParser: false,
  });
  const isApi = runs(config, 'api');
  setUpHttp(app, app.get<Config>(CONFIG), app.get(Health), isApi);
  if (isApi) {
    serveOpenApi(app, config);
    checkEndpoints(app);
    for (const gap of [...gapsOf(config), ...missingMapFiles(config)]) log.error(gap);
  }
  app.enableShutdownHooks();
  await app.init();
  if (isApi && config.HEALTH_PORT !== undefined && config.HEALTH_PORT !== config.PORT)
    await app.get(Health).listen(config.HEALTH_PORT, config.HOST);
  await app.listen(isApi ? config.PORT : (config.HEALTH_PORT ?? config.PORT), config.HOST);
  log.info({ run: config.RUN, port: isApi ? config.PORT : config.HEALTH_PORT }, 'ready');
  // a hook that hangs must not keep a process that was asked to end
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => setTimeout(() => process.exit(0), 8_000).unref());
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  if (process.env.LOG_LEVEL === 'debug' && error instanceof Error) process.stderr.write(`${error.stack ?? ''}\n`);
  process.exit(error instanceof WrongSettings ? WrongSettings.exitCode : 1);
});
