/**
 * How a fault message of a vehicle changes the report of a code. Messages are duplicated (dropped before this rule),
 * late and out of order: one older than the newest with the code changes nothing. Inactive to active again is a repeat,
 * and so is another count of the ECU: higher, or lower after its memory was cleared. An ECU without a counter repeats a
 * code by a message that changes nothing else.
 */
export interface Signal {
  boot: number;
  seq: number;
  /** corrected device time */
  at: Date;
  active: boolean;
  /** occurrence count of the ECU */
  count: number | null;
}
/** The fields of a code's open report that signals change. */
export interface SignalState {
  boot: number;
  seq: number;
  active: boolean;
  signalCount: number | null;
  count: number;
  lastAt: Date;
  clearedAt: Date | null;
}
export type SignalChange = { event: 'fault.repeated' | 'fault.cleared' | null; next: SignalState };

export const isNewer = (a: { boot: number; seq: number }, b: { boot: number; seq: number }): boolean =>
  a.boot > b.boot || (a.boot === b.boot && a.seq > b.seq);

/** null: a late message, nothing changes. `onlyRepeats`: the message changes the activity of no code. */
export function applySignal(report: SignalState, signal: Signal, onlyRepeats: boolean): SignalChange | null {
  if (!isNewer(signal, report)) return null;
  const next: SignalState = { ...report, boot: signal.boot, seq: signal.seq, active: signal.active };
  if (!signal.active)
    return report.active ? { event: 'fault.cleared', next: { ...next, clearedAt: signal.at } } : { event: null, next };
  next.signalCount = signal.count ?? report.signalCount;
  const isRepeat = !report.active || (signal.count === null ? onlyRepeats : signal.count !== report.signalCount);
  if (!isRepeat) return { event: null, next };
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
