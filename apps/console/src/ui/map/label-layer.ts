import { drawLabels, type LabelOptions } from './draw-labels';
import type { Palette } from './palette';
import type { View } from './view';

/** The names over the map, on a canvas of their own: drawn when the view has come to rest, moved along with the map until then. */
export class LabelLayer {
  readonly canvas = document.createElement('canvas');
  /** what they were drawn for */
  private drawn: View | null = null;

  draw(view: View, dpr: number, palette: Palette, options: LabelOptions): void {
    this.canvas.width = Math.max(1, Math.round(view.width * dpr));
    this.canvas.height = Math.max(1, Math.round(view.height * dpr));
    this.canvas.style.transform = '';
    this.drawn = view;
    const c = this.canvas.getContext('2d');
    if (!c) return;
    c.scale(dpr, dpr);
    drawLabels(c, view, palette, options);
  }

  /** Between two drawings the names move and grow with the map. */
  move(view: View): void {
    const was = this.drawn;
    if (!was) return;
    const k = view.scale / was.scale;
    this.canvas.style.transform = `translate(${was.originX * k - view.originX}px, ${was.originY * k - view.originY}px) scale(${k})`;
  }
}
