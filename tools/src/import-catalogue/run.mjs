// Remakes shipped reference data: node tools/src/import-catalogue/run.mjs fault-catalogue | places | base-map
import { runnerImport } from 'vite';

const what = process.argv[2] ?? '';
if (!['fault-catalogue', 'places', 'base-map'].includes(what)) {
  console.error('usage: node tools/src/import-catalogue/run.mjs fault-catalogue | places | base-map');
  process.exit(1);
}
const { module } = await runnerImport(new URL(`./${what}.main.ts`, import.meta.url).pathname, { configFile: false, logLevel: 'error' });
await module.main();
