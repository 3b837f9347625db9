/**
 * Random numbers from a seed: the fleet, the seed data and the property tests use them, so that a failing run can be
 * repeated. sfc32 (Chris Doty-Humphrey's small fast counter generator): 128 bits of state, far fewer operations than a
 * cryptographic one.
 */
export class Random {
  private a: number;
  private b: number;
  private c: number;
  private counter = 1;

  /** Every (seed, stream) pair is a stream of its own: `new Random(1, 'KT-0001/faults')`. */
  constructor(seed: number, stream = '') {
    [this.a, this.b, this.c] = hash(`${seed}/${stream}`);
    for (let i = 0; i < 12; i++) this.uint32();
  }

  uint32(): number {
    const sum = (this.a + this.b + this.counter++) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = ((this.c << 21) | (this.c >>> 11)) + sum;
    return sum >>> 0;
  }

  /** 0 ≤ x < 1 */
  next(): number {
    return this.uint32() / 4_294_967_296;
  }

  between(from: number, to: number): number {
    return from + (to - from) * this.next();
  }

  /** from ≤ x ≤ to, whole */
  whole(from: number, to: number): number {
    return from + Math.floor(this.next() * (to - from + 1));
  }

  chance(share: number): boolean {
    return this.next() < share;
  }

  pick<T>(list: readonly T[]): T {
    const item = list[Math.floor(this.next() * list.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }

  /** Mean 0, deviation 1: the sum of twelve uniform numbers is close enough for a sensor's noise, and bounded by ±6. */
  normal(): number {
    let sum = -6;
    for (let i = 0; i < 12; i++) sum += this.next();
    return sum;
  }

  /** The wait until the next event of a Poisson process; Infinity for rate 0. */
  waitMs(perHour: number): number {
    return perHour <= 0 ? Infinity : (-Math.log(1 - this.next()) * 3_600_000) / perHour;
  }
}

/** Three well mixed words of a text (FNV-1a with a finisher of MurmurHash3 for each). */
function hash(text: string): [number, number, number] {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193);
  const word = (salt: number): number => {
    let x = h ^ salt;
    x = Math.imul(x ^ (x >>> 16), 0x85ebca6b);
    x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35);
    return (x ^ (x >>> 16)) | 0;
  };
  return [word(0x9e3779b9), word(0x243f6a88), word(0xb7e15162)];
}
