import type { Position } from 'geojson';

/** Natural Earth's topology is joined over the date line: a step from 179.9° to −179.9°. A flat map needs such lines and rings cut there. */
export const jumps = (line: Position[]): boolean => line.some((p, i) => i > 0 && leaps(line[i - 1], p));
const leaps = (a: Position | undefined, b: Position): boolean => Math.abs((b[0] ?? 0) - (a?.[0] ?? 0)) > 180;

/** The pieces of a line on this side and that; the cut ends lie on the date line. */
export function cutLine(line: Position[]): Position[][] {
  const pieces: Position[][] = [[]];
  line.forEach((p, i) => {
    const before = line[i - 1];
    if (before && leaps(before, p)) {
      const edge = (before[0] ?? 0) > 0 ? 180 : -180;
      const lat = crossing(before, [(p[0] ?? 0) + edge * 2, p[1] ?? 0], edge);
      pieces.at(-1)?.push([edge, lat]);
      pieces.push([[-edge, lat]]);
    }
    pieces.at(-1)?.push(p);
  });
  return pieces.filter((piece) => piece.length > 1 && !piece.every((p) => Math.abs(p[0] ?? 0) > 179.99));
}

/** The one or two rings of a ring that crosses the date line, each on its own side. */
export function cutRing(ring: Position[]): Position[][] {
  let turn = 0;
  const unwound = ring.map((p, i) => {
    const before = ring[i - 1];
    if (before && leaps(before, p)) turn += (before[0] ?? 0) > 0 ? 360 : -360;
    return [(p[0] ?? 0) + turn, p[1] ?? 0];
  });
  return [-360, 0, 360]
    .map((shift) =>
      clip(
        clip(
          unwound.map(([x = 0, y = 0]) => [x + shift, y]),
          -180,
          1,
        ),
        180,
        -1,
      ),
    )
    .filter((r) => r.length > 3);
}

/** Sutherland–Hodgman against one meridian; `side` 1 keeps what is east of it. */
function clip(ring: Position[], meridian: number, side: 1 | -1): Position[] {
  const isIn = (p: Position) => ((p[0] ?? 0) - meridian) * side >= 0;
  const out: Position[] = [];
  ring.forEach((p, i) => {
    const before = ring[i - 1];
    if (before && isIn(before) !== isIn(p)) out.push([meridian, crossing(before, p, meridian)]);
    if (isIn(p)) out.push(p);
  });
  const first = out[0];
  if (first && String(first) !== String(out.at(-1))) out.push(first);
  return out;
}

const crossing = (a: Position, b: Position, meridian: number): number =>
  (a[1] ?? 0) + (((b[1] ?? 0) - (a[1] ?? 0)) * (meridian - (a[0] ?? 0))) / ((b[0] ?? 0) - (a[0] ?? 0));
