import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Envelope } from '@headland/contracts/endpoint';
import { accessHeader } from '@headland/contracts/session';
import pg from 'pg';
import { Database } from '../../src/run/database';
import { migrate } from '../../src/run/migrate';
import { keepSecrets } from '../../src/run/secrets';
import { serverEnvironment } from '../../src/run/server-environment';
import { readSettings } from '../../src/run/settings';
import { sentenceOf, StopWith } from '../../src/run/stop-with';
import { type Question, questions } from './ask';
import { type Call, changeSet, consumableQuestions, consumablesReport, plan, runDay } from './consumables';
import { contentQuestions, fillContent } from './content';
import { askDash, countDays, dashReport } from './dash';
import { faultQuestions, fillQueue } from './faults';
import { fill } from './fill';
import { measureMillion, millionSettings } from './million';
import {
  askAll,
  askers,
  goalMs,
  missed,
  partOf,
  placeOf,
  type Product,
  type Results,
  tablesOf,
  tokenOf,
} from './product';
import { askStatistics, fillMonth, rollUp, type StatisticsAnswered, statisticsReport } from './statistics';

/** Who keeps content and the GPT service, and who the shop. */
const contentKeepers = ['HEAD_OFFICE', 'SERVICE_BUSINESS'];
const subjects = ['consumables', 'content', 'dash', 'faults', 'million', 'statistics'];
/** What a fleet of this size has where nothing else is asked for. */
const usual = { vehicles: 100_000, telemetry: 50_000_000 };
const million = { vehicles: 1_000_000, telemetry: 3_000_000 };

/**
 * `npm run lab -- large consumables`: the same fleet without telemetry; has its consumables planned, lets 10,000 vehicles run for a day, asks their list and
 * writes docs/results/consumables.md.
 *
 * `npm run lab -- large content`: without a fleet; brings every kind of content to 20,000 entries, asks their lists and writes docs/results/content-lists.md.
 *
 * `npm run lab -- large dash`: the same; has the days of the dashboard counted, asks it and writes docs/results/dash.md.
 *
 * `npm run lab -- large statistics`: the same; has a month of days and of 5-minute rows, asks drive data, operation data and charts, has a day of telemetry aggregated and writes docs/results/statistics.md. With `--filled` the days that an earlier run has counted are not counted again.
 *
 * `npm run lab -- large faults`: the same; has 20,000 fault reports open, asks their lists and writes docs/results/fault-queue.md.
 *
 * `npm run lab -- large`: makes a database of the size that the product is to bear (100,000 vehicles and customers, 50 million rows of telemetry; some minutes
 * and 10 GB), asks every list for its first pages over HTTP and writes docs/results/lists.md. What is there already is kept and used again. Exit code 2: a goal
 * was missed.
 *
 * `npm run lab -- large million`: ten times the fleet in a folder of its own; starts every process, opens the live map, asks the lists and the other subjects
 * and writes docs/results/million.md. `--only map,lists` measures some of it; the rest of the page stays as it is.
 */
async function large(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      vehicles: { type: 'string' },
      telemetry: { type: 'string' },
      times: { type: 'string', default: '40' },
      'data-dir': { type: 'string' },
      out: { type: 'string', default: 'docs/results' },
      filled: { type: 'boolean', default: false },
      only: { type: 'string' },
    },
  });
  const about = positionals[0];
  if (about !== undefined && !subjects.includes(about))
    throw new StopWith(`There is nothing called ${about} to measure: leave it out, or log ${subjects.join(' or ')}.`);
  const size = about === 'million' ? million : usual;
  const dataDir = resolve(values['data-dir'] ?? (about === 'million' ? '.large-million' : '.large'));
  const settings = readSettings(
    {
      ...process.env,
      SEED: 'demo',
      DATA_DIR: dataDir,
      PORT: process.env.PORT ?? '4900',
      MQTT_PORT: process.env.MQTT_PORT ?? '4990',
    },
    [],
  );
  const secrets = keepSecrets(dataDir);
  const ending: Product['ending'] = [];
  try {
    const pids = { api: 0, postgres: 0 };
    const database = new Database(
      dataDir,
      secrets.databasePassword,
      (_, pid) => (pids.postgres = pid),
      about === 'million' ? millionSettings : {},
    );
    ending.push(database);
    // no device and no broker but for the million: lists are asked, nothing arrives
    const services = {
      databaseUrl: await database.start(),
      redisUrl: undefined,
      mqttUrl: `mqtt://127.0.0.1:${about === 'million' ? settings.mqttPort : 1}`,
    };
    console.log(
      await migrate(
        serverEnvironment('migrate', settings, services, secrets),
        join(dataDir, 'logs', 'migrate.log'),
        ending,
      ),
    );
    const pool = new pg.Pool({ connectionString: services.databaseUrl, max: 2 });
    // a connection that rests is cut when the database stops
    pool.on('error', () => undefined);
    ending.push({ stop: () => pool.end() });
    const log = (line: string): void => console.log(`  ${line}`);
    const filled = await fill(
      pool,
      {
        vehicles: about === 'content' ? 0 : Number(values.vehicles ?? size.vehicles),
        telemetryRows: about === undefined || about === 'million' ? Number(values.telemetry ?? size.telemetry) : 0,
      },
      log,
    );

    const url = `http://127.0.0.1:${settings.port}`;
    const times = Number(values.times);
    const product: Product = { dataDir, settings, services, secrets, pool, url, pids, times, ending, log };
    if (about === 'million') {
      if (!(await measureMillion(product, { only: values.only?.split(','), out: resolve(values.out), filled })))
        process.exitCode = 2;
      return;
    }
    const api = partOf(product, 'api', (pid) => (pids.api = pid));
    api.start();
    await api.ready(60_000);
    const asked = (list: readonly Question[], by = askers) => askAll(list, by, product);
    const jobs = partOf(product, 'jobs');
    if (about === 'dash') {
      const countMs = await countDays(pool, jobs, log);
      // what it counts now is nothing: the page is asked on a machine that only serves
      await jobs.stop();
      const answered = [];
      for (const groupType of askers)
        answered.push(...(await askDash(url, groupType, await tokenOf(groupType, product), times, log)));
      const { text, met } = dashReport(answered, countMs, await placeOf(pool));
      writeFileSync(resolve(values.out, 'dash.md'), text);
      if (!met) process.exitCode = 2;
      return;
    }
    if (about === 'statistics') {
      if (!values.filled) {
        await countDays(pool, jobs, log);
        await jobs.stop();
        log(`${await fillQueue(pool)} open reports`);
      }
      const { model, sizes } = await fillMonth(pool, log);
      const vehicle = await pool.query<{ id: number }>(
        'SELECT b.vehicle_id AS id FROM vehicle_5min b JOIN vehicle v ON v.id = b.vehicle_id WHERE v.model_id = $1 LIMIT 1',
        [model],
      );
      const answered: StatisticsAnswered[] = [];
      for (const asker of ['SERVICE_BUSINESS', 'REGION']) {
        const token = await tokenOf(asker, product);
        const subject = { model, vehicle: vehicle.rows[0]?.id ?? 0 };
        answered.push(...(await askStatistics({ url, asker, token, times, pids }, subject, log)));
      }
      const env = serverEnvironment('migrate', settings, services, secrets);
      const rolledUp = await rollUp(pool, { env, postgres: pids.postgres }, log);
      const { text, met } = statisticsReport(answered, { sizes, rolledUp, place: await placeOf(pool) });
      writeFileSync(resolve(values.out, 'statistics.md'), text);
      if (!met) process.exitCode = 2;
      return;
    }
    if (about === 'consumables') {
      const planned = await plan(pool, jobs, log);
      await pool.query('VACUUM (ANALYZE) consumable_cycle');
      const lists = await asked(consumableQuestions);
      const ran = await runDay(pool, log);
      const changed = await changeSet(callOf(url, await tokenOf('SERVICE_BUSINESS', product)), pool, log);
      const { text, met } = consumablesReport(planned, ran, changed, tablesOf(lists), await placeOf(pool));
      writeFileSync(resolve(values.out, 'consumables.md'), text);
      if (!met || missed(lists)) process.exitCode = 2;
      return;
    }
    if (about === 'content') {
      await fillContent(pool, log);
      const lists = await asked(contentQuestions, contentKeepers);
      writeFileSync(resolve(values.out, 'content-lists.md'), report(lists, await placeOf(pool), about));
      if (missed(lists)) process.exitCode = 2;
      return;
    }
    if (about === 'faults') {
      log(`${await fillQueue(pool)} open reports`);
      const lists = await asked(faultQuestions);
      writeFileSync(resolve(values.out, 'fault-queue.md'), report(lists, await placeOf(pool), about));
      if (missed(lists)) process.exitCode = 2;
      return;
    }
    const results = await asked(questions);
    writeFileSync(resolve(values.out, 'lists.md'), report(results, await placeOf(pool)));
    if (missed(results)) process.exitCode = 2;
  } finally {
    for (const it of ending.reverse()) await it.stop();
  }
}

const callOf =
  (url: string, token: string): Call =>
  async <T>(method: string, path: string, id: number, body?: object): Promise<T> => {
    const response = await fetch(url + path.replace(':id', String(id)), {
      method,
      headers: { [accessHeader]: token, 'content-type': 'application/json' },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as Envelope<T>;
    if (!answer.success) throw new Error(`${method} ${path}: ${answer.error.code}`);
    return answer.data;
  };

const titles = { content: 'Lists of content', faults: 'The queue of faults', '': 'Lists of a large fleet' };

function report(results: Results, place: string, about: keyof typeof titles = ''): string {
  const late = results.flatMap((r) => r.answered.filter((a) => a.p95 > goalMs).map((a) => `${a.name} (${r.asker})`));
  return `# ${titles[about]}

Written by \`npm run lab -- large${about && ` ${about}`}\`: the first page of every list, asked over HTTP with its guard, its count and its rows, one question after the other.

${place}

${late.length === 0 ? 'Every list met its goal.' : `Missed: ${late.join(', ')}.`}

${tablesOf(results)}`;
}

large().catch((e: unknown) => {
  console.error(sentenceOf(e));
  process.exit(1);
});
