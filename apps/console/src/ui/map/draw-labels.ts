import type { PlaceLabels } from './geo/place-labels';
import type { Palette } from './palette';
import { graticuleStep, latOf, lonOf, type View, worldX, worldY } from './view';

/** From here on the shipped map has nothing but borders: a graticule gives a scale. */
export const graticuleFromZoom = 10;

export interface LabelOptions {
  names: PlaceLabels | null;
  graticule: boolean;
  language: 'ko' | 'en';
}

/** Place names and, where nothing else is known, the graticule with its degrees. Drawn when the view has come to rest, not while it moves. */
export function drawLabels(
  c: CanvasRenderingContext2D,
  view: View,
  palette: Palette,
  { names, graticule, language }: LabelOptions,
): void {
  const west = lonOf(view.originX / view.scale);
  const east = lonOf((view.originX + view.width) / view.scale);
  const north = latOf(view.originY / view.scale);
  const south = latOf((view.originY + view.height) / view.scale);
  const screen = (lat: number, lon: number) =>
    [worldX(lon) * view.scale - view.originX, worldY(lat) * view.scale - view.originY] as const;
  c.lineJoin = 'round';

  if (graticule && view.zoom >= graticuleFromZoom) {
    const step = graticuleStep(view.scale);
    const digits = Math.max(0, Math.ceil(-Math.log10(step)));
    c.strokeStyle = palette.grid;
    c.fillStyle = palette.label;
    c.font = `400 ${10 * palette.names}px ${palette.font}`;
    c.lineWidth = 1;
    c.beginPath();
    for (let lon = Math.ceil(west / step) * step; lon <= east; lon += step) {
      const [x] = screen(0, lon);
      c.moveTo(x, 0);
      c.lineTo(x, view.height);
      // the copies of the world beside the first have its degrees
      c.fillText(`${(lon - 360 * Math.round(lon / 360)).toFixed(digits)}°`, x + 3, 12 * palette.names);
    }
    for (let lat = Math.ceil(south / step) * step; lat <= north; lat += step) {
      const [, y] = screen(lat, 0);
      c.moveTo(0, y);
      c.lineTo(view.width, y);
      c.fillText(`${lat.toFixed(digits)}°`, 4, y - 3);
    }
    c.stroke();
  }

  c.textAlign = 'center';
  c.textBaseline = 'middle';
  c.strokeStyle = palette.land;
  c.fillStyle = palette.label;
  c.lineWidth = 3 * palette.names;
  for (const { lat, lon, rank, text } of names?.(
    Math.floor(view.zoom),
    [west, south, east, north],
    language,
    palette.names,
  ) ?? []) {
    const [x, y] = screen(lat, lon);
    c.font = `${rank <= 6 ? 500 : 400} ${(rank <= 6 ? 13 : rank <= 8 ? 12 : 11) * palette.names}px ${palette.font}`;
    c.strokeText(text[language], x, y);
    c.fillText(text[language], x, y);
  }
}
