import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { inCheckout } from './run/checkout';
import { Database } from './run/database';
import { checkExternalServices } from './run/external-services';
import { RunFile, runningIn } from './run/run-file';
import { keepSecrets } from './run/secrets';
import { readSettings, type Settings } from './run/settings';
import { sentenceOf, StopWith } from './run/stop-with';

/**
 * `npm run factory -- <file.json>`: models, vehicles, devices and matches from a file (docs/factory.md), into the database of DATABASE_URL or that of
 * this checkout, whether Headland runs there or not.
 */
async function factory(): Promise<number> {
  const [file, ...more] = process.argv.slice(2);
  if (file === undefined || more.length > 0) throw new StopWith('Name one file: npm run factory -- <file.json> (docs/factory.md says what stands in it).');
  // npm runs this in the folder of the checkout; the name was typed where the person stands
  const path = resolve(process.env.INIT_CWD ?? process.cwd(), file);
  const settings = readSettings(process.env, []);
  if (settings.databaseUrl !== undefined) {
    await checkExternalServices({ ...settings, mqttUrl: undefined, redisUrl: undefined });
    return take(path, settings.databaseUrl, settings);
  }
  if (!existsSync(join(settings.dataDir, 'secrets.json'))) throw new StopWith(`There is no data in ${settings.dataDir} yet: npm start makes it, or set DATABASE_URL.`);
  const secrets = keepSecrets(settings.dataDir);
  if (runningIn(settings.dataDir) !== null) {
    const port = readFileSync(join(settings.dataDir, 'postgres.port'), 'utf8').trim();
    return take(path, `postgres://headland:${encodeURIComponent(secrets.databasePassword)}@127.0.0.1:${port}/headland`, settings);
  }
  const runFile = await RunFile.take(settings.dataDir, settings.url);
  const database = new Database(settings.dataDir, secrets.databasePassword, runFile.record);
  try {
    return await take(path, await database.start(), settings);
  } finally {
    await database.stop();
    runFile.release();
  }
}

/** The server's own command; it speaks for itself. */
async function take(file: string, databaseUrl: string, { dataDir }: Settings): Promise<number> {
  const child = spawn(process.execPath, ['--enable-source-maps', inCheckout('apps/server/dist/main.js'), 'factory', file], {
    stdio: 'inherit',
    env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
  });
  return new Promise((done, fail) => {
    child.once('error', fail);
    child.once('close', (code) => done(code ?? 1));
  });
}

factory().then(
  (code) => process.exit(code),
  (e: unknown) => {
    console.error(sentenceOf(e));
    process.exit(1);
  },
);
