import { join } from 'node:path';
import { Database } from './run/database';
import { checkExternalServices } from './run/external-services';
import { migrate } from './run/migrate';
import { keepPrivate } from './run/private-folder';
import { RunFile } from './run/run-file';
import { keepSecrets } from './run/secrets';
import { serverEnvironment } from './run/server-environment';
import { readSettings } from './run/settings';
import { sentenceOf } from './run/stop-with';

/** `npm run lab -- seed`: brings the schema up to date and loads the demo data into an empty database, without starting the product. */
async function seed(): Promise<void> {
  const settings = readSettings({ ...process.env, SEED: 'demo' }, []);
  const runFile = await RunFile.take(settings.dataDir, settings.url);
  keepPrivate(settings.dataDir);
  await checkExternalServices({ ...settings, mqttUrl: undefined, redisUrl: undefined });
  const secrets = keepSecrets(settings.dataDir);
  const database = new Database(settings.dataDir, secrets.databasePassword, runFile.record);
  try {
    const services = {
      databaseUrl: settings.databaseUrl ?? (await database.start()),
      redisUrl: undefined,
      mqttUrl: settings.mqttUrl ?? `mqtt://127.0.0.1:${settings.mqttPort}`,
    };
    console.log(
      await migrate(
        serverEnvironment('migrate', settings, services, secrets),
        join(settings.dataDir, 'logs', 'migrate.log'),
        { push: (it) => it },
      ),
    );
  } finally {
    await database.stop();
    runFile.release();
  }
}

seed().catch((e: unknown) => {
  console.error(sentenceOf(e));
  process.exit(1);
});
