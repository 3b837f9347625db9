import type { TrackPoint, VehicleNow } from '@headland/contracts/shared-shapes';
import { gapMs } from '../../ui/map/overlays';

/** Days, months and moments of a track: plain arithmetic, without clock or screen. A day is YYYY-MM-DD, its borders those of the person's zone. */
const dayMs = 86_400_000;
const hourMs = 3_600_000;

export const shiftDay = (day: string, by: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * dayMs).toISOString().slice(0, 10);
export const monthOf = (day: string): string => day.slice(0, 7);
export function shiftMonth(month: string, by: number): string {
  const [year = 1970, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** The weeks of a month, Sunday first; null where a day belongs to another month. */
export function weeksOf(month: string): (string | null)[][] {
  const first = `${month}-01`;
  const length = new Date(Date.parse(`${shiftMonth(month, 1)}-01T00:00:00Z`) - dayMs).getUTCDate();
  const cells = [
    ...Array.from({ length: weekdayOf(first) }, () => null),
    ...Array.from({ length }, (_, i) => shiftDay(first, i)),
  ];
  return Array.from({ length: Math.ceil(cells.length / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_, i) => cells[week * 7 + i] ?? null),
  );
}

/** What the slider spans: from the hour of the first point to the hour after the last. */
export function spanOf(points: readonly TrackPoint[]): { from: number; to: number } | null {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return null;
  return { from: Math.floor(first.ts / hourMs) * hourMs, to: Math.ceil((last.ts + 1) / hourMs) * hourMs };
}

/** A push of the stream as a point of today's track; null without a position or a time. */
export function pointOfNow({ ts, lat, lon, values, state }: VehicleNow): TrackPoint | null {
  if (ts === null || lat === null || lon === null) return null;
  return {
    ts: Date.parse(ts),
    lat,
    lon,
    heading: values.heading ?? null,
    speed: values.speed ?? null,
    state: state === 'offline' || state === 'never' ? null : state,
    rpm: values.rpm ?? null,
    engineHours: values.engineHours ?? null,
    fuelUsed: values.fuelUsed ?? null,
  };
}

/** The day for other programs: GPX 1.1, a new segment after each gap. */
export function gpxOf(name: string, points: readonly TrackPoint[]): string {
  const lines = points.map((p, i) => {
    const before = points[i - 1];
    const cut = before && p.ts - before.ts > gapMs ? '</trkseg><trkseg>' : '';
    return `${cut}<trkpt lat="${p.lat}" lon="${p.lon}"><time>${new Date(p.ts).toISOString()}</time></trkpt>`;
  });
  const safe = name.replace(/[<>&"]/gu, '');
  return `<?xml version="1.0" encoding="UTF-8"?>\n<gpx version="1.1" creator="Headland" xmlns="http://www.topografix.com/GPX/1/1"><trk><name>${safe}</name><trkseg>\n${lines.join('\n')}\n</trkseg></trk></gpx>\n`;
}
