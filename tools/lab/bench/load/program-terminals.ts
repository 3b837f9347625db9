import { readFileSync } from 'node:fs';
import { ProgramTerminal } from './program-terminal';
import { type FromTerminals, TerminalsPlan, type ToTerminals } from './programs-plan';

/** The terminals that receive a program, in a separate process: its argument names a file with the plan, its parent starts it. */
const plan = TerminalsPlan.parse(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')));
const url = new URL(plan.mqttUrl);
const post = (message: FromTerminals): void => void process.send?.(message);
let startedMs = 0;
let [offered, whole] = [0, 0];

const terminals = plan.devices.map(
  (device) =>
    new ProgramTerminal(device, plan, {
      offered: () => ++offered === plan.devices.length && post({ type: 'offered' }),
      whole: () => ++whole === plan.devices.length && allThere(),
    }),
);

function allThere(): void {
  const seconds = (performance.now() - startedMs) / 1000;
  const good = terminals.filter((t) => t.isWhole).length;
  const twice = terminals.reduce((sum, t) => sum + t.twice, 0);
  for (const terminal of terminals) terminal.end();
  post({ type: 'there', seconds, whole: good, twice });
}

process.on('message', ({ type }: ToTerminals) => {
  startedMs = performance.now();
  if (type === 'go') for (const terminal of terminals) terminal.begin();
});
process.on('SIGTERM', () => {
  for (const terminal of terminals) terminal.close();
  setTimeout(() => process.exit(), 100);
});
await Promise.all(terminals.map((t) => t.open({ host: url.hostname, port: Number(url.port) })));
post({ type: 'connected' });
