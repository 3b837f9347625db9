import { expect, it } from 'vitest';
import { type MeasuredValue, measuredValues } from '@headland/contracts/measured-values';
import { type MeasuredSample, measuredBuckets } from './measured-buckets';
import { bucketMs } from './statistics-quarter';

const start = Date.parse('2026-11-20T00:00:00Z');
const sample = (second: number, read: Partial<Record<MeasuredValue, number>> = {}): MeasuredSample => ({
  ts: start + second * 1000,
  values: measuredValues.map((value) => read[value] ?? NaN),
});
const of = (samples: MeasuredSample[], value: (typeof measuredValues)[number], from = start) => {
  const i = measuredValues.indexOf(value);
  const measured = measuredBuckets(samples).get(from);
  return [measured?.means[i], measured?.mins[i], measured?.maxs[i], measured?.counts[i]];
};

it('has the mean, least, greatest and count of each five minutes', () => {
  const samples = [sample(0, { rpm: 1000 }), sample(10, { rpm: 1501 }), sample(300, { rpm: 800 })];
  expect(of(samples, 'rpm')).toEqual([1250.5, 1000, 1501, 2]);
  expect(of(samples, 'rpm', start + bucketMs)).toEqual([800, 800, 800, 1]);
});

it('leaves out what was not measured', () => {
  const samples = [sample(0, { load: 40 }), sample(10, { coolant: 80 }), sample(20)];
  expect(of(samples, 'load')).toEqual([40, 40, 40, 1]);
  expect(of(samples, 'tiltX')).toEqual([null, null, null, 0]);
  expect(of(samples, 'rpm')).toEqual([null, null, null, 0]);
});

it.each([
  [[0.125], 0.12],
  [[0.375], 0.38],
  [[-0.125], -0.12],
  [[-0.375], -0.38],
  [[13.8, 13.8, 13.8], 13.8],
])('a mean of %j is %d: a half of a hundredth goes to the even one', (values, mean) => {
  const samples = values.map((battery, i) => sample(i, { battery }));
  expect(of(samples, 'battery')[0]).toBe(Math.fround(mean));
});

it('does not depend on the order of the samples, to the last bit', () => {
  const samples = Array.from({ length: 29 }, (_, i) => sample(i * 10, { oilTemp: 80 + Math.sin(i) * 7.123 }));
  expect(measuredBuckets([...samples].reverse())).toEqual(measuredBuckets(samples));
});
