import * as L from 'leaflet';
import type { MapFrame } from '@headland/contracts/live-frame';
import type { ViewportSubscription } from '@headland/contracts/live';
import type { MapLayer } from '@headland/contracts/map-layer';
import type { VehicleNow } from '@headland/contracts/shared-shapes';
import { BaseTiles, projectBaseMap } from './base-tiles';
import { drawMarks, drawSelected } from './draw-marks';
import { type BaseMap, type Box, loadBaseMap, loadOutline } from './geo/base-map';
import { loadPlaceLabels, type PlaceLabels } from './geo/place-labels';
import { Ground, type GroundState } from './ground';
import { LabelLayer } from './label-layer';
import { at, glideMs, type Hit, type Mark, MarkField } from './marker-layer';
import { buildTrack, drawOverlay, drawTrack, type Overlay, type Track } from './overlays';
import { type Palette, readPalette } from './palette';
import { createSprites, type Sprites } from './sprites';
import { blend, ease, type View, worldX, worldY } from './view';

export interface MapLayers {
  vehicles: boolean;
  /** badges of open faults */
  faults: boolean;
  /** acknowledged SOS alerts; an unacknowledged one is always shown */
  sos: boolean;
  /** borders of provinces and municipalities */
  regions: boolean;
  places: boolean;
  graticule: boolean;
}
export interface StageOptions {
  /** the chosen base map; null: the outline */
  ground: MapLayer | null;
  language: 'ko' | 'en';
  layers: MapLayers;
  reducedMotion: boolean;
  onHit: (hit: Hit | null, at: { lat: number; lon: number }) => void;
  onView: () => void;
  onDragStart: () => void;
  onGround: (state: GroundState) => void;
}

const zoomAnimMs = 250;

/**
 * The map's imperative half: Leaflet moves, a canvas draws. Marks are drawn in one canvas over the whole map, only when something has changed,
 * in step with Leaflet's own zoom animation; names lie in a second one that moves along and is drawn anew when the view has come to rest.
 */
export class MapStage {
  readonly map: L.Map;
  readonly field = new MarkField();
  private readonly marks = document.createElement('canvas');
  private readonly labels = new LabelLayer();
  private palette: Palette;
  private sprites: Sprites;
  private base: BaseTiles | null = null;
  /** what the tiles of the outline were made of */
  private outline: BaseMap | null = null;
  private readonly ground: Ground;
  private names: PlaceLabels | null = null;
  private zoomAnim: { from: View; to: View; start: number } | null = null;
  private frame = 0;
  private pruning: ReturnType<typeof setTimeout> | undefined;
  private gone = false;
  private overlays: readonly Overlay[] = [];
  private tracks = new Map<string, { points: unknown; track: Track | null }>();
  private selectedId: number | null = null;
  private followId: number | null = null;
  private watched = new Map<number, Mark>();
  private focusKey: string | null = null;
  private readonly resize: ResizeObserver;

  constructor(
    private readonly container: HTMLElement,
    private options: StageOptions,
  ) {
    const still = options.reducedMotion;
    this.map = L.map(container, {
      zoomControl: false,
      attributionControl: false,
      minZoom: 2,
      maxZoom: 18,
      worldCopyJump: true,
      zoomAnimation: !still,
      fadeAnimation: !still,
      inertia: !still,
      zoomSnap: 1,
      wheelPxPerZoomLevel: 90,
    });
    this.palette = readPalette(container);
    this.sprites = createSprites(this.palette, this.dpr);
    this.ground = new Ground(this.map, this.palette, () => {
      this.redrawLabels();
      this.options.onGround(this.ground.state);
    });
    for (const [canvas, z] of [
      [this.labels.canvas, '420'],
      [this.marks, '430'],
    ] as const) {
      Object.assign(canvas.style, {
        position: 'absolute',
        inset: '0',
        width: '100%',
        height: '100%',
        zIndex: z,
        pointerEvents: 'none',
        transformOrigin: '0 0',
      });
      container.appendChild(canvas);
    }
    this.map.on('move zoom', () => {
      if (this.ready()) this.labels.move(this.view());
      this.dirty();
    });
    this.map.on('zoomanim', (e) => this.animateZoom(e));
    this.map.on('moveend', () => {
      this.zoomAnim = null;
      this.redrawLabels();
      this.dirty();
      void this.load();
      this.options.onView();
    });
    this.map.on('click', (e) =>
      this.options.onHit(this.hitAt(e.containerPoint), { lat: e.latlng.lat, lon: e.latlng.wrap().lng }),
    );
    this.map.on('mousemove', (e) => {
      container.style.cursor = this.hitAt(e.containerPoint) ? 'pointer' : '';
    });
    this.map.on('dragstart', () => this.options.onDragStart());
    this.resize = new ResizeObserver(() => {
      this.map.invalidateSize({ animate: false });
      this.fitCanvas();
    });
    this.resize.observe(container);
    this.fitCanvas();
  }

  destroy(): void {
    this.gone = true;
    cancelAnimationFrame(this.frame);
    clearTimeout(this.pruning);
    this.resize.disconnect();
    this.ground.destroy();
    this.map.remove();
    this.marks.remove();
    this.labels.canvas.remove();
  }

  /** A frame of the stream. Of a zoom that the map has left meanwhile it may still be of use until the next one comes. */
  take(frame: MapFrame): void {
    if (!this.options.layers.vehicles || !this.ready()) return;
    const now = performance.now();
    const { scale, zoom } = this.view();
    if (!this.zoomAnim) this.field.show(Math.round(zoom), now);
    this.field.take(frame, now, this.options.reducedMotion ? 0 : scale);
    this.dirty();
  }
  /** What was received for another purpose, as far as it is of the map's zoom. */
  takeOver(frames: Iterable<MapFrame>): void {
    if (!this.ready()) return;
    const zoom = Math.round(this.map.getZoom());
    for (const frame of frames) if (frame.zoom === zoom) this.take(frame);
  }
  /** What the server was asked for last: it sends no other tiles. */
  subscribed(map: ViewportSubscription['map']): void {
    this.field.subscribe(map);
    this.dirty();
  }

  /** The newest of a watched vehicle: drawn even where the frame has it in a cluster, and followed. */
  takeVehicle(now: VehicleNow): void {
    if (now.lat === null || now.lon === null) return;
    const x = worldX(now.lon);
    const y = worldY(now.lat);
    const old = this.watched.get(now.id);
    const t = performance.now();
    const from = old ? at(old, t) : { x, y };
    const glides = old !== undefined && !this.options.reducedMotion && (old.x !== x || old.y !== y);
    const heading = now.values.heading ?? old?.heading ?? null;
    this.watched.set(now.id, {
      id: now.id,
      fromX: glides ? from.x : x,
      fromY: glides ? from.y : y,
      x,
      y,
      since: glides ? t : t - glideMs,
      heading,
      state: now.state,
      flags: 0,
      tile: '',
    });
    if (glides) this.field.movingUntil = Math.max(this.field.movingUntil, t + glideMs);
    if (now.id === this.followId)
      this.map.panTo(this.nearest({ lat: now.lat, lon: now.lon }), {
        animate: !this.options.reducedMotion,
        duration: 1,
        easeLinearity: 1,
        noMoveStart: true,
      });
    this.dirty();
  }

  select(id: number | null): void {
    this.selectedId = id;
    this.dirty();
  }
  follow(id: number | null): void {
    this.followId = id;
    const mark = id === null ? undefined : (this.watched.get(id) ?? this.field.marks.get(id));
    if (mark)
      this.map.setView(
        L.CRS.EPSG3857.pointToLatLng(L.point(mark.x * 256, mark.y * 256), 0),
        Math.max(13, this.map.getZoom()),
        { animate: !this.options.reducedMotion },
      );
  }
  focus(key: string | null): void {
    this.focusKey = key;
    this.dirty();
  }
  setOverlays(overlays: readonly Overlay[]): void {
    this.overlays = overlays;
    const live = new Set<string>();
    for (const o of overlays) {
      if (o.kind !== 'track') continue;
      live.add(o.id);
      if (this.tracks.get(o.id)?.points !== o.points)
        this.tracks.set(o.id, { points: o.points, track: buildTrack(o.points) });
    }
    for (const id of this.tracks.keys()) if (!live.has(id)) this.tracks.delete(id);
    this.dirty();
  }
  set(options: Partial<StageOptions>): void {
    const old = this.options;
    this.options = { ...old, ...options };
    if (options.layers && !options.layers.vehicles) this.field.clear();
    if (options.layers !== undefined) this.base?.setRegions(options.layers.regions);
    if (options.ground !== undefined) this.ground.set(options.ground);
    if (options.layers !== undefined || options.language !== undefined) this.redrawLabels();
    this.dirty();
  }
  /** After a change of theme: the colours are read again from the map's element. */
  repaint(): void {
    this.palette = readPalette(this.container);
    this.sprites = createSprites(this.palette, this.dpr);
    this.base?.setPalette(this.palette);
    this.ground.setPalette(this.palette);
    this.redrawLabels();
    this.dirty();
  }

  view(): View {
    const zoom = this.map.getZoom();
    const min = this.map.getPixelBounds().min ?? L.point(0, 0);
    const size = this.map.getSize();
    return { scale: 256 * 2 ** zoom, originX: min.x, originY: min.y, width: size.x, height: size.y, zoom };
  }

  /** A place in the copy of the world that is nearest to the middle of the map: there it is drawn, and no other way leads round the globe. */
  nearest({ lat, lon }: { lat: number; lon: number }): [lat: number, lon: number] {
    return [lat, lon - 360 * Math.round((lon - this.map.getCenter().lng) / 360)];
  }

  hitAt(point: L.Point): Hit | null {
    return this.ready() ? this.field.hit(point.x, point.y, this.view(), performance.now()) : null;
  }

  private ready(): boolean {
    return !this.gone && (this.map as unknown as { _loaded?: boolean })._loaded === true;
  }

  private get dpr(): number {
    return Math.min(2.5, window.devicePixelRatio || 1);
  }

  /** What the view shows: the outline of the ground at once, its details and the names as they come. */
  private async load(): Promise<void> {
    const bounds = this.map.getBounds();
    const box: Box = [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()];
    const zoom = Math.round(this.map.getZoom());
    try {
      await Promise.all([
        this.outline === null && loadOutline().then((outline) => this.showOutline(outline)),
        loadBaseMap(box, zoom).then((map) => this.showOutline(map)),
        loadPlaceLabels(zoom).then((names) => {
          if (this.gone || this.names === names) return;
          this.names = names;
          this.redrawLabels();
        }),
      ]);
    } catch (error) {
      // The marks are worth more than the land under them: the map goes on without it, and the next one tries again.
      reportError(error);
    }
  }

  private showOutline(map: BaseMap): void {
    if (this.gone || this.outline === map) return;
    this.outline = map;
    const geometry = projectBaseMap(map);
    if (this.base) this.base.setGeometry(geometry);
    else this.base = new BaseTiles(geometry, this.palette, this.options.layers.regions).addTo(this.map);
  }

  private dirty(): void {
    if (!this.gone) this.frame ||= requestAnimationFrame((now) => this.draw(now));
  }

  private draw(now: number): void {
    this.frame = 0;
    if (!this.ready()) return;
    const view = this.currentView(now);
    if (this.zoomAnim) this.labels.move(view);
    else this.pruneAgain(this.field.prune(Math.round(view.zoom), now));
    const c = this.marks.getContext('2d');
    if (!c) return;
    c.setTransform(1, 0, 0, 1, 0, 0);
    c.clearRect(0, 0, this.marks.width, this.marks.height);
    const pulses = !this.options.reducedMotion;
    let again = this.zoomAnim !== null;
    for (const { track } of this.tracks.values()) if (track) drawTrack(c, track, view, this.sprites);
    for (const o of this.overlays)
      if (o.kind === 'line' || o.kind === 'place' || o.kind === 'mark')
        drawOverlay(c, o, view, this.sprites, now, pulses);
    c.setTransform(1, 0, 0, 1, 0, 0);
    const { faults, sos } = this.options.layers;
    again =
      drawMarks(c, this.field, view, this.sprites, now, {
        selectedId: this.selectedId,
        focusKey: this.focusKey,
        pulses,
        faults,
        sos,
      }) || again;
    const lone =
      this.selectedId === null || this.field.marks.has(this.selectedId) ? undefined : this.watched.get(this.selectedId);
    if (lone) drawSelected(c, lone, view, this.sprites, now);
    for (const o of this.overlays)
      if (o.kind === 'vehicle' || o.kind === 'sos') again = drawOverlay(c, o, view, this.sprites, now, pulses) || again;
    if (again || now < this.field.movingUntil) this.dirty();
  }

  /** A map at rest draws nothing by itself, and what is stale has to go all the same. */
  private pruneAgain(inMs: number | null): void {
    clearTimeout(this.pruning);
    if (inMs !== null) this.pruning = setTimeout(() => this.dirty(), inMs);
  }

  private animateZoom({ center, zoom }: L.ZoomAnimEvent): void {
    const from = this.currentView(performance.now());
    const size = this.map.getSize();
    const middle = this.map.project(center, zoom);
    const to: View = {
      scale: 256 * 2 ** zoom,
      originX: middle.x - size.x / 2,
      originY: middle.y - size.y / 2,
      width: size.x,
      height: size.y,
      zoom,
    };
    this.zoomAnim = { from, to, start: performance.now() };
    this.dirty();
  }

  private currentView(now: number): View {
    if (!this.zoomAnim) return this.view();
    const t = Math.min(1, (now - this.zoomAnim.start) / zoomAnimMs);
    return blend(this.zoomAnim.from, this.zoomAnim.to, ease(t));
  }

  private fitCanvas(): void {
    const { clientWidth, clientHeight } = this.container;
    this.marks.width = Math.max(1, Math.round(clientWidth * this.dpr));
    this.marks.height = Math.max(1, Math.round(clientHeight * this.dpr));
    if (this.sprites.dpr !== this.dpr) this.sprites = createSprites(this.palette, this.dpr);
    this.redrawLabels();
    this.dirty();
  }

  private redrawLabels(): void {
    if (!this.ready()) return;
    const { layers, language } = this.options;
    const ofGround = this.ground.labels();
    this.labels.draw(this.view(), this.dpr, this.palette, {
      names: layers.places ? (ofGround ?? this.names) : null,
      graticule: layers.graticule && ofGround === null,
      language,
    });
  }
}
