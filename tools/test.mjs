// `npm test`: every test of the product, each kind through its real door, and one closing line.
import './bootstrap/node-version.mjs';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { buildStale } from './bootstrap/build.mjs';
import { install, installState } from './bootstrap/install.mjs';
import { root } from './bootstrap/root.mjs';

const state = installState();
if (state !== 'current') {
  console.log('Installing packages…');
  install(state);
}
// all at once and now: several suites run the built product, and two that build it at the same time would take it from under each other
await buildStale(['tools', 'server', 'simulator', 'console'], () => undefined);
const { startTestServices } = await import('./dist/services.js');
const services = await startTestServices();
const env = { ...process.env, ...services.env, CI: process.env.CI ?? '1', NODE_ENV: 'test' };
const results = mkdtempSync(join(tmpdir(), 'headland-results-'));
const total = { passed: 0, failed: 0, skipped: 0 };
/** Said again at the end, where a long log is read first. */
const failures = [];
let children = [];

for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(name, () => {
    for (const child of children) child.kill('SIGTERM');
    void services.stop().then(() => process.exit(130));
  });
}

for (const [name, path] of [
  ['Mosquitto', services.env.TEST_MQTT_MOSQUITTO],
  ['Redis', services.env.TEST_REDIS],
  ['Chromium', services.env.TEST_CHROMIUM],
]) {
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
if (failures.length > 0) console.log(`\nWhat failed:\n${failures.map((one) => `  ${one}`).join('\n')}`);
console.log(`\n${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed === 0 ? 0 : 1);

async function runVitest() {
  const report = join(results, 'vitest.json');
  const code = await run(
    binary('vitest', 'vitest.mjs'),
    ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
    { cwd: root, env },
  );
  const found = read(report);
  if (found === null) return fail('vitest ended without a report');
  // a file that cannot even be loaded has no tests to count: it counts as one
  const unloadable = found.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  ).length;
  total.passed += found.numPassedTests;
  total.failed += found.numFailedTests + unloadable;
  for (const file of found.testResults.filter((one) => one.status === 'failed')) {
    const names = file.assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName);
    // no test of it failed: the file, or a hook around its tests
    if (names.length === 0) names.push(file.message?.split('\n')[0] || 'a hook around its tests');
    failures.push(...names.map((name) => `${relative(root, file.name)}: ${name}`));
  }
  total.skipped += found.numPendingTests + found.numTodoTests;
  if (code !== 0 && found.numFailedTests + unloadable === 0) fail('vitest reports an error outside the tests');
}

/** The journeys start a product of their own, as a person would, on ports and in a folder of its own (apps/e2e/src/world/product.ts). */
async function runJourneys() {
  const playwright = binary('@playwright/test', 'cli.js', 'apps/e2e');
  const report = join(results, 'journeys.json');
  const options = {
    cwd: join(root, 'apps/e2e'),
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_NAME: report, E2E_URL: '', E2E_DEMO: '', NODE_ENV: '' },
  };
  if (services.env.TEST_CHROMIUM === '') {
    await run(playwright, ['test', '--list', '--reporter=json'], { ...options, quiet: true });
    console.log(
      'The journeys were skipped: no Chromium was found (Debian: apt install chromium, or name one with TEST_CHROMIUM).',
    );
    total.skipped += titles(read(report)?.suites ?? []).length;
    return;
  }
  const code = await run(playwright, ['test', '--reporter=list,json'], options);
  const found = read(report);
  if (found === null) return fail('the journeys ended without a report');
  // retries never: a journey that passed at a second try would be a failed one
  const failed = found.stats.unexpected + found.stats.flaky;
  total.passed += found.stats.expected;
  total.failed += failed;
  total.skipped += found.stats.skipped;
  failures.push(...titles(found.suites, (spec) => !spec.ok).map((title) => `journey: ${title}`));
  if (code !== 0 && failed === 0) fail(`the journeys did not run: ${found.errors.map((e) => e.message).join('; ')}`);
}

function run(script, args, { quiet = false, ...options }) {
  const child = spawn(process.execPath, [script, ...args], { ...options, stdio: quiet ? 'ignore' : 'inherit' });
  children.push(child);
  return new Promise((done) => child.once('close', done)).finally(
    () => (children = children.filter((c) => c !== child)),
  );
}

function fail(why) {
  failures.push(why);
  total.failed++;
}

function read(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/** The titles of the journeys in these suites, however deep. */
function titles(suites, of = () => true) {
  return suites.flatMap((suite) => [
    ...(suite.specs ?? []).filter(of).map((spec) => spec.title),
    ...titles(suite.suites ?? [], of),
  ]);
}

function binary(name, file, from = '.') {
  return join(createRequire(join(root, from, 'package.json')).resolve(`${name}/package.json`), '..', file);
}
