/**
 * What a fault message of a vehicle does to the report of a code. Messages come twice (dropped before this rule), late and out of order: one
 * older than the newest that named the code changes nothing. Inactive to active again is a repeat, and so is another count of the ECU: higher,
 * or lower after its memory was cleared. An ECU that counts nothing repeats a code by a message that brings no other news.
 */
export interface Signal {
  boot: number;
  seq: number;
  /** corrected device time */
  at: Date;
  active: boolean;
  /** occurrences as the ECU counts them */
  count: number | null;
}
/** The open report of the code, as far as signals change it. */
export interface Heard {
  boot: number;
  seq: number;
  active: boolean;
  signalCount: number | null;
  count: number;
  lastAt: Date;
  clearedAt: Date | null;
}
export type SignalChange = { event: 'fault.repeated' | 'fault.cleared' | null; next: Heard };

export const isNewer = (a: { boot: number; seq: number }, b: { boot: number; seq: number }): boolean =>
  a.boot > b.boot || (a.boot === b.boot && a.seq > b.seq);

/** null: a late message, nothing changes. `noOtherNews`: the message changes the activity of no code. */
export function hear(report: Heard, signal: Signal, noOtherNews: boolean): SignalChange | null {
  if (!isNewer(signal, report)) return null;
  const next: Heard = { ...report, boot: signal.boot, seq: signal.seq, active: signal.active };
  if (!signal.active)
    return report.active ? { event: 'fault.cleared', next: { ...next, clearedAt: signal.at } } : { event: null, next };
  next.signalCount = signal.count ?? report.signalCount;
  const again = !report.active || (signal.count === null ? noOtherNews : signal.count !== report.signalCount);
  if (!again) return { event: null, next };
  return {
    event: 'fault.repeated',
    next: {
      ...next,
      count: report.count + 1,
      lastAt: signal.at > report.lastAt ? signal.at : report.lastAt,
      clearedAt: null,
    },
  };
}
