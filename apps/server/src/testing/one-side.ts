import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, afterEach, expect } from 'vitest';
import { distributedTables } from '../platform/database/distributed';

// Run before every spec of the server: each statement that a spec makes PostgreSQL run, by whatever way, keeps to the rule of
// platform/database/distributed. It needs no Citus, so it holds wherever specs run.

/** What the migrations make; an identifier of another name is a column, an alias or a function. */
const tables = new Set(
  readdirSync(new URL('../platform/database/migrations', import.meta.url))
    .map((file) => readFileSync(new URL(`../platform/database/migrations/${file}`, import.meta.url), 'utf8'))
    .flatMap((text) => [...text.matchAll(/\bCREATE (?:UNLOGGED )?TABLE (?:IF NOT EXISTS )?(\w+)/gu)])
    .map(([, name]) => name as string),
);
const isDistributed = (name: string): boolean =>
  distributedTables.some((table) => new RegExp(`^${table}(_default|_late|_\\d{8}\\w*)?$`, 'u').test(name));

const noText = /'(?:[^']|'')*'|\$(\w*)\$.*?\$\1\$|--[^\n]*|\/\*.*?\*\//gsu;
/** One of a list: a table, or a function, with its alias. */
const item = '"?\\w+"?(?:\\([^()]*\\))?(?:\\s+(?:AS\\s+)?\\w+(?:\\([^()]*\\))?)?';

/** The tables of one statement on both sides, if it has some on both; null where it keeps to one. */
export function bothSides(sql: string): { distributed: string[]; local: string[] } | null {
  if (!distributedTables.some((table) => sql.includes(table))) return null;
  for (const statement of sql.replace(noText, "''").split(';')) {
    // it reads no rows
    if (/^\s*DROP\b/iu.test(statement)) continue;
    const words = new Set([...statement.matchAll(/\w+/gu)].map(([word]) => word.toLowerCase()));
    const found = [...words].filter((word) => (tables.has(word) || isDistributed(word)) && isTableOf(statement, word));
    const distributed = found.filter(isDistributed);
    if (distributed.length > 0 && distributed.length < found.length)
      return { distributed, local: found.filter((name) => !isDistributed(name)) };
  }
  return null;
}

/** Not a column, an alias or a part of a WITH. */
function isTableOf(statement: string, name: string): boolean {
  if (new RegExp(`\\b${name}\\s+AS\\s+(?:NOT\\s+)?(?:MATERIALIZED\\s+)?\\(`, 'iu').test(statement)) return false;
  return new RegExp(
    `\\b(?:FROM|JOIN|INTO|UPDATE|USING|COPY|TABLE|TRUNCATE)\\s+(?:ONLY\\s+)?(?:${item}\\s*,\\s*)*(?:LATERAL\\s+)?"?${name}"?(?!\\w|\\.)`,
    'iu',
  ).test(statement);
}

interface Watched {
  query: (this: unknown, what: unknown, ...rest: unknown[]) => unknown;
  /** statements that break the rule; on what all spec files of a worker share, since this file is run before each */
  mixed?: string[];
}
const client = pg.Client.prototype as unknown as Watched;
const mixed = (client.mixed ??= watch());
function watch(): string[] {
  const found: string[] = [];
  const { query } = client;
  client.query = function (what, ...rest) {
    const sql = textOf(what);
    const sides = sql === null ? null : bothSides(sql);
    if (sides !== null) found.push(`${sides.distributed.join()} with ${sides.local.join()}: ${sql}`);
    return query.call(this, what, ...rest);
  };
  return found;
}

/** Of a statement, a prepared one, a cursor or a COPY. */
function textOf(what: unknown): string | null {
  if (typeof what === 'string') return what;
  const { text, cursor } = what as { text?: unknown; cursor?: { text?: unknown } };
  const sql = text ?? cursor?.text;
  return typeof sql === 'string' ? sql : null;
}

const keepToOneSide = (): void =>
  expect(mixed.splice(0), 'statements of distributed and of local tables (platform/database/distributed)').toEqual([]);
afterEach(keepToOneSide);
afterAll(keepToOneSide);
