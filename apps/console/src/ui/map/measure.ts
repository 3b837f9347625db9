import { distanceKm, type Point } from '@headland/domain/geo';
import type { Overlay } from './overlays';

/** The length of the way over these points. */
export const metresOver = (points: readonly Point[]): number =>
  points.reduce((sum, to, i) => sum + (i === 0 ? 0 : distanceKm(points[i - 1] ?? to, to) * 1000), 0);

/** In metres below a kilometre, from there with as many decimals as a click on a map is worth. */
export function lengthText(metres: number, number: (value: number, decimals?: number) => string): string {
  // 999.6 m is a kilometre, as written
  if (Math.round(metres) < 1000) return `${number(Math.round(metres))} m`;
  const km = metres / 1000;
  return `${number(km, km < 100 ? 2 : km < 1000 ? 1 : 0)} km`;
}

/** The measured way on the map: its legs, and at each point the length up to there. */
export function measureOverlays(points: readonly Point[], text: (metres: number) => string): Overlay[] {
  const legs = points.slice(1).map<Overlay>((to, i) => ({
    kind: 'line',
    id: `measure-${i}`,
    from: points[i] ?? to,
    to,
  }));
  const ends = points.map<Overlay>((point, i) => ({
    kind: 'place',
    id: `measure-at-${i}`,
    ...point,
    label: i === 0 ? '' : text(metresOver(points.slice(0, i + 1))),
  }));
  return [...legs, ...ends];
}
