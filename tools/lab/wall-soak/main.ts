import { writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inCheckout } from '../../src/run/checkout';
import { StopWith } from '../../src/run/stop-with';
import { Events } from './events';
import { growthOf, measures } from './growth';
import { startProduct } from './product';
import { asMarkdown } from './report';
import { watchWall } from './wall';

const usage = `npm run lab -- wall-soak               ten minutes of a wall display with a fast playlist; docs/results/wall.md
Options: --minutes 10  --turn 0.25 (seconds of a view)  --out <folder>`;

/** `npm run lab -- wall-soak`: does a display that runs for days keep anything? Exit code 2: something grows. */
async function wallSoak(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '10' },
      turn: { type: 'string', default: '0.25' },
      out: { type: 'string', default: inCheckout('docs/results') },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return void console.log(usage);
  const [minutes, turnSeconds] = [Number(values.minutes), Number(values.turn)];
  if (!(minutes >= 1) || !(turnSeconds > 0)) throw new StopWith(usage);
  const load = Math.round((loadavg()[0] ?? 0) * 100) / 100;
  const { demo, stop } = await startProduct();
  try {
    const events = await Events.begin(demo);
    const { readings, browser } = await watchWall(demo, { minutes, turnSeconds }, (line) => console.log(line));
    await events.end();
    const growth = measures.map((measure) => ({ measure, ...growthOf(readings, measure) }));
    const { sosRaised, faultsSent } = events;
    const machine = { cores: cpus().length, cpu: cpus()[0]?.model ?? 'unknown', load, browser };
    const report = asMarkdown({ minutes, turnSeconds, readings, growth, sosRaised, faultsSent, machine });
    console.log(report);
    writeFileSync(join(values.out, 'wall.md'), report);
    if (growth.some(({ isGrowing }) => isGrowing)) process.exitCode = 2;
  } finally {
    await stop();
  }
}

try {
  await wallSoak(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StopWith)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
