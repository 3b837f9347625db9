import { type Demand } from './engine';

/** A machine's day: position, movement and load on the engine. */
export interface Activity {
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
  /** 0..1, vibration from the ground */
  rough: number;
}

export interface Job {
  readonly now: Activity;
  /** Seconds until the key is turned on again; Infinity if it is on. */
  readonly wakesInS: number;
  step(seconds: number): void;
  /** An accident: the engine dies, the machine stops; it continues with a rest. */
  stop(): void;
  turnKey(on: boolean): void;
}

export const engineOff: Demand = { running: false, rpm: 0, load: 0 };
