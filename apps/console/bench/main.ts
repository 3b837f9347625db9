import { makeFleet } from './fleet';
import { startBareLoop } from './bare-loop';
import { startProductMap } from './product-map';

/** What the benchmark reads: milliseconds from frame to frame, and those that all scripts of the page took of each. */
export interface Frames {
  intervalsMs: number[];
  scriptMs: number[];
}

/** Counts the time of every requested animation frame. */
let scriptMs = 0;
const ask = window.requestAnimationFrame.bind(window);
window.requestAnimationFrame = (callback) =>
  ask((nowMs) => {
    const beforeMs = performance.now();
    callback(nowMs);
    scriptMs += performance.now() - beforeMs;
  });

async function pan(kind: 'product' | 'bare', vehicles: number, seconds: number): Promise<Frames> {
  const stage = document.getElementById('stage');
  if (!stage) throw new Error('no stage');
  const fleet = makeFleet(vehicles, stage.clientWidth, stage.clientHeight);
  const scene = kind === 'bare' ? startBareLoop(stage, fleet) : await startProductMap(stage, fleet);
  const frames: Frames = { intervalsMs: [], scriptMs: [] };
  let lastMs: number | null = null;
  await everyFrame(warmUpS + seconds, (s, nowMs) => {
    if (s > warmUpS) {
      if (lastMs !== null) {
        frames.intervalsMs.push(nowMs - lastMs);
        frames.scriptMs.push(scriptMs);
      }
      lastMs = nowMs;
    }
    scriptMs = 0;
    scene.frame(s);
  });
  scene.stop();
  return frames;
}

/** For the compiler, and for the product's tiles and names. */
const warmUpS = 2;

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
