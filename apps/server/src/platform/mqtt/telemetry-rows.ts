import type { Sample } from '@headland/contracts/device/up';
import { numberFields, wordsOf } from './telemetry-check';

/**
 * Samples of telemetry as rows of numbers: 27 doubles each, NaN for what was not measured. A message that waits for its commit keeps its rows and no
 * object of each sample: 20 numbers of an object are 20 objects for the garbage collector, and thousands of messages wait at a time.
 */
export interface TelemetryRows {
  boot: number;
  seq: number;
  /** device clock, epoch ms */
  ts: number;
  values: Float64Array;
  /** where the first sample begins in `values`; the next follow, `stride` apart */
  from: number;
  count: number;
}

const words = ['engine', 'key', 'work'] as const;
/** Numbers in the order of the schema, then the tilt, the time of the sample and the words by their place in the schema. */
const names = [...numberFields.map(([name]) => name), 'tiltX', 'tiltY', 'tiltZ', 'ts', ...words];
export type SlotName = Exclude<keyof Sample, 'tilt'> | 'tiltX' | 'tiltY' | 'tiltZ';
/** The place of a value in its row. */
export const slot = Object.fromEntries(names.map((name, at) => [name, at])) as Record<SlotName, number>;
export const stride = names.length;
export const [engineWords, keyWords, workWords] = words.map(wordsOf) as [string[], string[], string[]];
/** Places in the schema's words. */
export const on = engineWords.indexOf('on');

/** Rows of one piece of memory; a message has all of its rows in the same. */
const rowsAtOnce = 64;
let values = new Float64Array(rowsAtOnce * stride);
let used = 0;

/** Room for the rows of one message, all NaN, at the place `from`; it is taken with `keepRows`. */
export function roomFor(count: number): { values: Float64Array; from: number } {
  if (used + count > rowsAtOnce) {
    values = new Float64Array(Math.max(rowsAtOnce, count) * stride);
    used = 0;
  }
  const from = used * stride;
  return { values: values.fill(NaN, from, from + count * stride), from };
}
export function keepRows(count: number): void {
  used += count;
}

/** Rows of checked samples. */
export function rowsOf(samples: readonly Sample[]): { values: Float64Array; from: number } {
  const room = roomFor(samples.length);
  let at = room.from;
  for (const sample of samples) {
    for (const [name] of numberFields) room.values[at + slotOf(name)] = (sample[name as keyof Sample] as number) ?? NaN;
    room.values[at + slot.tiltX] = sample.tilt?.x ?? NaN;
    room.values[at + slot.tiltY] = sample.tilt?.y ?? NaN;
    room.values[at + slot.tiltZ] = sample.tilt?.z ?? NaN;
    room.values[at + slot.ts] = sample.ts;
    room.values[at + slot.engine] = placeOf(engineWords, sample.engine);
    room.values[at + slot.key] = placeOf(keyWords, sample.key);
    room.values[at + slot.work] = placeOf(workWords, sample.work);
    at += stride;
  }
  keepRows(samples.length);
  return room;
}

/** The sample of a row, as it was sent. */
export function sampleAt(row: Float64Array, at: number): Sample {
  const sample: Record<string, unknown> = { ts: row[at + slot.ts] };
  for (const [name] of numberFields) put(sample, name, row[at + slotOf(name)]);
  const [x, y, z] = [row[at + slot.tiltX], row[at + slot.tiltY], row[at + slot.tiltZ]];
  if (!Number.isNaN(x)) sample.tilt = { x, y, z };
  for (const [name, list] of [
    ['engine', engineWords],
    ['key', keyWords],
    ['work', workWords],
  ] as const) {
    const word = list[row[at + slot[name]] ?? NaN];
    if (word !== undefined) sample[name] = word;
  }
  return sample as Sample;
}

const slotOf = (name: string): number => slot[name as SlotName];
const placeOf = (list: readonly string[], word: string | undefined): number =>
  word === undefined ? NaN : list.indexOf(word);
function put(sample: Record<string, unknown>, name: string, value: number | undefined): void {
  if (!Number.isNaN(value)) sample[name] = value;
}
