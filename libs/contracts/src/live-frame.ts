/**
 * The map frame: all markers of one tile of the view, packed. A frame is complete in itself (no deltas), so the next
 * one makes up for a dropped one. Hot path: no zod here, both ends are ours and the version byte protects them. Header,
 * 28 bytes, little endian: u8 version, u8 zoom, u16 flags (0), u32 x, u32 y, f64 at (epoch ms), u32 singles, u32
 * clusters. Single, 16 bytes: u32 vehicle id, i32 lat·1e7, i32 lon·1e7, u16 heading in degrees (65535: none), u8 state,
 * u8 flags. Cluster, 20 bytes: i32 lat·1e7, i32 lon·1e7, u32 count, u16 now, u16 today, u16 watch, u16 normal (the rest
 * is off).
 */
export const frameVersion = 1;
export const markStates = ['off', 'idle', 'work', 'drive', 'offline', 'never'] as const;
export type MarkState = (typeof markStates)[number];
export const markFlags = { minor: 1, major: 2, critical: 4, sosRaised: 8, sosOpen: 16 } as const;

export interface Single {
  id: number;
  lat: number;
  lon: number;
  heading: number | null;
  state: MarkState;
  flags: number;
}
export interface Cluster {
  lat: number;
  lon: number;
  count: number;
  now: number;
  today: number;
  watch: number;
  normal: number;
}
export interface MapFrame {
  zoom: number;
  x: number;
  y: number;
  at: number;
  singles: Single[];
  clusters: Cluster[];
}

const headBytes = 28;
const singleBytes = 16;
const clusterBytes = 20;
const noHeading = 0xffff;

export function packFrame(f: MapFrame): Uint8Array {
  const bytes = new Uint8Array(headBytes + f.singles.length * singleBytes + f.clusters.length * clusterBytes);
  const v = new DataView(bytes.buffer);
  v.setUint8(0, frameVersion);
  v.setUint8(1, f.zoom);
  v.setUint32(4, f.x, true);
  v.setUint32(8, f.y, true);
  v.setFloat64(12, f.at, true);
  v.setUint32(20, f.singles.length, true);
  v.setUint32(24, f.clusters.length, true);
  let at = headBytes;
  for (const s of f.singles) {
    v.setUint32(at, s.id, true);
    v.setInt32(at + 4, Math.round(s.lat * 1e7), true);
    v.setInt32(at + 8, Math.round(s.lon * 1e7), true);
    v.setUint16(at + 12, s.heading === null ? noHeading : Math.round(s.heading) % 360, true);
    v.setUint8(at + 14, markStates.indexOf(s.state));
    v.setUint8(at + 15, s.flags);
    at += singleBytes;
  }
  for (const c of f.clusters) {
    v.setInt32(at, Math.round(c.lat * 1e7), true);
    v.setInt32(at + 4, Math.round(c.lon * 1e7), true);
    v.setUint32(at + 8, c.count, true);
    v.setUint16(at + 12, c.now, true);
    v.setUint16(at + 14, c.today, true);
    v.setUint16(at + 16, c.watch, true);
    v.setUint16(at + 18, c.normal, true);
    at += clusterBytes;
  }
  return bytes;
}

/** Throws RangeError on a frame of another version or length. */
export function unpackFrame(data: ArrayBuffer | Uint8Array): MapFrame {
  const v =
    data instanceof Uint8Array ? new DataView(data.buffer, data.byteOffset, data.byteLength) : new DataView(data);
  if (v.getUint8(0) !== frameVersion) throw new RangeError(`map frame version ${v.getUint8(0)}`);
  const singles: Single[] = new Array(v.getUint32(20, true));
  const clusters: Cluster[] = new Array(v.getUint32(24, true));
  if (v.byteLength !== headBytes + singles.length * singleBytes + clusters.length * clusterBytes)
    throw new RangeError('map frame length');
  let at = headBytes;
  for (let i = 0; i < singles.length; i++, at += singleBytes) {
    const heading = v.getUint16(at + 12, true);
    singles[i] = {
      id: v.getUint32(at, true),
      lat: v.getInt32(at + 4, true) / 1e7,
      lon: v.getInt32(at + 8, true) / 1e7,
      heading: heading === noHeading ? null : heading,
      state: markStates[v.getUint8(at + 14)] ?? 'never',
      flags: v.getUint8(at + 15),
    };
  }
  for (let i = 0; i < clusters.length; i++, at += clusterBytes) {
    clusters[i] = {
      lat: v.getInt32(at, true) / 1e7,
      lon: v.getInt32(at + 4, true) / 1e7,
      count: v.getUint32(at + 8, true),
      now: v.getUint16(at + 12, true),
      today: v.getUint16(at + 14, true),
      watch: v.getUint16(at + 16, true),
      normal: v.getUint16(at + 18, true),
    };
  }
  return {
    zoom: v.getUint8(1),
    x: v.getUint32(4, true),
    y: v.getUint32(8, true),
    at: v.getFloat64(12, true),
    singles,
    clusters,
  };
}

/** Side of a frame's tile in screen pixels at its zoom: 1024 (so x and y are Web Mercator tiles of level zoom − 2). */
export const framePixels = 1024;
/** Cell of the clustering in pixels; fewer than this many vehicles in a cell stay single, and above `splitZoom` all do. */
export const cellPixels = 80;
export const clusterFrom = 4;
export const splitZoom = 14;
