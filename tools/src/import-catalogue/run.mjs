// Remakes shipped reference data: node tools/src/import-catalogue/run.mjs fault-catalogue | places | base-map; check-faults <file> judges a maker's list
import { runnerImport } from 'vite';

const what = process.argv[2] ?? '';
if (!['fault-catalogue', 'places', 'base-map', 'check-faults'].includes(what)) {
  console.error(
    'usage: node tools/src/import-catalogue/run.mjs fault-catalogue | places | base-map | check-faults <file>',
  );
  process.exit(1);
}
const { module } = await runnerImport(new URL(`./${what}.main.ts`, import.meta.url).pathname, {
  configFile: false,
  logLevel: 'error',
});
await module.main();
