import { once } from 'node:events';
import pg from 'pg';
import { sessionUrl, type Config } from '../config';
import { migrations } from '../database/migrations';
import { found, ok, type Finding } from './finding';

const oldestVersion = 150_000;
const megabyte = 1024 * 1024;
const settingNames = [
  'fsync',
  'full_page_writes',
  'synchronous_commit',
  'synchronous_standby_names',
  'autovacuum',
  'track_counts',
  'max_connections',
  'shared_buffers',
  'max_wal_size',
  'server_encoding',
  'jit',
  'data_checksums',
  'temp_file_limit',
];
type Settings = Record<string, string>;

/** Settings, state and rights of PostgreSQL, by the session that a process of the server opens. */
export async function checkDatabase(
  config: Pick<Config, 'DATABASE_URL' | 'DATABASE_SESSION_URL' | 'DATABASE_POOL' | 'PRODUCT_TIME_ZONE'>,
  now: Date,
): Promise<Finding[]> {
  const client = new pg.Client({
    connectionString: sessionUrl(config),
    connectionTimeoutMillis: 5_000,
    query_timeout: 10_000,
    // the server's own, and a mark that only the session itself can have set
    options: '-c timezone=UTC -c headland.doctor=here',
    application_name: 'headland-doctor',
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    if (/startup parameter/iu.test((error as Error).message))
      return [poolerBetween(`something before PostgreSQL refuses the session: ${(error as Error).message}`)];
    return [
      found(
        'error',
        'database.reachable',
        `no session: ${(error as Error).message}`,
        'nothing is acknowledged and nobody can work without the database',
        'check DATABASE_URL (host, port, account, password, name of the database), the firewall and pg_hba.conf',
      ),
    ];
  }
  try {
    const { rows } = await client.query<{ name: string; value: string }>(
      `SELECT name, CASE unit WHEN '8kB' THEN (setting::bigint * 8192)::text WHEN 'MB' THEN (setting::bigint * 1048576)::text
         WHEN 'kB' THEN CASE setting WHEN '-1' THEN '-1' ELSE (setting::bigint * 1024)::text END ELSE setting END AS value
       FROM pg_settings WHERE name = ANY ($1)`,
      [settingNames],
    );
    const settings: Settings = Object.fromEntries(rows.map(({ name, value }) => [name, value]));
    return [
      ...(await checkServer(client)),
      ...checkSafety(settings),
      ...checkSizes(settings, config.DATABASE_POOL),
      ...(await checkSession(client, config.PRODUCT_TIME_ZONE)),
      ...(await checkSchema(client)),
      ...(await checkUpkeep(client, now)),
    ];
  } finally {
    await client.end().catch(() => undefined);
  }
}

const poolerBetween = (what: string): Finding =>
  found(
    'error',
    'database.pooler',
    what,
    'a pooler in transaction mode drops what the server relies on: its zone, notifications, the lock of single duties',
    'name a direct connection to PostgreSQL in DATABASE_SESSION_URL (docs/operations.md, Pooler and replica)',
  );

async function checkServer(client: pg.Client): Promise<Finding[]> {
  const [row] = await one<{ version: number; text: string; readOnly: boolean }>(
    client,
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_version') AS text,
       current_setting('transaction_read_only') = 'on' AS "readOnly"`,
  );
  return [
    row.version < oldestVersion
      ? found(
          'error',
          'database.version',
          `PostgreSQL ${row.text}`,
          'statements of the product need 15 or newer',
          'upgrade PostgreSQL',
        )
      : ok('database.version', `PostgreSQL ${row.text}`),
    row.readOnly
      ? found(
          'error',
          'database.writable',
          'the session is read-only',
          'every commit is refused; messages wait in broker and devices',
          'name the primary in DATABASE_URL, or promote this standby; look for default_transaction_read_only',
        )
      : ok('database.writable', 'it takes writes'),
  ];
}

/** What an acknowledgement to a device is worth. */
function checkSafety(s: Settings): Finding[] {
  const mustBeOn = (name: string, why: string): Finding =>
    s[name] === 'on'
      ? ok(`database.${name}`, 'on')
      : found('error', `database.${name}`, `${name} is ${s[name]}`, why, `set ${name} = on and restart PostgreSQL`);
  return [
    mustBeOn('fsync', 'a power cut damages the whole database'),
    mustBeOn('full_page_writes', 'a crash in the middle of a page damages it'),
    s.synchronous_commit === 'off'
      ? found(
          'error',
          'database.synchronous_commit',
          'synchronous_commit is off',
          'an SOS is acknowledged to its device before it is on the disk: a crash loses it',
          'set synchronous_commit = on',
        )
      : s.synchronous_commit === 'local' && s.synchronous_standby_names !== ''
        ? found(
            'warning',
            'database.synchronous_commit',
            'synchronous_commit is local although a synchronous standby is named',
            'a fail-over loses what was acknowledged last',
            'set synchronous_commit = on, or name no synchronous standby',
          )
        : ok('database.synchronous_commit', s.synchronous_commit ?? ''),
    mustBeOn(
      'autovacuum',
      'tables grow without end, and PostgreSQL stops writing when its transaction ids are used up',
    ),
    mustBeOn('track_counts', 'autovacuum does not know what to clean'),
    s.data_checksums === 'on'
      ? ok('database.data_checksums', 'on')
      : found(
          'warning',
          'database.data_checksums',
          'pages have no checksums',
          'what a disk damages is found late, and then also in back-ups',
          'pg_checksums --enable while PostgreSQL is stopped',
        ),
    s.server_encoding === 'UTF8'
      ? ok('database.encoding', 'UTF8')
      : found(
          'error',
          'database.encoding',
          `the database is in ${s.server_encoding}`,
          'Korean texts cannot be stored',
          'make the database anew with ENCODING UTF8 and restore a back-up into it',
        ),
  ];
}

function checkSizes(s: Settings, pool: number): Finding[] {
  // each process: its pool, and sessions of its own for events, duties and queues
  const needed = 4 * (pool + 5) + 10;
  const connections = Number(s.max_connections);
  const buffers = Number(s.shared_buffers);
  const wal = Number(s.max_wal_size);
  const temporary = Number(s.temp_file_limit);
  const text = (bytes: number): string => `${Math.round(bytes / megabyte)} MB`;
  return [
    connections < needed
      ? found(
          'error',
          'database.max_connections',
          `max_connections is ${connections}`,
          `one process of each kind with DATABASE_POOL=${pool} opens up to ${needed}; beyond the limit they are refused`,
          `set max_connections = ${Math.ceil(needed / 50) * 50} or more, or a smaller DATABASE_POOL`,
        )
      : ok('database.max_connections', `${connections}; one process of each kind opens up to ${needed}`),
    buffers < 256 * megabyte
      ? found(
          'warning',
          'database.shared_buffers',
          `shared_buffers is ${text(buffers)}`,
          'the states and indexes that each message touches do not stay in memory',
          'a quarter of the memory of the machine, 512MB at least',
        )
      : ok('database.shared_buffers', text(buffers)),
    wal < 1024 * megabyte
      ? found(
          'warning',
          'database.max_wal_size',
          `max_wal_size is ${text(wal)}`,
          'telemetry forces checkpoints one after another, and commits of SOS wait for the disk',
          'set max_wal_size = 4GB',
        )
      : ok('database.max_wal_size', text(wal)),
    s.jit === 'on'
      ? found(
          'warning',
          'database.jit',
          'jit is on',
          'short statements with large plans are compiled each time, which takes longer than they do',
          'set jit = off',
        )
      : ok('database.jit', 'off'),
    temporary >= 0 && temporary < megabyte
      ? found(
          'error',
          'database.temp_file_limit',
          `temp_file_limit is ${temporary} bytes`,
          'the probe of /readyz writes half a megabyte to see whether there is room',
          'set temp_file_limit to 1MB or more',
        )
      : ok('database.temp_file_limit', temporary < 0 ? 'none' : text(temporary)),
  ];
}

async function checkSession(client: pg.Client, zone: string): Promise<Finding[]> {
  const [row] = await one<{ mark: string | null; knows: boolean }>(
    client,
    `SELECT current_setting('headland.doctor', true) AS mark,
       EXISTS (SELECT 1 FROM pg_timezone_names WHERE name = $1) AS knows`,
    [zone],
  );
  const signal = new AbortController();
  setTimeout(() => signal.abort(), 3_000).unref();
  await client.query('LISTEN headland_doctor');
  const heard = once(client, 'notification', { signal: signal.signal }).then(
    () => true,
    () => false,
  );
  await client.query("SELECT pg_notify('headland_doctor', '')");
  return [
    row.mark === 'here'
      ? ok('database.pooler', 'none is between, sessions are our own')
      : poolerBetween('something before PostgreSQL drops what a session asks for'),
    row.knows
      ? ok('database.product_time_zone', zone)
      : found(
          'error',
          'database.product_time_zone',
          `PostgreSQL does not know ${zone}`,
          'statistics by day fail',
          'correct PRODUCT_TIME_ZONE, or update the time zones of PostgreSQL',
        ),
    (await heard)
      ? ok('database.notify', 'notifications arrive')
      : found(
          'error',
          'database.notify',
          'a notification did not arrive within 3 s',
          'events reach consoles a second late',
          'name a direct connection to PostgreSQL in DATABASE_SESSION_URL, or in DATABASE_URL',
        ),
  ];
}

async function checkSchema(client: pg.Client): Promise<Finding[]> {
  const [row] = await one<{ trgm: boolean; create: boolean; table: boolean }>(
    client,
    `SELECT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm') AS trgm,
       has_schema_privilege(current_schema(), 'CREATE') AS create, to_regclass('migrations') IS NOT NULL AS table`,
  );
  const { rows } = row.table
    ? await client.query<{ name: string }>('SELECT name FROM migrations')
    : { rows: [] as { name: string }[] };
  const done = new Set(rows.map(({ name }) => name));
  const known = migrations.map((Migration) => new Migration().name);
  const pending = known.filter((name) => !done.has(name));
  const younger = [...done].filter((name) => !known.includes(name));
  const state =
    pending.length > 0
      ? found(
          'error',
          'database.migrations',
          `migrations to be run: ${pending.length}, the first is ${pending[0]}`,
          'processes of this release find tables and columns missing',
          'RUN=migrate of this release, then its processes',
        )
      : younger.length > 0
        ? found(
            'warning',
            'database.migrations',
            `the database is of a younger release: ${younger.join(', ')}`,
            'an older release works beside it only while an upgrade is under way (docs/operations.md, Upgrade)',
            'start the processes of the younger release',
          )
        : ok('database.migrations', `${known.length} are done, none is to be run`);
  return [
    state,
    row.trgm || !row.table
      ? ok('database.extensions', row.trgm ? 'pg_trgm' : 'made by the first migration')
      : found(
          'error',
          'database.extensions',
          'pg_trgm is missing',
          'searching by parts of names fails',
          'CREATE EXTENSION pg_trgm (package postgresql-contrib)',
        ),
    row.create
      ? ok('database.rights', 'the account may make tables')
      : found(
          'error',
          'database.rights',
          'the account may not make tables in its schema',
          'the jobs process makes a partition for each day; without one telemetry collects in the default partition',
          'GRANT CREATE, USAGE ON SCHEMA public TO the account, or make it the owner',
        ),
  ];
}

async function checkUpkeep(client: pg.Client, now: Date): Promise<Finding[]> {
  const [row] = await one<{ age: number; slots: string | null; noted: boolean }>(
    client,
    `SELECT (SELECT age(datfrozenxid) FROM pg_database WHERE datname = current_database()) AS age,
       (SELECT string_agg(slot_name, ', ') FROM pg_replication_slots WHERE NOT active) AS slots,
       to_regclass('last_backup') IS NOT NULL AS noted`,
  );
  const { rows } = row.noted
    ? await client.query<{ at: Date }>('SELECT made_at AS at FROM last_backup')
    : { rows: [] as { at: Date }[] };
  const backup = rows[0]?.at;
  const hours = backup === undefined ? Infinity : (now.getTime() - backup.getTime()) / 3_600_000;
  return [
    row.age > 1_000_000_000
      ? found(
          'error',
          'database.transaction_ids',
          `${row.age} transactions since the oldest row was frozen`,
          'at two thousand million PostgreSQL stops writing',
          'end long transactions and unused replication slots, then VACUUM (FREEZE)',
        )
      : ok('database.transaction_ids', `${row.age} of two thousand million`),
    row.slots === null
      ? ok('database.slots', 'no replication slot is idle')
      : found(
          'warning',
          'database.slots',
          `nobody reads from the replication slots ${row.slots}`,
          'PostgreSQL keeps the write-ahead log for them until the disk is full',
          'start the standby again, or SELECT pg_drop_replication_slot(…)',
        ),
    hours < 36
      ? ok('database.backup', `the last back-up is ${Math.floor(hours)} hours old`)
      : found(
          'warning',
          'database.backup',
          backup === undefined ? 'no back-up was noted' : `the last back-up is of ${backup.toISOString()}`,
          'what was written since is lost with the disk',
          'npm run backup or infra/backup.sh each night (docs/operations.md, Back-up and restore)',
        ),
  ];
}

async function one<T extends pg.QueryResultRow>(client: pg.Client, sql: string, values: unknown[] = []): Promise<[T]> {
  return (await client.query<T>(sql, values)).rows as [T];
}
