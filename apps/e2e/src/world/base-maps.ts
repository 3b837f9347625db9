import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The base map that every product of the journeys offers. It is not the first one: a map shows the outline until a journey chooses it. */
export const groundMap = { ko: '벡터 지도', en: 'Vector map', attribution: '© OpenStreetMap contributors' };
/** What it has: a motorway along this parallel and a lake south of it, both from west to east. */
export const ground = { west: 126, east: 128, road: 37, lake: [36.6, 36.9] } as const;
const file = 'ground.pmtiles';

/** A folder for MAP_DIR with a list and an archive of one vector tile of the whole world. */
export function writeBaseMaps(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const { ko, en, attribution } = groundMap;
  const layer = { id: 'ground', name: { ko, en }, kind: 'pmtiles', file, attribution };
  writeFileSync(join(folder, 'layers.json'), JSON.stringify({ layers: [layer] }));
  writeFileSync(join(folder, file), archive(worldTile()));
  return folder;
}

/** Units of the tile, 38 m each at the equator. */
const extent = 2 ** 20;
type Spot = [lat: number, lon: number];
const unitsOf = ([lat, lon]: Spot): [number, number] => {
  const sine = Math.sin((lat * Math.PI) / 180);
  return [
    Math.round(((lon + 180) / 360) * extent),
    Math.round((0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)) * extent),
  ];
};

function worldTile(): Buffer {
  const { west, east, road, lake } = ground;
  const [south, north] = lake;
  return Buffer.concat([
    layerOf('roads', 'highway', 2, [
      [road, west],
      [road, east],
    ]),
    layerOf('water', 'lake', 3, [
      [north, west],
      [north, east],
      [south, east],
      [south, west],
    ]),
  ]);
}

/** A layer of the Mapbox Vector Tile format with one feature of one property, `kind`. */
function layerOf(name: string, kind: string, type: 2 | 3, spots: Spot[]): Buffer {
  const points = spots.map(unitsOf);
  const steps = points.map(([x, y], i) => [x - (points[i - 1]?.[0] ?? 0), y - (points[i - 1]?.[1] ?? 0)]);
  const zigzag = (n: number): number => (n << 1) ^ (n >> 31);
  const geometry = [
    (1 << 3) | 1, // move to one point
    ...(steps[0] ?? []).map(zigzag),
    ((points.length - 1) << 3) | 2, // lines to the others
    ...steps.slice(1).flat().map(zigzag),
    ...(type === 3 ? [(1 << 3) | 7] : []), // close
  ];
  const feature = Buffer.concat([
    field(2, Buffer.concat([varint(0), varint(0)])),
    Buffer.concat([varint((3 << 3) | 0), varint(type)]),
    field(4, Buffer.concat(geometry.map(varint))),
  ]);
  return field(
    3,
    Buffer.concat([
      Buffer.concat([varint((15 << 3) | 0), varint(2)]),
      field(1, Buffer.from(name)),
      field(2, feature),
      field(3, Buffer.from('kind')),
      field(4, field(1, Buffer.from(kind))),
      Buffer.concat([varint((5 << 3) | 0), varint(extent)]),
    ]),
  );
}

const field = (number: number, bytes: Buffer): Buffer =>
  Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);

function varint(n: number): Buffer {
  const bytes: number[] = [];
  for (let rest = n >>> 0; ; rest >>>= 7) {
    if (rest < 128) return Buffer.from([...bytes, rest]);
    bytes.push((rest & 127) | 128);
  }
}

/** A PMTiles archive, version 3, of the tile 0/0/0, without compression. */
function archive(tile: Buffer): Buffer {
  const header = Buffer.alloc(127);
  // one entry: its number, how many tiles it stands for, its length, its place
  const directory = Buffer.concat([varint(1), varint(0), varint(1), varint(tile.length), varint(1)]);
  const metadata = Buffer.from('{}');
  const sections = [directory, metadata, Buffer.alloc(0), tile];
  header.write('PMTiles', 0, 'latin1');
  header.writeUInt8(3, 7);
  let offset = header.length;
  for (const [i, { length }] of sections.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + i * 16);
    header.writeBigUInt64LE(BigInt(length), 16 + i * 16);
    offset += length;
  }
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(1n, at);
  // in the order of their numbers; directories and tiles as they are; vector tiles; zooms 0 to 0
  header.set([1, 1, 1, 1, 0, 0], 96);
  for (const [i, degrees] of [-180, -85, 180, 85].entries()) header.writeInt32LE(degrees * 1e7, 102 + i * 4);
  return Buffer.concat([header, ...sections]);
}
