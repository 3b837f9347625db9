import { markdownTable } from '../../src/run/markdown-table';
import { type Arrangement, type Fleet, messagesPerS } from './arrangement';
import type { MeasuredRun } from './measured';
import type { Outcome, Percentiles } from './run';

export interface Prediction {
  arrangement: Arrangement;
  fleet: Fleet;
  outcome: Outcome;
  most: { vehicles: number; first: { name: string; share: number } };
}
export interface Compared {
  measured: MeasuredRun;
  predicted: Outcome;
}

const number = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0 });
export const plain = (value: number): string =>
  Number.isNaN(value) ? '–' : Math.abs(value) < 10 ? value.toPrecision(2) : number.format(value);
const percent = (share: number): string => `${Math.round(share * 100)} %`;
const three = ({ p50, p95, p99 }: Percentiles): string => [p50, p95, p99].map(plain).join(' / ');

/** Predicted − measured, as a share of what was measured. */
export const errorOf = (measured: number, predicted: number): string => {
  const error = Math.round((predicted / measured - 1) * 100);
  return `${error > 0 ? '+' : ''}${error} %`;
};

export const comparison = (list: Compared[]): string =>
  markdownTable(
    ['load', 'figure', 'measured', 'predicted', 'error'],
    list.flatMap(
      ({ measured: { load, committedPerS, growthPerS, screen, call, callScreen, cores, isFitted }, predicted: p }) => {
        const used = { ...p.cores, server: serverParts.reduce((sum, part) => sum + (p.cores[part] ?? 0), 0) };
        const lines: [name: string, measured: number | undefined, predicted: number][] = [
          ['committed, messages/s', committedPerS, p.committedPerS],
          ['growth of the queue, messages/s', growthPerS, p.growthPerS],
          ...ats.map((at) => [`${at} to a console, ms`, screen?.[at], p.screen[at]] as (typeof lines)[number]),
          ...ats.map((at) => [`${at} of a call to down/ack, ms`, call?.[at], p.call[at]] as (typeof lines)[number]),
          ...ats.map(
            (at) => [`${at} of a call to a console, ms`, callScreen?.[at], p.callScreen[at]] as (typeof lines)[number],
          ),
          ...Object.entries(cores).map(
            ([name, n]) =>
              [`cores of ${name}${isFitted ? ' *' : ''}`, n, used[name as keyof typeof used]] as (typeof lines)[number],
          ),
        ];
        return lines.flatMap(([name, m, s]) =>
          m === undefined ? [] : [[load, name, plain(m), plain(s), errorOf(m, s)]],
        );
      },
    ),
  );
const serverParts = ['ingest', 'alerts', 'api', 'jobs'];
const ats = ['p50', 'p95', 'p99'] as const;

export const predictions = (list: Prediction[]): string =>
  markdownTable(
    ['', ...list.map(({ fleet, arrangement }) => `${number.format(fleet.vehicles)} vehicles, ${arrangement.name}`)],
    [
      ['messages/s', ...list.map(({ fleet }) => plain(messagesPerS(fleet)))],
      ['committed/s in a cell', ...list.map(({ outcome }) => plain(outcome.committedPerS))],
      ['messages in a batch', ...list.map(({ outcome }) => plain(outcome.batch))],
      ['device to commit, p50 / p95 / p99, ms', ...list.map(({ outcome }) => three(outcome.commit))],
      ['device to console, ms', ...list.map(({ outcome }) => three(outcome.screen))],
      ['call to commit, ms', ...list.map(({ outcome }) => three(outcome.call))],
      ['call to console, ms', ...list.map(({ outcome }) => three(outcome.callScreen))],
      ['commits with events/s', ...list.map(({ outcome }) => plain(outcome.logCommitsPerS))],
      ['WAL of telemetry, MB/s', ...list.map(({ outcome }) => plain(outcome.walMbPerS))],
      ...[0, 1, 2, 3, 4, 5].map((i) => [
        i === 0 ? 'most in use' : '',
        ...list.map(({ outcome: { parts } }) => `${parts[i]?.name ?? ''} ${percent(parts[i]?.share ?? 0)}`),
      ]),
      ['largest fleet, vehicles', ...list.map(({ most }) => plain(most.vehicles))],
      ['what is full then', ...list.map(({ most }) => `${most.first.name} ${percent(most.first.share)}`)],
    ],
  );
