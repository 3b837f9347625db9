import { describe, expect, it } from 'vitest';
import { lateAfterMs, quarterMs } from '@headland/domain/statistics-quarter';
import { lateBefore, LateQuarters } from './late-15min';

const ten = Date.parse('2026-11-20T10:00:00Z');
const second = 1000;
const marked = (now: number, ...times: number[]): string[] => {
  const late = new LateQuarters(lateBefore(now));
  for (const ts of times) late.add(1, ts);
  return late.quarters.map((q) => new Date(q).toISOString().slice(11, 16));
};

describe('a sample that is written', () => {
  it.each<[string, number, number, string[]]>([
    ['in its quarter', ten + 600 * second, ten + 590 * second, []],
    ['shortly after the end of its quarter', ten + lateAfterMs - second, ten - 5 * second, []],
    ['longer after it', ten + lateAfterMs, ten - 5 * second, ['09:45']],
    // the silence before it reaches into the quarter before
    ['at once, near the beginning of a quarter', ten + 20 * second, ten + 10 * second, []],
    ['late, near the beginning of a quarter that is open', ten + 300 * second, ten + 10 * second, ['09:45']],
    ['late, near the border of two quarters that are over', ten + 2 * quarterMs, ten + 10 * second, ['09:45', '10:00']],
    ['late, near the end of its quarter', ten + 2 * quarterMs, ten - 10 * second, ['09:45', '10:00']],
    ['hours late', ten + 20 * quarterMs, ten + 400 * second, ['10:00']],
  ])('%s marks what must be counted again', (_, now, ts, expected) => expect(marked(now, ts)).toEqual(expected));

  it('marks a quarter once a batch, and nothing without a vehicle', () => {
    expect(marked(ten + 20 * quarterMs, ten + 400 * second, ten + 410 * second)).toEqual(['10:00']);
    const late = new LateQuarters(lateBefore(ten + 20 * quarterMs));
    late.add(null, ten);
    expect(late.vehicles).toEqual([]);
  });
});
