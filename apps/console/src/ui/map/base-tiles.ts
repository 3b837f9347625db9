import * as L from 'leaflet';
import type { BaseMap } from './geo/base-map';
import type { Palette } from './palette';
import { worldX, worldY } from './view';

/**
 * The shipped map as tiles that are drawn, not downloaded: land, coast, frontiers, provinces, municipalities. Leaflet moves, scales and keeps
 * them like any other tiles. Geometry is projected once; each tile clips and thins out what it shows.
 */
export interface Shape {
  points: Float64Array;
  left: number;
  top: number;
  right: number;
  bottom: number;
}
export interface LineShape extends Shape {
  fromZoom: number;
}
export interface Geometry {
  land: Shape[][];
  coast: LineShape[];
  countries: LineShape[];
  provinces: LineShape[];
  municipalities: LineShape[];
}

const tilePixels = 512;
/** Points nearer than this to the last one drawn are left out. */
const leastPixels = 0.6;

export class BaseTiles extends L.GridLayer {
  constructor(
    private geometry: Geometry,
    private palette: Palette,
    private regions: boolean,
  ) {
    super({
      tileSize: tilePixels,
      updateWhenZooming: false,
      keepBuffer: 1,
      maxZoom: 18,
      minZoom: 0,
      zIndex: 1,
      className: 'base-tile',
    });
  }

  setPalette(palette: Palette): void {
    this.palette = palette;
    this.redraw();
  }

  setRegions(regions: boolean): void {
    if (this.regions === regions) return;
    this.regions = regions;
    this.redraw();
  }

  /** More detail than before: drawn over in place, so that nothing flickers. */
  setGeometry(geometry: Geometry): void {
    this.geometry = geometry;
    for (const { el, coords } of Object.values(this._tiles)) this.drawOn(el as HTMLCanvasElement, coords);
  }

  override createTile(coords: L.Coords): HTMLElement {
    const canvas = document.createElement('canvas');
    this.drawOn(canvas, coords);
    return canvas;
  }

  private drawOn(canvas: HTMLCanvasElement, coords: L.Coords): void {
    const dpr = Math.min(2, window.devicePixelRatio || 1);
    // which empties it, too
    canvas.width = canvas.height = tilePixels * dpr;
    const c = canvas.getContext('2d');
    if (c) {
      c.scale(dpr, dpr);
      drawTile(
        c,
        this.geometry,
        coords.z,
        (256 * 2 ** coords.z) / tilePixels,
        coords.x,
        coords.y,
        this.palette,
        this.regions,
      );
    }
  }
}

export function projectBaseMap(map: BaseMap): Geometry {
  const lines = (collection: BaseMap['coast']) =>
    collection.features.map((f) => ({ ...project(f.geometry.coordinates), fromZoom: f.properties.fromZoom }));
  return {
    land: map.land.features.map((f) => f.geometry.coordinates.map(project)),
    coast: lines(map.coast),
    countries: lines(map.countries),
    provinces: lines(map.provinces),
    municipalities: lines(map.municipalities),
  };
}

function project(positions: readonly (readonly number[])[]): Shape {
  const points = new Float64Array(positions.length * 2);
  const shape = { points, left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const [i, [lon = 0, lat = 0]] of positions.entries()) {
    const x = (points[i * 2] = worldX(lon));
    const y = (points[i * 2 + 1] = worldY(lat));
    if (x < shape.left) shape.left = x;
    if (x > shape.right) shape.right = x;
    if (y < shape.top) shape.top = y;
    if (y > shape.bottom) shape.bottom = y;
  }
  return shape;
}

function drawTile(
  c: CanvasRenderingContext2D,
  g: Geometry,
  zoom: number,
  across: number,
  tx: number,
  ty: number,
  p: Palette,
  regions: boolean,
): void {
  const scale = across * tilePixels;
  const margin = 4 / scale;
  // Leaflet goes on east and west of the world with further tiles; they show the same earth.
  const x = ((tx % across) + across) % across;
  const box = {
    left: x / across - margin,
    right: (x + 1) / across + margin,
    top: ty / across - margin,
    bottom: (ty + 1) / across + margin,
  };
  const ox = x * tilePixels;
  const oy = ty * tilePixels;
  const near = (s: Shape) => s.left < box.right && s.right > box.left && s.top < box.bottom && s.bottom > box.top;

  c.fillStyle = p.land;
  for (const rings of g.land) {
    const [outer] = rings;
    if (!outer || !near(outer)) continue;
    c.beginPath();
    for (const ring of rings) if (near(ring)) traceRing(c, clip(ring.points, box), scale, ox, oy);
    c.fill('evenodd');
  }
  const stroke = (shapes: LineShape[], colour: string, width: number, dash: number[] = []) => {
    c.strokeStyle = colour;
    c.lineWidth = width;
    c.lineJoin = 'round';
    c.setLineDash(dash);
    c.beginPath();
    for (const s of shapes) if (s.fromZoom <= zoom && near(s)) traceLine(c, s.points, box, scale, ox, oy);
    c.stroke();
    c.setLineDash([]);
  };
  if (regions) {
    stroke(g.municipalities, p.trunk, 1);
    stroke(g.provinces, p.province, 1, [7, 3, 2, 3]);
  }
  stroke(g.countries, p.province, 1.3);
  stroke(g.coast, p.province, 0.9);
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** The part of a ring inside a box (Sutherland and Hodgman): four passes, one for each side. */
export function clip(points: Float64Array | number[], box: Box): number[] {
  let from: ArrayLike<number> = points;
  const sides: [axis: 0 | 1, limit: number, keepBelow: boolean][] = [
    [0, box.left, false],
    [0, box.right, true],
    [1, box.top, false],
    [1, box.bottom, true],
  ];
  for (const [axis, limit, keepBelow] of sides) {
    const to: number[] = [];
    const n = from.length;
    if (n < 4) return [];
    let px = from[n - 2] as number;
    let py = from[n - 1] as number;
    let pin = keepBelow ? (axis === 0 ? px : py) <= limit : (axis === 0 ? px : py) >= limit;
    for (let i = 0; i < n; i += 2) {
      const x = from[i] as number;
      const y = from[i + 1] as number;
      const inside = keepBelow ? (axis === 0 ? x : y) <= limit : (axis === 0 ? x : y) >= limit;
      if (inside !== pin) {
        const t = axis === 0 ? (limit - px) / (x - px) : (limit - py) / (y - py);
        to.push(px + (x - px) * t, py + (y - py) * t);
      }
      if (inside) to.push(x, y);
      px = x;
      py = y;
      pin = inside;
    }
    from = to;
  }
  return from as number[];
}

function traceRing(c: CanvasRenderingContext2D, points: number[], scale: number, ox: number, oy: number): void {
  let lastX = Infinity;
  let lastY = Infinity;
  for (let i = 0; i < points.length; i += 2) {
    const x = (points[i] as number) * scale - ox;
    const y = (points[i + 1] as number) * scale - oy;
    if (i > 0 && Math.abs(x - lastX) + Math.abs(y - lastY) < leastPixels) continue;
    if (i === 0) c.moveTo(x, y);
    else c.lineTo(x, y);
    lastX = x;
    lastY = y;
  }
  c.closePath();
}

function traceLine(
  c: CanvasRenderingContext2D,
  points: Float64Array,
  box: Box,
  scale: number,
  ox: number,
  oy: number,
): void {
  let drawing = false;
  let lastX = 0;
  let lastY = 0;
  for (let i = 0; i + 3 < points.length; i += 2) {
    const ax = points[i] as number;
    const ay = points[i + 1] as number;
    const bx = points[i + 2] as number;
    const by = points[i + 3] as number;
    if (
      (ax < box.left && bx < box.left) ||
      (ax > box.right && bx > box.right) ||
      (ay < box.top && by < box.top) ||
      (ay > box.bottom && by > box.bottom)
    ) {
      drawing = false;
      continue;
    }
    if (!drawing) {
      lastX = ax * scale - ox;
      lastY = ay * scale - oy;
      c.moveTo(lastX, lastY);
      drawing = true;
    }
    const x = bx * scale - ox;
    const y = by * scale - oy;
    if (Math.abs(x - lastX) + Math.abs(y - lastY) < leastPixels && i + 4 < points.length) continue;
    c.lineTo(x, y);
    lastX = x;
    lastY = y;
  }
}
