/** Injection token of the clock of the installation. Rules take the time as an argument; their callers read it here. */
export const CLOCK = 'CLOCK';
export type Clock = () => Date;

/** A time and the monotonic reading at that moment. */
let known = { at: Date.now(), when: performance.now() };

/**
 * The time of the database, which all processes share (clock-sync.ts). Between two syncs it follows a monotonic clock,
 * so a wrong or jumping wall clock of this machine changes nothing. Until the first sync it is the wall clock.
 */
export const databaseTime: Clock = () => new Date(databaseNowMs());

/** The same as whole epoch ms. */
export const databaseNowMs = (): number => Math.trunc(known.at + performance.now() - known.when);

/** Sets it to the database's time, epoch ms. */
export function setClock(at: number): void {
  known = { at, when: performance.now() };
}
