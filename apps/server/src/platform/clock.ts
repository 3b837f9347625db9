/** Injection token of the clock of the installation. Rules take the time as an argument; whoever calls them reads it here. */
export const CLOCK = 'CLOCK';
export type Clock = () => Date;

/** One time and when it was, by a clock that nobody sets. */
let known = { at: Date.now(), when: performance.now() };

/**
 * The time of the database, which all processes share (clock-sync.ts): between two questions it goes on by a monotonic clock, so a wall clock of this machine
 * that is wrong or jumps moves nothing. Until the first answer it is the wall clock.
 */
export const databaseTime: Clock = () => new Date(known.at + performance.now() - known.when);

/** The same as epoch ms. */
export const databaseNowMs = (): number => databaseTime().getTime();

/** What the database's clock says now, epoch ms. */
export function setClock(at: number): void {
  known = { at, when: performance.now() };
}
