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
  callsPerS?: number;
  /** ms from a press to `down/ack`, and to a console */
  call?: Partial<Percentiles>;
  callScreen?: Partial<Percentiles>;
  /** of the machine's two; `server`: ingest, alerts, api and jobs together */
  cores: Record<string, number>;
  /** costs.ts was made from this run's cost of a message: what agrees by construction */
  isFitted: boolean;
}

/**
 * docs/results/bench-notes.md, 2026-11-26, one pair each; the broker at 5,000/s and calls beside 500/s are those of bench.md. Calls at 1.5 times the
 * ceiling: the middle of two runs.
 */
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
  {
    load: '500/s and 10 calls/s',
    devices: 1000,
    perS: 500,
    committedPerS: 500,
    callsPerS: 10,
    call: { p50: 12.5, p99: 23.3 },
    cores: {},
    isFitted: false,
  },
  {
    load: '1.5 × the ceiling and 10 calls/s',
    devices: 1000,
    perS: 40_300,
    committedPerS: 23_600,
    callsPerS: 10,
    callScreen: { p99: 138 },
    cores: {},
    isFitted: false,
  },
];
