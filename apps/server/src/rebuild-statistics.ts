import { dayBounds } from '@headland/domain/zone-day';
import { databaseTime } from './platform/clock';
import { readDatabaseTime } from './platform/clock-sync';
import { readConfig, withSessions } from './platform/config';
import { openDataSource } from './platform/database/data-source';
import { StatisticsAggregates } from './insight/statistics/statistics-aggregates.tx';

const day = /^\d{4}-\d{2}-\d{2}$/u;

/**
 * `node dist/main.js rebuild-statistics <first day> <last day>`: counts the statistics again from stored telemetry, while the product
 * runs. Days are those of PRODUCT_TIME_ZONE. Done twice it changes nothing. Answers the exit code: 0 counted, 1 not.
 */
export async function rebuildStatistics([first, last]: readonly string[]): Promise<number> {
  try {
    if (first === undefined || last === undefined || !day.test(first) || !day.test(last) || first > last) {
      throw new Error('Name the first and the last day: npm run lab -- rebuild-statistics 2026-11-01 2026-11-14');
    }
    const config = withSessions(readConfig(withoutTheRest(process.env)));
    const database = await openDataSource(config);
    try {
      await readDatabaseTime(database);
      const zone = config.PRODUCT_TIME_ZONE;
      let reported = 0;
      const report = (vehicles: number, of: number): void => {
        const percent = Math.floor((vehicles / of) * 100);
        if (percent >= reported) process.stdout.write(`${vehicles} of ${of} vehicles\n`);
        if (percent >= reported) reported = percent + 10;
      };
      await new StatisticsAggregates(database, databaseTime, config).rebuild(
        dayBounds(first, zone).from,
        dayBounds(last, zone).to,
        { onProgress: report },
      );
    } finally {
      await database.destroy();
    }
    return 0;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

/** It needs the database; what the processes of the server need besides, it is not asked for. An empty variable is not set. */
function withoutTheRest(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const unused = {
    MQTT_URL: 'mqtt://127.0.0.1:1',
    MQTT_PASSWORD: 'not used here',
    JWT_SECRET: 'not used: a command has no login',
  };
  const needed = Object.entries(unused).filter(([key]) => !env[key] && !env[`${key}_FILE`]);
  return { ...env, ...Object.fromEntries(needed), RUN: 'migrate' };
}
