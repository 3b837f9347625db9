import { lateAfterMs, quarterMs, quarterOf, silenceMs } from '@headland/domain/statistics-quarter';

/** What is written now for quarters before this has come too late to be counted with them (domain/statistics-quarter): it marks them. */
export const lateBefore = (now: number): number => quarterOf(now - lateAfterMs);

/** Quarters to be counted again because of samples or key messages of these moments: their own, and where they lie near a border the neighbour's. */
export class LateQuarters {
  readonly vehicles: number[] = [];
  readonly quarters: number[] = [];
  private readonly known = new Set<string>();

  constructor(private readonly before: number) {}

  add(vehicle: number | null, ts: number): void {
    // one comparison for what is on time
    if (vehicle === null || ts - silenceMs >= this.before) return;
    for (
      let quarter = quarterOf(ts - silenceMs);
      quarter <= ts + silenceMs && quarter < this.before;
      quarter += quarterMs
    ) {
      const key = `${vehicle} ${quarter}`;
      if (this.known.has(key)) continue;
      this.known.add(key);
      this.vehicles.push(vehicle);
      this.quarters.push(quarter);
    }
  }
}
