import { startBareCharts } from './bare-charts';
import { historyRows, periodMs } from './measured';
import { type Scene, startProductCharts } from './product-charts';

/** What the benchmark reads: milliseconds from frame to frame, and how many rows came. */
export interface Streamed {
  intervalsMs: number[];
  updates: number;
}

let scene: Scene | null = null;
let next = historyRows;

/** Two hours up to now, drawn. */
async function show(kind: 'product' | 'bare'): Promise<void> {
  scene?.stop();
  const stage = document.getElementById('stage');
  if (!stage) throw new Error('no stage');
  next = historyRows;
  const t0 = Date.now() - historyRows * periodMs;
  scene = kind === 'bare' ? startBareCharts(stage, t0) : startProductCharts(stage, t0);
  await frames(120);
}

/** A row each half second, as they are measured, for this duration. Each sets a mark that separates the updates in the trace. */
async function stream(seconds: number): Promise<Streamed> {
  const intervalsMs: number[] = [];
  let updates = 0;
  let last: number | null = null;
  const end = performance.now() + seconds * 1000;
  const timer = setInterval(() => {
    performance.mark('update');
    updates++;
    scene?.feed(next++);
  }, periodMs);
  await new Promise<void>((resolve) => {
    const frame = (nowMs: number): void => {
      if (last !== null) intervalsMs.push(nowMs - last);
      last = nowMs;
      if (performance.now() < end) requestAnimationFrame(frame);
      else resolve();
    };
    requestAnimationFrame(frame);
  });
  clearInterval(timer);
  performance.clearMarks();
  return { intervalsMs, updates };
}

/** So many rows as fast as they can be drawn, a few with each frame. */
async function advance(rows: number): Promise<void> {
  for (let i = 0; i < rows; i++) {
    scene?.feed(next++);
    if (i % 4 === 3) await frames(1);
  }
}

async function frames(n: number): Promise<void> {
  for (let i = 0; i < n; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
}

Object.assign(window, { show, stream, advance });
document.title = 'ready';
