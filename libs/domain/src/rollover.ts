/**
 * Roll-over derived from tilt samples, for a device that raises none by itself. A machine lies when one of its angles is beyond the threshold
 * of its model and device type. A single sample beyond it while the machine moves may be a bump or a ditch crossed at speed, so it takes two
 * consecutive samples (10 s apart); one is enough while the machine stands or says no speed, because whoever lies under it can't wait.
 * It is raised once when the machine comes to lie, and again only after it stood upright: a wreck that waits for its crane is not a new call.
 */
export interface Tilt {
  x: number;
  y: number;
  z: number;
}
export interface TiltSample {
  tilt?: Tilt | undefined;
  speed?: number | undefined;
}
export type Posture = 'upright' | 'suspect' | 'lying';

/** Below this a machine counts as standing: speed sensors and GNSS never say exactly 0. km/h */
const standingKmh = 1;

export function isRolledOver(tilt: Tilt, thresholds: Tilt): boolean {
  return (['x', 'y', 'z'] as const).some((axis) => Math.abs(halfTurn(tilt[axis])) > thresholds[axis]);
}

/**
 * The posture after these samples (in order of their time) and the index of the one with which the machine came to lie, or null. Samples
 * without tilt change nothing. Begin a device with 'upright'.
 */
export function watchPosture(
  posture: Posture,
  samples: readonly TiltSample[],
  thresholds: Tilt,
): { posture: Posture; rolledOverAt: number | null } {
  let rolledOverAt: number | null = null;
  for (const [index, { tilt, speed }] of samples.entries()) {
    if (tilt === undefined) continue;
    const before: Posture = posture;
    if (!isRolledOver(tilt, thresholds)) posture = 'upright';
    else if (before === 'upright' && speed !== undefined && speed > standingKmh) posture = 'suspect';
    else posture = 'lying';
    if (posture === 'lying' && before !== 'lying') rolledOverAt ??= index;
  }
  return { posture, rolledOverAt };
}

/** Degrees as −180 … 180: a device may count a full turn. */
const halfTurn = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180;
