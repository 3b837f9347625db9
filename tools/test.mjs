// `npm test`: every test of the product, each kind through its real door, and one closing line.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildStale, stale } from './bootstrap/build.mjs';
import { install, installState } from './bootstrap/install.mjs';
import { requireNode } from './bootstrap/node-version.mjs';
import { root } from './bootstrap/root.mjs';

requireNode();
const state = installState();
if (state !== 'current') {
  console.log('Installing packages…');
  install(state);
}
await buildStale(['tools'], () => undefined);
const { startTestServices } = await import('./dist/services.js');
const services = await startTestServices();
const env = { ...process.env, ...services.env, CI: process.env.CI ?? '1', NODE_ENV: 'test' };
const results = mkdtempSync(join(tmpdir(), 'headland-results-'));
const total = { passed: 0, failed: 0, skipped: 0 };
let children = [];

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(name, () => {
    for (const child of children) child.kill('SIGTERM');
    void services.stop().then(() => process.exit(130));
  });
}

for (const [name, path] of [['Mosquitto', services.env.TEST_MQTT_MOSQUITTO], ['Redis', services.env.TEST_REDIS], ['Chromium', services.env.TEST_CHROMIUM]]) {
  if (path === '') console.log(`${name} is not installed: the tests that need it are skipped.`);
}

const withoutJourneys = process.argv.includes('--no-journeys');
try {
  await runVitest();
  if (!withoutJourneys && existsSync(join(root, 'apps/e2e/src'))) await runJourneys();
} finally {
  await services.stop();
  rmSync(results, { recursive: true, force: true });
}
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed === 0 ? 0 : 1);

async function runVitest() {
  const report = join(results, 'vitest.json');
  const code = await run(binary('vitest', 'vitest.mjs'), ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`], { cwd: root, env });
  const found = read(report);
  if (found === null) return fail('vitest ended without a report');
  // a file that cannot even be loaded has no tests to count: it counts as one
  const unloadable = found.testResults.filter((file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed')).length;
  total.passed += found.numPassedTests;
  total.failed += found.numFailedTests + unloadable;
  total.skipped += found.numPendingTests + found.numTodoTests;
  if (code !== 0 && found.numFailedTests + unloadable === 0) fail('vitest reports an error outside the tests');
}

/** The journeys need the whole product: it is started as a person would, on ports and in a folder of its own. */
async function runJourneys() {
  const playwright = binary('@playwright/test', 'cli.js', 'apps/e2e');
  const report = join(results, 'journeys.json');
  const options = { cwd: join(root, 'apps/e2e'), env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report } };
  if (services.env.TEST_CHROMIUM === '') {
    await run(playwright, ['test', '--list', '--reporter=json'], { ...options, quiet: true });
    const journeys = count(read(report)?.suites ?? []);
    console.log(`The journeys were skipped: no Chromium was found (Debian: apt install chromium, or name one with TEST_CHROMIUM).`);
    total.skipped += journeys;
    return;
  }
  const waiting = stale(['console', 'server', 'simulator']);
  if (waiting.length > 0) console.log(`\nBuilding ${waiting.join(', ')} for the journeys…`);
  await buildStale(['console', 'server', 'simulator'], () => undefined);
  const { freePort } = await import('./dist/services.js');
  const port = await freePort();
  const dataDir = join(results, 'data');
  const product = spawn(process.execPath, [join(root, 'tools/start.mjs')], {
    cwd: root,
    env: { ...process.env, PORT: String(port), MQTT_PORT: String(await freePort()), DATA_DIR: dataDir, DATABASE_URL: '', REDIS_URL: '', MQTT_URL: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(product);
  let words = '';
  product.stdout.on('data', (d) => (words += d));
  product.stderr.on('data', (d) => (words += d));
  const ended = new Promise((done) => product.once('exit', done));
  const up = await Promise.race([ended.then(() => false), waitFor(() => words.includes('Headland is up'), 180_000)]);
  if (up) {
    await run(playwright, ['test', '--reporter=list,json'], { ...options, env: { ...options.env, E2E_URL: `http://localhost:${port}`, E2E_DEMO: join(dataDir, 'demo.json') } });
    const found = read(report);
    if (found === null) fail('playwright ended without a report');
    else {
      total.passed += found.stats.expected;
      total.failed += found.stats.unexpected + found.stats.flaky + (found.stats.unexpected === 0 ? found.errors.length : 0);
      total.skipped += found.stats.skipped;
    }
  } else fail(`the product did not start for the journeys:\n${words}`);
  product.kill('SIGTERM');
  await ended;
  children = [];
}

function run(script, args, { quiet = false, ...options }) {
  const child = spawn(process.execPath, [script, ...args], { ...options, stdio: quiet ? 'ignore' : 'inherit' });
  children.push(child);
  return new Promise((done) => child.once('close', done)).finally(() => (children = children.filter((c) => c !== child)));
}

function fail(why) {
  console.log(`FAILED: ${why}`);
  total.failed++;
}

async function waitFor(fact, withinMs) {
  const until = Date.now() + withinMs;
  while (!fact() && Date.now() < until) await new Promise((r) => setTimeout(r, 100));
  return fact();
}

const read = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null);
const count = (suites) => suites.reduce((sum, suite) => sum + (suite.specs?.length ?? 0) + count(suite.suites ?? []), 0);
const binary = (name, file, from = '.') => join(createRequire(join(root, from, 'package.json')).resolve(`${name}/package.json`), '..', file);
