/**
 * The moment of sending, hidden in the position of a message. The clock is the machine's monotonic one, the same in every process, in tenths of
 * a millisecond, modulo 100 s: six digits, three in the last decimals of the latitude and three in those of the longitude (1e-7 degrees, so a
 * vehicle trembles within 11 metres). Any product that hands the position on unchanged can so be measured at any of its exits.
 */
export const stampRange = 1_000_000;

export function stampNow(): number {
  const [seconds, nanoseconds] = process.hrtime();
  return (seconds % 100) * 10_000 + Math.floor(nanoseconds / 100_000);
}

/** Milliseconds from `sent` to `now`, unambiguous below 100,000. */
export const ageMs = (sent: number, now: number): number => ((now - sent + stampRange) % stampRange) / 10;

/** The three digits of the latitude and of the longitude. */
export const splitStamp = (stamp: number): [number, number] => [Math.floor(stamp / 1000), stamp % 1000];

export function stampOf(lat: number, lon: number): number {
  return (Math.round(lat * 1e7) % 1000) * 1000 + (Math.round(lon * 1e7) % 1000);
}
