import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Topology } from 'topojson-specification';
import { gzipSync } from 'node:zlib';
import { koreaBorders } from './korea-borders';
import { makeBaseMap } from './make-base-map';

/** Writes the two files of the console's own base map: the world out of Natural Earth and the US Census, Korea out of its administrative borders. */
export async function main(): Promise<void> {
  const read = (path: string) =>
    JSON.parse(readFileSync(createRequire(import.meta.url).resolve(path), 'utf8')) as Topology;
  const files = makeBaseMap(read('world-atlas/countries-10m.json'), read('us-atlas/states-10m.json'), koreaBorders());
  for (const [name, topology] of Object.entries(files)) {
    const file = new URL(`../../../apps/console/src/ui/map/geo/${name}.topo.json`, import.meta.url);
    const json = JSON.stringify(topology);
    writeFileSync(file, `${json}\n`);
    console.log(
      `${file.pathname}: ${topology.arcs.length} arcs, ${topology.arcs.reduce((n, a) => n + a.length, 0)} points, ${(gzipSync(json).length / 1000).toFixed(0)} kB gzipped`,
    );
  }
}
