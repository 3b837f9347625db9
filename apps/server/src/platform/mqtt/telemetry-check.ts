import { z } from 'zod';
import { Sample, TelemetryUp } from '@headland/contracts/device/up';

/**
 * Hot path: checks whether a decoded value is a telemetry message, without copying it. Nine of ten messages are
 * telemetry, and building a second object of each costs a fifth of the process. The rules are derived from the schema
 * once, so there is one source; a property test compares the two. Unknown fields stay on the object and are never read.
 */
export function isTelemetry(value: unknown): value is TelemetryUp {
  if (!isRecord(value)) return false;
  const { v, boot, seq, ts, samples } = value;
  if (v !== 1 || !isWhole(boot, limits.boot) || !isWhole(seq, limits.seq) || !isWhole(ts, limits.ts)) return false;
  if (!Array.isArray(samples) || samples.length < 1 || samples.length > maxSamples) return false;
  for (const sample of samples) if (!isSample(sample)) return false;
  return true;
}

function isSample(value: unknown): boolean {
  if (!isRecord(value) || !isWhole(value.ts, limits.ts)) return false;
  for (const [name, min, max] of numberFields) {
    const field = value[name];
    if (field !== undefined && !isWithin(field, min, max)) return false;
  }
  for (const [name, values] of wordFields) {
    const field = value[name];
    if (field !== undefined && !values.includes(field as string)) return false;
  }
  const { tilt } = value;
  return (
    tilt === undefined ||
    (isRecord(tilt) &&
      isWithin(tilt.x, ...tiltRange) &&
      isWithin(tilt.y, ...tiltRange) &&
      isWithin(tilt.z, ...tiltRange))
  );
}

type Range = readonly [min: number, max: number];
export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
// NaN fails both comparisons, and so do the infinities
const isWithin = (value: unknown, min: number, max: number): boolean =>
  typeof value === 'number' && value >= min && value <= max;
const isWhole = (value: unknown, [min, max]: Range): boolean =>
  Number.isSafeInteger(value) && (value as number) >= min && (value as number) <= max;

const rangeOf = (schema: unknown): Range => {
  if (!(schema instanceof z.ZodNumber) || schema.minValue === null || schema.maxValue === null)
    throw new Error('a field of the telemetry schema has no range: add one, or check it here');
  return [schema.minValue, schema.maxValue];
};
export const limits = {
  boot: rangeOf(TelemetryUp.shape.boot),
  seq: rangeOf(TelemetryUp.shape.seq),
  ts: rangeOf(TelemetryUp.shape.ts),
};
export const maxSamples = 60;
const optional = Object.entries(Sample.shape).flatMap(([name, schema]): [string, unknown][] =>
  schema instanceof z.ZodOptional ? [[name, schema.unwrap()]] : [],
);
/** Fields of a sample that are numbers, with the least and the greatest that is permitted, in the order of the schema. */
export const numberFields = optional.flatMap(([name, schema]): [string, number, number][] =>
  schema instanceof z.ZodNumber ? [[name, ...rangeOf(schema)]] : [],
);
const wordFields = optional.flatMap(([name, schema]): [string, string[]][] =>
  schema instanceof z.ZodEnum ? [[name, schema.options.map(String)]] : [],
);
/** The words that a field of a sample may have. */
export const wordsOf = (field: string): string[] => wordFields.find(([name]) => name === field)?.[1] ?? [];
export const tiltRange = rangeOf(Sample.shape.tilt.unwrap().shape.x);
