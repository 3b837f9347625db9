import { logIn } from '@headland/testing/log-in';
import type pg from 'pg';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { inCheckout } from '../../src/run/checkout';
import { readDemo } from '../../src/run/demo-file';
import { Part } from '../../src/run/part';
import type { keepSecrets } from '../../src/run/secrets';
import { codesIn } from '../../src/run/sent-codes';
import { brokerEnvironment, type Services, serverEnvironment, type ServerPart } from '../../src/run/server-environment';
import { healthPorts, type Settings } from '../../src/run/settings';
import { StopWith } from '../../src/run/stop-with';
import { ask, type Answered, type Question } from './ask';

/** A first page is answered within this, at the 95th percentile. */
export const goalMs = 100;

/** One that sees everything, and one that sees a subtree. */
export const askers = ['HEAD_OFFICE', 'REGION'];

/** The filled database and what is started beside it. */
export interface Product {
  dataDir: string;
  settings: Settings;
  services: Services;
  secrets: ReturnType<typeof keepSecrets>;
  pool: pg.Pool;
  url: string;
  pids: { api: number; postgres: number };
  /** requests of each question */
  times: number;
  /** is stopped at the end, the last first */
  ending: { stop: () => Promise<unknown> }[];
  log: (line: string) => void;
}

/** One process of the product, not started yet; `more`: settings beside those of a start in the checkout. */
export function partOf(
  { dataDir, settings, services, secrets, ending }: Product,
  name: ServerPart | 'broker',
  onSpawn: (pid: number) => void = () => undefined,
  more: Record<string, string> = {},
): Part {
  const isBroker = name === 'broker';
  const part = new Part({
    name,
    script: inCheckout(isBroker ? 'apps/server/dist/embedded-broker.js' : 'apps/server/dist/main.js'),
    env: {
      ...(isBroker
        ? brokerEnvironment(settings, services.databaseUrl, secrets)
        : serverEnvironment(name, settings, services, secrets)),
      ...more,
    },
    // lists are asked without a broker
    ready: {
      url: `http://127.0.0.1:${healthPorts(settings.port)[name]}/${name === 'api' || name === 'jobs' ? 'healthz' : 'readyz'}`,
    },
    logFile: join(dataDir, 'logs', `${name}.log`),
    onSpawn: (_, pid) => onSpawn(pid),
  });
  ending.push(part);
  return part;
}

export async function tokenOf(
  groupType: string,
  { url, dataDir, pool }: Pick<Product, 'url' | 'dataDir' | 'pool'>,
): Promise<string> {
  const account = readDemo(dataDir)?.accounts.find((a) => a.groupType === groupType && a.role === 'ADMIN');
  if (account === undefined)
    throw new StopWith(`${dataDir} has no demo account of ${groupType}: delete the folder and start again`);
  return (await logIn(url, account, codesIn(pool))).accessToken;
}

export type Results = { asker: string; answered: Answered[] }[];
export const missed = (results: Results): boolean => results.some((r) => r.answered.some((a) => a.p95 > goalMs));

/** Each question by each asker; what one may not read is left out. */
export async function askAll(list: readonly Question[], by: readonly string[], product: Product): Promise<Results> {
  const results: Results = [];
  for (const groupType of by) {
    const accessToken = await tokenOf(groupType, product);
    const answered: Answered[] = [];
    for (const question of list) {
      const answer = await ask(product.url, accessToken, question, product.times);
      if (answer === null) continue;
      answered.push(answer);
      product.log(
        `${groupType} ${answer.name}: p50 ${answer.p50.toFixed(0)}, p95 ${answer.p95.toFixed(0)} ms, ${answer.total} rows`,
      );
    }
    results.push({ asker: groupType, answered });
  }
  return results;
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
export const placeOf = async (pool: pg.Pool): Promise<string> =>
  `${new Date().toISOString()}; ${await sizeOf(pool)}; ${cpus().length} cores (${cpus()[0]?.model.trim() ?? '?'}), ${Math.round(totalmem() / 1024 ** 3)} GiB, Node ${process.versions.node}, built-in PostgreSQL.`;

export const tablesOf = (results: Results, level = '##'): string =>
  results
    .map(({ asker, answered }) => {
      const rows = answered.map(
        (a) =>
          `| ${a.name} | ${a.total.toLocaleString('en')} | ${a.p50.toFixed(0)} | ${a.p95.toFixed(0)} | ${a.p95 > goalMs ? 'missed' : 'met'} |`,
      );
      return `${level} ${asker}, ADMIN\n\n| list | rows | p50 ms | p95 ms | ≤ ${goalMs} |\n| --- | --: | --: | --: | --- |\n${rows.join('\n')}\n`;
    })
    .join('\n');
