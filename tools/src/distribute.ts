import { serverCommand } from './run/server-command';
import { sentenceOf } from './run/stop-with';

/** `npm run distribute [-- --shards <n> | -- --back]`: telemetry onto the workers of Citus, or back (docs/scale.md). */
serverCommand(['distribute', ...process.argv.slice(2)]).then(
  (code) => process.exit(code),
  (e: unknown) => {
    console.error(sentenceOf(e));
    process.exit(1);
  },
);
