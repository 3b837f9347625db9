import type { MarkState } from '@headland/contracts/live-frame';

/**
 * One vehicle as the live map needs it, kept in memory by the api process. World coordinates x, y are Web Mercator in
 * 0..1.
 */
export interface Seen {
  id: number;
  revision: number;
  /** organizations that may see it: path of its dealer */
  path: number[];
  lat: number | null;
  lon: number | null;
  x: number;
  y: number;
  heading: number | null;
  state: MarkState;
  online: boolean;
  engineOn: boolean;
  flags: number;
  lastSeenAt: number | null;
  intervalS: number;
  engine: boolean | null;
  work: 'idle' | 'work' | 'drive' | null;
  rawOnline: boolean;
}
