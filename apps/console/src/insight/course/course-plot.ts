import 'uplot/dist/uPlot.min.css';
import type { CourseValue } from '@headland/contracts/course';
import uPlot from 'uplot';
import { dayText, timeText } from '../../lib/time';
import { type Lines, thin } from '../../ui/plot/thin';
import { axisRange } from './course-axis';
import { type Colours, coloursOf, drawBand, drawLine, drawMarks, drawStates, type Frame } from './course-drawing';
import { markNear, type Mark } from './course-marks';
import type { Course, CourseRows } from './course-rows';
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
  /** without a view the whole period stands still: an image */
  view?: CourseView;
  onMark?: (mark: Mark) => void;
}
export interface CoursePlot {
  u: uPlot;
  /** with the window of the view, or the given one */
  draw: (window: Window) => void;
  /** new data: the axis may be another */
  renew: () => void;
  /** to where the view points */
  point: () => void;
}

const hourS = 3_600;

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
    if (columns) {
      thin(lines, rows, [columns.mean, columns.low, columns.high], min, max, u.bbox.width / devicePixelRatio, [
        'both',
        'least',
        'greatest',
      ]);
      const [t, mean = [], low = [], high = []] = lines;
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
      padding: [10, 10, 0, 0],
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
        { ...axis, size: 46, values: (_, ticks) => ticks.map((v) => number(v)) },
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
  u.setScale('x', { min: from / 1000, max: to / 1000 });
  if (view) listenTo(u, view, input, onMark);
  return {
    u,
    draw: ([first, last]) => {
      const stands = u.scales.x?.min === first / 1000 && u.scales.x.max === last / 1000;
      if (stands) u.redraw(false, true);
      else u.setScale('x', { min: first / 1000, max: last / 1000 });
    },
    renew: () => {
      yRange = axisRange(input().value, input().rows.of(input().value)?.range ?? null);
      u.redraw(true, true);
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

const msPerPixel = (u: uPlot): number =>
  (((u.scales.x?.max ?? 1) - (u.scales.x?.min ?? 0)) * 1000) / u.over.clientWidth;

/** A day at midnight, the time of day else; the zone is the browser's. */
function tickText(s: number, incr: number): string {
  const ms = s * 1000;
  const day = dayText(ms).slice(5);
  if (incr >= 24 * hourS) return day;
  const time = timeText(ms, false);
  return time === '00:00' ? day : time;
}

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

/** The cursor stands at the moment of the view, whichever chart the mouse is over. */
function placeCursor(u: uPlot, view: CourseView | undefined): void {
  if (!view) return;
  const { cursor, window } = view;
  const hidden = cursor === null || cursor < window[0] || cursor > window[1];
  u.setCursor({ left: hidden ? -10 : u.valToPos(cursor / 1000, 'x'), top: hidden ? -10 : 1 }, false);
}

/** The mouse moves the cursor of all charts and opens marks. The listeners go with uPlot's element. */
function listenTo(u: uPlot, view: CourseView, input: () => PlotInput, onMark: Options['onMark']): void {
  const momentOf = (e: MouseEvent): number => u.posToVal(e.clientX - u.over.getBoundingClientRect().left, 'x') * 1000;
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
    const at = u.posToVal(event.clientX - u.over.getBoundingClientRect().left, 'x') * 1000;
    view.zoom(Math.exp(Math.max(-300, Math.min(300, event.deltaY * pixels)) * zoomPerPixel), at);
  };
  u.over.addEventListener('wheel', onWheel, { passive: false });
  return () => u.over.removeEventListener('wheel', onWheel);
}
