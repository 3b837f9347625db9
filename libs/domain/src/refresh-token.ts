/**
 * A refresh token is good once: a second use means that two hold it. But the answer to the first may have been lost on its
 * way: the token that was replaced last is good once more for as long as a caller waits for an answer and tries again. Whoever
 * else holds a token of the session is found out by the next use of one that was replaced.
 */
export interface Refreshable {
  /** hash of the token that is good */
  current: string;
  /** of the one before it, until it was used a second time */
  former: string | null;
  refreshedAt: Date;
}

/** A console gives an answer up after 30 seconds. */
export const lostAnswerMs = 60_000;

export const mayRefresh = ({ current, former, refreshedAt }: Refreshable, hash: string, now: Date): boolean =>
  hash === current || (hash === former && now.getTime() - refreshedAt.getTime() <= lostAnswerMs);

/** The former token once it is renewed by this one: none that was used twice. */
export const formerAfter = ({ current }: Refreshable, hash: string): string | null => (hash === current ? hash : null);
