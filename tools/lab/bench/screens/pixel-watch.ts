/**
 * Injected into a page before its own scripts, to detect when a chart shows a row: it listens to the socket's messages, sees that a canvas is cleared to be
 * drawn anew or that a line is made longer, and records the end of that frame. The page is not aware of it. `window.pixels.take()` returns the milliseconds from sample to pixel.
 */
export const pixelWatch = `(() => {
  let waiting = [];
  let drawn = [];
  let shownMs = [];
  let rows = 0;
  const Native = window.WebSocket;
  window.WebSocket = class extends Native {
    constructor(...args) {
      super(...args);
      this.addEventListener('message', ({ data }) => {
        if (typeof data !== 'string' || !data.startsWith('42[')) return;
        const [name, body] = JSON.parse(data.slice(2));
        const part = name === 'rows' ? body : name === 'diagnosis' ? body.rows : undefined;
        if (part === undefined) return;
        rows += part.rows.length;
        waiting.push(part.t0 + (part.rows.length - 1) * part.period);
      });
    }
  };
  for (const drawing of ['clearRect', 'stroke']) {
    const native = CanvasRenderingContext2D.prototype[drawing];
    CanvasRenderingContext2D.prototype[drawing] = function (...args) {
      if (waiting.length > 0) {
        drawn.push(...waiting);
        waiting = [];
      }
      return native.apply(this, args);
    };
  }
  // a task that is asked for in a frame runs once that frame is painted
  const painted = new MessageChannel();
  painted.port1.onmessage = () => {
    const now = Date.now();
    for (const sampled of drawn) shownMs.push(now - sampled);
    drawn = [];
  };
  const frame = () => {
    painted.port2.postMessage(null);
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  window.pixels = {
    take: () => {
      const seen = { shownMs, rows };
      shownMs = [];
      rows = 0;
      return seen;
    },
  };
})();`;

export interface SeenPixels {
  /** from sample to pixel, of each row that was drawn */
  shownMs: number[];
  /** rows that came to the page */
  rows: number;
}
