import { describe, expect, it } from 'vitest';
import { asMarkdown, asText, type ChaosReport, mergeBroken, mergeReports, shownBy } from './report';
import type { Scenario } from './scenarios/scenario';
import type { Result } from './stage';

const result = (number: number, more: Partial<Result> = {}): Result => ({
  number,
  name: `scenario ${number}`,
  length: 'full',
  broker: 'mosquitto',
  met: true,
  seconds: 10,
  figures: { acked: 100, stored: 100 },
  checks: [],
  findings: [],
  failure: null,
  ...more,
});
const report = (at: string, results: Result[]): ChaosReport => ({
  at,
  seed: 1,
  broker: 'mosquitto',
  machine: { cores: 2, memoryGiB: 8, cpu: 'test', node: '20' },
  results,
});
const scenario: Scenario = {
  number: 1,
  name: 'scenario 1',
  fault: 'something dies',
  pass: 'nothing is lost',
  devices: 1,
  run: () => Promise.resolve({ findings: [] }),
};

describe('the report', () => {
  it('keeps the last result of each scenario and states from when it is', () => {
    const merged = mergeReports(
      report('2026-01-01', [result(1), result(2)]),
      report('2026-02-02', [result(2, { met: false })]),
    );
    expect(merged.results.map((r) => [r.number, r.met, r.at])).toEqual([
      [1, true, '2026-01-01'],
      [2, false, '2026-02-02'],
    ]);
    expect(mergeReports(merged, report('2026-03-03', [result(3)])).results.map((r) => r.at)).toEqual([
      '2026-01-01',
      '2026-02-02',
      '2026-03-03',
    ]);
  });

  const broken = result(1, {
    met: false,
    checks: [
      { name: 'small enough', met: false, is: '200 MiB' },
      { name: 'quick enough', met: true, is: '1 s' },
    ],
    findings: [{ what: 'missing', subject: 'telemetry', count: 7, examples: ['CH-1/3'] }],
    failure: 'the broker ended\nlast words',
  });
  it('names on the terminal what did not hold, and only that', () => {
    const text = asText(broken);
    for (const part of [
      'FAILED',
      'small enough (200 MiB)',
      '7 missing: telemetry',
      'CH-1/3',
      'the broker ended',
      'last words',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('quick enough');
  });
  it('documents what was done, what must hold, and the result', () => {
    const text = asMarkdown(report('2026-01-01', [broken]), [scenario]);
    for (const part of [
      'something dies',
      'nothing is lost',
      '**failed**',
      'small enough',
      'quick enough',
      'CH-1/3',
      'the broker ended',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('last words');
  });
  it('keeps beside it what was broken on purpose, and by what it was shown', () => {
    const fault = (number: number, at: string, by: string | null = shownBy(broken)) => ({
      label: `fault ${number}`,
      number,
      by,
      at,
    });
    const first = mergeBroken(report('2026-01-01', [result(1)]), [fault(1, '2026-01-02'), fault(2, '2026-01-02')]);
    const next = mergeReports(mergeBroken(first, [fault(1, '2026-02-02', null)]), report('2026-03-03', [result(1)]));
    const rows = asMarkdown(next, [scenario])
      .split('\n')
      .filter((line) => /\| fault \d/u.test(line))
      .map((line) => line.split('|').map((cell) => cell.trim()));
    expect(rows).toEqual([
      ['', '1', 'fault 1', '**nothing**', '2026-02-02', ''],
      ['', '2', 'fault 2', '7 missing: telemetry', '2026-01-02', ''],
    ]);
  });
});
