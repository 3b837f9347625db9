import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inCheckout } from './checkout';
import { Database } from './database';
import { checkExternalServices } from './external-services';
import { RunFile, runningIn } from './run-file';
import { keepSecrets } from './secrets';
import { readSettings, type Settings } from './settings';
import { StopWith } from './stop-with';

/** A command of the server (`node dist/main.js <args>`) on the database of DATABASE_URL or that of this checkout, whether Headland runs there or not. */
export async function serverCommand(args: readonly string[]): Promise<number> {
  const settings = readSettings(process.env, []);
  if (settings.databaseUrl !== undefined) {
    await checkExternalServices({ ...settings, mqttUrl: undefined, redisUrl: undefined });
    return run(args, settings.databaseUrl, settings);
  }
  if (!existsSync(join(settings.dataDir, 'secrets.json'))) throw new StopWith(`There is no data in ${settings.dataDir} yet: npm start makes it, or set DATABASE_URL.`);
  const secrets = keepSecrets(settings.dataDir);
  if (runningIn(settings.dataDir) !== null) {
    const port = readFileSync(join(settings.dataDir, 'postgres.port'), 'utf8').trim();
    return run(args, `postgres://headland:${encodeURIComponent(secrets.databasePassword)}@127.0.0.1:${port}/headland`, settings);
  }
  const runFile = await RunFile.take(settings.dataDir, settings.url);
  const database = new Database(settings.dataDir, secrets.databasePassword, runFile.record);
  try {
    return await run(args, await database.start(), settings);
  } finally {
    await database.stop();
    runFile.release();
  }
}

/** It speaks for itself. */
async function run(args: readonly string[], databaseUrl: string, { dataDir }: Settings): Promise<number> {
  const child = spawn(process.execPath, ['--enable-source-maps', inCheckout('apps/server/dist/main.js'), ...args], {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
  });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => done(code ?? 1));
  });
}
