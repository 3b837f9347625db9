import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inCheckout } from './checkout';

interface Component {
  'bom-ref': string;
  name: string;
  purl: string;
}
interface Bom {
  metadata: { component: Component };
  components: Component[];
  dependencies: { ref: string; dependsOn: string[] }[];
}
interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(inCheckout(folder, 'package.json'), 'utf8')) as Manifest;

/**
 * The packages that the server runs with and that the console is built from, as CycloneDX, by package-lock.json: a file
 * for each. npm lists them with those of development; its `--omit=dev` also leaves out what one part needs to run and
 * another only to be tested (NestJS, Zod). So they are followed here from what each part depends on.
 */
export function writeBills(folder: string): { file: string; components: number }[] {
  mkdirSync(folder, { recursive: true });
  return ['server', 'console'].map((app) => {
    const bom = listed(app);
    const { name, version } = manifestOf(`apps/${app}`);
    const needed = closure(bom, `${name}@${version}`);
    const file = join(folder, `headland-${app}.cdx.json`);
    const component = bom.components.find((each) => each['bom-ref'] === `${name}@${version}`);
    const result = {
      ...bom,
      metadata: { ...bom.metadata, component: { ...component, type: 'application', name: `headland-${app}` } },
      components: bom.components.filter((each) => needed.has(each['bom-ref']) && each !== component),
      dependencies: bom.dependencies
        .filter(({ ref }) => needed.has(ref))
        .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => needed.has(other)) })),
    };
    writeFileSync(file, `${JSON.stringify(result, null, 2)}\n`);
    return { file, components: result.components.length };
  });
}

const listed = (app: string): Bom =>
  JSON.parse(
    execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only', `--workspace=apps/${app}`], {
      cwd: inCheckout(),
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
      shell: process.platform === 'win32',
    }),
  ) as Bom;

/** What is reached from there; of this repository's own packages what they need to run alone. */
function closure(bom: Bom, from: string): Set<string> {
  const dependsOn = new Map(bom.dependencies.map((each) => [each.ref, each.dependsOn]));
  const own = new Map(
    ['apps/server', 'apps/console', 'libs/contracts', 'libs/domain', 'libs/i18n', 'libs/testing'].map((folder) => {
      const { name, version, dependencies, optionalDependencies } = manifestOf(folder);
      return [`${name}@${version}`, { ...dependencies, ...optionalDependencies }];
    }),
  );
  const reached = new Set<string>();
  const follow = (ref: string): void => {
    if (reached.has(ref)) return;
    reached.add(ref);
    const needs = own.get(ref);
    for (const other of dependsOn.get(ref) ?? [])
      if (needs === undefined || other.slice(0, other.lastIndexOf('@')) in needs) follow(other);
  };
  follow(from);
  return reached;
}
