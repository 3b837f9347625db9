import { serverCommand } from './run/server-command';
import { sentenceOf } from './run/stop-with';

/** `npm run figures -- <first day> <last day>`: counts the figures of the statistics again from stored telemetry (docs/operations.md). */
serverCommand(['figures', ...process.argv.slice(2)]).then(
  (code) => process.exit(code),
  (e: unknown) => {
    console.error(sentenceOf(e));
    process.exit(1);
  },
);
