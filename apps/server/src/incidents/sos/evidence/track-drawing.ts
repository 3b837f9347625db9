import { earthRadiusKm, type Point } from '@headland/domain/geo';

export interface Drawing {
  svg: string;
  /** length of the scale bar in metres */
  barMetres: number;
}
/** Longer gaps are dashed: the position in between is unknown. ms */
export const gapMs = 200_000;

const width = 507;
const height = 230;
const margin = 18;
/** Minimum extent: the position of a parked machine varies by a few metres. */
const leastMetres = 60;

/** A track as a map, north up, with the place of the SOS. Null if there is nothing to draw. */
export function trackDrawing(points: readonly (Point & { ts: number })[], sos: Point | null): Drawing | null {
  const all = sos === null ? points : [...points, sos];
  const [first] = all;
  if (first === undefined || points.length < 2) return null;
  const metresPerDegree = (earthRadiusKm * 1000 * Math.PI) / 180;
  const shrink = Math.cos((first.lat * Math.PI) / 180);
  const metres = ({ lat, lon }: Point) => ({
    x: (lon - first.lon) * metresPerDegree * shrink,
    y: (first.lat - lat) * metresPerDegree,
  });
  const placed = all.map(metres);
  const [left, right] = spanOf(placed.map((p) => p.x));
  const [top, bottom] = spanOf(placed.map((p) => p.y));
  const scale = Math.min(
    (width - 2 * margin) / Math.max(right - left, leastMetres),
    (height - 2 * margin) / Math.max(bottom - top, leastMetres),
  );
  const onPaper = (point: Point): { x: number; y: number } => {
    const { x, y } = metres(point);
    return { x: width / 2 + (x - (left + right) / 2) * scale, y: height / 2 + (y - (top + bottom) / 2) * scale };
  };
  const path = (from: number, to: number): string =>
    points
      .slice(from, to + 1)
      .map((p, i) => `${i === 0 ? 'M' : 'L'}${at(onPaper(p))}`)
      .join(' ');
  const lines: string[] = [];
  let begin = 0;
  for (const [i, point] of points.entries()) {
    const next = points[i + 1];
    if (next !== undefined && next.ts - point.ts <= gapMs) continue;
    if (i > begin)
      lines.push(
        `<path d="${path(begin, i)}" fill="none" stroke="#2c5aa0" stroke-width="1.4" stroke-linejoin="round"/>`,
      );
    if (next !== undefined)
      lines.push(`<path d="${path(i, i + 1)}" fill="none" stroke="#8a948d" stroke-width="1" stroke-dasharray="3 3"/>`);
    begin = i + 1;
  }
  const [start, end] = [points[0], points.at(-1)].map((p) => (p === undefined ? null : onPaper(p)));
  const barMetres = niceBelow((width / 4 / scale) | 0);
  const parts = [
    `<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" fill="#f7f8f6" stroke="#d5dad3"/>`,
    ...lines,
    ...(start
      ? [
          `<circle cx="${start.x.toFixed(1)}" cy="${start.y.toFixed(1)}" r="2.6" fill="#ffffff" stroke="#2c5aa0" stroke-width="1.2"/>`,
        ]
      : []),
    ...(end ? [`<circle cx="${end.x.toFixed(1)}" cy="${end.y.toFixed(1)}" r="2.6" fill="#2c5aa0"/>`] : []),
    ...(sos === null ? [] : [mark(onPaper(sos))]),
    `<path d="M${margin} ${height - 14} L${margin} ${height - 10} L${(margin + barMetres * scale).toFixed(1)} ${height - 10} L${(margin + barMetres * scale).toFixed(1)} ${height - 14}" fill="none" stroke="#1d2620" stroke-width="1"/>`,
    `<path d="M${width - 20} 30 L${width - 20} 12 M${width - 24} 17 L${width - 20} 11 L${width - 16} 17" fill="none" stroke="#1d2620" stroke-width="1"/>`,
  ];
  return {
    svg: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join('')}</svg>`,
    barMetres,
  };
}

const at = ({ x, y }: { x: number; y: number }): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
const spanOf = (values: number[]): [number, number] => [Math.min(...values), Math.max(...values)];
const mark = ({ x, y }: { x: number; y: number }): string =>
  `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="6" fill="none" stroke="#b3141f" stroke-width="2"/><circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="2" fill="#b3141f"/>`;

/** 1, 2 or 5 times a power of ten. */
function niceBelow(metres: number): number {
  const unit = 10 ** Math.floor(Math.log10(Math.max(metres, 1)));
  return [5, 2, 1].map((n) => n * unit).find((n) => n <= metres) ?? unit;
}
