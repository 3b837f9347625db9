/**
 * Roll-over derived from tilt samples, for a device that does not report it by itself. A machine has rolled over when
 * one of its angles exceeds the threshold of its model and device type. A single sample beyond it while the machine
 * moves may be a bump or a ditch crossed at speed, so two consecutive samples are needed (10 s apart); one is enough
 * while the machine is stationary or has no speed, because somebody may be trapped. It is raised once, and again only
 * after the machine was upright: a wreck that waits for its crane is no new SOS.
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

/** Below this a machine counts as stationary: speed sensors and GNSS never report exactly 0. km/h */
const standingKmh = 1;

export function isRolledOver(tilt: Tilt, thresholds: Tilt): boolean {
  return (
    Math.abs(halfTurn(tilt.x)) > thresholds.x ||
    Math.abs(halfTurn(tilt.y)) > thresholds.y ||
    Math.abs(halfTurn(tilt.z)) > thresholds.z
  );
}

/**
 * The posture after these samples (in order of time) and the index of the one that completed a roll-over, or null.
 * Samples without tilt change nothing. A new device starts as 'upright'.
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

/** Degrees as −180 … 180: a device may report a full turn. */
const halfTurn = (degrees: number): number => ((((degrees + 180) % 360) + 360) % 360) - 180;
