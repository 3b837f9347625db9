import type { Changing } from '../../ui/plot/use-drawn';

/** Part of a period in epoch ms. */
export type Window = readonly [from: number, to: number];
/** Six intervals: what is shorter has no course. */
export const minWindowMs = 1_800_000;

/** A window within the whole period, as long as it was where that is possible. */
export function within([from, to]: Window, [first, last]: Window): Window {
  const length = Math.min(last - first, Math.max(minWindowMs, to - from));
  const start = Math.min(Math.max(first, from), last - length);
  return [start, start + length];
}
/** `factor` below 1 zooms in. What is at `at` stays where it is. */
export function zoomed([from, to]: Window, whole: Window, factor: number, at = (from + to) / 2): Window {
  const length = Math.min(whole[1] - whole[0], Math.max(minWindowMs, (to - from) * factor));
  const share = (Math.min(Math.max(at, from), to) - from) / (to - from);
  return within([at - share * length, at - share * length + length], whole);
}
export const moved = ([from, to]: Window, whole: Window, byMs: number): Window =>
  within([from + byMs, to + byMs], whole);

/** The window is at rest after this time without a movement. */
const restMs = 150;
/** One press of a key or button. */
const zoomStep = 0.6;
const moveStep = 0.2;

/**
 * The part of the period that all charts show, and the cursor that they share. It changes with every movement of the
 * mouse, so charts listen to it outside React.
 */
export class CourseView {
  private shown: Window;
  private at: number | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private readonly ears = { window: new Set<() => void>(), cursor: new Set<() => void>() };

  constructor(
    readonly whole: Window,
    readonly bucketMs: number,
  ) {
    this.shown = whole;
  }

  get window(): Window {
    return this.shown;
  }
  /** the time under the cursor; null: none */
  get cursor(): number | null {
    return this.at;
  }
  readonly isWhole = (): boolean => this.shown[0] === this.whole[0] && this.shown[1] === this.whole[1];

  show(window: Window): void {
    const next = within(window, this.whole);
    if (next[0] === this.shown[0] && next[1] === this.shown[1]) return;
    this.shown = next;
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = null;
      this.notify();
    }, restMs);
    this.notify();
  }
  /** The window is on its way: a frame counts more than a smooth line. */
  get isMoving(): boolean {
    return this.timer !== null;
  }
  private notify(): void {
    for (const ear of this.ears.window) ear();
  }
  readonly reset = (): void => this.show(this.whole);
  zoom(factor: number, at = this.at ?? undefined): void {
    const [from, to] = this.shown;
    this.show(zoomed(this.shown, this.whole, factor, at !== undefined && at >= from && at <= to ? at : undefined));
  }
  move(byMs: number): void {
    this.show(moved(this.shown, this.whole, byMs));
  }
  point(at: number | null): void {
    if (at === this.at) return;
    this.at = at;
    for (const ear of this.ears.cursor) ear();
  }

  readonly zoomIn = (): void => this.zoom(zoomStep);
  readonly zoomOut = (): void => this.zoom(1 / zoomStep);
  readonly earlier = (): void => this.move(-moveStep * (this.shown[1] - this.shown[0]));
  readonly later = (): void => this.move(moveStep * (this.shown[1] - this.shown[0]));
  /** The cursor by intervals; the window follows it. */
  step(by: number): void {
    const [from, to] = this.shown;
    const start = this.at ?? (by > 0 ? from - this.bucketMs : to);
    const next = Math.floor(start / this.bucketMs) * this.bucketMs + by * this.bucketMs;
    const at = Math.min(Math.max(next, this.whole[0]), this.whole[1] - this.bucketMs);
    if (at < from || at >= to) this.move(at < from ? at - from : at + this.bucketMs - to);
    this.point(at);
  }

  /** For parts that show the window, and for those that show what the cursor points to. */
  readonly windows: Changing = { onChange: (ear) => listen(this.ears.window, ear) };
  readonly cursors: Changing = { onChange: (ear) => listen(this.ears.cursor, ear) };
}

function listen(ears: Set<() => void>, ear: () => void): () => void {
  ears.add(ear);
  return () => void ears.delete(ear);
}

/** Keys of the charts, for `useKeys` and for the list of keys. */
export const courseKeys = (view: CourseView): Record<string, () => void> => ({
  '+': view.zoomIn,
  '=': view.zoomIn,
  '-': view.zoomOut,
  ArrowUp: view.zoomIn,
  ArrowDown: view.zoomOut,
  ArrowLeft: view.earlier,
  ArrowRight: view.later,
  '0': view.reset,
  Home: view.reset,
  ',': () => view.step(-1),
  '.': () => view.step(1),
});
