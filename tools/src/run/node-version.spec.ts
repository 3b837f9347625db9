import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { inCheckout } from './checkout';

const file = inCheckout('tools/bootstrap/node-version.mjs');
const { isSupported, lines } = (await import(/* @vite-ignore */ file)) as {
  isSupported: (version: string) => boolean;
  lines: [number, number][];
};

it('takes the releases of Node that the dependencies declare, and says so in package.json and README.md', () => {
  const versions = [
    '18.20.8',
    '20.18.3',
    '20.19.0',
    '21.7.3',
    '22.12.0',
    '22.13.1',
    '23.11.0',
    '24.10.0',
    '24.11.0',
    '25.0.0',
  ];
  expect(versions.filter(isSupported)).toEqual(['20.19.0', '22.13.1', '24.11.0', '25.0.0']);
  const words = lines.map(([major, minor]) => `${major}.${minor}`);
  const range = lines
    .map(([major, minor], i) => `${i === lines.length - 1 ? '>=' : '^'}${major}.${minor}.0`)
    .join(' || ');
  for (const name of ['package.json', 'package-lock.json']) {
    const { engines, packages } = JSON.parse(readFileSync(inCheckout(name), 'utf8')) as {
      engines?: { node: string };
      packages?: Record<string, { engines: { node: string } }>;
    };
    expect([name, (engines ?? packages?.['']?.engines)?.node]).toEqual([name, range]);
  }
  expect(readFileSync(inCheckout('README.md'), 'utf8')).toContain(`Needs Node ${words[0]}, ${words[1]} or ${words[2]}`);
});

it.each(['start', 'test', 'run', 'with-services'])(
  '%s.mjs begins with one sentence for a Node that is too old',
  (name) => {
    const old = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '18.20.8' } })`;
    const run = spawnSync(
      process.execPath,
      ['--import', `data:text/javascript,${encodeURIComponent(old)}`, inCheckout(`tools/${name}.mjs`)],
      { encoding: 'utf8' },
    );
    expect([run.status, run.stdout]).toEqual([1, '']);
    expect(run.stderr.trim().split('\n')).toEqual([
      expect.stringMatching(/^Headland needs Node\.js .* and this is 18\.20\.8: /u),
    ]);
  },
);
