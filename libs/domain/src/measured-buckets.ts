import { measuredValues } from '@headland/contracts/measured-values';
import { bucketOf } from './statistics-quarter';

/** What a sample measured, in the order of `measuredValues`; NaN: not measured. */
export interface MeasuredSample {
  ts: number;
  values: readonly number[];
}
/** Mean, least, greatest and count of each value in five minutes, in the order of `measuredValues`; null: not measured. */
export interface Measured {
  means: (number | null)[];
  mins: (number | null)[];
  maxs: (number | null)[];
  counts: number[];
}

/** To the nearest whole number; a half goes to the even one, as PostgreSQL rounds a float. */
function roundHalfEven(value: number): number {
  const rounded = Math.round(value);
  return rounded - value === 0.5 && rounded % 2 !== 0 ? rounded - 1 : rounded;
}

class Sums {
  private readonly sums = measuredValues.map(() => 0);
  private readonly mins = measuredValues.map(() => Infinity);
  private readonly maxs = measuredValues.map(() => -Infinity);
  private readonly counts = measuredValues.map(() => 0);

  add({ values }: MeasuredSample): void {
    for (let i = 0; i < values.length; i++) {
      // what is stored has single precision
      const value = Math.fround(values[i] as number);
      if (Number.isNaN(value)) continue;
      this.sums[i] = (this.sums[i] as number) + roundHalfEven(value * 100);
      if (value < (this.mins[i] as number)) this.mins[i] = value;
      if (value > (this.maxs[i] as number)) this.maxs[i] = value;
      this.counts[i] = (this.counts[i] as number) + 1;
    }
  }

  result(): Measured {
    const known = <T>(of: (i: number) => T): (T | null)[] =>
      this.counts.map((count, i) => (count === 0 ? null : of(i)));
    return {
      means: known((i) => Math.fround((this.sums[i] as number) / (100 * (this.counts[i] as number)))),
      mins: known((i) => this.mins[i] as number),
      maxs: known((i) => this.maxs[i] as number),
      counts: this.counts,
    };
  }
}

/**
 * What samples measured, by the beginning of their five minutes. A mean is a sum of whole hundredths, which does not
 * depend on the order of the samples: a rebuild gives the same bits.
 */
export function measuredBuckets(samples: readonly MeasuredSample[]): Map<number, Measured> {
  const buckets = new Map<number, Sums>();
  // most samples are of the bucket of the one before
  let latest = NaN;
  let sums = new Sums();
  for (const sample of samples) {
    const from = bucketOf(sample.ts);
    if (from !== latest) {
      sums = buckets.get(from) ?? new Sums();
      buckets.set(from, sums);
      latest = from;
    }
    sums.add(sample);
  }
  return new Map([...buckets].map(([from, sums]) => [from, sums.result()]));
}
