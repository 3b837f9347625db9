// The boundaries once more, from the outside: every edge of the project graph against the tags, and the linter against imports that it has to refuse.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { RuleTester } from 'eslint';
import tseslint from 'typescript-eslint';
import { mayDependOn } from './boundaries.mjs';
import { sliceImports } from './slice-imports.mjs';

const root = resolve(import.meta.dirname, '..', '..');

const problems = wrongEdges();
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

/** A linter rule that never fires looks like a clean code base. Throws when one of these is judged wrongly. */
function checkSliceRule() {
  RuleTester.describe = (_, run) => run();
  RuleTester.it = (_, run) => run();
  const at = (file, code) => ({ filename: join(root, file), code });
  const refused = (file, code) => ({ ...at(file, code), errors: 1 });
  new RuleTester({ languageOptions: { parser: tseslint.parser } }).run('slice-imports', sliceImports, {
    valid: [
      at('apps/server/src/incidents/incidents/sos/sos.controller.ts', "import { change } from '../platform/event-log/change';"),
      at('apps/server/src/incidents/incidents/sos/sos.controller.ts', "import { Vehicles } from '../vehicles/vehicle.reads';"),
      at(
        'apps/server/src/ownership/ownership/sales/change-sale.command.ts',
        "import { redateCycles } from '../consumables/plan-cycles.tx';",
      ),
      at('apps/server/src/alerts/alerts.ingest.ts', "import { RaiseSos } from '../sos/raise-sos.command';"),
      at('apps/server/src/incidents/incidents/sos/sos.controller.ts', "import { rows } from './rows';"),
      at('apps/server/src/app.module.ts', "import { SosModule } from './sos/sos.module';"),
      at('apps/console/src/sos/sos-list.page.tsx', "import { Tracker } from '../vehicles/tracker';"),
      at('apps/console/src/sos/row.tsx', "import { Table } from '../ui/table';"),
      at('apps/console/src/routes.ts', "import { SosList } from './sos/sos-list.page';"),
    ],
    invalid: [
      refused('apps/server/src/incidents/incidents/sos/sos.controller.ts', "import { Fault } from '../faults/fault.entity';"),
      refused('apps/server/src/platform/clock.ts', "import { Fault } from '../faults/fault.reads';"),
      refused('apps/server/src/platform/mqtt/link.ts', "export * from '../../sos/raise-sos.command';"),
      refused('apps/server/src/incidents/incidents/sos/sos.controller.ts', "import { AppModule } from '../app.module';"),
      refused('apps/console/src/sos/row.tsx', "import { Tracker } from '../vehicles/tracker';"),
      refused('apps/console/src/ui/table.tsx', "import { Row } from '../sos/row';"),
      refused('apps/console/src/sos/sos-detail.page.tsx', "import { SosList } from '../vehicles/vehicle-list.page';"),
      refused('apps/console/src/sos/lazy.ts', "const page = import('../vehicles/tracker');"),
    ],
  });
}
