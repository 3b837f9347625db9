import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { logIn } from '@headland/testing/log-in';
import pg from 'pg';
import { inCheckout } from '../run/checkout';
import { Database } from '../run/database';
import { readDemo } from '../run/demo-file';
import { migrate } from '../run/migrate';
import { Part } from '../run/part';
import { keepSecrets } from '../run/secrets';
import { codesIn } from '../run/sent-codes';
import { serverEnvironment } from '../run/server-environment';
import { readSettings } from '../run/settings';
import { sentenceOf, StopWith } from '../run/stop-with';
import { ask, type Answered, questions } from './ask';
import { fill } from './fill';

/** A first page is answered within this, at the 95th percentile. */
const goalMs = 100;
/** One that sees everything, and one that sees a subtree. */
const askers = ['HEAD_OFFICE', 'REGION'];

/**
 * `npm run large`: makes a database of the size that the product is to bear (100,000 vehicles and customers, 50 million rows of telemetry; some minutes
 * and 10 GB), asks every list for its first pages over HTTP and writes docs/lists.md. What is there already is kept and used again. Exit code 2: a goal
 * was missed.
 */
async function large(): Promise<void> {
  const { values } = parseArgs({
    options: {
      vehicles: { type: 'string', default: '100000' },
      telemetry: { type: 'string', default: '50000000' },
      times: { type: 'string', default: '40' },
      'data-dir': { type: 'string', default: '.large' },
      out: { type: 'string', default: 'docs' },
    },
  });
  const dataDir = resolve(values['data-dir']);
  const settings = readSettings({ ...process.env, SEED: 'demo', DATA_DIR: dataDir, PORT: process.env.PORT ?? '4900' }, []);
  const secrets = keepSecrets(dataDir);
  const ending: { stop: () => Promise<unknown> }[] = [];
  const log = (name: string): string => join(dataDir, 'logs', `${name}.log`);
  try {
    const database = new Database(dataDir, secrets.databasePassword, () => undefined);
    ending.push(database);
    // no device and no broker: lists are asked, nothing arrives
    const services = { databaseUrl: await database.start(), redisUrl: undefined, mqttUrl: 'mqtt://127.0.0.1:1' };
    console.log(await migrate(serverEnvironment('migrate', settings, services, secrets), log('migrate'), ending));
    const pool = new pg.Pool({ connectionString: services.databaseUrl, max: 2 });
    ending.push({ stop: () => pool.end() });
    await fill(pool, { vehicles: Number(values.vehicles), telemetryRows: Number(values.telemetry) }, (line) => console.log(`  ${line}`));

    const url = `http://127.0.0.1:${settings.port}`;
    const api = new Part({
      name: 'api',
      script: inCheckout('apps/server/dist/main.js'),
      env: serverEnvironment('api', settings, services, secrets),
      ready: { url: `${url}/healthz` },
      logFile: log('api'),
      onSpawn: () => undefined,
    });
    ending.push(api);
    api.start();
    await api.ready(60_000);
    const results: { asker: string; answered: Answered[] }[] = [];
    for (const groupType of askers) {
      const account = readDemo(dataDir)?.accounts.find((a) => a.groupType === groupType && a.role === 'ADMIN');
      if (account === undefined) throw new StopWith(`${dataDir} has no demo account of ${groupType}: delete the folder and start again`);
      const { accessToken } = await logIn(url, account, codesIn(pool));
      const answered: Answered[] = [];
      for (const question of questions) {
        const answer = await ask(url, accessToken, question, Number(values.times));
        if (answer === null) continue;
        answered.push(answer);
        console.log(`  ${groupType} ${answer.name}: p50 ${answer.p50.toFixed(0)}, p95 ${answer.p95.toFixed(0)} ms, ${answer.total} rows`);
      }
      results.push({ asker: groupType, answered });
    }
    writeFileSync(resolve(values.out, 'lists.md'), report(results, await sizeOf(pool)));
    if (results.some((r) => r.answered.some((a) => a.p95 > goalMs))) process.exitCode = 2;
  } finally {
    for (const it of ending.reverse()) await it.stop();
  }
}

async function sizeOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ vehicles: string; customers: string; telemetry: string; events: string; bytes: string }>(
    `SELECT (SELECT count(*) FROM vehicle) AS vehicles, (SELECT count(*) FROM customer) AS customers, (SELECT count(*) FROM event_log) AS events,
       (SELECT sum(reltuples)::bigint FROM pg_class WHERE relkind = 'r' AND relname ~ '^telemetry_') AS telemetry, pg_size_pretty(pg_database_size(current_database())) AS bytes`,
  );
  const n = (text: string | undefined): string => Number(text).toLocaleString('en');
  const [r] = rows;
  return `${n(r?.vehicles)} vehicles, ${n(r?.customers)} customers, ${n(r?.telemetry)} rows of telemetry, ${n(r?.events)} events, ${r?.bytes ?? ''}`;
}

function report(results: { asker: string; answered: Answered[] }[], size: string): string {
  const missed = results.flatMap((r) => r.answered.filter((a) => a.p95 > goalMs).map((a) => `${a.name} (${r.asker})`));
  const tables = results.map(({ asker, answered }) => {
    const rows = answered.map(
      (a) => `| ${a.name} | ${a.total.toLocaleString('en')} | ${a.p50.toFixed(0)} | ${a.p95.toFixed(0)} | ${a.p95 > goalMs ? 'missed' : 'met'} |`,
    );
    return `## ${asker}, ADMIN\n\n| list | rows | p50 ms | p95 ms | ≤ ${goalMs} |\n| --- | --: | --: | --: | --- |\n${rows.join('\n')}\n`;
  });
  return `# Lists of a large fleet

Written by \`npm run large\`: the first page of every list, asked over HTTP with its guard, its count and its rows, one question after the other.

${new Date().toISOString()}; ${size}; ${cpus().length} cores (${cpus()[0]?.model.trim() ?? '?'}), ${Math.round(totalmem() / 1024 ** 3)} GiB, Node ${process.versions.node}, built-in PostgreSQL.

${missed.length === 0 ? 'Every list met its goal.' : `Missed: ${missed.join(', ')}.`}

${tables.join('\n')}`;
}

large().catch((e: unknown) => {
  console.error(sentenceOf(e));
  process.exit(1);
});
