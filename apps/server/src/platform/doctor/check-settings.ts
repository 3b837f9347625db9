import { gapsOf } from '../boot-checks';
import type { Config } from '../config';
import { found, ok, type Finding } from './finding';

/** Words that stand in examples, and what people type instead of a secret. */
const known =
  /^(?:change-?me|secret|password|passw0rd|headland|headland-server|postgres|admin|test|default|example|not used.*|0123.*|1234.*)$/iu;
const leastDistinct = 8;

type Settings = Pick<
  Config,
  | 'RUN'
  | 'DEVELOPMENT'
  | 'PUBLIC_URL'
  | 'SMS_URL'
  | 'SMTP_URL'
  | 'DATABASE_URL'
  | 'REDIS_URL'
  | 'MQTT_PASSWORD'
  | 'JWT_SECRET'
  | 'FACTORY_API_KEY'
  | 'METRICS_TOKEN'
  | 'OIDC_CLIENT_SECRET'
  | 'VAPID_PRIVATE_KEY'
  | 'FLASH_SIGNING_KEY'
>;

/** Secrets that somebody could guess, and what leaves users stuck. Never prints a secret. */
export function checkSettings(config: Settings): Finding[] {
  return [
    ...checkSecrets(config),
    ...(runsAny(config, ['api', 'jobs']) ? [checkPush(config), ...checkPublicUrl(config), ...checkGaps(config)] : []),
    ...(runsAny(config, ['api']) ? [checkSigning(config)] : []),
  ];
}

/** In the composition each process is given only what it uses. */
const runsAny = ({ RUN }: Settings, some: readonly Config['RUN'][number][]): boolean =>
  RUN.some((run) => some.includes(run));
const make = 'infra/make-secrets.sh makes new ones; openssl rand -hex 32 one';

function checkSecrets(config: Settings): Finding[] {
  const secrets = {
    JWT_SECRET: config.JWT_SECRET,
    MQTT_PASSWORD: config.MQTT_PASSWORD,
    FACTORY_API_KEY: config.FACTORY_API_KEY,
    METRICS_TOKEN: config.METRICS_TOKEN,
    OIDC_CLIENT_SECRET: config.OIDC_CLIENT_SECRET,
    'the password in DATABASE_URL': passwordOf(config.DATABASE_URL),
    'the password in REDIS_URL': passwordOf(config.REDIS_URL),
  };
  const given = Object.entries(secrets).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const weak = given.filter(([, value]) => known.test(value) || new Set(value).size < leastDistinct);
  const twice = given.filter(([name, value]) => given.some(([other, same]) => other !== name && same === value));
  return [
    weak.length === 0
      ? ok('secrets.strength', `${given.length} are set, none can be guessed`)
      : found(
          'error',
          'secrets.strength',
          `can be guessed: ${weak.map(([name]) => name).join(', ')}`,
          'whoever guesses one opens sessions, or speaks as the server',
          make,
        ),
    twice.length === 0
      ? ok('secrets.distinct', 'no two are the same')
      : found(
          'error',
          'secrets.distinct',
          `the same value: ${twice.map(([name]) => name).join(', ')}`,
          'whoever is given one of them has the others, too',
          make,
        ),
  ];
}

const checkPush = (config: Settings): Finding =>
  config.VAPID_PRIVATE_KEY === undefined && !config.DEVELOPMENT
    ? found(
        'warning',
        'secrets.vapid',
        'VAPID_PRIVATE_KEY is not set',
        'pushes to browsers and to the app land in the mailbox, which only a development start shows',
        make,
      )
    : ok('secrets.vapid', config.VAPID_PRIVATE_KEY === undefined ? 'not needed for development' : 'set');

const checkSigning = (config: Settings): Finding =>
  config.FLASH_SIGNING_KEY === undefined && !config.DEVELOPMENT
    ? found(
        'warning',
        'secrets.flash',
        'FLASH_SIGNING_KEY is not set',
        'the first api process makes one in DATA_DIR; several that do not share the folder make several, and terminals refuse programs',
        'give one to all api processes (infra/make-secrets.sh), and keep a copy',
      )
    : ok('secrets.flash', config.FLASH_SIGNING_KEY === undefined ? 'made at the first need' : 'set');

/** Undefined where the address has none: pg_hba.conf or a network of its own decides then. As it is written: only compared. */
const passwordOf = (url: string | undefined): string | undefined =>
  url === undefined ? undefined : new URL(url).password || undefined;

function checkPublicUrl({ PUBLIC_URL, DEVELOPMENT }: Settings): Finding[] {
  // gapsOf says so
  if (PUBLIC_URL === undefined) return [];
  const { protocol, hostname, pathname } = new URL(PUBLIC_URL);
  const isLocal = ['localhost', '127.0.0.1', '[::1]'].includes(hostname);
  return [
    isLocal && !DEVELOPMENT
      ? found(
          'error',
          'public_url',
          `PUBLIC_URL is ${PUBLIC_URL}`,
          'links in e-mails and SMS lead readers to their own machines',
          'set PUBLIC_URL to the address that browsers use',
        )
      : protocol === 'http:' && !isLocal
        ? found(
            'warning',
            'public_url',
            `PUBLIC_URL is ${PUBLIC_URL}`,
            'passwords and tokens cross the network readable, and browsers refuse push without https',
            'end TLS before the api (docker-compose.tls.yml), and set the https address',
          )
        : pathname !== '/'
          ? found(
              'error',
              'public_url',
              `PUBLIC_URL has the path ${pathname}`,
              'the console expects to be at the root of its host',
              'give it a host of its own',
            )
          : ok('public_url', PUBLIC_URL),
  ];
}

function checkGaps(config: Settings): Finding[] {
  const gaps = gapsOf(config).map((gap) => {
    const [what = gap, why = ''] = gap.split(': ');
    const key = what.split(' ')[0] ?? '';
    return found('error', `settings.${key.toLowerCase()}`, what, why, `set ${key} (docs/operations.md, Configuration)`);
  });
  const mailbox = config.DEVELOPMENT
    ? [
        found(
          'warning',
          'settings.development',
          'DEVELOPMENT is true',
          'the mailbox page shows everybody’s login codes',
          'leave it out in production',
        ),
      ]
    : [];
  return [...gaps, ...mailbox];
}
