import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { groupTypes, roles } from '@headland/contracts/access';
import { timeZone } from '@headland/contracts/fields';
import { TileAddress } from './tile-address';
import { isProxy } from './trusted-proxies';

/**
 * Every setting of the server, read once from the environment. `<KEY>_FILE` names a file with the value (container
 * secrets).
 */
const url = (what: string) => z.url().describe(what);
const port = z.coerce.number<string | number>().int().min(0).max(65_535);
const atLeastOne = z.coerce.number<string | number>().int().min(1);
const jsonOf = (text: string, c: z.RefinementCtx<string>): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    c.addIssue('must be JSON');
    return z.NEVER;
  }
};
/** As the specification of OpenTelemetry writes them. */
const headersOf = (text: string, c: z.RefinementCtx<string>): Record<string, string> => {
  const pairs = text
    .split(',')
    .map((pair) => pair.trim())
    .filter((pair) => pair !== '')
    .map((pair) => /^([\w-]+)\s*=\s*(\S+)$/u.exec(pair));
  try {
    return Object.fromEntries(
      pairs.map((pair) => {
        if (pair === null) throw new URIError();
        return [pair[1] as string, decodeURIComponent(pair[2] as string)];
      }),
    );
  } catch {
    c.addIssue('must be key=value, comma separated');
    return z.NEVER;
  }
};
const flag = z.enum(['true', 'false']).transform((v) => v === 'true');

export const adapters = ['api', 'ingest', 'alerts', 'jobs', 'migrate'] as const;
export type Adapter = (typeof adapters)[number];

export const ConfigSchema = z.object({
  RUN: z
    .string()
    .transform((s) => s.split(',').map((x) => x.trim()))
    .pipe(z.array(z.enum(adapters)).min(1))
    .describe(
      'Which adapters this process starts: api, ingest, alerts, jobs (comma separated), or migrate (bring the schema up to date and end)',
    ),
  PORT: port.default(3000).describe('HTTP port of the api process'),
  HEALTH_PORT: port
    .optional()
    .describe(
      'HTTP port for /healthz, /readyz and /metrics: of a process without api its only one (default: PORT), of the api process one beside PORT. Not for the public',
    ),
  METRICS_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe(
      'Opens /readyz and /metrics on PORT of the api process to Authorization: Bearer <token>; without it only calls from the machine itself are answered there',
    ),
  TRUST_PROXY: z
    .string()
    .default('')
    .transform((s) =>
      s
        .split(',')
        .map((x) => x.trim())
        .filter((x) => x !== ''),
    )
    .pipe(z.array(z.string().refine(isProxy, 'must be addresses, networks (10.0.0.0/8) or host names')))
    .describe(
      'Proxies whose X-Forwarded-For is believed: addresses, networks or host names (comma separated); without any, the address of the connection counts',
    ),
  HOST: z.string().default('0.0.0.0').describe('Address to listen on'),
  DATABASE_URL: url('PostgreSQL 15 or newer, e.g. postgres://headland:…@db:5432/headland'),
  DATABASE_SESSION_URL: z
    .url()
    .optional()
    .describe(
      'The same database without a pooler between, where DATABASE_URL is that of one in transaction mode (PgBouncer): for notifications, locks, queues, migrations and the writer of telemetry (docs/operations.md, Pooler and replica)',
    ),
  DATABASE_READ_URL: z
    .url()
    .optional()
    .describe(
      'A streaming replica (hot standby) that exports, statistics, charts and tracks are read from while it is at most half a second behind; otherwise the primary is read (docs/operations.md, Pooler and replica)',
    ),
  DATABASE_STANDBYS: z.coerce
    .number<string | number>()
    .int()
    .min(0)
    .max(10)
    .default(0)
    .describe(
      'Standbys that each commit waits for (synchronous); fewer are an alert, since PostgreSQL may go on without them (docs/operations.md, Standby)',
    ),
  REDIS_URL: z.url().optional().describe('Redis 6.2+ for the queues; without it the queues live in PostgreSQL'),
  MQTT_URL: url('MQTT broker, e.g. mqtt://broker:1883'),
  DEVICE_URL: z
    .url({ protocol: /^mqtts?$/ })
    .optional()
    .describe(
      'Address by which devices reach the broker, e.g. mqtts://fleet.example.com:8883: the jobs process tries it once a minute, for the alerts that it is shut or that its certificate ends (docs/operations.md, Alerts)',
    ),
  MQTT_USERNAME: z.string().default('headland-server').describe('The account of the server at the broker'),
  MQTT_PASSWORD: z.string().min(8).describe('Its password'),
  MQTT_SHARED: flag
    .default(false)
    .describe(
      'Several ingest and alerts processes work side by side if the broker deals a shared subscription by client (EMQX: hash_clientid), which is found out at the start; behind another (Mosquitto) one works and the others stand by',
    ),
  MQTT_CLIENT_NAME: z
    .string()
    .regex(/^[\w-]{1,40}$/)
    .optional()
    .describe(
      'With MQTT_SHARED=true: the name of this process at the broker. It stays the same over restarts, and no two processes have the same',
    ),
  MQTT_PASSWORD_FILE_OUT: z
    .string()
    .optional()
    .describe('Where the jobs process writes the password file of a Mosquitto broker from the registered devices'),
  BROKER_AUTH_TOKEN: z
    .string()
    .min(16)
    .optional()
    .describe(
      'Opens POST /broker/authenticate on HEALTH_PORT of the alerts process, the HTTP authenticator of EMQX, to Authorization: Bearer <token> (docs/operations.md, EMQX)',
    ),
  JWT_SECRET: z.string().min(32).describe('Key of the access and refresh tokens (HS256), 32 bytes or more'),
  DATA_DIR: z.string().default('.data').describe('Folder for files the server keeps'),
  S3_URL: z
    .url({ protocol: /^https?$/ })
    .refine((address) => {
      const { username, password, pathname } = new URL(address);
      return username !== '' && password !== '' && pathname.length > 1;
    }, 'must name key, secret and bucket')
    .optional()
    .describe(
      'S3-compatible bucket for those files, https://key:secret@host/bucket/prefix?region=…; without it they lie in DATA_DIR/files',
    ),
  PUBLIC_DIR: z.string().optional().describe('Folder of the built console; the api process serves it when set'),
  PUBLIC_URL: z
    .url()
    .optional()
    .describe('Address under which browsers reach the console, for links in messages and CORS'),
  DEVELOPMENT: flag
    .default(false)
    .describe('Development start: mailbox page, demo accounts on the login page. Never in production'),
  SEED: z.enum(['none', 'demo']).default('none').describe('With RUN=migrate: load demo data into an empty database'),
  FIRST_ADMIN_EMAIL: z
    .email()
    .optional()
    .describe(
      'With RUN=migrate: while no member has joined, invites this administrator of the head office and prints the sign-up link',
    ),
  MAP_DIR: z
    .string()
    .optional()
    .describe(
      'Folder with layers.json, the base maps that consoles offer beside the built-in outline, and the .pmtiles files that it names (docs/operations.md, Base maps)',
    ),
  MAP_TILE_URL: TileAddress.optional().describe(
    'Raster tiles https://host/{z}/{x}/{y}.png: one base map without a layers.json, shown until somebody chooses another',
  ),
  MAP_ATTRIBUTION: z.string().optional().describe('Attribution text of those tiles'),
  MAP_LINK_URL: z
    .string()
    .refine(
      (link) => link.startsWith('https://') && link.includes('{lat}') && link.includes('{lon}'),
      'must be https://… with {lat} and {lon}',
    )
    .optional()
    .describe(
      'Where a place of the map is opened, e.g. https://www.openstreetmap.org/?mlat={lat}&mlon={lon}; phones open their own app',
    ),
  GEOCODER_URL: z
    .string()
    .refine(
      (address) => /^https?:\/\/[^/{}]+\//u.test(address) && address.includes('{q}'),
      'must be http(s)://host/… with {q}',
    )
    .optional()
    .describe(
      'Geocoder that answers as Nominatim does, e.g. https://nominatim.example.com/search?format=jsonv2&limit=8&q={q}; the server asks it once a second at most. Without it maps have no address search',
    ),
  QUERY_MAX_DAYS: z.coerce.number<string | number>().int().min(1).default(31).describe('Longest query period in days'),
  PRODUCT_TIME_ZONE: z
    .string()
    // PostgreSQL reads an offset the other way round
    .refine(
      (zone) => /^[A-Za-z]/u.test(zone) && timeZone.safeParse(zone).success,
      'must be the name of a time zone, e.g. Asia/Seoul',
    )
    .default('Asia/Seoul')
    .describe('Zone of posting periods and of the wall display'),
  TELEMETRY_KEEP_DAYS: z.coerce
    .number<string | number>()
    .int()
    .min(7)
    .default(400)
    .describe('How long raw telemetry rows are kept'),
  TELEMETRY_COMPRESS: z
    .enum(['none', 'columnar'])
    .default('none')
    .describe(
      'Engine of days of telemetry older than TELEMETRY_COMPRESS_AFTER_DAYS: plain tables (none), or columnar tables of the PostgreSQL extension citus_columnar (docs/operations.md, Disk space of telemetry)',
    ),
  TELEMETRY_COMPRESS_AFTER_DAYS: z.coerce
    .number<string | number>()
    .int()
    .min(2)
    .default(14)
    .describe(
      'Age in days from which telemetry is compressed; what comes later for such a day is seen within ten minutes',
    ),
  QUARANTINE_KEEP_DAYS: z.coerce
    .number<string | number>()
    .int()
    .min(1)
    .default(90)
    .describe('How long messages that could not be read are kept'),
  EVENT_KEEP_DAYS: z.coerce
    .number<string | number>()
    .int()
    .min(30)
    .default(400)
    .describe(
      'How long the log keeps frequent events of machines and messages (engine, connection, delivery) and failed logins of IDs that nobody has; what audits and incidents need stays',
    ),
  DELIVERY_KEEP_DAYS: z.coerce
    .number<string | number>()
    .int()
    // codes and links of accounts and the mailbox are kept for 90 days
    .min(90)
    .default(400)
    .describe(
      'How long messages to people are kept once they are sent or have failed; those about an SOS stay with it',
    ),
  STREAM_KEEP_DAYS: z.coerce
    .number<string | number>()
    .int()
    .min(30)
    .default(90)
    .describe(
      'How long received ranges and clocks of former starts of a device are kept: longer than a device keeps messages',
    ),
  INGEST_BATCH: z.coerce
    .number<string | number>()
    .int()
    .min(1)
    .max(5000)
    .default(1000)
    .describe('Most messages in one commit'),
  INGEST_LINGER_MS: z.coerce
    .number<string | number>()
    .int()
    .min(0)
    .max(100)
    .default(10)
    .describe(
      'How long messages gather in the socket before they are read, once they arrive faster than 1,000 a second; beside other processes three times as long, from a third of that rate',
    ),
  FANOUT: z
    .enum(['socket', 'redis'])
    .default('socket')
    .describe(
      'How ingest processes tell api processes what they have committed: by sockets on one machine, or by Redis (REDIS_URL) where they are on several',
    ),
  FANOUT_DIR: z
    .string()
    .optional()
    .describe('Folder of those sockets, shared by api and ingest processes (default: fanout in DATA_DIR)'),
  INGEST_RECEIVE_MAXIMUM: z.coerce
    .number<string | number>()
    .int()
    .min(10)
    .max(65_535)
    .default(4000)
    .describe('Unacknowledged messages a broker may have with one ingest process; bounds its memory'),
  DATABASE_POOL: z.coerce
    .number<string | number>()
    .int()
    .min(2)
    .max(100)
    .default(10)
    .describe('Connections of one process'),
  SOS_ESCALATE_S: z.coerce
    .number<string | number>()
    .int()
    .min(1)
    .default(60)
    .describe('Seconds until an unacknowledged SOS call goes to the next organisation up'),
  OIDC_ISSUER: z
    .url({ protocol: /^https?$/ })
    .refine((issuer) => /^https:|^http:\/\/(localhost|127\.0\.0\.1)[:/]/u.test(issuer), 'must be https')
    .optional()
    .describe(
      'Company directory (OpenID Connect) by which staff may log in, e.g. https://login.microsoftonline.com/<tenant>/v2.0; it must know {PUBLIC_URL}/sso as an address to come back to (docs/operations.md, Login by a company directory)',
    ),
  OIDC_CLIENT_ID: z.string().min(1).optional().describe('What this installation is called there'),
  OIDC_CLIENT_SECRET: z.string().min(1).optional().describe('Its secret there; without it, it is a public client'),
  OIDC_NAME: z.string().min(1).max(40).default('SSO').describe('What the button of the login calls the directory'),
  OIDC_SCOPE: z
    .string()
    .default('openid profile email')
    .refine((scope) => scope.split(' ').includes('openid'), 'must have openid')
    .describe('What is asked for there'),
  OIDC_EMAIL_TRUSTED: flag
    .default(false)
    .describe(
      'The directory assigns the e-mail addresses itself and does not say that they are verified (Entra ID): accounts are found by them all the same',
    ),
  OIDC_GROUPS_CLAIM: z
    .string()
    .min(1)
    .default('groups')
    .describe('Where it names the groups of a person; a path such as realm_access.roles is followed'),
  OIDC_ROLES: z
    .string()
    .transform(jsonOf)
    .pipe(
      z
        .array(
          z.strictObject({
            group: z.string().min(1),
            organization: z.string().min(1),
            role: z.enum(roles),
            groupType: z.enum(groupTypes).optional(),
          }),
        )
        .min(1),
    )
    .optional()
    .describe(
      'Which group works where, the first that fits: [{"group":"headland-admins","organization":"<ERP code>","role":"ADMIN"}]. With it people without an account get one, rights follow the directory at each login, and who is in none of the groups is not let in',
    ),
  OIDC_SESSION_HOURS: atLeastOne
    .default(12)
    .describe('How long a login by the directory lasts at the most: after it the directory is asked again'),
  OWN_LOGIN: z
    .enum(['everybody', 'headOfficeAdmins'])
    .default('everybody')
    .describe(
      'Who may log in with a password beside the directory; headOfficeAdmins keeps a way in for the day when it is away',
    ),
  FACTORY_API_KEY: z.string().min(16).optional().describe('Key of the factory interface'),
  FLEET_REQUESTS_A_MINUTE: atLeastOne
    .default(120)
    .describe('Requests of one client of the Fleet API in a minute, tokens included; more are answered 429'),
  FLEET_OEM_NAME: z
    .string()
    .min(1)
    .max(50)
    .default('Headland')
    .describe('The make of the machines (OEMName) in the Fleet API'),
  EMAIL_DOMAINS: z
    .string()
    .default('korea.kr,go.kr,gov.kr')
    .transform((s) =>
      s
        .split(',')
        .map((d) => d.trim().toLowerCase())
        .filter((d) => d !== ''),
    )
    .describe('Domains of the e-mail addresses of staff, sub-domains included (comma separated)'),
  SHOP_HOST: z
    .url({ protocol: /^https$/ })
    .refine((url) => {
      const { username, password, search, hash } = new URL(url);
      return username + password + search + hash === '' && !url.endsWith('/');
    }, 'must be a host, and a path if any, without a slash at the end')
    .default('https://shop.example.com')
    .describe('The shop of the app: addresses of categories, banners and parts begin with it'),
  SMS_CODES_AN_HOUR: z.coerce
    .number<string | number>()
    .int()
    .min(1)
    .default(5)
    .describe('Most verification codes that one phone is sent within an hour'),
  SMS_URL: z.url().optional().describe('HTTP gateway for texts; without it they land in the mailbox'),
  SMS_AN_HOUR: atLeastOne
    .default(2000)
    .describe(
      'Most texts that go to the gateway within an hour; those about SOS calls have as many again of their own',
    ),
  SMS_A_DAY: atLeastOne.default(20_000).describe('Most texts within 24 hours, counted in the same way'),
  SMS_RECEIVER_AN_HOUR: atLeastOne
    .default(60)
    .describe('Most texts to one number within an hour; those about SOS calls are not limited'),
  SMS_RECEIVER_A_DAY: atLeastOne.default(300).describe('Most texts to one number within 24 hours'),
  APP_PUSH_URL: z
    .url()
    .optional()
    .describe('HTTP gateway that pushes to the customers’ app; without it those messages land in the mailbox'),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/ })
    .optional()
    .describe('Mail server, e.g. smtps://user:password@mail.example.com; without it e-mails land in the mailbox'),
  MAIL_FROM: z
    .string()
    .optional()
    .describe('Sender of e-mails, e.g. Headland <no-reply@example.com> (default: no-reply at the host of PUBLIC_URL)'),
  VAPID_PRIVATE_KEY: z
    .string()
    .regex(/^[\w-]{43}$/)
    .optional()
    .describe(
      'Key of web push: 32 random bytes in base64url; browsers subscribe with the public key that follows from it. Without it pushes land in the mailbox',
    ),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(https:\/\/|mailto:)./)
    .optional()
    .describe('Whom a push service may ask about the sender, https: or mailto: (default: the address of MAIL_FROM)'),
  PUSH_HOSTS: z
    .string()
    .default('fcm.googleapis.com,push.services.mozilla.com,notify.windows.com,push.apple.com')
    .transform((s) => s.split(',').map((x) => x.trim()))
    .describe(
      'Push services of browsers (these hosts and below) that the server sends to; no other address is accepted from a browser',
    ),
  GPT_BASE_URL: z
    .url({ protocol: /^https?$/ })
    .refine((address) => {
      const { username, password, search, hash } = new URL(address);
      return [username, password, search, hash].every((part) => part === '');
    }, 'must have no credentials and no query')
    .optional()
    .describe(
      'OpenAI-compatible endpoint that answers the questions of the app, e.g. https://api.example.com/v1; without it they are kept unanswered. No other address is called, and no redirect followed',
    ),
  GPT_API_KEY: z.string().min(1).optional().describe('Its key, sent as Authorization: Bearer'),
  GPT_MODEL: z.string().min(1).max(200).optional().describe('The model that answers; needed with GPT_BASE_URL'),
  GPT_TIMEOUT_S: atLeastOne
    .max(600)
    .default(30)
    .describe('Longest wait in seconds for the first and for each further part of an answer'),
  GPT_ANSWER_S: atLeastOne.max(1_800).default(120).describe('Longest time in seconds that one answer takes in all'),
  GPT_ANSWER_TOKENS: atLeastOne.max(8_000).default(1_024).describe('Longest answer in tokens'),
  GPT_REQUESTS_A_DAY: atLeastOne
    .default(30)
    .describe('Most questions of one customer that are answered on a day of PRODUCT_TIME_ZONE'),
  GPT_TOKENS_A_DAY: atLeastOne
    .default(60_000)
    .describe('Most tokens of one customer on such a day, of questions and answers together'),
  GPT_CHAT_KEEP_DAYS: atLeastOne
    .default(365)
    .describe('How long questions and answers are kept; those of a deleted customer go at once'),
  FLASH_SIGNING_KEY: z
    .string()
    .optional()
    .describe(
      'Ed25519 private key (PEM) by which terminals know our programs for controllers; without it one is made at the first need and kept in DATA_DIR',
    ),
  OTEL_EXPORTER_OTLP_ENDPOINT: z
    .url({ protocol: /^https?$/ })
    .optional()
    .describe(
      'OpenTelemetry collector that takes OTLP over HTTP, e.g. http://collector:4318; without it nothing is traced (docs/operations.md, Traces)',
    ),
  OTEL_EXPORTER_OTLP_HEADERS: z
    .string()
    .default('')
    .transform(headersOf)
    .describe('Headers for it, e.g. authorization=Bearer%20… (comma separated, values percent-encoded)'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce
    .number<string | number>()
    .min(0)
    .max(1)
    .default(0.01)
    .describe(
      'Share of reads and of telemetry batches that are traced, 0 to 1; SOS, faults and changes always are, and reads that fail',
    ),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error']).default('info').describe('Least level that is logged'),
});
export type Config = z.output<typeof ConfigSchema>;
/** Injection token of the parsed configuration. */
export const CONFIG = 'CONFIG';

/** Secrets that a process never uses need not be in its container: a placeholder is used that opens nothing. */
const unusedBy = (run: string): Record<string, string> => ({
  ...(/\bapi\b/u.test(run) ? {} : { JWT_SECRET: randomBytes(32).toString('hex') }),
  ...(run.trim() === 'migrate'
    ? { MQTT_URL: 'mqtt://127.0.0.1:1', MQTT_PASSWORD: randomBytes(16).toString('hex') }
    : {}),
});

/** A setting is wrong or missing: a process that is started again with the same settings ends in the same way. */
export class WrongSettings extends Error {
  /** EX_CONFIG of sysexits.h; the units of systemd do not start again what ended with it */
  static readonly exitCode = 78;
}

/** Throws WrongSettings, whose message lists every wrong or missing key with its description. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const values = unusedBy(env.RUN ?? '');
  for (const key of Object.keys(ConfigSchema.shape)) {
    // what a copied example leaves empty is not set
    const file = env[`${key}_FILE`];
    const value = env[key] || (file && readFileSync(file, 'utf8').trim());
    if (value) values[key] = value;
  }
  const parsed = ConfigSchema.safeParse(values);
  if (parsed.success) {
    const { MQTT_SHARED, MQTT_CLIENT_NAME, GPT_BASE_URL, GPT_MODEL, RUN, FANOUT, REDIS_URL } = parsed.data;
    // people, machines and accounts that nobody could remove again
    if (parsed.data.SEED === 'demo' && !parsed.data.DEVELOPMENT)
      throw new WrongSettings(
        'SEED=demo belongs to DEVELOPMENT=true: demo data is not for production (in the composition DEMO is true, or left out).',
      );
    if (GPT_BASE_URL !== undefined && GPT_MODEL === undefined) throw missing('GPT_MODEL');
    if (parsed.data.OIDC_ISSUER !== undefined)
      for (const key of ['OIDC_CLIENT_ID', 'PUBLIC_URL'] as const) if (!parsed.data[key]) throw missing(key);
    if (FANOUT === 'redis' && REDIS_URL === undefined) throw missing('REDIS_URL');
    // with a random name, a restart could not end what the broker takes for a living connection of the process before
    if (MQTT_SHARED && MQTT_CLIENT_NAME === undefined && RUN.some((run) => run === 'ingest' || run === 'alerts'))
      throw missing('MQTT_CLIENT_NAME');
    return parsed.data;
  }
  const lines = parsed.error.issues.map((i) => {
    const key = String(i.path[0]) as keyof typeof ConfigSchema.shape;
    return `  ${key}: ${values[key] === undefined ? 'is missing' : i.message} (${ConfigSchema.shape[key]?.description ?? ''})`;
  });
  throw new WrongSettings(`The configuration is not complete:\n${lines.join('\n')}`);
}

const missing = (key: keyof typeof ConfigSchema.shape): WrongSettings =>
  new WrongSettings(
    `The configuration is not complete:\n  ${key}: is missing (${ConfigSchema.shape[key]?.description ?? ''})`,
  );

export const runs = (config: Config, adapter: Adapter): boolean => config.RUN.includes(adapter);

/** Where a session is one's own: for LISTEN, locks that outlive a transaction, start-up options, named statements. */
export const sessionUrl = (config: Pick<Config, 'DATABASE_URL' | 'DATABASE_SESSION_URL'>): string =>
  config.DATABASE_SESSION_URL ?? config.DATABASE_URL;

/** For a command that does all its work in such sessions. */
export const withSessions = (config: Config): Config => ({
  ...config,
  DATABASE_URL: sessionUrl(config),
  DATABASE_SESSION_URL: undefined,
});

/** Text of infra/.env.example: every key with its description; those with a default, and RUN, commented out. */
export function envExample(): string {
  const lines = Object.entries(ConfigSchema.shape).map(([key, schema]) => {
    const given = schema.safeParse(undefined);
    // what its text was read into is not how it is written
    const isText = given.success && (typeof given.data !== 'object' || Array.isArray(given.data));
    const value = isText ? String(given.data ?? '') : '';
    return `# ${schema.description ?? ''}\n${given.success || key === 'RUN' ? '# ' : ''}${key}=${value}\n`;
  });
  return `# Settings of the server. <KEY>_FILE names a file that holds the value. Generated from apps/server/src/platform/config.ts.\n\n${lines.join('\n')}`;
}
