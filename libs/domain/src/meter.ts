/**
 * A machine's meters: engine hours and odometer. A replaced meter starts again, and staff enter a correction to be
 * added from that day on; the machine's readings are stored unchanged, and every screen shows the sum. Engine hours of
 * a day are the difference of two readings, unless the meter was replaced between them: then it fell, or ran faster
 * than the clock.
 */
export type Meter = 'hours' | 'odometer';

export interface Correction {
  meter: Meter;
  value: number;
  /** YYYY-MM-DD, the first day that it applies to */
  since: string;
}

/**
 * The correction for a reading of that day: of those that apply by then the one entered last, which may have an earlier day than one that it corrects.
 * `corrections` come newest first.
 */
export const correctionOn = (corrections: readonly Correction[], meter: Meter, day: string): number =>
  corrections.find((c) => c.meter === meter && c.since <= day)?.value ?? 0;

/**
 * Validates the form of a correction: a reason and a day if the value changes; none if it does not. Field → message.
 */
export interface CorrectionForm {
  hoursCorrection: number;
  hoursCorrectedOn?: string | undefined;
  hoursReason?: string | undefined;
  odometerCorrection: number;
  odometerCorrectedOn?: string | undefined;
  odometerReason?: string | undefined;
}
export function correctionErrors(
  form: CorrectionForm,
  before: Pick<CorrectionForm, 'hoursCorrection' | 'odometerCorrection'>,
  today: string,
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const meter of ['hours', 'odometer'] as const) {
    if (form[`${meter}Correction`] === before[`${meter}Correction`]) continue;
    const since = form[`${meter}CorrectedOn`];
    if (form[`${meter}Reason`] === undefined) errors[`${meter}Reason`] = 'field.req';
    if (since === undefined) errors[`${meter}CorrectedOn`] = 'field.req';
    else if (since > today) errors[`${meter}CorrectedOn`] = 'field.pastDay';
  }
  return errors;
}

export interface Reading {
  /** epoch ms */
  ts: number;
  hours: number;
}
/** Meters count in steps, and two clocks differ a little: tolerance of a meter against the clock. */
const aheadHours = 0.25;
const hourMs = 3_600_000;

/** Hours between two readings; null if the meter was replaced in between. */
export function hoursRun(from: Reading, to: Reading): number | null {
  const run = to.hours - from.hours;
  // floating point: a stopped meter must not seem to fall
  if (run < -1e-6) return null;
  return run > (to.ts - from.ts) / hourMs + aheadHours ? null : Math.max(0, run);
}

/** The same over many readings in order of time: hours around a replacement are unknown and not counted. */
export function hoursRunOver(readings: readonly Reading[]): number {
  let sum = 0;
  for (let i = 1; i < readings.length; i++) sum += hoursRun(readings[i - 1] as Reading, readings[i] as Reading) ?? 0;
  return sum;
}

/** First and last reading of a day, for each device that reported on it, in order of time. */
export interface DayReadings {
  day: string;
  readings: readonly Reading[];
}
export interface DayHours {
  day: string;
  hours: number | null;
  /** the last reading, uncorrected */
  reading: number | null;
  /** the meter was replaced since the day before: the readings in between are needed */
  reset: boolean;
}

/**
 * Hours of each day from its first and last readings. Hours over midnight, or without a connection, count to the day of
 * the next reading. `before`: the last reading before the first day.
 */
export function hoursByDay(days: readonly DayReadings[], before: Reading | null): DayHours[] {
  let last = before;
  return days.map(({ day, readings }) => {
    if (readings.length === 0) return { day, hours: null, reading: null, reset: false };
    let hours = 0;
    let reset = false;
    for (const reading of readings) {
      const run = last === null ? 0 : hoursRun(last, reading);
      if (run === null) reset = true;
      hours += run ?? 0;
      last = reading;
    }
    return { day, hours, reading: last?.hours ?? null, reset };
  });
}
