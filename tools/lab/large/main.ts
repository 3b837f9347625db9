import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Envelope } from '@headland/contracts/endpoint';
import { accessHeader } from '@headland/contracts/session';
import { logIn } from '@headland/testing/log-in';
import pg from 'pg';
import { inCheckout } from '../../src/run/checkout';
import { Database } from '../../src/run/database';
import { readDemo } from '../../src/run/demo-file';
import { migrate } from '../../src/run/migrate';
import { Part } from '../../src/run/part';
import { keepSecrets } from '../../src/run/secrets';
import { codesIn } from '../../src/run/sent-codes';
import { serverEnvironment } from '../../src/run/server-environment';
import { healthPorts, readSettings } from '../../src/run/settings';
import { sentenceOf, StopWith } from '../../src/run/stop-with';
import { ask, type Answered, type Question, questions } from './ask';
import { type Call, changeSet, consumableQuestions, consumablesReport, plan, runDay } from './consumables';
import { contentQuestions, fillContent } from './content';
import { askDash, countDays, dashReport } from './dash';
import { faultQuestions, fillQueue } from './faults';
import { fill } from './fill';
import { askStatistics, fillMonth, rollUp, type StatisticsAnswered, statisticsReport } from './statistics';

/** A first page is answered within this, at the 95th percentile. */
const goalMs = 100;
/** One that sees everything, and one that sees a subtree. */
const askers = ['HEAD_OFFICE', 'REGION'];
/** Who keeps content and the GPT service, and who the shop. */
const contentKeepers = ['HEAD_OFFICE', 'SERVICE_BUSINESS'];
const subjects = ['consumables', 'content', 'dash', 'faults', 'statistics'];

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
 */
async function large(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      vehicles: { type: 'string', default: '100000' },
      telemetry: { type: 'string', default: '50000000' },
      times: { type: 'string', default: '40' },
      'data-dir': { type: 'string', default: '.large' },
      out: { type: 'string', default: 'docs/results' },
      filled: { type: 'boolean', default: false },
    },
  });
  const about = positionals[0];
  if (about !== undefined && !subjects.includes(about))
    throw new StopWith(`There is nothing called ${about} to measure: leave it out, or log ${subjects.join(' or ')}.`);
  const dataDir = resolve(values['data-dir']);
  const settings = readSettings(
    { ...process.env, SEED: 'demo', DATA_DIR: dataDir, PORT: process.env.PORT ?? '4900' },
    [],
  );
  const secrets = keepSecrets(dataDir);
  const ending: { stop: () => Promise<unknown> }[] = [];
  const logPath = (name: string): string => join(dataDir, 'logs', `${name}.log`);
  try {
    const pids = { api: 0, postgres: 0 };
    const database = new Database(dataDir, secrets.databasePassword, (_, pid) => (pids.postgres = pid));
    ending.push(database);
    // no device and no broker: lists are asked, nothing arrives
    const services = { databaseUrl: await database.start(), redisUrl: undefined, mqttUrl: 'mqtt://127.0.0.1:1' };
    console.log(await migrate(serverEnvironment('migrate', settings, services, secrets), logPath('migrate'), ending));
    const pool = new pg.Pool({ connectionString: services.databaseUrl, max: 2 });
    // a connection that rests is cut when the database stops
    pool.on('error', () => undefined);
    ending.push({ stop: () => pool.end() });
    const log = (line: string): void => console.log(`  ${line}`);
    await fill(
      pool,
      {
        vehicles: about === 'content' ? 0 : Number(values.vehicles),
        telemetryRows: about === undefined ? Number(values.telemetry) : 0,
      },
      log,
    );

    const url = `http://127.0.0.1:${settings.port}`;
    const api = new Part({
      name: 'api',
      script: inCheckout('apps/server/dist/main.js'),
      env: serverEnvironment('api', settings, services, secrets),
      ready: { url: `${url}/healthz` },
      logFile: logPath('api'),
      onSpawn: (_, pid) => (pids.api = pid),
    });
    ending.push(api);
    api.start();
    await api.ready(60_000);
    const asked = (list: readonly Question[], by = askers) =>
      askAll(list, by, { url, dataDir, pool, times: Number(values.times) });
    const jobs = new Part({
      name: 'jobs',
      script: inCheckout('apps/server/dist/main.js'),
      env: serverEnvironment('jobs', settings, services, secrets),
      ready: { url: `http://127.0.0.1:${healthPorts(settings.port).jobs}/healthz` },
      logFile: logPath('jobs'),
      onSpawn: () => undefined,
    });
    ending.push(jobs);
    if (about === 'dash') {
      const countMs = await countDays(pool, jobs, log);
      // what it counts now is nothing: the page is asked on a machine that only serves
      await jobs.stop();
      const answered = [];
      for (const groupType of askers)
        answered.push(
          ...(await askDash(
            url,
            groupType,
            await tokenOf(groupType, { url, dataDir, pool }),
            Number(values.times),
            log,
          )),
        );
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
        const token = await tokenOf(asker, { url, dataDir, pool });
        const subject = { model, vehicle: vehicle.rows[0]?.id ?? 0 };
        answered.push(...(await askStatistics({ url, asker, token, times: Number(values.times), pids }, subject, log)));
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
      const changed = await changeSet(
        callOf(url, await tokenOf('SERVICE_BUSINESS', { url, dataDir, pool })),
        pool,
        log,
      );
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

type Results = { asker: string; answered: Answered[] }[];
const missed = (results: Results): boolean => results.some((r) => r.answered.some((a) => a.p95 > goalMs));

/** Each question by each asker; what one may not read is left out. */
async function askAll(
  list: readonly Question[],
  by: readonly string[],
  { url, dataDir, pool, times }: { url: string; dataDir: string; pool: pg.Pool; times: number },
): Promise<Results> {
  const results: Results = [];
  for (const groupType of by) {
    const accessToken = await tokenOf(groupType, { url, dataDir, pool });
    const answered: Answered[] = [];
    for (const question of list) {
      const answer = await ask(url, accessToken, question, times);
      if (answer === null) continue;
      answered.push(answer);
      console.log(
        `  ${groupType} ${answer.name}: p50 ${answer.p50.toFixed(0)}, p95 ${answer.p95.toFixed(0)} ms, ${answer.total} rows`,
      );
    }
    results.push({ asker: groupType, answered });
  }
  return results;
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

async function tokenOf(
  groupType: string,
  { url, dataDir, pool }: { url: string; dataDir: string; pool: pg.Pool },
): Promise<string> {
  const account = readDemo(dataDir)?.accounts.find((a) => a.groupType === groupType && a.role === 'ADMIN');
  if (account === undefined)
    throw new StopWith(`${dataDir} has no demo account of ${groupType}: delete the folder and start again`);
  return (await logIn(url, account, codesIn(pool))).accessToken;
}

async function sizeOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{
    vehicles: string;
    customers: string;
    telemetry: string;
    events: string;
    bytes: string;
  }>(
    `SELECT (SELECT count(*) FROM vehicle) AS vehicles, (SELECT count(*) FROM customer) AS customers, (SELECT count(*) FROM event_log) AS events,
       (SELECT sum(reltuples)::bigint FROM pg_class WHERE relkind = 'r' AND relname ~ '^telemetry_') AS telemetry, pg_size_pretty(pg_database_size(current_database())) AS bytes`,
  );
  const n = (text: string | undefined): string => Number(text).toLocaleString('en');
  const [r] = rows;
  return `${n(r?.vehicles)} vehicles, ${n(r?.customers)} customers, ${n(r?.telemetry)} rows of telemetry, ${n(r?.events)} events, ${r?.bytes ?? ''}`;
}

/** When, how large, on what. */
const placeOf = async (pool: pg.Pool): Promise<string> =>
  `${new Date().toISOString()}; ${await sizeOf(pool)}; ${cpus().length} cores (${cpus()[0]?.model.trim() ?? '?'}), ${Math.round(totalmem() / 1024 ** 3)} GiB, Node ${process.versions.node}, built-in PostgreSQL.`;

const tablesOf = (results: Results): string =>
  results
    .map(({ asker, answered }) => {
      const rows = answered.map(
        (a) =>
          `| ${a.name} | ${a.total.toLocaleString('en')} | ${a.p50.toFixed(0)} | ${a.p95.toFixed(0)} | ${a.p95 > goalMs ? 'missed' : 'met'} |`,
      );
      return `## ${asker}, ADMIN\n\n| list | rows | p50 ms | p95 ms | ≤ ${goalMs} |\n| --- | --: | --: | --: | --- |\n${rows.join('\n')}\n`;
    })
    .join('\n');

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
