/**
 * Web Mercator for drawing. A place is a pair of world coordinates, 0 to 1 from the north-west corner of the map; a view has which of them
 * is at the left top of the canvas and how many pixels the world is wide. Screen = world · scale − origin: linear, so that an animated zoom
 * is the straight blend of two views.
 */
export interface View {
  scale: number;
  originX: number;
  originY: number;
  width: number;
  height: number;
  zoom: number;
}

export const worldX = (lon: number): number => (lon + 180) / 360;
export const worldY = (lat: number): number => {
  const s = Math.sin((Math.max(-85.0511, Math.min(85.0511, lat)) * Math.PI) / 180);
  return 0.5 - Math.log((1 + s) / (1 - s)) / (4 * Math.PI);
};
/** The same world coordinate in that copy of the world, of those side by side, in which it is nearest to another. */
export const nearestCopy = (x: number, to: number): number => x - Math.round(x - to);
/** Pixels from the left of the canvas, in the copy of the world that is nearest to the middle of the view. */
export const screenX = (x: number, { scale, originX, width }: View): number =>
  nearestCopy(x, (originX + width / 2) / scale) * scale - originX;
export const lonOf = (x: number): number => x * 360 - 180;
export const latOf = (y: number): number => (360 / Math.PI) * Math.atan(Math.exp((0.5 - y) * 2 * Math.PI)) - 90;

export const blend = (a: View, b: View, t: number): View => ({
  scale: a.scale + (b.scale - a.scale) * t,
  originX: a.originX + (b.originX - a.originX) * t,
  originY: a.originY + (b.originY - a.originY) * t,
  width: b.width,
  height: b.height,
  zoom: b.zoom,
});

/** Metres under one pixel at a latitude. */
export const metresPerPixel = (lat: number, scale: number): number =>
  (40_075_016.686 * Math.cos((lat * Math.PI) / 180)) / scale;

/** The largest of 1, 2, 5 · 10ⁿ metres that fits into so many pixels. */
export function scaleBar(lat: number, scale: number, maxPixels: number): { metres: number; pixels: number } {
  const most = metresPerPixel(lat, scale) * maxPixels;
  const power = 10 ** Math.floor(Math.log10(most));
  const metres = [5, 2, 1].map((n) => n * power).find((m) => m <= most) ?? power;
  return { metres, pixels: metres / metresPerPixel(lat, scale) };
}

/** Degrees between two lines of the graticule, so that they are 90 to 250 pixels apart. */
export function graticuleStep(scale: number): number {
  const steps = [30, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
  return steps.find((s) => (s / 360) * scale <= 250) ?? 0.001;
}

/** The timing of Leaflet's zoom animation: cubic-bezier(0, 0, 0.25, 1), solved for time by bisection. */
export function ease(t: number): number {
  let lo = 0;
  let hi = 1;
  for (let i = 0; i < 20; i++) {
    const mid = (lo + hi) / 2;
    const x = 3 * (1 - mid) * mid * mid * 0.25 + mid ** 3;
    if (x < t) lo = mid;
    else hi = mid;
  }
  const s = (lo + hi) / 2;
  return 3 * (1 - s) * s * s + s ** 3;
}
