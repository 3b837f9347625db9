import { StopWith } from '../run/stop-with';
import { runChaos } from './chaos';

/** `npm run chaos`: breaks the running product in every way that docs/chaos.md names and holds it to its account. */
try {
  await runChaos(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof StopWith)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
