/** Numbers and times as the standard writes them. */
const secondMs = 1000;

/** YYYY-MM-DDThh:mm:ssZ */
export const utc = (at: Date): string =>
  `${new Date(Math.floor(at.getTime() / secondMs) * secondMs).toISOString().slice(0, 19)}Z`;
/** To a hundredth: 36 s, 10 m, 10 ml. */
export const rounded = (value: number): number => Math.round(value * 100) / 100;
/** A sensor may read a little over full. */
export const percent = (value: number): number => rounded(Math.min(100, Math.max(0, value)));
/** To a tenth of a metre. */
export const degrees = (value: number): number => Math.round(value * 1_000_000) / 1_000_000;
