import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inCheckout } from '../../src/run/checkout';
import { markdownTable } from '../../src/run/markdown-table';
import { StopWith } from '../../src/run/stop-with';
import { asText } from '../chaos/report';
import { endEverything, runScenario, type Result } from '../chaos/stage';
import { mosquittoPath, serverAccount } from '../chaos/world/broker';
import { passwordFile } from '../chaos/world/registry';
import { missingPrograms } from './cluster';
import { failingOver } from './failing-over';

const usage = `npm run lab -- standby            two PostgreSQL under Patroni and HAProxy, a primary killed under load; results in docs/results/standby.md
Options: --short (no results are written)  --seed 1  --out docs/results`;

/** `npm run lab -- standby`: what a fail-over costs. Exit code 2: something that must hold did not. */
async function standby(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      short: { type: 'boolean', default: false },
      seed: { type: 'string', default: '1' },
      out: { type: 'string', default: inCheckout('docs/results') },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const missing = missingPrograms();
  if (missing !== null)
    throw new StopWith(
      `Not installed: ${missing} (Debian: apt install patroni etcd-server haproxy postgresql util-linux).`,
    );
  const dir = join(tmpdir(), `headland-standby-${process.pid}`);
  mkdirSync(dir, { recursive: true, mode: 0o711 });
  try {
    const result = await runScenario(failingOver, {
      template: { dir, passwords: passwordFile(failingOver.devices, serverAccount) },
      dir,
      length: values.short ? 'short' : 'full',
      seed: Number(values.seed),
      broker: mosquittoPath() === '' ? 'embedded' : 'mosquitto',
      keepIn: inCheckout('.data', 'standby'),
    });
    console.log(asText(result));
    if (!values.short) writeFileSync(join(values.out, 'standby.md'), asMarkdown(result));
    if (!result.met) process.exitCode = 2;
  } finally {
    await endEverything();
    rmSync(dir, { recursive: true, force: true });
  }
}

function asMarkdown(result: Result): string {
  const { figures, checks, findings, failure, met, seconds, broker } = result;
  return `# A fail-over of the database under load

\`npm run lab -- standby\` starts two PostgreSQL with a synchronous standby under Patroni (\`infra/patroni/patroni.yml\`), etcd, HAProxy (\`infra/haproxy/postgres.cfg\`), ${broker === 'mosquitto' ? 'Mosquitto' : 'the built-in broker'}, one process of each kind on the address of HAProxy, and a fleet.
Under load the primary is killed twice (kill -9): PostgreSQL alone, then the other one with its Patroni, as a machine that goes down. Devices trust the PUBACK and send nothing twice, so what is missing in the database was lost.

${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, all parts on one machine: **${met ? 'held' : 'failed'}** in ${seconds} s.

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

try {
  await standby(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StopWith)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
