/** What is to be drawn with the next frame of the browser: each once, all in the same turn, in the order in which they first asked. */
const waiting = new Set<() => void>();
let asked = 0;

/** Draws with the next frame; asked twice before it, it draws once. */
export function withNextFrame(draw: () => void): void {
  waiting.add(draw);
  asked ||= requestAnimationFrame(() => {
    asked = 0;
    const all = [...waiting];
    waiting.clear();
    for (const each of all) each();
  });
}
export const notWithNextFrame = (draw: () => void): void => void waiting.delete(draw);
