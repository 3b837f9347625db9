import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inCheckout } from '../../src/run/checkout';
import { markdownTable } from '../../src/run/markdown-table';
import { StopWith } from '../../src/run/stop-with';
import { findProgram } from '../../src/services';
import { asText } from '../chaos/report';
import { endEverything, runScenario, type Result } from '../chaos/stage';
import { serverAccount } from '../chaos/world/broker';
import { passwordFile } from '../chaos/world/registry';
import { missingPrograms } from '../standby/cluster';
import { gameDay, played } from './game';

const usage = `npm run lab -- game-day          a whole installation whose parts fail under load, and what its control room sees; results in docs/results/game-day.md
Options: --short (no results are written)  --only 'disk' (acts by a part of their name; no results are written)  --seed 1  --out docs/results`;

/** `npm run lab -- game-day`. Exit code 2: something that must hold did not. */
async function play(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      short: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      seed: { type: 'string', default: '1' },
      out: { type: 'string', default: inCheckout('docs/results') },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(usage);
    return;
  }
  const missing = [
    missingPrograms(),
    ...['mosquitto', 'redis-server', 'openssl'].filter((one) => findProgram(one) === ''),
  ];
  const named = missing.filter((one) => one !== null);
  if (named.length > 0)
    throw new StopWith(
      `Not installed: ${named.join(', ')} (Debian: apt install patroni etcd-server haproxy postgresql util-linux mosquitto redis-server openssl, and prometheus for what its rules say).`,
    );
  played.only = values.only;
  const dir = join(tmpdir(), `headland-game-${process.pid}`);
  mkdirSync(dir, { recursive: true, mode: 0o711 });
  try {
    const result = await runScenario(gameDay, {
      template: { dir, passwords: passwordFile(gameDay.devices, serverAccount) },
      dir,
      length: values.short ? 'short' : 'full',
      seed: Number(values.seed),
      broker: 'mosquitto',
      keepIn: inCheckout('.data', 'game-day'),
    });
    console.log(asText(result));
    for (const one of played.seen) console.log(lineOf(one).join('  '));
    if (!values.short && values.only === '') writeFileSync(join(values.out, 'game-day.md'), asMarkdown(result));
    if (!result.met) process.exitCode = 2;
  } finally {
    await endEverything();
    rmSync(dir, { recursive: true, force: true });
  }
}

const lineOf = ({ atS, act, who, what, lastedS }: (typeof played.seen)[number]): string[] => [
  atS.toFixed(1),
  act,
  who,
  lastedS === undefined ? what : `${what} for ${lastedS.toFixed(1)} s`,
];

function asMarkdown({ figures, checks, findings, failure, met, seconds }: Result): string {
  const checked = checks.filter(({ name }) => !played.acts.some(({ act }) => name.startsWith(act)));
  return `# Game day

\`npm run lab -- game-day\` starts a whole installation: two PostgreSQL with a synchronous standby under Patroni, etcd and HAProxy, Mosquitto with TLS beside, Redis, two processes of each kind, HAProxy before the api, Prometheus with the rules of \`infra/monitoring\`, and a fleet of
${gameDay.devices} machines that send 300 messages a second. While one part after the other fails, a machine calls for help each second, each another one, and a console is watched as a control room watches it: when each call is on its screen, whether its line is up, whether the map moves, whether lists answer.

${new Date().toISOString().slice(0, 10)}, ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${Math.round(totalmem() / 2 ** 30)} GiB, all parts on one machine: **${met ? 'held' : 'failed'}** in ${seconds} s. ${figures['acked'] ?? '?'} messages were acknowledged to machines and ${figures['stored'] ?? '?'} are stored, ${findings.length} differences.
${failure === null ? '' : `\nIt could not be played to its end: ${failure.split('\n')[0]}\n`}
## What each failure cost

Seconds from the press to the screen, and the longest time that the control room was without something.

${markdownTable(
  ['', 'calls', 'shown after, p50', 'latest', 'at the most', 'line lost', 'map still', 'lists away'],
  played.acts.map((a) => [
    a.act,
    a.presses,
    a.shownP50S,
    a.shownWorstS > a.mayTakeS ? `**${a.shownWorstS}**` : a.shownWorstS,
    a.mayTakeS,
    a.lineLostS,
    a.mapStillS,
    a.noAnswerS,
  ]),
)}

${markdownTable(
  ['must hold', 'held', 'is'],
  [
    [
      'everything acknowledged is stored once',
      findings.length === 0 && failure === null ? 'yes' : '**no**',
      `${findings.length} differences`,
    ],
    ...checked.map((check) => [check.name, check.met ? 'yes' : '**no**', check.is]),
  ],
)}

## What was seen

Seconds of the game; Prometheus reads each two seconds here, its alerts wait as long as in production.

${markdownTable(['s', 'act', 'who', 'what'], played.seen.map(lineOf))}
`;
}

try {
  await play(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StopWith)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
