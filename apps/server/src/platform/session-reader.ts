import type { Caller } from './caller';

/** The session of a token. `fresh` is a new access token when the old one has under three minutes left. */
export interface FoundSession {
  caller: Omit<Caller, 'language' | 'timeZone' | 'address' | 'agent'>;
  fresh: string | null;
  /** epoch seconds */
  expiresAt: number;
}

/**
 * Reads an access token: implemented by the session slice, used by the guard and by the live socket. Throws Problem
 * NO_TOKEN, BAD_TOKEN, E0802 (expired) or E0105 (the session ended).
 */
export abstract class SessionReader {
  abstract read(token: string | undefined): Promise<FoundSession>;
}
