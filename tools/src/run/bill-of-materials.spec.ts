import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writeBills } from './bill-of-materials';
import { inCheckout } from './checkout';

interface Locked {
  version?: string;
  link?: boolean;
  resolved?: string;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}
const { packages } = JSON.parse(readFileSync(inCheckout('package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};

/** As Node finds it: in node_modules of the folder, or of one above. */
function found(from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/')))) {
    const path = folder === '' ? `node_modules/${name}` : `${folder}/node_modules/${name}`;
    if (path in packages) return path;
    if (folder === '') return undefined;
  }
}

/** What `npm ci --omit=dev -w` of that part installs at least. */
function installed(part: string): Set<string> {
  const names = new Set<string>();
  const seen = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    const entry = packages[path] ?? {};
    if (entry.link === true) return visit(entry.resolved ?? '');
    if (path.includes('node_modules/')) names.add(`${path.split('node_modules/').at(-1)}@${entry.version}`);
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      const next = found(path, name);
      if (next !== undefined) visit(next);
    }
  };
  visit(part);
  return names;
}

const folder = mkdtempSync(join(tmpdir(), 'headland-sbom-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('lists what server and console need to run, and nothing that only tests or builds them', () => {
  const bills = writeBills(folder).map(({ file }) => ({
    file,
    bill: JSON.parse(readFileSync(file, 'utf8')) as {
      bomFormat: string;
      metadata: { component: { name: string; type: string; version: string } };
      components: { 'bom-ref': string; purl: string; hashes?: unknown[] }[];
      dependencies: { ref: string; dependsOn: string[] }[];
    },
  }));
  expect(bills.map(({ file }) => file)).toEqual(
    ['server', 'console'].map((app) => join(folder, `headland-${app}.cdx.json`)),
  );
  for (const [i, part] of ['server', 'console'].entries()) {
    const bill = bills[i]?.bill;
    if (bill === undefined) throw new Error(part);
    const listed = new Set(bill.components.map((component) => component['bom-ref']));
    expect(bill.bomFormat).toBe('CycloneDX');
    expect(bill.metadata.component).toMatchObject({ name: `headland-${part}`, type: 'application', version: '1.0.0' });
    expect([...installed(`apps/${part}`)].filter((name) => !listed.has(name))).toEqual([]);
    expect(
      [...listed].filter((name) => /^(?:vitest|vite|typescript|@nestjs\/testing|@headland\/testing)@/u.test(name)),
    ).toEqual([]);
    for (const { 'bom-ref': ref, purl, hashes } of bill.components) {
      expect(purl).toMatch(/^pkg:npm\//u);
      expect([ref, (hashes ?? []).length > 0]).toEqual([ref, !ref.startsWith('@headland/')]);
    }
    for (const { ref, dependsOn } of bill.dependencies)
      for (const each of [ref, ...dependsOn])
        expect([each, listed.has(each) || each === `@headland/${part}@1.0.0`]).toEqual([each, true]);
  }
});
