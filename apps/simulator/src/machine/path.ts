import { type Random } from '@headland/testing/random';

/**
 * A path in metres east and north of the machine's home, parametrised by the distance driven. Headland turns are
 * marked.
 */
export class Path {
  readonly lengthM: number;
  private readonly cumulative: Float32Array;
  private at = 0;

  constructor(
    private readonly points: Float32Array,
    private readonly turns: Uint8Array,
  ) {
    this.cumulative = new Float32Array(points.length / 2);
    for (let i = 1; i < this.cumulative.length; i++) {
      this.cumulative[i] =
        num(this.cumulative[i - 1]) + Math.hypot(this.x(i) - this.x(i - 1), this.y(i) - this.y(i - 1));
    }
    this.lengthM = num(this.cumulative.at(-1));
  }

  /** The position after this distance; constant time for growing distances. */
  place(distanceM: number): { x: number; y: number; heading: number; turning: boolean } {
    if (distanceM < num(this.cumulative[this.at])) this.at = 0;
    const last = this.cumulative.length - 1;
    while (this.at < last - 1 && num(this.cumulative[this.at + 1]) < distanceM) this.at += 1;
    const i = this.at;
    const from = num(this.cumulative[i]);
    const span = num(this.cumulative[i + 1]) - from;
    const share = span > 0 ? Math.min(1, (distanceM - from) / span) : 1;
    const dx = this.x(i + 1) - this.x(i);
    const dy = this.y(i + 1) - this.y(i);
    const heading = ((Math.atan2(dx, dy) * 180) / Math.PI + 360) % 360;
    return { x: this.x(i) + share * dx, y: this.y(i) + share * dy, heading, turning: this.turns[i] === 1 };
  }

  private x(i: number): number {
    return num(this.points[2 * i]);
  }
  private y(i: number): number {
    return num(this.points[2 * i + 1]);
  }
}

const num = (x: number | undefined): number => x ?? 0;

/** Collects points; the flag of a point applies to the segment up to the next. */
class Trace {
  private readonly xy: number[] = [];
  private readonly turns: number[] = [];
  add(x: number, y: number, turning = false): this {
    this.xy.push(x, y);
    this.turns.push(turning ? 1 : 0);
    return this;
  }
  path(): Path {
    return new Path(Float32Array.from(this.xy), Uint8Array.from(this.turns));
  }
}

export interface Point {
  x: number;
  y: number;
}

export interface Field {
  /** corners in order, convex */
  corners: readonly Point[];
  /** direction of the passes, radians from north */
  bearing: number;
}

/** A field: a slightly distorted rectangle near the farm. */
export function makeField(country: 'KR' | 'US', random: Random): Field {
  const width = country === 'KR' ? random.between(40, 130) : random.between(180, 420);
  const length = country === 'KR' ? random.between(90, 260) : random.between(350, 800);
  const distance = country === 'KR' ? random.between(250, 2200) : random.between(500, 5000);
  const direction = random.between(0, 2 * Math.PI);
  const centre = { x: distance * Math.sin(direction), y: distance * Math.cos(direction) };
  const bearing = country === 'US' ? random.pick([0, Math.PI / 2]) : random.between(0, Math.PI);
  const pull = (): number => random.between(-0.08, 0.08);
  const corners = [
    [-0.5, -0.5],
    [-0.5, 0.5],
    [0.5, 0.5],
    [0.5, -0.5],
  ].map(([u = 0, v = 0]) => {
    const p = turn({ x: (u + pull()) * width, y: (v + pull()) * length }, bearing);
    return { x: centre.x + p.x, y: centre.y + p.y };
  });
  return { corners, bearing };
}

/**
 * Up and down the field in passes of the implement's width, a U-turn on the headland after each, and at the end once
 * around, as fields are usually worked. Begins and ends inside the polygon and never leaves it.
 */
export function fieldPath(field: Field, implementM: number): Path {
  // in the field's own frame the passes run along y
  const corners = field.corners.map((p) => turn(p, -field.bearing));
  const headlandM = 2 * implementM;
  const xs = corners.map((p) => p.x);
  const trace = new Trace();
  const add = (x: number, y: number, turning = false): void => {
    const p = turn({ x, y }, field.bearing);
    trace.add(p.x, p.y, turning);
  };
  let up = true;
  let previous: { x: number; end: number } | null = null;
  for (let x = Math.min(...xs) + headlandM; x <= Math.max(...xs) - headlandM; x += implementM) {
    const span = spanAt(corners, x);
    if (span === null || span.high - span.low < 4 * headlandM) continue;
    const start = up ? span.low + headlandM : span.high - headlandM;
    const end = up ? span.high - headlandM : span.low + headlandM;
    if (previous !== null) uTurn(add, previous, { x, start }, up ? -1 : 1);
    add(x, start);
    add(x, end, true);
    previous = { x, end };
    up = !up;
  }
  const middle = { x: mean(corners.map((p) => p.x)), y: mean(corners.map((p) => p.y)) };
  const inset = (p: Point): Point => {
    const d = Math.hypot(p.x - middle.x, p.y - middle.y);
    const share = Math.max(0.1, 1 - (1.2 * implementM) / d);
    return { x: middle.x + (p.x - middle.x) * share, y: middle.y + (p.y - middle.y) * share };
  };
  for (const corner of [...corners, ...corners.slice(0, 1)].map(inset)) add(corner.x, corner.y);
  return trace.path();
}

/** A half circle from the end of one pass to the start of the next, bulging into the headland. */
function uTurn(
  add: (x: number, y: number, turning?: boolean) => void,
  from: { x: number; end: number },
  to: { x: number; start: number },
  side: 1 | -1,
): void {
  const radius = (to.x - from.x) / 2;
  for (const angle of [Math.PI / 4, Math.PI / 2, (3 * Math.PI) / 4]) {
    const share = (1 - Math.cos(angle)) / 2;
    const base = from.end + (to.start - from.end) * share;
    add(from.x + radius * (1 - Math.cos(angle)), base + side * radius * Math.sin(angle), true);
  }
}

/** A country road between two points: with a few bends. */
export function roadPath(from: Point, to: Point, random: Random): Path {
  const trace = new Trace().add(from.x, from.y);
  const bends = random.whole(2, 5);
  const distance = Math.hypot(to.x - from.x, to.y - from.y);
  for (let i = 1; i <= bends; i++) {
    const share = i / (bends + 1);
    const aside = () => 0.12 * distance * random.normal() * Math.sin(Math.PI * share);
    trace.add(from.x + (to.x - from.x) * share + aside(), from.y + (to.y - from.y) * share + aside());
  }
  return trace.add(to.x, to.y).path();
}

const turn = (p: Point, bearing: number): Point => ({
  x: p.x * Math.cos(bearing) + p.y * Math.sin(bearing),
  y: -p.x * Math.sin(bearing) + p.y * Math.cos(bearing),
});
const mean = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0) / list.length;

/** The intersections of a vertical line at `x` with a convex polygon. */
function spanAt(corners: readonly Point[], x: number): { low: number; high: number } | null {
  const crossings: number[] = [];
  corners.forEach((a, i) => {
    const b = corners[(i + 1) % corners.length] ?? a;
    if ((a.x <= x && b.x > x) || (b.x <= x && a.x > x)) crossings.push(a.y + ((b.y - a.y) * (x - a.x)) / (b.x - a.x));
  });
  return crossings.length < 2 ? null : { low: Math.min(...crossings), high: Math.max(...crossings) };
}
