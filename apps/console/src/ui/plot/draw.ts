import type uPlot from 'uplot';

/** The label of a mark at the top of its line: to the right of it, or to the left where the plot ends before it does. In device pixels. */
export function drawMarkLabel({ ctx, bbox }: uPlot, x: number, label: string): void {
  const gap = 4 * devicePixelRatio;
  const fits = x + gap + ctx.measureText(label).width <= bbox.left + bbox.width;
  // an axis has left its own
  ctx.textAlign = fits ? 'left' : 'right';
  ctx.textBaseline = 'alphabetic';
  ctx.fillText(label, fits ? x + gap : x - gap, bbox.top + 10 * devicePixelRatio);
}

export function line(c: CanvasRenderingContext2D, x1: number, y1: number, x2: number, y2: number): void {
  c.beginPath();
  c.moveTo(x1, y1);
  c.lineTo(x2, y2);
  c.stroke();
}
