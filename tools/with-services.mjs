// `node tools/with-services.mjs npx vitest run apps/server` runs one command with the services that tests expect (see README.md).
import './bootstrap/node-version.mjs';
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { buildStale } from './bootstrap/build.mjs';

const [program, ...args] = process.argv.slice(2);
if (program === undefined) {
  console.error('Say what to run: node tools/with-services.mjs npx vitest run apps/server');
  process.exit(1);
}
await buildStale(['tools'], () => undefined);
const { startTestServices } = await import('./dist/services.js');
const services = await startTestServices();
const child = spawn(program, args, {
  stdio: 'inherit',
  env: { ...process.env, ...services.env },
  shell: process.platform === 'win32',
});
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => child.kill(name));
const code = await new Promise((done) => {
  child.once('error', (e) => {
    console.error(`Cannot run ${program}: ${e.message}`);
    done(127);
  });
  child.once('exit', (status, signal) => done(status ?? 128 + (constants.signals[signal] ?? 0)));
});
await services.stop();
process.exit(code);
