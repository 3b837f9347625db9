import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { findPostgres } from './embedded/postgres-binaries';
import { endLeftover } from './embedded/postgres';
import { runningIn } from './run/run-file';
import { readSettings } from './run/settings';
import { sentenceOf, StopWith } from './run/stop-with';

/** `npm run lab -- reset`: empties the data folder of this checkout, database and all. The next start begins anew. */
async function reset(): Promise<void> {
  const { dataDir } = readSettings(process.env, []);
  const running = runningIn(dataDir);
  if (running !== null)
    throw new StopWith(
      `Headland is running at ${running.url} (process ${running.pid}): end it with Ctrl-C, then reset.`,
    );
  const database = findPostgres(join(dataDir, 'postgres')).dataDir;
  await endLeftover(database);
  for (const path of [database, dataDir]) rmSync(path, { recursive: true, force: true });
  console.log(`${dataDir} is empty. npm start begins anew.`);
}

reset().catch((e: unknown) => {
  console.error(sentenceOf(e));
  process.exit(1);
});
