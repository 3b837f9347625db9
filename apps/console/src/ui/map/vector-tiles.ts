import { VectorTile } from '@mapbox/vector-tile';
import * as L from 'leaflet';
import { PbfReader } from 'pbf';
import { type Header, PMTiles, TileType } from 'pmtiles';
import { drawGround, placesIn } from './draw-ground';
import type { GroundPlace } from './ground-features';
import type { Palette } from './palette';
import { latOf, lonOf } from './view';

/** A tile of the data covers as much as two of raster tiles in each direction. */
const tilePixels = 512;
/** Data tiles kept decoded: where the map is deeper than the data, many tiles of the map are pieces of one. */
const mostDecoded = 48;

type Named = GroundPlace & { lat: number; lon: number };

/**
 * A base map of vector tiles in one archive, of which the browser reads the ranges that it needs. Loaded on demand: a
 * console without such a map never has this file and the libraries that it needs.
 */
export class VectorTiles extends L.GridLayer {
  private archive: PMTiles;
  private readonly decoded = new Map<string, Promise<VectorTile | null>>();
  private readonly named = new Map<HTMLElement, Named[]>();

  constructor(
    private readonly url: string,
    private palette: Palette,
  ) {
    super({
      tileSize: tilePixels,
      updateWhenZooming: false,
      keepBuffer: 1,
      maxZoom: 18,
      minZoom: 0,
      zIndex: 2,
      className: 'ground-tile',
    });
    this.archive = new PMTiles(url);
    this.on('tileunload', ({ tile }: L.TileEvent) => this.named.delete(tile));
  }

  setPalette(palette: Palette): void {
    this.palette = palette;
    this.redraw();
  }

  /** What is named in the tiles that the map has, larger places first. */
  places(): Named[] {
    return [...this.named.values()].flat().sort((a, b) => a.order - b.order);
  }

  override createTile(coords: L.Coords, done: L.DoneCallback): HTMLElement {
    const canvas = document.createElement('canvas');
    this.paint(canvas, coords).then(
      () => done(undefined, canvas),
      (error: unknown) => done(error instanceof Error ? error : new Error('no tile'), canvas),
    );
    return canvas;
  }

  private async paint(canvas: HTMLCanvasElement, coords: L.Coords): Promise<void> {
    const header = await this.header();
    const deepest = coords.z - 1;
    const zoom = Math.min(deepest, header.maxZoom);
    /** how many tiles of the map one of the data is wide */
    const times = 2 ** (deepest - zoom);
    const across = 2 ** deepest;
    // Leaflet goes on east and west of the world with further tiles; they show the same earth.
    const [x, y] = [((coords.x % across) + across) % across, coords.y];
    const [dataX, dataY] = [Math.floor(x / times), Math.floor(y / times)];
    const tile = await this.tile(zoom, dataX, dataY);
    // nothing is known here: the outline below shows through
    if (tile === null || !canvas.isConnected) return;
    const dpr = Math.min(2, window.devicePixelRatio || 1);
    canvas.width = canvas.height = tilePixels * dpr;
    const c = canvas.getContext('2d');
    if (!c) return;
    c.scale(dpr, dpr);
    const part = { left: (x - dataX * times) * tilePixels, top: (y - dataY * times) * tilePixels };
    drawGround(c, tile, { zoom: coords.z, pixels: tilePixels * times, ...part }, this.palette);
    const world = 2 ** zoom;
    this.named.set(
      canvas,
      placesIn(tile).map((p) => ({ ...p, lon: lonOf((dataX + p.x) / world), lat: latOf((dataY + p.y) / world) })),
    );
  }

  private async header(): Promise<Header> {
    try {
      const header = await this.archive.getHeader();
      if (header.tileType !== TileType.Mvt) throw new Error(`${this.url} has no vector tiles`);
      return header;
    } catch (error) {
      // it keeps what failed: the next tile begins anew
      this.archive = new PMTiles(this.url);
      throw error;
    }
  }

  private tile(z: number, x: number, y: number): Promise<VectorTile | null> {
    const key = `${z}/${x}/${y}`;
    const known = this.decoded.get(key);
    if (known !== undefined) return known;
    const reading = this.archive
      .getZxy(z, x, y)
      .then((found) => (found === undefined ? null : new VectorTile(new PbfReader(found.data))));
    reading.catch(() => this.decoded.delete(key));
    this.decoded.set(key, reading);
    const [oldest] = this.decoded.keys();
    if (this.decoded.size > mostDecoded && oldest !== undefined) this.decoded.delete(oldest);
    return reading;
  }
}
