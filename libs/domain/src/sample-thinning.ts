/** Terminals take a sample every ten seconds (device protocol); some take more. */
export const samplePeriodMs = 10_000;
/** Samples at least this far apart are not denser: the clock of a terminal drifts, and so does its corrected time. */
const apartMs = 9_000;

/**
 * Whether a sample is left out of 10-second data because the one after it represents the same ten seconds, which begin
 * at full tens of UTC. Of what is denser the last of each ten seconds stays; other samples all stay. Epoch ms, in order.
 */
export const isThinned = (at: number, next: number): boolean =>
  next - at < apartMs && Math.floor(at / samplePeriodMs) === Math.floor(next / samplePeriodMs);
