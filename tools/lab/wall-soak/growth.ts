import { slopeOf } from '../bench/measure/pairs';

/** One reading, after a full collection. */
export interface Reading {
  minute: number;
  turns: number;
  heapMb: number;
  nodes: number;
  listeners: number;
  layers: number;
}
export const measures = ['heapMb', 'nodes', 'listeners', 'layers'] as const;
export type Measure = (typeof measures)[number];

export interface Growth {
  first: number;
  last: number;
  /** by a line through the readings after the first third, which fills caches; of a thousand turns */
  perThousandTurns: number;
  isGrowing: boolean;
}

/** Within this a line through a few readings says nothing: what is on the screen differs from reading to reading. */
const tolerated: Record<Measure, number> = { heapMb: 1, nodes: 150, listeners: 15, layers: 4 };

export function growthOf(readings: readonly Reading[], measure: Measure): Growth {
  const settled = readings.slice(Math.floor(readings.length / 3));
  const slope = slopeOf(settled.map((r) => ({ x: r.turns, y: r[measure] }))) * 1000;
  return {
    first: readings[0]?.[measure] ?? 0,
    last: readings.at(-1)?.[measure] ?? 0,
    perThousandTurns: Math.round(slope * 100) / 100,
    isGrowing: slope > tolerated[measure],
  };
}
