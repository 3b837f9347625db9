import type { Position } from 'geojson';

/**
 * Douglas–Peucker with a tolerance in degrees of latitude that may differ by place: what is left is nowhere farther from the given line. The ends
 * stay, so that lines that met still meet; a closed line keeps at least a triangle, so that an island keeps an area.
 */
export function simplify(line: Position[], tolerance: (lon: number, lat: number) => number): Position[] {
  if (line.length < 3) return line;
  const keep = new Uint8Array(line.length);
  keep[0] = 1;
  keep[line.length - 1] = 1;
  const pending: [number, number][] = [[0, line.length - 1]];
  for (let span = pending.pop(); span; span = pending.pop()) {
    const [from, to] = span;
    let far = -1;
    let worst = 0;
    for (let i = from + 1; i < to; i += 1) {
      const p = line[i] as Position;
      const off = distanceToSegment(p, line[from] as Position, line[to] as Position) / tolerance(p[0] ?? 0, p[1] ?? 0);
      if (off > worst) [worst, far] = [off, i];
    }
    if (far < 0 || worst <= 1) continue;
    keep[far] = 1;
    pending.push([from, far], [far, to]);
  }
  const kept = line.filter((_, i) => keep[i] === 1);
  return same(line[0], line.at(-1)) && kept.length < 4 ? triangle(line) : kept;
}

/** the least that still is an island: its start, the point farthest from that, and the one farthest from the line between them */
function triangle(ring: Position[]): Position[] {
  const farthest = (a: Position, b: Position) =>
    ring.reduce(
      (best, p, i) => (distanceToSegment(p, a, b) > distanceToSegment(ring[best] as Position, a, b) ? i : best),
      0,
    );
  const start = ring[0] as Position;
  const one = farthest(start, start);
  const other = farthest(start, ring[one] as Position);
  return [start, ...[one, other].sort((a, b) => a - b).map((i) => ring[i] as Position), start];
}

const same = (a: Position | undefined, b: Position | undefined): boolean => a?.[0] === b?.[0] && a?.[1] === b?.[1];

/** in degrees of latitude; a degree of longitude is shorter by the cosine */
export function distanceToSegment(p: Position, a: Position, b: Position): number {
  const shrink = Math.cos(((p[1] ?? 0) * Math.PI) / 180);
  const [px, py] = [(p[0] ?? 0) * shrink, p[1] ?? 0];
  const [ax, ay] = [(a[0] ?? 0) * shrink, a[1] ?? 0];
  const [dx, dy] = [(b[0] ?? 0) * shrink - ax, (b[1] ?? 0) - ay];
  const length = dx * dx + dy * dy;
  const t = length === 0 ? 0 : Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / length));
  return Math.hypot(px - ax - t * dx, py - ay - t * dy);
}
