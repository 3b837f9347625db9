import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { inCheckout } from '../../src/run/checkout';
import { StopWith } from '../../src/run/stop-with';
import { type Arrangement, arrangements, bench, callsADayOf, type Fleet, fleetOf } from './arrangement';
import { costs } from './costs';
import { measured } from './measured';
import { comparison, type Prediction, predictions } from './report';
import { mostVehicles, simulate } from './run';

const usage = `npm run lab -- simulate                    comparison and predictions; docs/results/simulate.md
npm run lab -- simulate --vehicles 100000 --arrangement ${Object.keys(arrangements).join('|')}
Options: --flush-ms 2 (log of the database on disk)  --cells 1  --seed 1  --out <folder>`;

/** `npm run lab -- simulate`: the product as queues with measured costs, for fleets that nobody has. */
function run(args: string[]): void {
  const { values } = parseArgs({
    args,
    options: {
      vehicles: { type: 'string' },
      arrangement: { type: 'string', default: 'large' },
      'flush-ms': { type: 'string' },
      cells: { type: 'string' },
      seed: { type: 'string', default: '1' },
      out: { type: 'string', default: inCheckout('docs/results') },
      help: { type: 'boolean', default: false },
    },
  });
  const seed = Number(values.seed);
  const chosen = arrangements[values.arrangement];
  if (values.help || chosen === undefined) throw new StopWith(usage);
  if (values.vehicles !== undefined) {
    const flushUs = values['flush-ms'] === undefined ? chosen.flushUs : Number(values['flush-ms']) * 1000;
    const cells = values.cells === undefined ? chosen.cells : Number(values.cells);
    const vehicles = Number(values.vehicles);
    if (!(vehicles > 0) || !(flushUs >= 0) || !(cells >= 1)) throw new StopWith(usage);
    return console.log(predictions([predict(vehicles, { ...chosen, flushUs, cells }, seed)]));
  }
  const { box, large, cells } = arrangements as Record<string, Arrangement>;
  const text = asMarkdown(seed, [
    predict(10_000, box as Arrangement, seed),
    predict(100_000, large as Arrangement, seed),
    predict(1_000_000, cells as Arrangement, seed),
    predict(1_000_000, large as Arrangement, seed),
  ]);
  console.log(text);
  writeFileSync(join(values.out, 'simulate.md'), text);
}

function predict(vehicles: number, arrangement: Arrangement, seed: number): Prediction {
  const fleet = fleetOf(vehicles);
  const outcome = simulate(fleet, arrangement, { costs, seed });
  return { arrangement, fleet, outcome, most: mostVehicles(fleetOf, arrangement, { costs, seed }) };
}

function asMarkdown(seed: number, list: Prediction[]): string {
  const compared = measured.map((run) => {
    const callsADay = callsADayOf(run.callsPerS ?? 0);
    // these runs are of before the buckets of the map
    const fleet: Fleet = {
      ...fleetOf(run.devices),
      callsADay,
      faultsADay: 0,
      browsers: 10,
      views: 1,
      scopes: 0,
      statistics: false,
    };
    const offer = run.perS === null ? { window: 16_000 } : { perS: run.perS };
    return { measured: run, predicted: simulate(fleet, bench(costs.benchDisk), { costs, seed, offer, warmUpS: 4 }) };
  });
  return `# Simulated

Written by \`npm run lab -- simulate\`, seed ${seed}: the product as queues (\`tools/lab/simulate\`), with the costs in \`costs.ts\`. What it means is in [scale.md](../scale.md#a-million-vehicles).

## Against measurements

With a star: the costs of the model were made from this figure.

${comparison(compared)}

## Predicted

${predictions(list)}
`;
}

try {
  run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StopWith)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
