/** Injection token of the wall clock. Rules take the time as an argument; whoever calls them reads it here. */
export const CLOCK = 'CLOCK';
export type Clock = () => Date;
export const wallClock: Clock = () => new Date();
