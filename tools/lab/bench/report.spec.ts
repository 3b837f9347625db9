import { describe, expect, it } from 'vitest';
import { asMarkdown, asTable, cellsOf, figure, meets, merge, plain, type BenchReport, type Goal } from './report';

const atLeast60: Goal = [{ of: 'ratio', at: 'least', than: 0.6 }];

describe('figures', () => {
  const cases: [string, Goal, number, number | null, boolean][] = [
    ['a ratio at its floor', atLeast60, 1, 0.6, true],
    ['a ratio below its floor', atLeast60, 1, 0.599, false],
    ['a ratio that could not be measured', atLeast60, 1, null, false],
    ['a ratio of nothing by nothing', atLeast60, 1, NaN, false],
    ['a value at its ceiling', [{ of: 'value', at: 'most', than: 500 }], 500, null, true],
    [
      'one of two goals missed',
      [
        { of: 'ratio', at: 'most', than: 3 },
        { of: 'value', at: 'most', than: 500 },
      ],
      501,
      1,
      false,
    ],
    [
      'both met',
      [
        { of: 'ratio', at: 'most', than: 3 },
        { of: 'value', at: 'most', than: 500 },
      ],
      20,
      2.9,
      true,
    ],
  ];
  for (const [name, goal, value, ratio, met] of cases) {
    it(`${name} is ${met ? 'met' : 'missed'}`, () => expect(meets(goal, value, ratio)).toBe(met));
  }

  it('are judged by the median of the pairs and print their spread', () => {
    const f = figure({
      bench: 'ingest',
      name: 'messages',
      unit: '/s',
      product: [6000, 7100, 6600],
      limit: [10_000, 10_000, 12_000],
      limitIs: 'minimal path',
      goal: atLeast60,
    });
    expect(f.ratio?.median).toBe(0.6);
    expect(f.met).toBe(true);
    expect(cellsOf(f)).toEqual([
      'messages',
      '6,600 (6,000–7,100) /s',
      '10,000 (10,000–12,000) (minimal path)',
      '0.6 (0.55–0.71)',
      'ratio ≥ 0.6',
      'met',
    ]);
  });

  it('without a goal are neither met nor missed', () => {
    expect(figure({ bench: 'b', name: 'n', unit: 'ms', product: [1] })).toMatchObject({
      met: null,
      ratio: null,
      limit: null,
    });
  });

  it('print few digits', () => {
    expect([0.1234, 1.25, 12.34, 123.4, 12_345.6, NaN].map(plain)).toEqual([
      '0.12',
      '1.25',
      '12.3',
      '123',
      '12,346',
      '–',
    ]);
  });
});

describe('the report', () => {
  const report = (bench: string, note: string): BenchReport => ({
    at: '2025-11-21',
    machine: { cores: 2, memoryGiB: 24, cpu: 'x', node: '20', platform: 'linux', loadBefore: 0 },
    settings: { pairs: 3 },
    figures: [figure({ bench, name: `of ${note}`, unit: '', product: [1], limit: [2] })],
    notes: [`${bench}: ${note}`],
  });

  it('keeps the figures of benchmarks that were not run again', () => {
    const both = merge(report('ingest', 'old'), report('sos', 'new'));
    expect(both.figures.map((f) => f.bench)).toEqual(['ingest', 'sos']);
    const again = merge(both, report('ingest', 'newer'));
    expect(again.figures.map((f) => f.name)).toEqual(['of new', 'of newer']);
    expect(again.notes).toEqual(['sos: new', 'ingest: newer']);
  });

  it('is a page with a table for each benchmark', () => {
    const page = asMarkdown(merge(report('ingest', 'a'), report('sos', 'b')));
    expect(page).toContain('## ingest\n\n| figure | product |');
    expect(page).toContain('| of b | 1 | 2 | 0.5 |');
    expect(asTable(report('ingest', 'a').figures).split('\n')).toHaveLength(2);
  });
});
