import type { MapLayer } from '@headland/contracts/map-layer';
import * as L from 'leaflet';
import { placeLabels, type PlaceLabels } from './geo/place-labels';
import type { Palette } from './palette';
import type { VectorTiles } from './vector-tiles';

/** none: the outline was chosen. failed: no tile came, so that the outline is all there is. */
export type GroundState = 'none' | 'loading' | 'shown' | 'failed';

/** The chosen base map. The outline stays below it and shows where a tile is missing or does not come. */
export class Ground {
  state: GroundState = 'none';
  private layer: MapLayer | null = null;
  private raster: L.TileLayer | null = null;
  private vector: VectorTiles | null = null;
  private names: PlaceLabels | null = null;
  private readonly retry = (): void => {
    if (this.state === 'failed') (this.raster ?? this.vector)?.redraw();
  };

  constructor(
    private readonly map: L.Map,
    private palette: Palette,
    private readonly onChange: () => void,
  ) {
    window.addEventListener('online', this.retry);
  }

  destroy(): void {
    window.removeEventListener('online', this.retry);
    this.set(null);
  }

  set(layer: MapLayer | null): void {
    if (layer?.id === this.layer?.id && layer?.url === this.layer?.url) return;
    this.raster?.remove();
    this.vector?.remove();
    this.raster = this.vector = this.names = null;
    this.layer = layer;
    this.become(layer === null ? 'none' : 'loading');
    if (layer?.kind === 'raster') {
      this.raster = L.tileLayer(this.rasterUrl(layer), {
        maxZoom: 18,
        maxNativeZoom: layer.maxZoom,
        zIndex: 2,
        className: 'ground-tile',
        // many services ask for it; a page of the console sends none by itself
        referrerPolicy: 'strict-origin',
      });
      this.show(this.raster);
    } else if (layer !== null) void this.showVector(layer);
  }

  setPalette(palette: Palette): void {
    this.palette = palette;
    if (this.layer?.kind === 'raster') {
      const url = this.rasterUrl(this.layer);
      if (this.layer.darkUrl !== null) this.raster?.setUrl(url);
    }
    this.vector?.setPalette(palette);
  }

  /** The names to write over it; null: those of the outline. Photographs and rendered maps have their own. */
  labels(): PlaceLabels | null {
    if (this.state === 'none' || this.state === 'failed') return null;
    return this.names ?? (() => []);
  }

  private rasterUrl({ url, darkUrl }: MapLayer & { kind: 'raster' }): string {
    return this.palette.dark ? (darkUrl ?? url) : url;
  }

  private async showVector(layer: MapLayer): Promise<void> {
    try {
      const loaded = await import('./vector-tiles');
      if (this.layer !== layer) return;
      const vector = new loaded.VectorTiles(layer.url, this.palette);
      vector.on('load', () => {
        this.names = placeLabels(vector.places());
        this.onChange();
      });
      this.vector = vector;
      this.show(vector);
    } catch (error) {
      reportError(error);
      if (this.layer === layer) this.become('failed');
    }
  }

  private show(tiles: L.GridLayer): void {
    const look = (): void =>
      this.become(tiles.getContainer()?.querySelector('.leaflet-tile-loaded') ? 'shown' : 'failed');
    tiles.on({ tileload: look, tileerror: look }).addTo(this.map);
  }

  private become(state: GroundState): void {
    if (state === this.state) return;
    this.state = state;
    this.onChange();
  }
}
