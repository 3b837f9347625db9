import { runChaos } from './chaos';

/** `npm run chaos`: breaks the running product in every way that docs/chaos.md names and holds it to its account. */
await runChaos(process.argv.slice(2));
