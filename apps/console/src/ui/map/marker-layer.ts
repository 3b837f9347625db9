import { type Cluster, type MapFrame, markFlags, type MarkState, type Single } from '@headland/contracts/live-frame';
import type { ViewportSubscription } from '@headland/contracts/live';
import { screenX, type View, worldX, worldY } from './view';
import { tilesIn } from './viewport-query';

/**
 * The marks of a map, as frames bring them. Singles glide from where they are drawn to where they have come; a frame has everything in its
 * tile, so what it does not name any more is gone. Kept outside React: it changes sixty times a second.
 */
export interface Mark {
  id: number;
  /** world coordinates: where it came from, where it is, and when it set out */
  fromX: number;
  fromY: number;
  x: number;
  y: number;
  since: number;
  heading: number | null;
  state: MarkState;
  flags: number;
  tile: string;
}
export interface ClusterMark extends Cluster {
  x: number;
  y: number;
  key: string;
}
export type Hit = { kind: 'vehicle'; mark: Mark } | { kind: 'cluster'; cluster: ClusterMark };

export const glideMs = 1_000;
/** A move of fewer pixels is put there at once: it is not visible, and the map can idle. */
const leastGlidePixels = 0.7;
/** Further than this in a second is no drive but a correction: it is put there at once, too. */
const maxGlidePixels = 400;
/** How long tiles of the former zoom stay up while the new ones are on their way: from the change of zoom on. */
const staleMs = 1_500;

export class MarkField {
  readonly marks = new Map<number, Mark>();
  private tiles = new Map<string, Held>();
  /** drawn until this moment at least, because something glides */
  movingUntil = 0;
  version = 0;
  /** what the map shows, and since when */
  private shown: { zoom: number; since: number } | null = null;
  /** the tiles that the server was asked for last; null: none, or not asked yet */
  private subscribed: { zoom: number; keys: ReadonlySet<string> } | null = null;

  /** Takes a frame in at `now` (ms of the page's clock); `scale` is the view's, to judge what is worth a glide. */
  take(frame: MapFrame, now: number, scale: number): void {
    const key = `${frame.zoom}/${frame.x}/${frame.y}`;
    const old = this.tiles.get(key);
    // late, of a zoom that the map has left: the present marks are more precise
    if (
      this.shown &&
      frame.zoom !== this.shown.zoom &&
      [...this.tiles.values()].some((t) => t.zoom === this.shown?.zoom && overlap(frame, t))
    )
      return;
    for (const [other, tile] of this.tiles) {
      if (tile.zoom === frame.zoom || !overlap(frame, tile)) continue;
      if (tile.zoom > frame.zoom) this.dropTile(other);
      else this.cutOut(other, tile, frame);
    }
    const ids: number[] = [];
    for (const single of frame.singles) {
      this.place(single, key, now, scale);
      ids.push(single.id);
    }
    const named = new Set(ids);
    for (const [id, mark] of this.marks) if (mark.tile === '' && !named.has(id)) this.marks.delete(id);
    for (const id of old?.ids ?? []) if (!named.has(id) && this.marks.get(id)?.tile === key) this.marks.delete(id);
    this.tiles.set(key, {
      zoom: frame.zoom,
      x: frame.x,
      y: frame.y,
      ids,
      clusters: frame.clusters.map((c, i) => ({ ...c, x: worldX(c.lon), y: worldY(c.lat), key: `${key}:${i}` })),
    });
    this.version++;
  }

  /** What the server was asked for: the whole of a tile comes once, from then on only what changes. */
  subscribe(map: ViewportSubscription['map']): void {
    this.subscribed = map && { zoom: map.zoom, keys: new Set(tilesIn(map, map.zoom).map((t) => `${map.zoom}/${t}`)) };
  }

  /** The zoom of the map, from `now` on unless it had it before. */
  show(zoom: number, now: number): { since: number } {
    if (this.shown?.zoom !== zoom) this.shown = { zoom, since: now };
    return this.shown;
  }

  /**
   * Forgets tiles of another zoom once what replaces them has had time to come, and those that the server sends no longer. Not those out of sight:
   * the margin around the view is subscribed, too, and would not be sent again when it comes into view. Answers in how many ms it has to be asked again
   * although nothing else is drawn, or null.
   */
  prune(zoom: number, now: number): number | null {
    const left = this.show(zoom, now).since + staleMs - now;
    const sent = this.subscribed?.zoom === zoom ? this.subscribed.keys : null;
    let waits = false;
    for (const [key, tile] of this.tiles) {
      if (tile.zoom === zoom ? sent?.has(key) === false : left <= 0) this.dropTile(key);
      else waits ||= tile.zoom !== zoom;
    }
    return waits ? left : null;
  }

  clear(): void {
    this.tiles.clear();
    this.marks.clear();
    this.version++;
  }

  *clusters(): Generator<ClusterMark> {
    for (const tile of this.tiles.values()) yield* tile.clusters;
  }

  /** The mark at a point of the screen: the nearest mark within reach, SOS marks before others, vehicles before clusters. */
  hit(px: number, py: number, view: View, now: number, reach = 16): Hit | null {
    let best: Mark | null = null;
    let bestScore = Infinity;
    // A straight look at all: a grid would have to be built anew for each frame of a moving fleet, which costs more than this.
    for (const mark of this.marks.values()) {
      const p = at(mark, now);
      const dx = screenX(p.x, view) - px;
      const dy = p.y * view.scale - view.originY - py;
      const d = dx * dx + dy * dy;
      if (d > reach * reach) continue;
      const score = mark.flags & (markFlags.sosRaised | markFlags.sosOpen) ? d - 1e6 : d;
      if (score < bestScore) [best, bestScore] = [mark, score];
    }
    if (best) return { kind: 'vehicle', mark: best };
    for (const cluster of this.clusters()) {
      const dx = screenX(cluster.x, view) - px;
      const dy = cluster.y * view.scale - view.originY - py;
      if (Math.hypot(dx, dy) <= clusterRadius(cluster.count)) return { kind: 'cluster', cluster };
    }
    return null;
  }

  private place(s: Single, tile: string, now: number, scale: number): void {
    const x = worldX(s.lon);
    const y = worldY(s.lat);
    const old = this.marks.get(s.id);
    if (!old) {
      this.marks.set(s.id, {
        id: s.id,
        fromX: x,
        fromY: y,
        x,
        y,
        since: now - glideMs,
        heading: s.heading,
        state: s.state,
        flags: s.flags,
        tile,
      });
      return;
    }
    old.heading = s.heading;
    old.state = s.state;
    old.flags = s.flags;
    old.tile = tile;
    if (old.x === x && old.y === y) return;
    const drawn = at(old, now);
    const pixels = Math.hypot(x - drawn.x, y - drawn.y) * scale;
    const glides = pixels > leastGlidePixels && pixels < maxGlidePixels;
    old.fromX = glides ? drawn.x : x;
    old.fromY = glides ? drawn.y : y;
    old.x = x;
    old.y = y;
    old.since = glides ? now : now - glideMs;
    if (glides) this.movingUntil = now + glideMs;
  }

  /** Removes from a coarser tile what is in a finer one that has arrived: a cluster counts a cell of its tile, and the cells of zooms are nested. */
  private cutOut(key: string, tile: Held, finer: Tile): void {
    const inFiner = ({ x, y }: { x: number; y: number }): boolean => contains(finer, x, y);
    tile.clusters = tile.clusters.filter((cluster) => !inFiner(cluster));
    tile.ids = tile.ids.filter((id) => {
      const mark = this.marks.get(id);
      if (mark?.tile !== key || !inFiner(mark)) return true;
      // it glides on from here if the finer tile names it, too
      mark.tile = '';
      return false;
    });
  }

  private dropTile(key: string): void {
    for (const id of this.tiles.get(key)?.ids ?? []) if (this.marks.get(id)?.tile === key) this.marks.delete(id);
    this.tiles.delete(key);
    this.version++;
  }
}

/** Where a mark is drawn at a moment, in world coordinates. */
export function at(mark: Mark, now: number): { x: number; y: number } {
  const t = (now - mark.since) / glideMs;
  if (t >= 1) return mark;
  return { x: mark.fromX + (mark.x - mark.fromX) * t, y: mark.fromY + (mark.y - mark.fromY) * t };
}

/** 34 to 60 px across, growing with the order of magnitude. */
export const clusterRadius = (count: number): number =>
  Math.min(30, 17 + Math.max(0, Math.log10(Math.max(1, count / 10))) * 8);

type Tile = Pick<MapFrame, 'zoom' | 'x' | 'y'>;
type Held = Tile & { ids: number[]; clusters: ClusterMark[] };
/** A frame's tile is 1024 px at its zoom, so there are 2^(zoom−2) of them across the world. */
const box = (t: Tile) => {
  const n = 2 ** Math.max(0, t.zoom - 2);
  return { left: t.x / n, right: (t.x + 1) / n, top: t.y / n, bottom: (t.y + 1) / n };
};
function contains(tile: Tile, x: number, y: number): boolean {
  const b = box(tile);
  return x >= b.left && x < b.right && y >= b.top && y < b.bottom;
}
/** One contains the other: tiles of two zooms do, or have nothing in common. */
function overlap(a: Tile, b: Tile): boolean {
  const [coarse, fine] = a.zoom <= b.zoom ? [a, box(b)] : [b, box(a)];
  return contains(coarse, (fine.left + fine.right) / 2, (fine.top + fine.bottom) / 2);
}
