import type { CourseSubject, CourseValue } from '@headland/contracts/course';
import { coloursOf, type Colours, workStates } from './course-drawing';
import { makeCoursePlot, type PlotInput } from './course-plot';
import type { Window } from './course-view';

export interface ImageInput extends Omit<PlotInput, 'value'> {
  values: readonly CourseValue[];
  title: string;
  /** period, vehicle, time zone */
  under: string;
  /** the part of the period that is shown */
  window: Window;
  /** charts beside each other */
  columns: number;
  labelOf: (value: CourseValue) => { name: string; unit: string };
  legend: { mean: string; band: string; states: Record<(typeof workStates)[number], string>; marks: string };
  number: (value: number) => string;
}

/** CSS pixels */
const chart = { width: 620, height: 250, head: 26, gap: 16 };
const alone = { ...chart, width: 1_120, height: 460 };
const margin = 24;
const headHeight = 84;

/** Charts as one picture, the size of no screen, on the ground of the theme. */
export async function courseImage(input: ImageInput): Promise<HTMLCanvasElement> {
  const { values, columns, window: shown } = input;
  const size = values.length === 1 ? alone : chart;
  const across = Math.min(columns, values.length);
  const down = Math.ceil(values.length / across);
  // uPlot measures its texts in a document
  const stage = document.createElement('div');
  Object.assign(stage.style, { position: 'fixed', left: '-10000px', top: '0', width: `${size.width}px` });
  document.body.append(stage);
  try {
    const colours = coloursOf(stage);
    const scale = devicePixelRatio;
    const canvas = document.createElement('canvas');
    const width = 2 * margin + across * size.width + (across - 1) * size.gap;
    const height = 2 * margin + headHeight + down * (size.height + size.head) + (down - 1) * size.gap;
    canvas.width = Math.round(width * scale);
    canvas.height = Math.round(height * scale);
    const ctx = canvas.getContext('2d');
    if (!ctx) throw new Error('no canvas');
    ctx.scale(scale, scale);
    ctx.fillStyle = colours.surface;
    ctx.fillRect(0, 0, width, height);
    drawHead(ctx, input, colours);
    for (const [i, value] of values.entries()) {
      const left = margin + (i % across) * (size.width + size.gap);
      const top = margin + headHeight + Math.floor(i / across) * (size.height + size.head + size.gap);
      const { name, unit } = input.labelOf(value);
      write(ctx, name, left + 8, top + 16, `600 14px ${colours.font}`, colours.ink);
      const wide = ctx.measureText(name).width;
      write(ctx, unit, left + 16 + wide, top + 16, `12px ${colours.font}`, colours.ink3);
      const plot = makeCoursePlot(stage, { ...size, number: input.number, input: () => ({ ...input, value }) });
      plot.draw(shown);
      await drawn();
      ctx.drawImage(plot.u.ctx.canvas, left, top + size.head, size.width, size.height);
      plot.u.destroy();
    }
    return canvas;
  } finally {
    stage.remove();
  }
}

/** uPlot draws in a microtask of its own. */
const drawn = (): Promise<void> => new Promise((done) => setTimeout(done, 0));

function write(ctx: CanvasRenderingContext2D, text: string, x: number, y: number, font: string, colour: string): void {
  ctx.font = font;
  ctx.fillStyle = colour;
  ctx.fillText(text, x, y);
}

function drawHead(
  ctx: CanvasRenderingContext2D,
  { title, under, legend, states, marks }: ImageInput,
  c: Colours,
): void {
  write(ctx, title, margin + 8, margin + 18, `600 20px ${c.font}`, c.ink);
  write(ctx, under, margin + 8, margin + 40, `13px ${c.font}`, c.ink3);
  let x = margin + 8;
  const y = margin + 64;
  const item = (text: string, colour: string, height: number, top: number): void => {
    ctx.fillStyle = colour;
    ctx.fillRect(x, top, 18, height);
    write(ctx, text, x + 24, y, `12px ${c.font}`, c.ink);
    x += 24 + ctx.measureText(text).width + 20;
  };
  item(legend.mean, c.line, 2, y - 5);
  item(legend.band, c.band, 10, y - 9);
  if (states.length > 0)
    for (const [i, state] of workStates.entries()) item(legend.states[state], c.work[state], 6 - 2 * i, y - 6 + 2 * i);
  if (marks.length > 0) item(legend.marks, c.marks.now, 2, y - 5);
}

/** `course_LX-38_2026-11-01_2026-11-30_rpm.png`: what no file system minds. */
export const imageName = (
  subject: CourseSubject,
  name: string,
  { from, to, value }: { from: string; to: string; value?: CourseValue | undefined },
): string =>
  `${['course', subject === 'models' ? 'model' : 'customer', name, from, to, value]
    .filter((part) => part !== undefined)
    .map((part) => part.replace(/[^\p{L}\p{N}*._-]+/gu, '-').replaceAll('*', '_'))
    .join('_')}.png`;
