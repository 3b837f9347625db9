/** A repeatable sequence (mulberry32): the demo business is the same at every installation. Never for secrets. */
export interface Draw {
  next: () => number;
  chance: (share: number) => boolean;
  of: <T>(list: readonly T[]) => T;
  digits: (count: number) => string;
}

export function pseudoRandom(seed: number): Draw {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
  return {
    next,
    chance: (share) => next() < share,
    of: (list) => {
      const item = list[Math.floor(next() * list.length)];
      if (item === undefined) throw new Error('nothing to draw from');
      return item;
    },
    digits: (count) => Array.from({ length: count }, () => Math.floor(next() * 10)).join(''),
  };
}
