import { type Demand } from './engine';

/** What a machine does with its day: where it is, how it moves and what it asks of the engine. */
export interface Doing {
  phase: 'off' | 'idle' | 'drive' | 'work';
  demand: Demand;
  /** metres east and north of home */
  x: number;
  y: number;
  speedKmh: number;
  heading: number;
  /** %; null without a hitch */
  hitch: number | null;
  /** 1/min; null without a power take-off */
  pto: number | null;
  /** 0..1, how much the ground shakes it */
  rough: number;
}

export interface Job {
  readonly now: Doing;
  /** Seconds until the key turns on again, while it is off; Infinity when it is on. */
  readonly wakesInS: number;
  step(seconds: number): void;
  /** An accident: the engine dies, the machine stands; it goes on with a rest. */
  stop(): void;
  turnKey(on: boolean): void;
}

export const engineOff: Demand = { running: false, rpm: 0, load: 0 };
