import { type ProgramIdentity } from './program-header';

/**
 * For a file with an unknown header a person states controller, variant, calibration and version. A mistake would put a
 * program into the wrong hardware, so it counts only when another account has confirmed it; before that the file is not
 * signed, not offered, and joins no roll-out.
 */
export interface Statement {
  /** null: decoded from the file */
  statedBy: number | null;
  confirmedBy: number | null;
}
export const isConfirmed = ({ statedBy, confirmedBy }: Statement): boolean => statedBy === null || confirmedBy !== null;

export const identityFields = ['target', 'variant', 'calibration', 'version'] as const;
export const sameIdentity = (a: ProgramIdentity, b: ProgramIdentity): boolean =>
  identityFields.every((f) => a[f] === b[f]);

/** Why this person may not confirm the statement; null: allowed. */
export function confirmationRefusal(
  file: Statement & ProgramIdentity,
  by: { userId: number; seen: ProgramIdentity },
): 'PROGRAM_CONFIRMED' | 'PROGRAM_OWN' | 'CHANGED_MEANWHILE' | null {
  if (isConfirmed(file)) return 'PROGRAM_CONFIRMED';
  if (file.statedBy === by.userId) return 'PROGRAM_OWN';
  return sameIdentity(file, by.seen) ? null : 'CHANGED_MEANWHILE';
}
