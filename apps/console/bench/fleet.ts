import { markFlags, packFrame, type MarkState, type Single } from '@headland/contracts/live-frame';

/** Middle of the view, and the zoom at which every vehicle is drawn by itself. */
export const centre = { lat: 35.8, lon: 127.1 };
export const zoom = 15;
const worldPx = 256 * 2 ** zoom;
/** Pseudo-random numbers in 0..1 from a seed (mulberry32): both sides draw the same fleet. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

export interface Mover {
  id: number;
  /** pixels of the world at `zoom` */
  x: number;
  y: number;
  /** pixels a second */
  dx: number;
  dy: number;
  heading: number;
  state: MarkState;
  flags: number;
}

export const worldX = (lon: number): number => (lon / 360 + 0.5) * worldPx;
export function worldY(lat: number): number {
  const s = Math.sin((lat * Math.PI) / 180);
  return (0.5 - Math.log((1 + s) / (1 - s)) / (4 * Math.PI)) * worldPx;
}
export const lonOf = (x: number): number => (x / worldPx - 0.5) * 360;
export const latOf = (y: number): number => (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / worldPx))) * 180) / Math.PI;

/** As many vehicles as asked for, all within a screen of this size, without panning. */
export function makeFleet(count: number, width: number, height: number): Mover[] {
  const next = randomFrom(20);
  const states: MarkState[] = ['off', 'idle', 'work', 'work', 'drive', 'drive', 'offline'];
  return Array.from({ length: count }, (_, i) => {
    const heading = Math.floor(next() * 360);
    const speed = 2 + next() * 10;
    return {
      id: i + 1,
      x: worldX(centre.lon) + (next() - 0.5) * width,
      y: worldY(centre.lat) + (next() - 0.5) * height,
      dx: Math.sin((heading * Math.PI) / 180) * speed,
      dy: -Math.cos((heading * Math.PI) / 180) * speed,
      heading,
      state: states[Math.floor(next() * states.length)] ?? 'work',
      flags: i % 97 === 0 ? markFlags.critical : i % 41 === 0 ? markFlags.major : 0,
    };
  });
}

/** The position of the whole fleet after `seconds`, as a console receives it: one packed frame for each tile of 1,024 pixels. */
export function framesAt(fleet: readonly Mover[], seconds: number): Uint8Array[] {
  const tiles = new Map<string, { x: number; y: number; singles: Single[] }>();
  for (const m of fleet) {
    const [px, py] = [m.x + m.dx * seconds, m.y + m.dy * seconds];
    const [x, y] = [Math.floor(px / 1024), Math.floor(py / 1024)];
    let tile = tiles.get(`${x} ${y}`);
    if (!tile) tiles.set(`${x} ${y}`, (tile = { x, y, singles: [] }));
    tile.singles.push({ id: m.id, lat: latOf(py), lon: lonOf(px), heading: m.heading, state: m.state, flags: m.flags });
  }
  return [...tiles.values()].map((t) =>
    packFrame({ zoom, x: t.x, y: t.y, at: Date.now(), singles: t.singles, clusters: [] }),
  );
}

/** Offset of the view in pixels at `seconds` of panning: a drag back and forth over 160 pixels, 800 pixels a second at its fastest. */
export const panAt = (seconds: number): { x: number; y: number } => ({
  x: 160 * Math.sin(seconds * 5),
  y: 60 * Math.sin(seconds * 3.1),
});
