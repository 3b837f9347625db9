import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inCheckout } from './checkout';
import { Database } from './database';
import { checkExternalServices } from './external-services';
import { keepPrivate } from './private-folder';
import { RunFile, runningIn } from './run-file';
import { keepSecrets } from './secrets';
import { keySettings } from './server-environment';
import { readSettings } from './settings';
import { StopWith } from './stop-with';

interface CommandPlan {
  /** The keys of this checkout are part of what it works on. */
  withKeys?: boolean;
  /** It works in an empty data folder, too, and not while Headland runs. */
  alone?: boolean;
  /** It says by itself what does not answer. */
  judgesServices?: boolean;
}

/** A command of the server (`node dist/main.js <args>`) on the database of DATABASE_URL or that of this checkout, whether Headland runs there or not. */
export async function serverCommand(
  args: readonly string[],
  { withKeys = false, alone = false, judgesServices = false }: CommandPlan = {},
): Promise<number> {
  const settings = readSettings(process.env, []);
  const hasSecrets = existsSync(join(settings.dataDir, 'secrets.json'));
  const running = runningIn(settings.dataDir);
  if (alone && running !== null)
    throw new StopWith(`Headland is running at ${running.url} (process ${running.pid}): end it with Ctrl-C first.`);
  const keys = withKeys && hasSecrets ? keySettings(keepSecrets(settings.dataDir)) : {};
  const run = (databaseUrl: string): Promise<number> =>
    runServer(args, { DATABASE_URL: databaseUrl, DATA_DIR: settings.dataDir, ...keys });
  if (settings.databaseUrl !== undefined) {
    if (!judgesServices) await checkExternalServices({ ...settings, mqttUrl: undefined, redisUrl: undefined });
    return run(settings.databaseUrl);
  }
  if (!hasSecrets && !alone)
    throw new StopWith(`There is no data in ${settings.dataDir} yet: npm start makes it, or set DATABASE_URL.`);
  const secrets = keepSecrets(settings.dataDir);
  if (running !== null) {
    const port = readFileSync(join(settings.dataDir, 'postgres.port'), 'utf8').trim();
    return run(`postgres://headland:${encodeURIComponent(secrets.databasePassword)}@127.0.0.1:${port}/headland`);
  }
  const runFile = await RunFile.take(settings.dataDir, settings.url);
  keepPrivate(settings.dataDir);
  const database = new Database(settings.dataDir, secrets.databasePassword, runFile.record);
  try {
    return await run(await database.start());
  } finally {
    await database.stop();
    runFile.release();
  }
}

/** It logs by itself. */
async function runServer(args: readonly string[], env: Record<string, string>): Promise<number> {
  const child = spawn(process.execPath, ['--enable-source-maps', inCheckout('apps/server/dist/main.js'), ...args], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => done(code ?? 1));
  });
}
