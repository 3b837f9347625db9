// The boundaries once more, from the outside: every edge of the project graph against the tags, and the linter against imports that it has to refuse.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { RuleTester } from 'eslint';
import tseslint from 'typescript-eslint';
import { mayDependOn } from './boundaries.mjs';
import { contexts } from './contexts.mjs';
import { sliceImports } from './slice-imports.mjs';

const root = resolve(import.meta.dirname, '..', '..');

const problems = [...wrongEdges(), ...circlesOfContexts(), ...circlesOfFiles()];
checkSliceRule();
for (const problem of problems) console.error(problem);
if (problems.length === 0) console.log('Every part depends only on what it may, and the rule refuses what it should.');
process.exit(problems.length === 0 ? 0 : 1);

function wrongEdges() {
  const folder = mkdtempSync(join(tmpdir(), 'headland-graph-'));
  const file = join(folder, 'graph.json');
  const manifest = createRequire(import.meta.url).resolve('nx/package.json');
  const nx = join(manifest, '..', JSON.parse(readFileSync(manifest, 'utf8')).bin.nx);
  const made = spawnSync(process.execPath, [nx, 'graph', `--file=${file}`], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, NX_DAEMON: 'false' },
  });
  if (made.status !== 0) return [`nx graph failed: ${made.stderr || made.stdout}`];
  const { nodes, dependencies } = JSON.parse(readFileSync(file, 'utf8')).graph;
  rmSync(folder, { recursive: true, force: true });
  const typeOf = (name) => (nodes[name]?.data.tags ?? []).find((tag) => tag.startsWith('type:'));
  const names = Object.keys(nodes);
  const untagged = names
    .filter((name) => typeOf(name) === undefined && nodes[name].data.root !== '.')
    .map((name) => `${name} has no type: tag`);
  const edges = Object.values(dependencies).flat();
  const wrong = edges
    .filter((edge) => names.includes(edge.source) && names.includes(edge.target))
    .filter((edge) => !(mayDependOn[typeOf(edge.source)] ?? []).includes(typeOf(edge.target)))
    .map((edge) => `${edge.source} may not depend on ${edge.target}`);
  return [...untagged, ...wrong];
}

/** The table of contexts itself: one that could reach itself through others would be no order. */
function circlesOfContexts() {
  const reaches = (from, to, seen = new Set()) =>
    (contexts[from] ?? []).some((next) => next === to || (!seen.has(next) && reaches(next, to, seen.add(next))));
  return Object.keys(contexts)
    .filter((name) => reaches(name, name))
    .map((name) => `contexts.mjs: ${name} reaches itself`);
}

/** Files that import each other in a circle, types included: none of them can be read, moved or tested without all the others. */
function circlesOfFiles() {
  const files = ['apps', 'libs', 'tools'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => join(root, folder, file))
      .filter((file) => /\.tsx?$/.test(file) && !/[\\/](?:node_modules|dist|\.[^\\/]+)[\\/]/.test(file)),
  );
  const known = new Set(files);
  const importsOf = (file) =>
    [...readFileSync(file, 'utf8').matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].flatMap(([, path]) => {
      const to = resolve(dirname(file), path);
      return [`${to}.ts`, `${to}.tsx`, to].filter((f) => known.has(f)).slice(0, 1);
    });
  // depth first; what is met again while it is still open closes a circle
  const state = new Map();
  const circles = [];
  const visit = (file, path) => {
    state.set(file, 'open');
    for (const next of importsOf(file)) {
      if (state.get(next) === 'open') circles.push([...path.slice(path.indexOf(next)), next]);
      else if (!state.has(next)) visit(next, [...path, next]);
    }
    state.set(file, 'done');
  };
  for (const file of files) if (!state.has(file)) visit(file, [file]);
  return circles.map((circle) => `a circle of files: ${circle.map((file) => relative(root, file)).join(' → ')}`);
}

/** A linter rule that never fires hides violations. Throws when one of these is classified wrongly. */
function checkSliceRule() {
  RuleTester.describe = (_, run) => run();
  RuleTester.it = (_, run) => run();
  const at = (file, code) => ({ filename: join(root, file), code });
  const refused = (file, code) => ({ ...at(file, code), errors: 1 });
  new RuleTester({ languageOptions: { parser: tseslint.parser } }).run('slice-imports', sliceImports, {
    valid: [
      at(
        'apps/server/src/incidents/sos/sos.controller.ts',
        "import { Change } from '../../platform/event-log/change';",
      ),
      at(
        'apps/server/src/incidents/sos/sos.controller.ts',
        "import { Vehicles } from '../../fleet/vehicles/vehicle.reads';",
      ),
      at(
        'apps/server/src/ownership/sales/sell.tx.ts',
        "import { planCycles } from '../../maintenance/consumables/plan-cycles.tx';",
      ),
      at('apps/server/src/incidents/alerts/alerts-ingest.ts', "import { summary } from '../sos/sos-summary';"),
      at(
        'apps/server/src/incidents/sos/sos.spec.ts',
        "import { SessionModule } from '../../people/session/session.module';",
      ),
      at('apps/server/src/seed/demo-data.ts', "import { saveSet } from '../maintenance/consumables/save-set.tx';"),
      at('apps/server/src/app.module.ts', "import { SosModule } from './incidents/sos/sos.module';"),
      at('apps/console/src/incidents/sos/sos.page.tsx', "import { Tracker } from '../../fleet/vehicles/track-tab';"),
      at('apps/console/src/incidents/sos/row.tsx', "import { Table } from '../../ui/table';"),
      at(
        'apps/console/src/remote-service/roll-out/roll-out-vehicles.tsx',
        "import { label } from '../reprogram/flash-labels';",
      ),
      at('apps/console/src/routes.ts', "import { SosPage } from './incidents/sos/sos.page';"),
    ],
    invalid: [
      // not what a slice offers to other contexts
      refused(
        'apps/server/src/incidents/sos/sos.controller.ts',
        "import { row } from '../../fleet/devices/device-row';",
      ),
      // against the direction of the contexts
      refused(
        'apps/server/src/fleet/devices/install-device.tx.ts',
        "import { end } from '../../remote-service/remote-diagnosis/end-session.tx';",
      ),
      refused(
        'apps/server/src/messages/deliveries/mailer.ts',
        "import { Fault } from '../../incidents/faults/fault.reads';",
      ),
      refused('apps/server/src/platform/clock.ts', "import { Fault } from '../incidents/faults/fault.reads';"),
      refused('apps/server/src/platform/mqtt/link.ts', "export * from '../../incidents/sos/raise-sos.command';"),
      refused('apps/server/src/incidents/sos/sos.controller.ts', "import { AppModule } from '../../app.module';"),
      refused('apps/console/src/incidents/sos/row.tsx', "import { Tracker } from '../../fleet/vehicles/track-tab';"),
      refused('apps/console/src/ui/table.tsx', "import { Row } from '../incidents/sos/row';"),
      refused(
        'apps/console/src/incidents/sos/sos.page.tsx',
        "import { List } from '../../fleet/vehicles/vehicle-list.page';",
      ),
      refused('apps/console/src/incidents/sos/lazy.ts', "const page = import('../../fleet/vehicles/track-tab');"),
    ],
  });
}
