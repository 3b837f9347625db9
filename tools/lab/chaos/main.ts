import { StopWith } from '../../src/run/stop-with';
import { runChaos } from './chaos';

/**
 * `npm run lab -- chaos`: breaks the running product as docs/results/chaos.md lists, and compares the database with
 * the ledger.
 */
try {
  await runChaos(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StopWith)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
