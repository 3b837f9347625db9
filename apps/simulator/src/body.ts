import type { Tilt } from './machine/machine';

/** What an accident acts on: a machine model, or its substitute in a load run. */
export interface Body {
  readonly isRolledOver: boolean;
  readonly speedKmh: number;
  place(nowMs: number): { lat: number; lon: number };
  leaning(): Tilt;
  tip(tilt: Tilt): void;
  right(): void;
  crash(): void;
}
