import type { TrackPoint, VehicleNow } from '@headland/contracts/shared-shapes';
import { gapMs } from '../../ui/plot/plot-data';

/** Moments of a track: plain arithmetic, without clock or screen. */
const hourMs = 3_600_000;

/** What the slider spans: from the hour of the first point to the hour after the last. */
export function spanOf(points: readonly TrackPoint[]): { from: number; to: number } | null {
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return null;
  return { from: Math.floor(first.ts / hourMs) * hourMs, to: Math.ceil((last.ts + 1) / hourMs) * hourMs };
}

/** A push of the stream as a point of today's track; null without a position or a time, and while the position is older than the values. */
export function pointOfNow({ ts, lat, lon, positionTs, values, state }: VehicleNow): TrackPoint | null {
  if (ts === null || lat === null || lon === null || positionTs === null) return null;
  const at = Date.parse(positionTs);
  if (at !== Date.parse(ts)) return null;
  return {
    ts: at,
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
