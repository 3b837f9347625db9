import type { VectorTile, VectorTileFeature } from '@mapbox/vector-tile';
import { type Area, areaOf, featureType, type GroundPlace, placeOf, type Way, wayOf } from './ground-features';
import type { Colour, Palette } from './palette';

/** The part of a data tile that one tile of the map shows: all of it, or a piece where the map is deeper than the data. */
export interface Part {
  zoom: number;
  /** pixels of the whole data tile */
  pixels: number;
  /** of them left and above of what is shown */
  left: number;
  top: number;
}
interface AreaStyle {
  area: Area;
  colour: Colour;
  fromZoom: number;
}
interface WayStyle {
  way: Way;
  colour: Colour;
  fromZoom: number;
  /** pixels at zoom 16; half as wide two levels above */
  width: number;
  casing?: Colour;
  dash?: number[];
}

/** From below to above. */
const areas: readonly AreaStyle[] = [
  { area: 'built', colour: 'built', fromZoom: 8 },
  { area: 'field', colour: 'field', fromZoom: 8 },
  { area: 'green', colour: 'green', fromZoom: 8 },
  { area: 'wood', colour: 'wood', fromZoom: 6 },
  { area: 'water', colour: 'sea', fromZoom: 0 },
  { area: 'building', colour: 'building', fromZoom: 15 },
];
const ways: readonly WayStyle[] = [
  { way: 'stream', colour: 'sea', fromZoom: 13, width: 1.5 },
  { way: 'river', colour: 'sea', fromZoom: 8, width: 4 },
  { way: 'path', colour: 'roadPath', fromZoom: 14, width: 1.4, dash: [4, 3] },
  { way: 'rail', colour: 'rail', fromZoom: 10, width: 1.8 },
  { way: 'minor', colour: 'roadMinor', fromZoom: 12, width: 4, casing: 'roadEdge' },
  { way: 'major', colour: 'roadMajor', fromZoom: 7, width: 6.5, casing: 'roadEdge' },
  { way: 'motorway', colour: 'roadMotorway', fromZoom: 5, width: 9, casing: 'roadMotorwayEdge' },
  { way: 'province', colour: 'province', fromZoom: 5, width: 1.6, dash: [7, 3, 2, 3] },
  { way: 'frontier', colour: 'province', fromZoom: 0, width: 2.4 },
];
const leastWidth = 0.6;
/** Roads that are narrower have no edge: it would hide them. */
const leastCased = 2;

const widthAt = (style: WayStyle, zoom: number): number => Math.max(leastWidth, style.width * 2 ** ((zoom - 16) / 2));

/** Draws land, water, roads and buildings; what has no colour here, as points of interest, is left out. */
export function drawGround(c: CanvasRenderingContext2D, tile: VectorTile, part: Part, palette: Palette): void {
  const areaPaths = new Map<Area, Path2D>();
  const wayPaths = new Map<Way, Path2D>();
  for (const [name, layer] of Object.entries(tile.layers)) {
    for (let i = 0; i < layer.length; i += 1) {
      const feature = layer.feature(i);
      if (feature.type === featureType.polygon) {
        const area = areaOf(name, feature.properties);
        if (area !== null) trace(feature, part, pathOf(areaPaths, area), true);
      } else if (feature.type === featureType.line) {
        const way = wayOf(name, feature.properties);
        if (way !== null) trace(feature, part, pathOf(wayPaths, way), false);
      }
    }
  }

  c.fillStyle = palette.land;
  c.fillRect(0, 0, part.pixels, part.pixels);
  for (const { area, colour, fromZoom } of areas) {
    const path = areaPaths.get(area);
    if (path === undefined || part.zoom < fromZoom) continue;
    c.fillStyle = palette[colour];
    c.fill(path);
  }
  c.lineJoin = 'round';
  const drawn = ways.filter(({ way, fromZoom }) => wayPaths.has(way) && part.zoom >= fromZoom);
  const stroke = (way: Way, colour: Colour, width: number, dash: number[] = []): void => {
    c.strokeStyle = palette[colour];
    c.lineWidth = width;
    c.lineCap = dash.length > 0 ? 'butt' : 'round';
    c.setLineDash(dash);
    c.stroke(pathOf(wayPaths, way));
  };
  // all edges first, so that crossings are open
  for (const style of drawn) {
    const width = widthAt(style, part.zoom);
    if (style.casing !== undefined && width >= leastCased) stroke(style.way, style.casing, width + 1.5);
  }
  for (const style of drawn) stroke(style.way, style.colour, widthAt(style, part.zoom), style.dash);
}

/** The names of a data tile, with their places as parts of it (0 to 1). */
export function placesIn(tile: VectorTile): (GroundPlace & { x: number; y: number })[] {
  return Object.entries(tile.layers).flatMap(([name, layer]) =>
    Array.from({ length: name.startsWith('place') ? layer.length : 0 }, (_, i) => layer.feature(i)).flatMap(
      (feature) => {
        const place = feature.type === featureType.point ? placeOf(name, feature.properties) : null;
        const point = place === null ? undefined : feature.loadGeometry()[0]?.[0];
        return place === null || point === undefined
          ? []
          : [{ ...place, x: point.x / feature.extent, y: point.y / feature.extent }];
      },
    ),
  );
}

function pathOf<K>(paths: Map<K, Path2D>, key: K): Path2D {
  const path = paths.get(key) ?? new Path2D();
  paths.set(key, path);
  return path;
}

function trace(feature: VectorTileFeature, part: Part, path: Path2D, closed: boolean): void {
  const scale = part.pixels / feature.extent;
  for (const line of feature.loadGeometry()) {
    for (const [i, { x, y }] of line.entries()) {
      if (i === 0) path.moveTo(x * scale - part.left, y * scale - part.top);
      else path.lineTo(x * scale - part.left, y * scale - part.top);
    }
    if (closed) path.closePath();
  }
}
