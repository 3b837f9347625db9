import { makeFleet } from './fleet';
import { startBareLoop } from './bare-loop';
import { startProductMap } from './product-map';

/** What the benchmark reads: milliseconds from frame to frame, and those that the page's own script took of each. */
export interface Frames {
  intervalsMs: number[];
  scriptMs: number[];
}

async function pan(kind: 'product' | 'bare', vehicles: number, seconds: number): Promise<Frames> {
  const stage = document.getElementById('stage');
  if (!stage) throw new Error('no stage');
  const fleet = makeFleet(vehicles, stage.clientWidth, stage.clientHeight);
  const scene = kind === 'bare' ? startBareLoop(stage, fleet) : await startProductMap(stage, fleet);
  const frames: Frames = { intervalsMs: [], scriptMs: [] };
  // the first second is for the compiler
  await everyFrame(1, (s) => scene.frame(s));
  let lastMs: number | null = null;
  await everyFrame(seconds, (s, nowMs) => {
    if (lastMs !== null) frames.intervalsMs.push(nowMs - lastMs);
    lastMs = nowMs;
    const beforeMs = performance.now();
    scene.frame(s);
    frames.scriptMs.push(performance.now() - beforeMs);
  });
  scene.stop();
  return frames;
}

function everyFrame(seconds: number, draw: (seconds: number, nowMs: number) => void): Promise<void> {
  return new Promise((resolve) => {
    let startMs: number | null = null;
    const frame = (nowMs: number): void => {
      startMs ??= nowMs;
      const s = (nowMs - startMs) / 1000;
      if (s > seconds) resolve();
      else {
        draw(s, nowMs);
        requestAnimationFrame(frame);
      }
    };
    requestAnimationFrame(frame);
  });
}

Object.assign(window, { pan });
document.title = 'ready';
