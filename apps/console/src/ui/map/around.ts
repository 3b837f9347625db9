interface Position {
  lat: number;
  lon: number;
}

/**
 * Where a map opens so that all of these are in sight, as near as that allows: its middle and a whole zoom. `free` is the part of the map, in pixels, that
 * neither controls nor captions cover.
 */
export function around(
  points: readonly Position[],
  free: { width: number; height: number },
  { nearest = 15, farthest = 6 } = {},
): Position & { zoom: number } {
  const of = (values: number[]) => {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return { middle: (low + high) / 2, span: Math.max(1e-4, high - low) };
  };
  const [lat, lon] = [of(points.map((p) => p.lat)), of(points.map((p) => p.lon))];
  // a world of zoom 0 is 256 px wide; on it a degree of latitude is longer than one of longitude by the cosine
  const wide = (free.width * 360) / (256 * lon.span);
  const high = (free.height * 360 * Math.cos((lat.middle * Math.PI) / 180)) / (256 * lat.span);
  return {
    lat: lat.middle,
    lon: lon.middle,
    zoom: Math.max(farthest, Math.min(nearest, Math.floor(Math.log2(Math.min(wide, high))))),
  };
}
