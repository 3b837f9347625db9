import { serverCommand } from './run/server-command';
import { sentenceOf } from './run/stop-with';

/** `npm run lab -- rebuild-statistics <first day> <last day>`: counts the statistics again from stored telemetry (docs/operations.md). */
serverCommand(['rebuild-statistics', ...process.argv.slice(2)]).then(
  (code) => process.exit(code),
  (e: unknown) => {
    console.error(sentenceOf(e));
    process.exit(1);
  },
);
