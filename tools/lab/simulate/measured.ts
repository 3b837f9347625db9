import type { Percentiles } from './run';

/** A run of the bench on its two cores with ten consoles, 100 vehicles of which are watched. */
export interface MeasuredRun {
  load: string;
  devices: number;
  /** null: at full speed */
  perS: number | null;
  committedPerS: number;
  /** sent and not committed, a second */
  growthPerS?: number;
  /** ms from a device to a console that watches its vehicle */
  screen?: Percentiles;
  /** of the machine's two; `server`: ingest, alerts, api and jobs together */
  cores: Record<string, number>;
  /** costs.ts was made from this run's cost of a message: what agrees by construction */
  isFitted: boolean;
}

/** docs/results/bench-notes.md, 2026-11-26, one pair each; the broker at 5,000/s is that of bench.md. */
export const measured: MeasuredRun[] = [
  {
    load: '5,000/s, 10,000 devices',
    devices: 10_000,
    perS: 5000,
    committedPerS: 5000,
    cores: { server: 0.242, database: 0.169, broker: 0.19 },
    isFitted: true,
  },
  {
    load: '8,800/s, 1,000 devices',
    devices: 1000,
    perS: 8800,
    committedPerS: 8800,
    screen: { p50: 25, p95: 45, p99: 78 },
    cores: {},
    isFitted: false,
  },
  {
    load: '17,600/s, 1,000 devices',
    devices: 1000,
    perS: 17_600,
    committedPerS: 17_600,
    screen: { p50: 45, p95: 156, p99: 178 },
    cores: {},
    isFitted: false,
  },
  {
    load: 'full speed, 10,000 devices',
    devices: 10_000,
    perS: null,
    committedPerS: 26_851,
    cores: { server: 0.456, database: 0.454, broker: 0.615 },
    isFitted: true,
  },
];
