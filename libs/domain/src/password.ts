import { password as rule } from '@headland/contracts/fields';
import { passwordExpired } from './login-lock';

/**
 * A member's password is changed every six months and is none of the last three. A forgotten one is replaced by a temporary one that opens the
 * change of the password and nothing else, for a day.
 */
export const formerPasswords = 3;
export const temporaryMs = 24 * 60 * 60_000;
const temporaryLength = 12;
/** without the letters and digits that are read for another */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789!@#$%&*?';

export interface PasswordState {
  changedAt: Date;
  temporary: boolean;
  temporaryUntil: Date | null;
}

/** Why it must be changed before anything opens. */
export function mustChange({ changedAt, temporary }: PasswordState, now: Date): 'temporary' | 'expired' | null {
  if (temporary) return 'temporary';
  return passwordExpired(changedAt, now) ? 'expired' : null;
}

/** A temporary one whose day is over opens nothing. */
export const temporaryIsOver = ({ temporary, temporaryUntil }: PasswordState, now: Date): boolean =>
  temporary && temporaryUntil !== null && temporaryUntil <= now;

/** Twelve characters that satisfy the rule. `pick(n)`: an even draw of 0 to n-1. */
export function newTemporaryPassword(pick: (n: number) => number): string {
  for (;;) {
    const drawn = Array.from({ length: temporaryLength }, () => alphabet.charAt(pick(alphabet.length))).join('');
    if (rule.safeParse(drawn).success) return drawn;
  }
}
