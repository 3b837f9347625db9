// node infra/wait-for-database.mjs [seconds between two tries]: headland-migrate.service waits with it for a database
// that comes later. Whatever else is wrong, a refusal of the account included, ends it as well: the migration then says
// what it is, and is not tried again and again.
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';

const setting = (key) =>
  process.env[key] || (process.env[`${key}_FILE`] && readFileSync(process.env[`${key}_FILE`], 'utf8').trim());
const url = setting('DATABASE_SESSION_URL') || setting('DATABASE_URL');

// nobody there (codes of the system), a server that starts or ends (57), is full (53) or cannot be reached by its
// pooler (08), a proxy without a server
const comesLater = ({ code = '', message }) => /^(?:E(?!RR_)|08|53|57)|terminated|timeout/u.test(`${code} ${message}`);

let said = '';
while (URL.canParse(url)) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  const problem = await client.connect().then(
    () => undefined,
    (error) => error,
  );
  await client.end().catch(() => undefined);
  if (problem === undefined || !comesLater(problem)) break;
  const why = problem.message || problem.code;
  if (why !== said) console.error(`waits for the database: ${why}`);
  said = why;
  await pause(1000 * Number(process.argv[2] ?? 5));
}
