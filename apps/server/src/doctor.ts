import { databaseTime } from './platform/clock';
import { type Config, readConfig, runs, sessionUrl } from './platform/config';
import { checkBroker } from './platform/doctor/check-broker';
import { checkCertificates } from './platform/doctor/check-certificates';
import { checkClocks } from './platform/doctor/check-clocks';
import { checkDatabase } from './platform/doctor/check-database';
import { checkDisk, checkPorts } from './platform/doctor/check-host';
import { checkPooler } from './platform/doctor/check-pooler';
import { checkRedis } from './platform/doctor/check-redis';
import { checkReplica } from './platform/doctor/check-replica';
import { checkSettings } from './platform/doctor/check-settings';
import { checkStandbys } from './platform/doctor/check-standbys';
import { found, type Finding, reportOf } from './platform/doctor/finding';

const usage = 'Usage: doctor [--json] [--mosquitto <mosquitto.conf>] [--ntp <host[:port]>] [--tls <host:port>]…';
const known = ['--mosquitto', '--ntp', '--tls'];

/**
 * `node dist/main.js doctor`: what is set wrongly around this installation, by the environment of a process of it.
 * Nothing is changed. Answers the exit code: 1 where there is an error.
 */
export async function doctorCommand(args: readonly string[]): Promise<number> {
  const values = (flag: string): string[] =>
    args.flatMap((arg, i) => (args[i - 1] === flag && !arg.startsWith('--') ? [arg] : []));
  const isKnown = args.every(
    (arg, i) =>
      arg === '--json' || (known.includes(arg) && args[i + 1] !== undefined) || known.includes(args[i - 1] ?? ''),
  );
  if (!isKnown) {
    process.stderr.write(`${usage}\n`);
    return 1;
  }
  const findings = await diagnose(process.env, {
    mosquitto: values('--mosquitto')[0],
    ntp: values('--ntp')[0],
    tls: values('--tls'),
  });
  process.stdout.write(args.includes('--json') ? `${JSON.stringify(findings, null, 2)}\n` : reportOf(findings));
  return findings.some(({ level }) => level === 'error') ? 1 : 0;
}

interface Options {
  mosquitto?: string | undefined;
  ntp?: string | undefined;
  tls?: readonly string[];
}

export async function diagnose(env: NodeJS.ProcessEnv, { mosquitto, ntp, tls = [] }: Options): Promise<Finding[]> {
  let config: Config;
  try {
    config = readConfig({ RUN: 'api,ingest,alerts,jobs', ...env });
  } catch (error) {
    return [
      found(
        'error',
        'settings',
        (error as Error).message,
        'no process starts without them',
        'set what is named (infra/.env.example), and run this again',
      ),
    ];
  }
  const isMigration = runs(config, 'migrate');
  const hasFiles = runs(config, 'api') || runs(config, 'jobs');
  return (
    await Promise.all([
      checkSettings(config),
      checkDatabase(config, databaseTime()),
      checkPooler(config),
      checkReplica(config),
      checkStandbys(config),
      isMigration ? [] : checkBroker(config, mosquitto),
      checkRedis(config.REDIS_URL),
      checkClocks(sessionUrl(config), ntp),
      hasFiles ? checkDisk(config.DATA_DIR) : [],
      checkPorts(config),
      checkCertificates([...doorsOf(config), ...tls], databaseTime()),
    ])
  ).flat();
}

/** The addresses of the configuration that are reached by TLS. */
const doorsOf = ({ PUBLIC_URL, MQTT_URL, DEVICE_URL }: Config): string[] => {
  const doors = [PUBLIC_URL, MQTT_URL, DEVICE_URL].flatMap((address) => {
    if (address === undefined) return [];
    const { protocol, hostname, port } = new URL(address);
    const standard: Record<string, string> = { 'https:': '443', 'mqtts:': '8883' };
    return protocol in standard ? [`${hostname}:${port || standard[protocol]}`] : [];
  });
  return [...new Set(doors)];
};
