import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { markdownTable } from '../../src/run/markdown-table';
import type { Result } from '../chaos/stage';

export type Way = 'direct' | 'pooler';
/** The newest result of each way, with its day and machine. */
export type Kept = Partial<Record<Way, Result & { at: string; machine: string }>>;

/** A run of one way replaces only its own result, in standby.json and standby.md. */
export function keepResult(folder: string, way: Way, result: Result): void {
  const file = join(folder, 'standby.json');
  const before = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept) : {};
  const machine = `${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB`;
  const kept: Kept = { ...before, [way]: { ...result, at: new Date().toISOString().slice(0, 10), machine } };
  writeFileSync(file, `${JSON.stringify(kept, null, 1)}\n`);
  writeFileSync(join(folder, 'standby.md'), asMarkdown(kept));
}

function asMarkdown({ direct, pooler }: Kept): string {
  return `# A fail-over of the database under load

\`npm run lab -- standby\` starts two PostgreSQL with a synchronous standby under Patroni (\`infra/patroni/patroni.yml\`), etcd, HAProxy (\`infra/haproxy/postgres.cfg\`), Mosquitto, one process of each kind on the address of HAProxy, and a fleet. With \`--pooler\` PgBouncer (\`infra/pgbouncer/pgbouncer.ini\`) is
before HAProxy: \`DATABASE_URL\` names it for every process, \`DATABASE_SESSION_URL\` names HAProxy.
Under load the primary is killed twice (kill -9): PostgreSQL alone, then the other one with its Patroni, as a machine that goes down. Devices trust the PUBACK and send nothing twice, so what is missing in the database was lost. A member saves something five times a second meanwhile.
${direct === undefined ? '' : section('On the address of HAProxy', direct)}${pooler === undefined ? '' : section('Behind PgBouncer', pooler)}`;
}

function section(title: string, result: NonNullable<Kept[Way]>): string {
  const { at, machine, broker, figures, checks, findings, failure, met, seconds } = result;
  return `
## ${title}

${at}, ${machine}, all parts on one machine${broker === 'mosquitto' ? '' : ', the built-in broker'}: **${met ? 'held' : 'failed'}** in ${seconds} s.

${markdownTable(['figure', 'value'], Object.entries(figures))}

${markdownTable(
  ['must hold', 'held', 'is'],
  [
    [
      'everything acknowledged is stored once (RPO 0)',
      findings.length === 0 && failure === null ? 'yes' : '**no**',
      `${findings.length} differences`,
    ],
    ...checks.map((check) => [check.name, check.met ? 'yes' : '**no**', check.is]),
  ],
)}
${failure === null ? '' : `\nIt could not be run to its end: ${failure.split('\n')[0]}\n`}`;
}
