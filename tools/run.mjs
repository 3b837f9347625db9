// `node tools/run.mjs <command> …` builds what is older than its sources and runs tools/src/<command>.ts or tools/lab/<command>.
import './bootstrap/node-version.mjs';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { buildStale } from './bootstrap/build.mjs';
import { install, installState } from './bootstrap/install.mjs';
import { root } from './bootstrap/root.mjs';

const [command, ...args] = process.argv.slice(2);
if (installState() === 'absent') {
  console.log('Installing packages…');
  install('absent');
}
const commands =
  'bench, chaos, soak, standby, game-day, wall-soak, large, simulate, guide, contact-sheet, accessibility, seed, reset, factory, rebuild-statistics, new-migration';
// what runs the product or loads it needs the product built as well
await buildStale(
  [
    'backup',
    'bench',
    'chaos',
    'distribute',
    'doctor',
    'factory',
    'game-day',
    'large',
    'rebuild-statistics',
    'restore',
    'seed',
    'soak',
    'standby',
    'wall-soak',
  ].includes(command)
    ? ['tools', 'server', 'simulator']
    : ['tools'],
  () => undefined,
);
const script = join(root, 'tools', 'dist', `${command}.js`);
if (command === undefined || !existsSync(script)) {
  console.error(`Name a command: npm run lab -- <command> (${commands}; see tools/README.md)`);
  process.exit(1);
}
process.argv.splice(1, process.argv.length, script, ...args);
await import(script);
