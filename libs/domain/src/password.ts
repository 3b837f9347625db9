import { password as rule } from '@headland/contracts/fields';
import { passwordExpired } from './login-lock';

/**
 * A member's password expires after six months and must differ from the last three. A forgotten one is replaced by a
 * temporary one that only allows changing the password, for a day.
 */
export const formerPasswords = 3;
export const temporaryMs = 24 * 60 * 60_000;
const temporaryLength = 12;
/** without letters and digits that look alike */
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789!@#$%&*?';

export interface PasswordState {
  changedAt: Date;
  temporary: boolean;
  temporaryUntil: Date | null;
}

/** Why it must be changed first. */
export function mustChange({ changedAt, temporary }: PasswordState, now: Date): 'temporary' | 'expired' | null {
  if (temporary) return 'temporary';
  return passwordExpired(changedAt, now) ? 'expired' : null;
}

/** An expired temporary password allows nothing. */
export const temporaryIsOver = ({ temporary, temporaryUntil }: PasswordState, now: Date): boolean =>
  temporary && temporaryUntil !== null && temporaryUntil <= now;

/** Twelve characters that satisfy the rule. `pick(n)`: uniform, 0 to n-1. */
export function newTemporaryPassword(pick: (n: number) => number): string {
  for (;;) {
    const drawn = Array.from({ length: temporaryLength }, () => alphabet.charAt(pick(alphabet.length))).join('');
    if (rule.safeParse(drawn).success) return drawn;
  }
}
