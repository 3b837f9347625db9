import type { Tilt } from './machine/machine';

/** What an accident happens to: a machine model, or its stand-in of a load run. */
export interface Body {
  readonly isLying: boolean;
  readonly speedKmh: number;
  place(nowMs: number): { lat: number; lon: number };
  leaning(): Tilt;
  tip(tilt: Tilt): void;
  right(): void;
  crash(): void;
}
