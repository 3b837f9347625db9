import 'uplot/dist/uPlot.min.css';
import type { CourseValue } from '@headland/contracts/course';
import uPlot from 'uplot';
import { dayText, timeText } from '../../lib/time';
import { type Lines, spanOf, thin } from '../../ui/plot/thin';
import { axisRange } from './course-axis';
import {
  type Colours,
  coloursOf,
  drawBand,
  drawLine,
  drawMarks,
  drawQuickly,
  drawStates,
  type Frame,
} from './course-drawing';
import { markNear, type Mark } from './course-marks';
import type { Course, CourseRows, ValueColumns } from './course-rows';
import type { CourseView, Window } from './course-view';

export interface PlotInput {
  rows: CourseRows;
  value: CourseValue;
  states: Course['states'];
  marks: readonly Mark[];
}
interface Options {
  width: number;
  height: number;
  number: (value: number) => string;
  input: () => PlotInput;
  /** without a view the whole period is drawn once: an image */
  view?: CourseView;
  onMark?: (mark: Mark) => void;
}
export interface CoursePlot {
  u: uPlot;
  /** with the window of the view, or the given one */
  draw: (window: Window) => void;
  /** new data: the axis may be another */
  renew: (window: Window) => void;
  /** to where the view points */
  point: () => void;
}

const dayS = 86_400;
const kept = ['both', 'least', 'greatest'] as const;
const shownOf = ({ mean, low, high }: ValueColumns): number[] => [mean, low, high];

/**
 * One chart: axes, cursor and selection are uPlot's, band, line, states and marks are drawn here from rows that were
 * thinned to the pixels of the window. Nothing of it passes through React while one zooms.
 */
export function makeCoursePlot(parent: HTMLElement, options: Options): CoursePlot {
  const { width, height, number, input, view, onMark } = options;
  const colours: Colours = coloursOf(parent);
  const lines: Lines = [[], [], [], []];
  const whole = (): Window => [input().rows.course.from, input().rows.course.to];
  let yRange = axisRange(input().value, input().rows.of(input().value)?.range ?? null);
  const numbers = new Map<number, string>();
  const tickNumber = (v: number): string => {
    const text = numbers.get(v) ?? number(v);
    numbers.set(v, text);
    return text;
  };
  const axis = {
    stroke: colours.ink3,
    grid: { stroke: colours.grid, width: 1 },
    ticks: { show: false },
    font: `11px ${colours.font}`,
  };
  const drawAll = (u: uPlot): void => {
    const { rows, value, states, marks } = input();
    const columns = rows.of(value);
    const { min = 0, max = 1 } = u.scales.x ?? {};
    const frame = frameOf(u, min, max);
    const pixels = u.bbox.width / devicePixelRatio;
    const shared = spanOf(min, max, pixels, rows.period / 1000);
    if (columns && shared !== null && view?.isMoving === true)
      clipped(u, () => drawQuickly(frame, rows, columns, shared, colours));
    else if (columns) {
      const [t, mean = [], low = [], high = []] = thin(lines, rows, shownOf(columns), min, max, pixels, kept);
      clipped(u, () => {
        if (columns.hasBand) drawBand(frame, t, low, high, colours);
        drawLine(frame, t, mean, colours);
      });
    }
    clipped(u, () => {
      drawStates(frame, states, colours);
      drawMarks(frame, marks, colours);
    });
    placeCursor(u, view);
  };
  const selected = (u: uPlot): void => {
    const { left, width: wide } = u.select;
    if (wide < 5) return;
    view?.show([u.posToVal(left, 'x') * 1000, u.posToVal(left + wide, 'x') * 1000]);
    u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
  };
  const [from, to] = view?.window ?? whole();
  const u = new uPlot(
    {
      width: Math.max(80, width),
      height: Math.max(60, height),
      padding: [10, 18, 0, 0],
      legend: { show: false },
      cursor: {
        show: view !== undefined,
        y: false,
        points: { show: false },
        drag: { x: true, y: false, setScale: false },
        bind: { dblclick: () => () => (view?.reset(), null), mousedown: (self, _, start) => dragOf(self, start, view) },
      },
      scales: { x: { time: true, auto: false, min: from / 1000, max: to / 1000 }, y: { range: () => yRange } },
      axes: [
        { ...axis, size: 22, space: 64, values: (_, ticks, __, ___, incr) => ticks.map((s) => tickText(s, incr)) },
        { ...axis, size: 46, space: 24, values: (_, ticks) => ticks.map(tickNumber) },
      ],
      // uPlot draws no line: it has only the period to point into
      series: [{}, { show: true, paths: () => null, points: { show: false } }],
      hooks: { draw: [drawAll], setSelect: [selected] },
    },
    [
      [from / 1000, to / 1000],
      [null, null],
    ],
    parent,
  );
  if (view) listenTo(u, view, input, onMark);
  const draw = ([first, last]: Window): void => {
    const [min, max] = [first / 1000, last / 1000];
    // a scale that is set to what it is draws nothing
    if (u.scales.x?.min === min && u.scales.x.max === max) u.redraw(true, true);
    else u.setScale('x', { min, max });
  };
  return {
    u,
    draw,
    renew: (shown) => {
      yRange = axisRange(input().value, input().rows.of(input().value)?.range ?? null);
      draw(shown);
    },
    point: () => placeCursor(u, view),
  };
}

const frameOf = (u: uPlot, min: number, max: number): Frame => {
  const { left, top, width, height } = u.bbox;
  const [low, high] = [u.scales.y?.min ?? 0, u.scales.y?.max ?? 1];
  return {
    ctx: u.ctx,
    box: u.bbox,
    from: min,
    to: max,
    x: (s) => left + ((s - min) / (max - min)) * width,
    y: (v) => top + height - ((v - low) / (high - low)) * height,
  };
};

function clipped({ ctx, bbox }: uPlot, draw: () => void): void {
  ctx.save();
  ctx.beginPath();
  ctx.rect(bbox.left, bbox.top, bbox.width, bbox.height);
  ctx.clip();
  draw();
  ctx.restore();
}

const msPerPixel = ({ scales, bbox }: uPlot): number =>
  (((scales.x?.max ?? 1) - (scales.x?.min ?? 0)) * 1000 * devicePixelRatio) / bbox.width;

/** A day at midnight, the time of day else; the zone is the browser's. */
function tickText(s: number, incr: number): string {
  // nine charts write the same moments in each frame
  const key = incr >= dayS ? -s : s;
  const known = tickTexts.get(key);
  if (known !== undefined) return known;
  const day = dayText(s * 1000).slice(5);
  const time = timeText(s * 1000, false);
  const text = incr >= dayS || time === '00:00' ? day : time;
  if (tickTexts.size >= maxTickTexts) tickTexts.clear();
  tickTexts.set(key, text);
  return text;
}
const tickTexts = new Map<number, string>();
const maxTickTexts = 2_000;

/** A plain drag selects; with Shift it moves the window. */
function dragOf(u: uPlot, start: (event: MouseEvent) => null, view: CourseView | undefined) {
  return (event: MouseEvent): null => {
    if (!event.shiftKey || !view || event.button !== 0) return start(event);
    let last = event.clientX;
    const move = (e: MouseEvent): void => {
      view.move((last - e.clientX) * msPerPixel(u));
      last = e.clientX;
    };
    const end = (): void => {
      window.removeEventListener('mousemove', move);
      window.removeEventListener('mouseup', end);
    };
    window.addEventListener('mousemove', move);
    window.addEventListener('mouseup', end);
    return null;
  };
}

/** The cursor is at the time of the view, whichever chart the mouse is over. */
function placeCursor(u: uPlot, view: CourseView | undefined): void {
  if (!view) return;
  const { cursor, window } = view;
  const hidden = cursor === null || cursor < window[0] || cursor > window[1];
  u.setCursor({ left: hidden ? -10 : u.valToPos(cursor / 1000, 'x'), top: hidden ? -10 : 1 }, false);
}

/** The mouse moves the cursor of all charts and opens marks. The listeners go with uPlot's element. */
function listenTo(u: uPlot, view: CourseView, input: () => PlotInput, onMark: Options['onMark']): void {
  const momentOf = (e: MouseEvent): number => u.posToVal(e.offsetX, 'x') * 1000;
  const markAt = (e: MouseEvent): Mark | null => (onMark ? markNear(input().marks, momentOf(e), msPerPixel(u)) : null);
  let down = 0;
  u.over.addEventListener('mousedown', (e) => (down = e.clientX));
  u.over.addEventListener('click', (e) => {
    const mark = Math.abs(e.clientX - down) > 3 ? null : markAt(e);
    if (mark) onMark?.(mark);
  });
  u.over.addEventListener('mousemove', (e) => {
    view.point(momentOf(e));
    u.over.style.cursor = markAt(e) ? 'pointer' : '';
  });
  u.over.addEventListener('mouseleave', () => view.point(null));
}

/** A notch of the wheel is some 100 pixels. */
const zoomPerPixel = 0.0022;
/**
 * The wheel over a chart: up and down zoom at the pointer, sideways moves. `always` without Ctrl, too; otherwise the page
 * scrolls, as it does where there is nothing left to zoom out.
 */
export function wheelOn(u: uPlot, view: CourseView, always: () => boolean): () => void {
  const onWheel = (event: WheelEvent): void => {
    const sideways = Math.abs(event.deltaX) > Math.abs(event.deltaY) || event.shiftKey;
    const pixels = event.deltaMode === 0 ? 1 : 33;
    if (sideways) {
      if (view.isWhole()) return;
      event.preventDefault();
      view.move((event.deltaX || event.deltaY) * pixels * msPerPixel(u));
      return;
    }
    const ctrl = event.ctrlKey || event.metaKey;
    if (!ctrl && (!always() || (event.deltaY > 0 && view.isWhole()))) return;
    event.preventDefault();
    const at = u.posToVal(event.offsetX, 'x') * 1000;
    view.zoom(Math.exp(Math.max(-300, Math.min(300, event.deltaY * pixels)) * zoomPerPixel), at);
  };
  u.over.addEventListener('wheel', onWheel, { passive: false });
  return () => u.over.removeEventListener('wheel', onWheel);
}
